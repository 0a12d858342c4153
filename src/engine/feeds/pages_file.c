#include "config.h"

#include "engine/feeds/pages_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/str.h"
#include "conf/feeds.h"
#include "feed/document_limits.h"
#include "feed/parse.h"
#include "feed/write.h"
#include "model/feed.h"

#define FILE_MODE 0600
#define KEPT_MAX 500                  /* entries of the file */
#define KEPT_BYTES ((size_t)16 << 20) /* of their texts */
#define FEED_ID "urn:courant:saved"

char *
engine_feeds_saved_path(const char *feeds_path, struct arena *arena)
{
	char *folder = file_folder(feeds_path), *dir = realpath(folder, NULL);
	char *path = dir ? arena_printf(arena, "%s/saved.atom", dir) : NULL;
	free(folder);
	free(dir);
	return path;
}

char *
engine_feeds_saved_url(const char *path, struct arena *arena)
{
	return arena_printf(arena, "file://%s", path);
}

struct feed *
engine_feeds_saved_read(const char *path)
{
	struct buf bytes = BUF_INIT(4 * FEED_DOCUMENT_MAX);
	struct feed *feed = NULL;
	if (file_read(path, &bytes, NULL) == OK) {
		const struct feed_source source = {.bytes = bytes.data, .len = bytes.len};
		if (feed_parse(&source, &feed, NULL) != OK) {
			feed_free(feed);
			feed = NULL;
		}
	}
	buf_done(&bytes);
	return feed ? feed : feed_new();
}

static struct item *
find_item(struct feed *feed, const char *url)
{
	for (size_t i = 0; i < feed->items_len; i++)
		if (str_eq(feed->items[i].guid, url))
			return &feed->items[i];
	return NULL;
}

/* The newest items, as many as the file may have. */
static size_t
kept(const struct feed *feed)
{
	size_t bytes = 0, i = 0;
	for (; i < feed->items_len && i < KEPT_MAX && bytes < KEPT_BYTES; i++)
		if (feed->items[i].content.text)
			bytes += strlen(feed->items[i].content.text);
	return i;
}

/* An old item stays at its place; a new one comes to the front. */
static void
put_item(struct feed *feed, const struct item *item)
{
	struct item *old = find_item(feed, item->guid);
	if (old) {
		int64_t published = old->published;
		if (item->content.text || !old->content.text)
			*old = *item;
		old->published = published;
		return;
	}
	feed->items = arena_push(
		&feed->arena, feed->items, feed->items_len, sizeof *feed->items);
	memmove(feed->items + 1, feed->items, feed->items_len * sizeof *feed->items);
	feed->items[0] = *item;
	feed->items_len++;
}

int
engine_feeds_saved_put(const char *path, const struct item *item, int64_t now, bool *had,
	struct err *err)
{
	int lock = conf_feeds_lock(path);
	struct feed *feed = engine_feeds_saved_read(path);
	struct buf out = BUF_INIT(0);
	if (had)
		*had = item && find_item(feed, item->guid);
	if (item)
		put_item(feed, item);
	feed->items_len = kept(feed);
	feed->format = FEED_ATOM10;
	feed->title = arena_strdup(&feed->arena, _("Saved pages"));
	feed->updated = now;
	feed_write(&out, feed, &(struct feed_place){.id = FEED_ID});
	int status = file_write(path, buf_str(&out), out.len, FILE_MODE, err);
	conf_feeds_unlock(lock);
	buf_done(&out);
	feed_free(feed);
	return status;
}
