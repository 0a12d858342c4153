#include "config.h"

#include "model/subscription.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/str.h"

struct subscriptions *
subscriptions_new(void)
{
	return mem_zalloc(sizeof(struct subscriptions));
}

void
subscriptions_free(struct subscriptions *subs)
{
	if (!subs)
		return;
	arena_done(&subs->arena);
	free(subs);
}

struct subscription *
subscriptions_add(struct subscriptions *subs)
{
	subs->list = arena_push(&subs->arena, subs->list, subs->len, sizeof *subs->list);
	return &subs->list[subs->len++];
}

struct subscription *
subscriptions_find(const struct subscriptions *subs, const char *url)
{
	for (size_t i = 0; i < subs->len; i++)
		if (str_eq(subs->list[i].url, url))
			return &subs->list[i];
	return NULL;
}
