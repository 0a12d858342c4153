#include "config.h"

#include "store/feed/due.h"

#include "base/time.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/feed/due_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

int
store_feed_due_time(const struct store_view *view, uint32_t feed, int64_t *time)
{
	struct span bytes;
	*time = TIME_NONE;
	int code = store_db_get(view, TABLE_HTTP, schema_feed(feed), &bytes);
	if (code == ERR_NOT_FOUND)
		return OK;
	if (code == OK && record_check(feed, bytes) == OK)
		*time = record_find_int(bytes, HTTP_NEXT_POLL, TIME_NONE);
	return code;
}

int
store_feed_due_set(struct store_batch *batch, uint32_t feed, int64_t time)
{
	if (time == INT64_MAX)
		return OK;
	return store_db_put(batch, TABLE_DUE, schema_due(time, feed), "", 0, 0);
}

int
store_feed_due_clear(struct store_batch *batch, uint32_t feed, int64_t time)
{
	return store_db_del(batch, TABLE_DUE, schema_due(time, feed));
}

int
store_feed_due(const struct store_view *view, int64_t now, uint32_t *out, size_t max,
	size_t *len, int64_t *next)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	*len = 0;
	if (next)
		*next = TIME_NONE;
	int code = store_db_cursor(view, TABLE_DUE, &cursor);
	if (code)
		return store_db_status(view->store, code);
	while ((code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) == 0) {
		if (k.mv_size != 12) {
			code = ERR_DAMAGED;
			break;
		}
		int64_t time = schema_get_time(k.mv_data);
		if (time > now || *len == max) {
			/* A feed that was never polled is due, so this is not "no
			 * time". */
			if (next)
				*next = time == TIME_NONE ? now : time;
			break;
		}
		out[(*len)++] = schema_get32((uint8_t *)k.mv_data + 8);
	}
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : store_db_status(view->store, code);
}
