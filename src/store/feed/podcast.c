/*
 * The table podcast leads from a podcast:guid to the feeds that have it. Records of feeds
 * say which one they are; a row only says where to read, so one that is wrong costs a
 * record, and one that is missing is put there by the feed's next document.
 */
#include "config.h"

#include "store/feed/podcast.h"

#include <string.h>

#include "base/str.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

/* Is the feed this podcast, and has it lost its line? */
static bool
is_podcast(
	const struct store_view *view, uint32_t feed, const char *podcast, bool *removed)
{
	struct span bytes;
	if (store_db_get(view, TABLE_FEED, schema_feed(feed), &bytes) != OK ||
		record_check(feed, bytes) != OK ||
		!span_eq(record_find(bytes, FEED_PODCAST), podcast))
		return false;
	*removed = record_find(bytes, FEED_REMOVED).p != NULL;
	return true;
}

int
store_feed_same_podcast(const struct store_view *view, uint32_t feed, const char *podcast,
	uint32_t *other, bool *removed)
{
	const struct schema_key first = schema_podcast(podcast, 0);
	MDB_cursor *cursor;
	MDB_val k = {first.len, (void *)(uintptr_t)first.bytes}, v;
	uint32_t last = 0;
	int code = store_db_cursor(view, TABLE_PODCAST, &cursor);
	if (code)
		return store_db_status(view->store, code);
	*removed = true;
	code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	for (; *removed && code == 0;
		code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) {
		if (k.mv_size != first.len ||
			memcmp(k.mv_data, first.bytes, SCHEMA_PODCAST) != 0)
			break;
		uint32_t id = schema_get32((const char *)k.mv_data + SCHEMA_PODCAST);
		if (id != feed && is_podcast(view, id, podcast, removed))
			last = id;
	}
	mdb_cursor_close(cursor);
	if (code && code != MDB_NOTFOUND)
		return store_db_status(view->store, code);
	*other = last;
	return last ? OK : ERR_NOT_FOUND;
}

int
store_feed_put_podcast(
	struct store_batch *batch, uint32_t feed, const char *before, const char *now)
{
	const struct store_view view = store_batch_view(batch);
	struct span value;
	int code = OK;
	if (before && !str_eq(before, now))
		code = store_db_del(batch, TABLE_PODCAST, schema_podcast(before, feed));
	if (code != OK || !now ||
		store_db_get(&view, TABLE_PODCAST, schema_podcast(now, feed), &value) ==
			OK)
		return code;
	return store_db_put(batch, TABLE_PODCAST, schema_podcast(now, feed), "", 0, 0);
}
