#include "config.h"

#include "ui/catalog/ids.h"

#include <stdlib.h>

#include "base/vec.h"

/* Ids are given out in order, so those of a list are close together. */
#define PAGE_IDS 128

void
ui_ids_done(struct ui_ids *ids)
{
	free(ids->list);
	map_done(&ids->pages);
	arena_done(&ids->room);
	*ids = (struct ui_ids){0};
}

size_t
ui_ids_find(const struct ui_ids *ids, uint64_t id)
{
	uint64_t number = id / PAGE_IDS;
	const uint32_t *page = map_get(&ids->pages, &number, sizeof number);
	return page && page[id % PAGE_IDS] ? page[id % PAGE_IDS] - 1 : UI_IDS_NONE;
}

size_t
ui_ids_add(struct ui_ids *ids, uint64_t id)
{
	uint64_t number = id / PAGE_IDS;
	void **page = map_put(&ids->pages, &number, sizeof number);
	if (!*page)
		*page = arena_zalloc(&ids->room, PAGE_IDS * sizeof(uint32_t));
	uint32_t *place = (uint32_t *)*page + id % PAGE_IDS;
	if (!*place) {
		*VEC_PUSH(ids->list, ids->len, ids->cap) = id;
		*place = (uint32_t)ids->len;
		ids->count++;
	}
	return *place - 1;
}

void
ui_ids_remove(struct ui_ids *ids, uint64_t id)
{
	uint64_t number = id / PAGE_IDS;
	uint32_t *page = map_get(&ids->pages, &number, sizeof number);
	if (!page || !page[id % PAGE_IDS])
		return;
	ids->list[page[id % PAGE_IDS] - 1] = 0;
	page[id % PAGE_IDS] = 0;
	ids->count--;
}
