/*
 * What logs need: our states that are not in our log yet, all states for a log that is
 * rewritten, and how far the logs of others were read.
 */
#include "config.h"

#include <string.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/record/schema.h"
#include "store/sync/sync.h"
#include "store/sync/sync_row.h"

int
store_sync_waiting(
	const struct store_view *view, struct state *out, size_t max, size_t *len)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	size_t n = 0;
	int code = store_db_cursor(view, TABLE_STATEOUT, &cursor);
	*len = 0;
	if (code)
		return store_db_status(view->store, code);
	for (code = store_db_cursor_get(cursor, &k, &v, MDB_FIRST); code == OK && n < max;
		code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) {
		struct span rest = {
			(const char *)v.mv_data + STATE_KEY, v.mv_size - STATE_KEY};
		if (v.mv_size < STATE_KEY + STATE_ENTRY)
			continue;
		out[n] = (struct state){0};
		memcpy(out[n].feed, v.mv_data, STATE_FEED);
		memcpy(out[n].item, (const char *)v.mv_data + STATE_FEED, STATE_ITEM);
		n += store_sync_next(&rest, &out[n]);
	}
	mdb_cursor_close(cursor);
	*len = n;
	return store_db_status(view->store, code == MDB_NOTFOUND ? OK : code);
}

int
store_sync_written(struct store_batch *batch, uint64_t upto, struct err *err)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	int code = store_db_batch_cursor(batch, TABLE_STATEOUT, &cursor);
	if (code == OK)
		code = store_db_cursor_get(cursor, &k, &v, MDB_FIRST);
	while (code == OK && schema_get64(k.mv_data) <= upto) {
		code = mdb_cursor_del(cursor, 0);
		if (code == OK)
			code = store_db_cursor_get(cursor, &k, &v, MDB_FIRST);
	}
	return store_batch_fail(
		batch, code == MDB_NOTFOUND ? OK : code, err, N_("cannot store states"));
}

int
store_sync_walk(const struct store_view *view, struct store_sync_walk *walk, size_t max,
	void (*take)(void *data, const struct state *state), void *data)
{
	MDB_cursor *cursor;
	MDB_val k = {STATE_KEY, walk->after}, v;
	int code = store_db_cursor(view, TABLE_STATE, &cursor);
	if (code)
		return store_db_status(view->store, code);
	code = store_db_cursor_get(
		cursor, &k, &v, walk->started ? MDB_SET_RANGE : MDB_FIRST);
	if (code == OK && walk->started && k.mv_size == STATE_KEY &&
		memcmp(k.mv_data, walk->after, STATE_KEY) == 0)
		code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT);
	for (size_t i = 0; code == OK && i < max; i++) {
		struct span row = {v.mv_data, v.mv_size};
		struct state s = {0};
		if (k.mv_size == STATE_KEY) {
			memcpy(walk->after, k.mv_data, STATE_KEY);
			memcpy(s.feed, walk->after, STATE_FEED);
			memcpy(s.item, walk->after + STATE_FEED, STATE_ITEM);
			walk->started = true;
		}
		while (store_sync_next(&row, &s))
			if (!walk->machine || s.stamp.machine == walk->machine)
				take(data, &s);
		code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT);
	}
	mdb_cursor_close(cursor);
	walk->done = code == MDB_NOTFOUND;
	return store_db_status(view->store, walk->done ? OK : code);
}

static struct schema_key
peer_key(const char *name)
{
	struct schema_key key = schema_name(META_PEER);
	struct hash128 hash = hash128(name, strlen(name));
	memcpy(key.bytes + key.len, hash.bytes, sizeof hash.bytes);
	key.len += sizeof hash.bytes;
	return key;
}

int
store_sync_peer(
	const struct store_view *view, const char *name, struct store_sync_peer *out)
{
	struct span v;
	int code = store_db_get(view, TABLE_META, peer_key(name), &v);
	*out = (struct store_sync_peer){0};
	if (code == OK && v.n == 16)
		*out = (struct store_sync_peer){schema_get64(v.p), schema_get64(v.p + 8)};
	return store_db_status(view->store, code == ERR_NOT_FOUND ? OK : code);
}

int
store_sync_put_peer(struct store_batch *batch, const char *name,
	const struct store_sync_peer *peer, struct err *err)
{
	uint8_t bytes[16];
	schema_put64(bytes, peer->offset);
	schema_put64(bytes + 8, peer->print);
	int code =
		store_db_put(batch, TABLE_META, peer_key(name), bytes, sizeof bytes, 0);
	return store_batch_fail(batch, code, err, N_("cannot store states"));
}
