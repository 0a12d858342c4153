/*
 * Episodes of a list that names only their addresses, such as podboat's queue: they are
 * looked for in all feeds that are here.
 */
#include "config.h"

#include "engine/feeds/episodes.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "engine/feeds/brought.h"
#include "import/import_api.h"
#include "model/item.h"
#include "model/media.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/item/walk.h"
#include "store/poll/import.h"

#define SLICE 100 /* items a step */

static bool
is_address(const struct import_item *item)
{
	return !item->feed && item->enclosure;
}

/* Takes those of the item's enclosures that are wanted; an address counts once. */
static int
take(const struct store_view *view, struct map *wanted, uint64_t id, struct arena *arena,
	struct store_import_result *out)
{
	struct store_item item;
	struct store_item_body body;
	int status = store_item(view, id, arena, &item);
	if (status != OK || item.media == MEDIA_NONE)
		return status == ERR_NOT_FOUND ? OK : status;
	status = store_item_body(view, id, arena, &body);
	for (size_t i = 0; status == OK && i < body.enclosures_len; i++) {
		const char *url = body.enclosures[i].url;
		const struct import_item *from = map_get(wanted, url, strlen(url));
		if (!from)
			continue;
		struct store_import_episode episode =
			engine_feeds_brought_says(from).episode;
		episode.item = id;
		*VEC_PUSH(out->episodes, out->episodes_len, out->episodes_cap) = episode;
		*map_put(wanted, url, strlen(url)) = NULL;
	}
	return status == ERR_NOT_FOUND ? OK : status;
}

static int
find_episodes(const struct store_view *view, struct map *wanted,
	struct store_import_result *out)
{
	struct arena arena = ARENA_INIT, row = ARENA_INIT;
	struct store_walked *items = mem_alloc(SLICE * sizeof *items);
	struct store_feed *feeds = NULL;
	size_t len = 0, feeds_len = 0;
	int status = store_feed_all(view, &arena, false, &feeds, &feeds_len);
	uint32_t *ids = arena_alloc(&arena, (feeds_len + 1) * sizeof *ids);
	for (size_t i = 0; status == OK && i < feeds_len; i++)
		ids[i] = feeds[i].id;
	struct store_walk *walk =
		status == OK ? store_item_walk_new(ids, feeds_len, NULL) : NULL;
	for (bool end = false; status == OK && !end;) {
		status = store_item_walk_next(walk, view, items, SLICE, &len, &end);
		for (size_t i = 0; status == OK && i < len; i++) {
			arena_reset(&row);
			status = take(view, wanted, items[i].key.id, &row, out);
		}
	}
	store_item_walk_free(walk);
	free(items);
	arena_done(&row);
	arena_done(&arena);
	return status;
}

int
engine_feeds_episodes(const struct store_view *view, const struct import_list *list,
	struct store_import_result *out, size_t *nowhere)
{
	struct map wanted = MAP_INIT;
	size_t before = out->episodes_len;
	for (size_t i = 0; i < list->items_len; i++) {
		const struct import_item *item = &list->items[i];
		if (is_address(item))
			*map_put(&wanted, item->enclosure, strlen(item->enclosure)) =
				(void *)(uintptr_t)item;
	}
	int status = wanted.count ? find_episodes(view, &wanted, out) : OK;
	*nowhere = wanted.count - (out->episodes_len - before);
	map_done(&wanted);
	return status;
}
