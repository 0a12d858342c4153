#include "config.h"

#include "store/remote/account.h"

#include <string.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/record/record.h"
#include "store/record/schema.h"

int
store_remote_accounts(const struct store_view *view, struct arena *arena,
	struct store_account **out, size_t *len)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	*out = NULL;
	*len = 0;
	int code = store_db_cursor(view, TABLE_ACCOUNT, &cursor);
	if (code)
		return store_db_status(view->store, code);
	while ((code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) == 0) {
		struct store_account account;
		if (k.mv_size != 4)
			continue;
		account.id = schema_get32(k.mv_data);
		struct span bytes = {v.mv_data, v.mv_size};
		if (record_decode(&shape_account, account.id, bytes, arena, &account.is,
			    NULL) != OK)
			continue;
		*out = arena_push(arena, *out, *len, sizeof **out);
		(*out)[(*len)++] = account;
	}
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : store_db_status(view->store, code);
}

int
store_remote_account(const struct store_view *view, const char *key, struct arena *arena,
	struct store_account *out)
{
	struct store_account *list;
	size_t len;
	int status = store_remote_accounts(view, arena, &list, &len);
	for (size_t i = 0; status == OK && i < len; i++)
		if (str_eq(list[i].is.key, key)) {
			*out = list[i];
			return OK;
		}
	return status == OK ? ERR_NOT_FOUND : status;
}

void
store_remote_new_account(struct store_account *account)
{
	account->id = 0;
	record_default(&shape_account, &account->is);
}

static int
next_id(struct store_batch *batch, uint32_t *out)
{
	struct store_view view = store_batch_view(batch);
	MDB_cursor *cursor;
	MDB_val k, v;
	int code = store_db_cursor(&view, TABLE_ACCOUNT, &cursor);
	if (code)
		return code;
	code = store_db_cursor_get(cursor, &k, &v, MDB_LAST);
	*out = code == OK && k.mv_size == 4 ? schema_get32(k.mv_data) + 1 : 1;
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : code;
}

int
store_remote_put_account(
	struct store_batch *batch, struct store_account *account, struct err *err)
{
	int code = OK;
	uint32_t id = account->id;
	if (!id)
		code = next_id(batch, &id);
	if (code == OK)
		code = store_db_replace_record(batch, TABLE_ACCOUNT, id, &account->is);
	if (code == OK)
		account->id = id;
	return store_batch_fail(batch, code, err, N_("cannot store an account"));
}

/* ---- forgetting */

/* Deletes rows of the account, except those of remoteitem, which no key leads to:
 * *items gets the items that rows of remote name. */
static int
drop_rows(struct store_batch *batch, enum schema_table table, uint32_t account,
	size_t *left)
{
	MDB_cursor *cursor;
	struct schema_key first = schema_feed(account);
	MDB_val k = {first.len, first.bytes}, v;
	int code = store_db_batch_cursor(batch, table, &cursor);
	if (code == OK)
		code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	while (code == OK && *left > 0 && k.mv_size >= 4 &&
		schema_get32(k.mv_data) == account) {
		if (table == TABLE_REMOTE && v.mv_size >= 8)
			code = store_db_del(batch, TABLE_REMOTEITEM,
				schema_id(schema_get64(v.mv_data)));
		if (code == OK)
			code = store_db_cursor_del_next(cursor, &k, &v);
		(*left)--;
	}
	return code == MDB_NOTFOUND ? OK : code;
}

int
store_remote_drop_account(struct store_batch *batch, uint32_t account, size_t max,
	bool *more, struct err *err)
{
	static const enum schema_table tables[] = {
		TABLE_REMOTE, TABLE_REMOTEOUT, TABLE_REMOTEFEED};
	size_t left = max;
	int code = OK;
	for (size_t i = 0; code == OK && i < COUNT_OF(tables); i++)
		code = drop_rows(batch, tables[i], account, &left);
	*more = left == 0;
	if (code == OK && !*more)
		code = store_db_del(batch, TABLE_ACCOUNT, schema_feed(account));
	return store_batch_fail(batch, code, err, N_("cannot forget an account"));
}

/* ---- feeds */

int
store_remote_feeds(const struct store_view *view, uint32_t account, struct arena *arena,
	struct remotefeed_record **out, size_t *len)
{
	MDB_cursor *cursor;
	struct schema_key first = schema_feed(account);
	MDB_val k = {first.len, first.bytes}, v;
	*out = NULL;
	*len = 0;
	int code = store_db_cursor(view, TABLE_REMOTEFEED, &cursor);
	if (code)
		return store_db_status(view->store, code);
	code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	while (code == OK && k.mv_size >= 4 && schema_get32(k.mv_data) == account) {
		struct remotefeed_record feed;
		struct span bytes = {v.mv_data, v.mv_size};
		if (record_decode(&shape_remotefeed, account, bytes, arena, &feed,
			    NULL) == OK &&
			feed.id && !str_starts(feed.id, STORE_REMOTE_LEFT)) {
			*out = arena_push(arena, *out, *len, sizeof **out);
			(*out)[(*len)++] = feed;
		}
		code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT);
	}
	mdb_cursor_close(cursor);
	return code == OK || code == MDB_NOTFOUND ? OK
						  : store_db_status(view->store, code);
}

int
store_remote_feed(const struct store_view *view, uint32_t account, struct span id,
	struct arena *arena, struct remotefeed_record *out)
{
	struct span bytes;
	int code = store_db_get(
		view, TABLE_REMOTEFEED, schema_remotefeed(account, id.p, id.n), &bytes);
	if (code == OK)
		code = record_decode(&shape_remotefeed, account, bytes, arena, out, NULL);
	return store_db_status(view->store, code);
}

int
store_remote_put_feed(struct store_batch *batch, uint32_t account,
	const struct remotefeed_record *feed, struct err *err)
{
	struct buf bytes = BUF_INIT(0);
	struct schema_key key = schema_remotefeed(account, feed->id, strlen(feed->id));
	record_encode(&shape_remotefeed, account, feed, (struct span){NULL, 0}, &bytes);
	int code =
		store_db_put(batch, TABLE_REMOTEFEED, key, buf_str(&bytes), bytes.len, 0);
	buf_done(&bytes);
	return store_batch_fail(batch, code, err, N_("cannot store a feed"));
}

int
store_remote_drop_feed(
	struct store_batch *batch, uint32_t account, struct span id, struct err *err)
{
	int code = store_db_del(
		batch, TABLE_REMOTEFEED, schema_remotefeed(account, id.p, id.n));
	return store_batch_fail(batch, code, err, N_("cannot store a feed"));
}
