#include "config.h"

#include "base/idset.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define PAGE_IDS 4096
#define PAGE_WORDS (PAGE_IDS / 64)

void
idset_done(struct idset *set)
{
	for (size_t i = 0; i < set->len; i++)
		free(set->pages[i]);
	free(set->pages);
	*set = (struct idset)IDSET_INIT;
}

/* The word with the id's bit; NULL: its page is empty. */
static uint64_t *
word_of(const struct idset *set, uint64_t id)
{
	uint64_t page = id / PAGE_IDS;
	return page < set->len && set->pages[page] ? &set->pages[page][id % PAGE_IDS / 64]
						   : NULL;
}

static uint64_t
bit_of(uint64_t id)
{
	return UINT64_C(1) << (id % 64);
}

static void
make_page(struct idset *set, size_t page)
{
	if (page >= set->len) {
		size_t len = page + page / 2 + 1;
		set->pages = mem_realloc(set->pages, len, sizeof *set->pages);
		memset(set->pages + set->len, 0, (len - set->len) * sizeof *set->pages);
		set->len = len;
	}
	if (!set->pages[page])
		set->pages[page] = mem_zalloc(PAGE_WORDS * sizeof **set->pages);
}

bool
idset_add(struct idset *set, uint64_t id)
{
	make_page(set, (size_t)(id / PAGE_IDS));
	uint64_t *word = word_of(set, id), bit = bit_of(id);
	bool is_new = !(*word & bit);
	*word |= bit;
	set->count += is_new;
	return is_new;
}

bool
idset_remove(struct idset *set, uint64_t id)
{
	uint64_t *word = word_of(set, id), bit = bit_of(id);
	if (!word || !(*word & bit))
		return false;
	*word &= ~bit;
	if (--set->count == 0)
		idset_done(set);
	return true;
}

bool
idset_has(const struct idset *set, uint64_t id)
{
	const uint64_t *word = word_of(set, id);
	return word && *word & bit_of(id);
}

bool
idset_next(const struct idset *set, uint64_t from, uint64_t *id)
{
	while (set->count && from / PAGE_IDS < set->len) {
		const uint64_t *word = word_of(set, from);
		uint64_t bits = word ? *word >> (from % 64) : 0;
		if (bits) {
			*id = from + (uint64_t)__builtin_ctzll(bits);
			return true;
		}
		from = word ? (from / 64 + 1) * 64 : (from / PAGE_IDS + 1) * PAGE_IDS;
	}
	return false;
}
