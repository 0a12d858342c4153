/*
 * Each action is an entry in meta, under "todo" and its number: a checksum, the process
 * that works on it (in the same form as claims), and the bytes of the action.
 */
#include "config.h"

#include "store/journal/todo.h"

#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/process.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

#define NAME_LEN (sizeof META_TODO - 1)
#define KEY_LEN (NAME_LEN + 8)
#define HEAD 40 /* before the action: sum, pid, start, machine, space, until */

static struct schema_key
key_of(uint64_t number)
{
	struct schema_key key = schema_name(META_TODO);
	schema_put64(key.bytes + NAME_LEN, number);
	key.len = KEY_LEN;
	return key;
}

static bool
is_key(struct span key)
{
	return key.n == KEY_LEN && memcmp(key.p, META_TODO, NAME_LEN) == 0;
}

bool
store_journal_todo_sound(struct span key, struct span value)
{
	return is_key(key) && value.n >= HEAD &&
	       schema_get32(value.p) == record_sum(schema_get64(key.p + NAME_LEN),
						value.p + 4, value.n - 4);
}

static struct claim_record
owner_of(struct span value)
{
	return (struct claim_record){
		.pid = schema_get32(value.p + 4),
		.start = schema_get64(value.p + 8),
		.machine = schema_get64(value.p + 16),
		.space = schema_get64(value.p + 24),
		.until = schema_get_time(value.p + 32),
	};
}

/* Calls take for each action that no living process works on, until take returns
 * false. */
static int
each_left(const struct store_view *view, int64_t now,
	bool (*take)(void *data, uint64_t number, struct span value), void *data)
{
	MDB_cursor *cursor;
	struct schema_key first = key_of(0);
	MDB_val k = {first.len, first.bytes}, v;
	int code = store_db_cursor(view, TABLE_META, &cursor);
	if (code)
		return code;
	code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	for (; code == OK; code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) {
		const struct span key = {k.mv_data, k.mv_size};
		const struct span value = {v.mv_data, v.mv_size};
		if (!is_key(key))
			break;
		if (!store_journal_todo_sound(key, value))
			continue;
		const struct claim_record owner = owner_of(value);
		if (!store_process_alive(view->store, &owner, now) &&
			!take(data, schema_get64(key.p + NAME_LEN), value))
			break;
	}
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : code;
}

static int
last_number(const struct store_view *view, uint64_t *number)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	struct schema_key end = key_of(UINT64_MAX);
	*number = 0;
	int code = store_db_cursor(view, TABLE_META, &cursor);
	if (code)
		return code;
	code = store_db_before(cursor, &end, &k, &v);
	if (code == OK && is_key((struct span){k.mv_data, k.mv_size}))
		*number = schema_get64((const char *)k.mv_data + NAME_LEN);
	mdb_cursor_close(cursor);
	return code == ERR_NOT_FOUND ? OK : code;
}

static int
put(struct store_batch *batch, uint64_t number, struct span action, bool ours,
	int64_t now)
{
	struct buf value = BUF_INIT(0);
	uint8_t head[HEAD] = {0};
	if (ours) {
		const struct claim_record own = store_process_own(batch->store);
		schema_put32(head + 4, own.pid);
		schema_put64(head + 8, own.start);
		schema_put64(head + 16, own.machine);
		schema_put64(head + 24, own.space);
		schema_put_time(head + 32, now + STORE_CLAIM_SECONDS);
	}
	buf_add(&value, head, HEAD);
	buf_add(&value, action.p, action.n);
	schema_put32(
		(uint8_t *)value.data, record_sum(number, value.data + 4, value.len - 4));
	int code =
		store_db_put(batch, TABLE_META, key_of(number), value.data, value.len, 0);
	buf_done(&value);
	return code;
}

int
store_journal_todo_put(struct store_batch *batch, uint64_t *number, struct span action,
	bool ours, int64_t now, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	uint64_t to = *number, last = 0;
	int code = to ? OK : last_number(&view, &last);
	if (code == OK && !to)
		to = last + 1;
	if (code == OK)
		code = put(batch, to, action, ours, now);
	if (code == OK)
		*number = to;
	return store_batch_fail(batch, code, err, N_("cannot record what is left to do"));
}

int
store_journal_todo_drop(struct store_batch *batch, uint64_t number, struct err *err)
{
	int code = store_db_del(batch, TABLE_META, key_of(number));
	return store_batch_fail(batch, code, err, N_("cannot record what is left to do"));
}

static bool
say_yes(void *data, uint64_t number, struct span value)
{
	(void)number;
	(void)value;
	*(bool *)data = true;
	return false;
}

bool
store_journal_todo_left(const struct store_view *view, int64_t now)
{
	bool left = false;
	return each_left(view, now, say_yes, &left) == OK && left;
}

struct taking {
	struct arena *arena;
	struct store_todo *list;
	size_t len;
};

static bool
keep(void *data, uint64_t number, struct span value)
{
	struct taking *t = data;
	t->list = arena_push(t->arena, t->list, t->len, sizeof *t->list);
	t->list[t->len++] = (struct store_todo){
		number, {arena_strndup(t->arena, value.p + HEAD, value.n - HEAD),
				value.n - HEAD}};
	return true;
}

int
store_journal_todo_take(struct store_batch *batch, int64_t now, struct arena *arena,
	struct store_todo **list, size_t *len, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct taking t = {.arena = arena};
	int code = each_left(&view, now, keep, &t);
	for (size_t i = 0; code == OK && i < t.len; i++)
		code = put(batch, t.list[i].number, t.list[i].action, true, now);
	*list = t.list;
	*len = t.len;
	return store_batch_fail(batch, code, err, N_("cannot record what is left to do"));
}
