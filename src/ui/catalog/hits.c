#include "config.h"

#include "ui/catalog/hits.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/mem.h"

#define PAGE_IDS 4096
#define WORD_BITS 64

/* Bitmaps: ids are given out in order, so those of a search's hits are close together. */
struct ui_hits {
	size_t owners;
	struct map pages; /* id / PAGE_IDS → uint64_t[PAGE_IDS / WORD_BITS] */
	struct arena arena;
};

struct ui_hits *
ui_hits_new(void)
{
	struct ui_hits *hits = mem_zalloc(sizeof *hits);
	hits->owners = 1;
	return hits;
}

struct ui_hits *
ui_hits_share(struct ui_hits *hits)
{
	hits->owners++;
	return hits;
}

void
ui_hits_free(struct ui_hits *hits)
{
	if (!hits || --hits->owners > 0)
		return;
	map_done(&hits->pages);
	arena_done(&hits->arena);
	free(hits);
}

void
ui_hits_add(struct ui_hits *hits, uint64_t item)
{
	uint64_t page = item / PAGE_IDS;
	void **slot = map_put(&hits->pages, &page, sizeof page);
	if (!*slot)
		*slot = arena_zalloc(&hits->arena, PAGE_IDS / 8);
	uint64_t *bits = *slot;
	bits[item % PAGE_IDS / WORD_BITS] |= UINT64_C(1) << (item % WORD_BITS);
}

bool
ui_hits_has(const struct ui_hits *hits, uint64_t item)
{
	uint64_t page = item / PAGE_IDS;
	const uint64_t *bits = map_get(&hits->pages, &page, sizeof page);
	return bits && bits[item % PAGE_IDS / WORD_BITS] >> (item % WORD_BITS) & 1;
}
