/*
 * A list of ids in which each can be found. It is made for all items of a store: adding
 * one costs the same however many there are, and so does freeing them all. UI thread.
 *
 *	struct ui_ids ids = {0};
 *	size_t at = ui_ids_add(&ids, item);    // again: the same place
 *	assert(ids.list[at] == item);
 *	ui_ids_done(&ids);
 */
#ifndef UI_CATALOG_IDS_H
#define UI_CATALOG_IDS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/map.h"

#define UI_IDS_NONE SIZE_MAX

struct ui_ids {
	uint64_t *list; /* in the order in which they were added; 0: removed since */
	size_t len, cap;
	size_t count;      /* without those that were removed */
	struct map pages;  /* of places in the list */
	struct arena room; /* of the pages */
};

/* Empties it. */
void ui_ids_done(struct ui_ids *ids);
/* Its place in the list, or UI_IDS_NONE. */
size_t ui_ids_find(const struct ui_ids *ids, uint64_t id);
/* The place that it has, or gets at the end. */
size_t ui_ids_add(struct ui_ids *ids, uint64_t id);
void ui_ids_remove(struct ui_ids *ids, uint64_t id);

#endif
