/*
 * Rows of the table import, under feed 0 and the identity of a guid or a link: what was
 * said, the time, the import's group in the journal if IMPORT_GROUP is set (rows of older
 * programs have none), and tags, each with a line feed.
 */
#include "config.h"

#include "store/poll/import_wait.h"

#include "base/buf.h"
#include "base/err.h"
#include "base/time.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/identity/identity.h"
#include "store/journal/journal_inside.h"
#include "store/journal/journal_position.h"
#include "store/poll/import.h"
#include "store/poll/import_row.h"
#include "store/sync/sync.h"

#define IMPORT_GROUP (1 << 6) /* beside enum store_imported */
#define HEAD_BYTES 9          /* what was said, and when */
#define GROUP_BYTES 8

static struct schema_key
wait_key(char kind, const char *text)
{
	uint8_t identity[SCHEMA_IDENTITY];
	store_identity_of(kind, text, identity);
	return schema_guid(0, identity);
}

/* False if the row is too short. */
static bool
unpack(struct span row, struct import_wait *out)
{
	size_t head = HEAD_BYTES;
	if (row.n >= HEAD_BYTES && row.p[0] & IMPORT_GROUP)
		head += GROUP_BYTES;
	if (row.n < head)
		return false;
	*out = (struct import_wait){
		.marks = (uint8_t)row.p[0] & ~IMPORT_GROUP,
		.group = head > HEAD_BYTES ? schema_get64(row.p + HEAD_BYTES) : 0,
		.tags = {row.p + head, row.n - head},
	};
	return true;
}

/* The row under the key; ERR_NOT_FOUND, too, if its import was undone. */
static int
get_row(const struct store_view *view, struct schema_key key, struct import_wait *out)
{
	struct journal_position undone;
	struct span row;
	int code = store_db_get(view, TABLE_IMPORT, key, &row);
	if (code == OK && !unpack(row, out))
		code = ERR_NOT_FOUND;
	if (code == OK)
		code = store_journal_position_get(view, &undone);
	return code == OK && out->group >= undone.group ? ERR_NOT_FOUND : code;
}

/* Has an earlier import said the same? */
static bool
is_known(const struct store_view *view, struct schema_key key,
	const struct store_import_item *says, struct span tags)
{
	struct import_wait old;
	return get_row(view, key, &old) == OK && old.marks == says->marks &&
	       span_same(old.tags, tags);
}

int
store_poll_import_wait_put(struct import_rows *rows, char kind, const char *text,
	const struct store_import_item *says, int64_t now)
{
	uint8_t head[HEAD_BYTES + GROUP_BYTES] = {(uint8_t)says->marks};
	uint64_t group = store_journal_group(rows->batch);
	const struct store_view view = store_batch_view(rows->batch);
	struct schema_key key = wait_key(kind, text);
	struct buf row = BUF_INIT(0);
	int code = OK;
	schema_put_time(head + 1, now);
	schema_put64(head + HEAD_BYTES, group);
	if (group)
		head[0] |= IMPORT_GROUP;
	size_t n = group ? sizeof head : HEAD_BYTES;
	buf_add(&row, head, n);
	for (size_t i = 0; i < says->tags_len; i++)
		buf_addf(&row, "%s\n", says->tags[i]);
	if (!is_known(&view, key, says, (struct span){row.data + n, row.len - n}))
		code = store_poll_import_row_put(rows, key, row.data, row.len);
	buf_done(&row);
	return code;
}

int
store_poll_import_wait_expire(struct store_batch *batch, int64_t now)
{
	MDB_cursor *cursor;
	MDB_val k = {0, NULL}, v;
	int code = store_db_batch_cursor(batch, TABLE_IMPORT, &cursor);
	if (code == OK)
		code = store_db_cursor_get(cursor, &k, &v, MDB_FIRST);
	while (code == OK && k.mv_size == 16 && schema_get32(k.mv_data) == 0) {
		bool old = v.mv_size < HEAD_BYTES ||
			   schema_get_time((const char *)v.mv_data + 1) <
				   now - STATE_WAIT_DAYS * TIME_DAY;
		if (old)
			code = mdb_cursor_del(cursor, 0);
		/* After a deletion, NEXT returns the entry that moved up. */
		if (code == OK)
			code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT);
	}
	return code == MDB_NOTFOUND ? OK : code;
}

bool
store_poll_import_wait_any(const struct store_view *view)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	if (store_db_cursor(view, TABLE_IMPORT, &cursor) != OK)
		return false;
	int code = store_db_cursor_get(cursor, &k, &v, MDB_FIRST);
	bool any = code == OK && k.mv_size == 16 && schema_get32(k.mv_data) == 0;
	mdb_cursor_close(cursor);
	return any;
}

int
store_poll_import_wait_find(
	const struct store_view *view, const struct item *item, struct import_wait *out)
{
	int code = ERR_NOT_FOUND;
	if (item->guid)
		code = get_row(view, wait_key('g', item->guid), out);
	if (code == ERR_NOT_FOUND && item->link)
		code = get_row(view, wait_key('l', item->link), out);
	return code;
}
