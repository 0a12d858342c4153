#include "config.h"

#include "fetch/memory.h"

#include <stdint.h>

bool
fetch_budget_take(struct fetch_budget *b, const void *owner, size_t n)
{
	bool fits = b->used <= b->max && n <= b->max - b->used;
	if (!fits && b->first && b->first != owner) {
		if (n < b->least)
			b->least = n;
		return false;
	}
	if (!fits)
		b->first = owner;
	b->used += n;
	return true;
}

void
fetch_budget_give(struct fetch_budget *b, const void *owner, size_t n)
{
	b->used -= n;
	if (b->first == owner)
		b->first = NULL;
}

bool
fetch_budget_free(const struct fetch_budget *b)
{
	bool fits = b->used < b->max && b->least <= b->max - b->used;
	return b->waiting > 0 && (!b->first || fits);
}

void
fetch_budget_retry(struct fetch_budget *b)
{
	b->least = SIZE_MAX;
}
