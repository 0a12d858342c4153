#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/str.h"
#include "engine/publish/publish_inside.h"
#include "feed/parse.h"
#include "model/item.h"

/* NULL: there is no such file, or it is not one of ours. */
static struct feed *
read_document(const char *path)
{
	struct buf bytes = BUF_INIT(FEED_DOCUMENT_MAX);
	struct feed *feed = NULL;
	struct err err;
	if (file_read_own(path, &bytes, NULL) == OK) {
		const struct feed_source source = {.bytes = bytes.data, .len = bytes.len};
		if (feed_parse(&source, &feed, &err) != OK) {
			feed_free(feed);
			feed = NULL;
		}
	}
	buf_done(&bytes);
	return feed;
}

char *
engine_publish_shelf_name(
	struct arena *arena, const struct conf_publish *line, unsigned number)
{
	char *stem = conf_publish_stem(arena, line);
	return arena_printf(arena, "%s.%u%s", stem, number, line->name + strlen(stem));
}

void
engine_publish_shelf_add(struct publish_shelf *shelf, const char *iri, int64_t latest)
{
	*map_put(&shelf->known, iri, strlen(iri)) =
		(void *)(uintptr_t)((latest > 0 ? latest : 0) + 1);
}

bool
engine_publish_shelf_has(
	const struct publish_shelf *shelf, const struct engine_publish_item *item)
{
	uintptr_t value = (uintptr_t)map_get(&shelf->known, item->iri, strlen(item->iri));
	return value && (int64_t)value - 1 >= item->latest;
}

static char *
path_of(struct arena *arena, const struct publish_shelf *shelf,
	const struct conf_publish *line, unsigned number)
{
	const char *slash = strrchr(shelf->path, '/');
	return arena_printf(arena, "%.*s/%s", (int)(slash - shelf->path), shelf->path,
		engine_publish_shelf_name(arena, line, number));
}

/* The archives may have been deleted in order to start over. */
static void
forget_lost(struct publish_shelf *shelf, const struct conf_publish *line)
{
	struct arena arena = ARENA_INIT;
	if (shelf->archives &&
		access(path_of(&arena, shelf, line, shelf->archives), F_OK) != 0) {
		map_done(&shelf->known);
		map_init(&shelf->known);
		shelf->archives = 0;
	}
	arena_done(&arena);
}

bool
engine_publish_shelf_read(struct publish_shelf *shelf, const struct conf_publish *line)
{
	struct arena arena = ARENA_INIT;
	forget_lost(shelf, line);
	struct feed *feed =
		read_document(path_of(&arena, shelf, line, shelf->archives + 1));
	for (size_t i = 0; feed && i < feed->items_len; i++)
		if (feed->items[i].guid)
			engine_publish_shelf_add(
				shelf, feed->items[i].guid, item_latest(&feed->items[i]));
	shelf->archives += feed != NULL;
	feed_free(feed);
	arena_done(&arena);
	return feed != NULL;
}

bool
engine_publish_shelf_current(const char *path, struct map *out)
{
	struct feed *feed = read_document(path);
	for (size_t i = 0; feed && i < feed->items_len; i++)
		if (feed->items[i].guid)
			*map_put(out, feed->items[i].guid, strlen(feed->items[i].guid)) =
				out;
	feed_free(feed);
	return feed != NULL;
}

void
engine_publish_shelf_done(struct publish_shelf *shelf)
{
	map_done(&shelf->known);
	free(shelf->path);
}
