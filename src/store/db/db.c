#include "config.h"

#include "store/db/db.h"

#include <errno.h>
#include <string.h>
#include <sys/statvfs.h>

#include "base/i18n.h"
#include "store/db/batch.h"
#include "store/db/change_log.h"
#include "store/db/view.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

/* If less than this is left on the disk, a failed write means that it is full, whatever
 * the system calls it: a short write is reported as EIO. */
#define DISK_LOW ((uint64_t)1 << 20)

static bool
disk_full(const struct store *store)
{
	struct statvfs fs;
	return statvfs(store->dir, &fs) == 0 &&
	       (uint64_t)fs.f_bavail * fs.f_frsize < DISK_LOW;
}

int
store_db_status(const struct store *store, int code)
{
	switch (code) {
	case MDB_NOTFOUND:
		return ERR_NOT_FOUND;
	case MDB_MAP_FULL:
	case ENOSPC:
	case EDQUOT:
	case EFBIG:
		return ERR_FULL;
	case EIO:
		return disk_full(store) ? ERR_FULL : ERR_IO;
	case EACCES:
	case EPERM:
	case EROFS:
		return ERR_DENIED;
	case MDB_PAGE_NOTFOUND:
	case MDB_CORRUPTED:
	case MDB_INVALID:
	case MDB_BAD_VALSIZE:
		return ERR_DAMAGED;
	case MDB_VERSION_MISMATCH:
		return ERR_VERSION;
	case MDB_READERS_FULL:
	case MDB_MAP_RESIZED:
		return ERR_BUSY;
	default:
		/* Our statuses are small negative numbers, unlike LMDB's codes and
		 * errno. */
		return code <= 0 && code > -1000 ? code : ERR_IO;
	}
}

int
store_fail(const struct store *store, int code, struct err *err, const char *what)
{
	int status = store_db_status(store, code);
	switch (status) {
	case OK:
		return OK;
	case ERR_FULL:
		if (code == MDB_MAP_FULL)
			return err_set(err, status,
				_("%s: the memory map of the store %s is full; the next "
				  "try will have a larger one"),
				what, store->dir);
		return err_set(err, status,
			_("%s: the disk that holds %s is full. Free some space; nothing "
			  "that was stored is lost"),
			what, store->dir);
	case ERR_DENIED:
		return err_set(err, status, _("%s: the store %s is read-only"), what,
			store->dir);
	case ERR_NOT_FOUND:
		return err_set(
			err, status, _("%s: not in the store %s"), what, store->dir);
	case ERR_BUSY:
		return err_set(err, status, _("%s: the store %s is busy, try again"),
			what, store->dir);
	case ERR_DAMAGED:
		break;
	default:
		if (code == ENOENT)
			return err_set(err, status,
				_("%s: the store %s was removed while courant was "
				  "running, so nothing can be stored. Start courant "
				  "again"),
				what, store->dir);
		if (code != ERR_IO) /* LMDB or the system has a text for it */
			return err_set(err, status, "%s: %s: %s", what, store->path,
				mdb_strerror(code));
		break;
	}
	return err_set(err, status, _("%s: the store %s is damaged. Run: courant check"),
		what, store->dir);
}

/* LMDB's values are not const, but keys are never written to. */
static MDB_val
val_of(const struct schema_key *key)
{
	return (MDB_val){key->len, (void *)(uintptr_t)key->bytes};
}

int
store_db_get(const struct store_view *view, enum schema_table table,
	struct schema_key key, struct span *value)
{
	MDB_val k = val_of(&key), v;
	MDB_dbi dbi = view->store->tables[table];
	int code = dbi == NO_TABLE ? MDB_NOTFOUND : mdb_get(view->txn, dbi, &k, &v);
	if (code == MDB_NOTFOUND)
		return ERR_NOT_FOUND;
	if (!code)
		*value = (struct span){v.mv_data, v.mv_size};
	return code;
}

int
store_db_cursor(const struct store_view *view, enum schema_table table, MDB_cursor **out)
{
	MDB_dbi dbi = view->store->tables[table];
	*out = NULL;
	return dbi == NO_TABLE ? OK : mdb_cursor_open(view->txn, dbi, out);
}

static int
compare(const MDB_val *a, const MDB_val *b)
{
	size_t both = a->mv_size < b->mv_size ? a->mv_size : b->mv_size;
	int order = memcmp(a->mv_data, b->mv_data, both);
	return order ? order : (a->mv_size > b->mv_size) - (a->mv_size < b->mv_size);
}

/* Both keys are in the map, where nothing changes in between. */
static int
step(MDB_cursor *cursor, MDB_val *k, MDB_val *v, MDB_cursor_op op)
{
	MDB_val before;
	bool stood = mdb_cursor_get(cursor, &before, NULL, MDB_GET_CURRENT) == 0;
	int code = mdb_cursor_get(cursor, k, v, op);
	if (code || !stood)
		return code;
	int order = compare(k, &before);
	return (op == MDB_NEXT ? order > 0 : order < 0) ? 0 : MDB_CORRUPTED;
}

int
store_db_cursor_get(MDB_cursor *cursor, MDB_val *k, MDB_val *v, MDB_cursor_op op)
{
	if (!cursor)
		return MDB_NOTFOUND;
	return op == MDB_NEXT || op == MDB_PREV ? step(cursor, k, v, op)
						: mdb_cursor_get(cursor, k, v, op);
}

int
store_db_cursor_del_next(MDB_cursor *cursor, MDB_val *k, MDB_val *v)
{
	int code = mdb_cursor_del(cursor, 0);
	/* After a deletion, NEXT returns the entry that moved up. */
	return code ? code : mdb_cursor_get(cursor, k, v, MDB_NEXT);
}

uint64_t
store_db_entries(const struct store_view *view, enum schema_table table)
{
	MDB_dbi dbi = view->store->tables[table];
	MDB_stat stat;
	return dbi == NO_TABLE || mdb_stat(view->txn, dbi, &stat) ? 0 : stat.ms_entries;
}

/* Is the cursor before the key? */
static bool
stands_before(MDB_cursor *cursor, const struct schema_key *key)
{
	MDB_val k, v;
	return store_db_cursor_get(cursor, &k, &v, MDB_GET_CURRENT) == 0 &&
	       k.mv_size == key->len && memcmp(k.mv_data, key->bytes, key->len) < 0;
}

int
store_db_from(MDB_cursor *cursor, uint64_t id, MDB_val *k, MDB_val *v)
{
	struct schema_key key = schema_id(id);
	if (stands_before(cursor, &key) &&
		store_db_cursor_get(cursor, k, v, MDB_NEXT) == 0 &&
		k->mv_size == key.len && memcmp(k->mv_data, key.bytes, key.len) >= 0)
		return OK;
	MDB_val at = val_of(&key);
	int code = store_db_cursor_get(cursor, &at, v, MDB_SET_RANGE);
	if (!code)
		*k = at;
	return code == MDB_NOTFOUND ? ERR_NOT_FOUND : code;
}

int
store_db_before(MDB_cursor *cursor, const struct schema_key *key, MDB_val *k, MDB_val *v)
{
	MDB_val at = val_of(key);
	int code = store_db_cursor_get(cursor, &at, v, MDB_SET_RANGE);
	if (!code)
		code = store_db_cursor_get(cursor, k, v, MDB_PREV);
	else if (code == MDB_NOTFOUND)
		code = store_db_cursor_get(cursor, k, v, MDB_LAST);
	return code == MDB_NOTFOUND ? ERR_NOT_FOUND : code;
}

int
store_db_after(MDB_cursor *cursor, const struct schema_key *key, MDB_val *k, MDB_val *v)
{
	MDB_val at = val_of(key), found = at;
	int code = store_db_cursor_get(cursor, &found, v, MDB_SET_RANGE);
	if (!code && found.mv_size == at.mv_size &&
		memcmp(found.mv_data, at.mv_data, at.mv_size) == 0)
		code = store_db_cursor_get(cursor, &found, v, MDB_NEXT);
	*k = found;
	return code == MDB_NOTFOUND ? ERR_NOT_FOUND : code;
}

static const struct record_shape *
shape_of(enum schema_table table)
{
	static const struct record_shape *const shapes[TABLE_LEN] = {
		[TABLE_FEED] = &shape_feed,
		[TABLE_HTTP] = &shape_http,
		[TABLE_SCHEDULE] = &shape_schedule,
		[TABLE_HIST] = &shape_hist,
		[TABLE_TRACE] = &shape_trace,
		[TABLE_WATCHED] = &shape_text,
		[TABLE_ACCOUNT] = &shape_account,
		[TABLE_CLAIM] = &shape_claim,
		[TABLE_ITEM] = &shape_item,
		[TABLE_TEXT] = &shape_text,
		[TABLE_PAGE] = &shape_text,
		[TABLE_EARLIER] = &shape_text,
		[TABLE_CHAPTERS] = &shape_text,
		[TABLE_FILECHAPTERS] = &shape_text,
		[TABLE_TRANSCRIPT] = &shape_text,
		[TABLE_TAG] = &shape_tag,
		[TABLE_LISTEN] = &shape_listen,
		[TABLE_DOWNLOAD] = &shape_download,
	};
	return shapes[table];
}

static struct schema_key
record_key(enum schema_table table, uint64_t id)
{
	if (table == TABLE_ITEM || table == TABLE_LISTEN || table == TABLE_DOWNLOAD ||
		shape_of(table) == &shape_text)
		return schema_id(id);
	return schema_feed((uint32_t)id);
}

int
store_db_record(const struct store_view *view, enum schema_table table, uint64_t id,
	struct arena *arena, void *to, struct span *unknown)
{
	struct span bytes;
	int code = store_db_get(view, table, record_key(table, id), &bytes);
	return code ? code
		    : record_decode(shape_of(table), id, bytes, arena, to, unknown);
}

int
store_db_place(const struct store_view *view, uint64_t id, uint32_t *feed, int64_t *time)
{
	struct span value;
	int code = store_db_get(view, TABLE_PLACE, schema_id(id), &value);
	if (code)
		return code;
	if (value.n != 12)
		return ERR_DAMAGED;
	*time = schema_get_time(value.p);
	*feed = schema_get32(value.p + 8);
	return OK;
}

int
store_db_batch_cursor(
	struct store_batch *batch, enum schema_table table, MDB_cursor **out)
{
	MDB_cursor **kept = &batch->cursors[table];
	int code = *kept ? OK
			 : mdb_cursor_open(batch->txn, batch->store->tables[table], kept);
	*out = *kept;
	return code;
}

static void
note(struct store_batch *batch, enum schema_table table, const struct schema_key *key,
	const void *value)
{
	batch->wrote = true;
	store_changes_note(batch->store->changes, table, key, value, batch->first_item);
}

int
store_db_put(struct store_batch *batch, enum schema_table table, struct schema_key key,
	const void *value, size_t len, unsigned flags)
{
	MDB_cursor *cursor;
	int code = store_db_batch_cursor(batch, table, &cursor);
	if (code)
		return code;
	MDB_val k = val_of(&key), v = {len, (void *)(uintptr_t)value};
	code = mdb_cursor_put(cursor, &k, &v, flags);
	if (!code)
		note(batch, table, &key, value);
	return code;
}

int
store_db_put_at(struct store_batch *batch, enum schema_table table, MDB_cursor *cursor,
	const struct schema_key *key, struct span value)
{
	MDB_val k = val_of(key), v = {value.n, (void *)(uintptr_t)value.p};
	int code = mdb_cursor_put(cursor, &k, &v, MDB_CURRENT);
	if (!code)
		note(batch, table, key, value.p);
	return code;
}

int
store_db_del(struct store_batch *batch, enum schema_table table, struct schema_key key)
{
	MDB_cursor *cursor;
	int code = store_db_batch_cursor(batch, table, &cursor);
	if (code)
		return code;
	MDB_val k = val_of(&key), v;
	code = store_db_cursor_get(cursor, &k, &v, MDB_SET);
	if (!code)
		code = mdb_cursor_del(cursor, 0);
	if (!code)
		note(batch, table, &key, NULL);
	return code == MDB_NOTFOUND ? OK : code;
}

int
store_db_put_record(struct store_batch *batch, enum schema_table table, uint64_t id,
	const void *from, struct span unknown, unsigned flags)
{
	record_encode(shape_of(table), id, from, unknown, &batch->record);
	return store_db_put(batch, table, record_key(table, id), batch->record.data,
		batch->record.len, flags);
}

struct store_view
store_batch_view(const struct store_batch *batch)
{
	return (struct store_view){batch->store, batch->txn};
}

int
store_db_replace_record(
	struct store_batch *batch, enum schema_table table, uint64_t id, const void *from)
{
	struct store_view view = store_batch_view(batch);
	struct span bytes, unknown = {NULL, 0};
	int code = store_db_get(&view, table, record_key(table, id), &bytes);
	if (code == OK)
		unknown = record_unknown(shape_of(table), id, bytes, &batch->arena);
	else if (code != ERR_NOT_FOUND)
		return code;
	return store_db_put_record(batch, table, id, from, unknown, 0);
}

int
store_db_numbers(struct store_batch *batch)
{
	struct span value;
	struct store_view view = store_batch_view(batch);
	if (batch->next_item)
		return OK;
	int code = store_db_get(&view, TABLE_META, schema_name(META_NEXT_ITEM), &value);
	if (code && code != ERR_NOT_FOUND)
		return code;
	if (code == OK && value.n != 8)
		return ERR_DAMAGED;
	batch->next_item = code == OK ? schema_get64(value.p) : 1;
	batch->first_item = batch->next_item;
	return OK;
}

int
store_db_put_numbers(struct store_batch *batch)
{
	uint8_t bytes[8];
	schema_put64(bytes, batch->next_item);
	return store_db_put(
		batch, TABLE_META, schema_name(META_NEXT_ITEM), bytes, sizeof bytes, 0);
}

bool
store_db_listed(struct span list, uint32_t id)
{
	size_t low = 0, high = list.n / 4;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		uint32_t at = schema_get32(list.p + middle * 4);
		if (at == id)
			return true;
		if (at < id)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

int
store_db_removed(const struct store_view *view, struct span *list)
{
	*list = (struct span){"", 0};
	int code = store_db_get(view, TABLE_META, schema_name(META_REMOVED), list);
	return code == ERR_NOT_FOUND ? OK : code;
}
