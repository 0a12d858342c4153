#include "config.h"

#include "store/remote/remote.h"

#include <string.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/time.h"
#include "model/action.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/batch_inside.h"
#include "store/db/db.h"
#include "store/identity/story.h"
#include "store/item/item.h"
#include "store/item/trash_read_inside.h"
#include "store/mark/flags.h"
#include "store/remote/remote_inside.h"

_Static_assert(STORE_REMOTE_KEY == SCHEMA_REMOTE, "an id's part of a key");

enum {
	ROW = 10
}; /* bytes of a value: item, base, doubt */

struct store_remote_key
store_remote_key(struct span id)
{
	struct schema_key key = schema_remote(0, id.p, id.n);
	struct store_remote_key out = {.n = (uint8_t)(key.len - 4)};
	memcpy(out.bytes, key.bytes + 4, out.n);
	return out;
}

int
store_remote_key_order(const struct store_remote_key *a, const struct store_remote_key *b)
{
	int order = memcmp(a->bytes, b->bytes, a->n < b->n ? a->n : b->n);
	return order ? order : (a->n > b->n) - (a->n < b->n);
}

static struct schema_key
key_of(uint32_t account, const struct store_remote_key *key)
{
	return schema_remote(account, key->bytes, key->n);
}

static bool
read_row(const MDB_val *k, const MDB_val *v, struct store_remote_row *out)
{
	if (k->mv_size <= 4 || k->mv_size > 4 + SCHEMA_REMOTE || v->mv_size < ROW)
		return false;
	const uint8_t *p = v->mv_data;
	out->key.n = (uint8_t)(k->mv_size - 4);
	memcpy(out->key.bytes, (const uint8_t *)k->mv_data + 4, out->key.n);
	out->item = schema_get64(p);
	out->base = p[8];
	out->doubt = p[9];
	return true;
}

static int
put_row(struct store_batch *batch, uint32_t account, const struct store_remote_row *row)
{
	uint8_t value[ROW];
	schema_put64(value, row->item);
	value[8] = row->base;
	value[9] = row->doubt;
	return store_db_put(
		batch, TABLE_REMOTE, key_of(account, &row->key), value, sizeof value, 0);
}

int
store_remote_rows(const struct store_view *view, uint32_t account,
	const struct store_remote_key *after, struct store_remote_row *out, size_t max,
	size_t *len)
{
	MDB_cursor *cursor;
	struct schema_key from = after ? key_of(account, after) : schema_feed(account);
	MDB_val k, v;
	*len = 0;
	int code = store_db_cursor(view, TABLE_REMOTE, &cursor);
	if (code)
		return store_db_status(view->store, code);
	code = store_db_after(cursor, &from, &k, &v);
	while (code == OK && *len < max && k.mv_size >= 4 &&
		schema_get32(k.mv_data) == account) {
		*len += read_row(&k, &v, &out[*len]);
		code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT);
	}
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND || code == ERR_NOT_FOUND
		       ? OK
		       : store_db_status(view->store, code);
}

int
store_remote_newest(
	const struct store_view *view, uint32_t account, struct store_remote_key *out)
{
	MDB_cursor *cursor;
	struct schema_key from = schema_feed(account + 1);
	struct store_remote_row row;
	MDB_val k, v;
	int code = store_db_cursor(view, TABLE_REMOTE, &cursor);
	if (code)
		return store_db_status(view->store, code);
	code = store_db_before(cursor, &from, &k, &v);
	if (code == OK && (k.mv_size < 4 || schema_get32(k.mv_data) != account ||
				  !read_row(&k, &v, &row) || row.key.bytes[0] != '\0'))
		code = ERR_NOT_FOUND;
	if (code == OK)
		*out = row.key;
	mdb_cursor_close(cursor);
	return store_db_status(view->store, code);
}

static uint64_t
count_of(const struct store_view *view, enum schema_table table, uint32_t account,
	uint64_t max)
{
	MDB_cursor *cursor;
	struct schema_key from = schema_feed(account);
	MDB_val k, v;
	uint64_t n = 0;
	if (store_db_cursor(view, table, &cursor) != OK)
		return 0;
	int code = store_db_after(cursor, &from, &k, &v);
	for (; code == OK && (max == 0 || n < max) && k.mv_size >= 4 &&
		schema_get32(k.mv_data) == account;
		n++)
		code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT);
	mdb_cursor_close(cursor);
	return n;
}

uint64_t
store_remote_count(const struct store_view *view, uint32_t account)
{
	return count_of(view, TABLE_REMOTE, account, 0);
}

uint64_t
store_remote_waiting(const struct store_view *view, uint32_t account, uint64_t max)
{
	return count_of(view, TABLE_REMOTEOUT, account, max);
}

static int
get_row(const struct store_view *view, uint32_t account,
	const struct store_remote_key *key, struct store_remote_row *out)
{
	struct span value;
	struct schema_key row = key_of(account, key);
	int code = store_db_get(view, TABLE_REMOTE, row, &value);
	if (code)
		return code;
	MDB_val k = {row.len, row.bytes}, v = {value.n, (void *)(uintptr_t)value.p};
	return read_row(&k, &v, out) ? OK : ERR_DAMAGED;
}

int
store_remote_row(const struct store_view *view, uint32_t account,
	const struct store_remote_key *key, struct store_remote_row *out)
{
	return store_db_status(view->store, get_row(view, account, key, out));
}

int
store_remote_of_item(const struct store_view *view, uint64_t item, struct arena *arena,
	uint32_t *account, struct span *id)
{
	struct span value;
	int code = store_db_get(view, TABLE_REMOTEITEM, schema_id(item), &value);
	if (code == OK && value.n <= 4)
		code = ERR_DAMAGED;
	if (code)
		return store_db_status(view->store, code);
	*account = schema_get32(value.p);
	*id = arena_span(arena, (struct span){value.p + 4, value.n - 4});
	return OK;
}

int
store_remote_here(const struct store_view *view, uint64_t item, int *out)
{
	int flags;
	int status = store_item_flags(view, item, &flags);
	if (status == ERR_NOT_FOUND)
		status = store_item_hidden_flags(view, item, &flags);
	if (status != OK)
		return status == ERR_NOT_FOUND ? status
					       : store_db_status(view->store, status);
	*out = (flags & ITEM_UNREAD ? 0 : STORE_REMOTE_READ) |
	       (flags & ITEM_STARRED ? STORE_REMOTE_STAR : 0);
	return OK;
}

/* ---- what changed here */

/* A row of remoteout: tags as on u8, length u8, name; and when the server refused the
 * change, as REFUSED, 8, time u64. */
enum {
	REFUSED = 2
};

struct tag_at {
	struct span name;
	uint8_t on;
};

static bool
next_tag(struct span *rest, struct tag_at *out)
{
	if (rest->n < 2 || rest->n < 2 + (size_t)(unsigned char)rest->p[1])
		return false;
	size_t n = (unsigned char)rest->p[1];
	*out = (struct tag_at){{rest->p + 2, n}, (uint8_t)rest->p[0]};
	rest->p += 2 + n;
	rest->n -= 2 + n;
	return true;
}

static bool
is_refusal(const struct tag_at *at)
{
	return at->on == REFUSED && at->name.n == 8;
}

static bool
has_tags(struct span tags)
{
	struct tag_at at;
	while (next_tag(&tags, &at))
		if (!is_refusal(&at))
			return true;
	return false;
}

/* Copies tags except one. *had (may be NULL): how it was. A refusal is left out: it is
 * about the change as it was. */
static void
tags_without(struct buf *out, struct span tags, struct span tag, int *had)
{
	struct tag_at at;
	while (next_tag(&tags, &at)) {
		if (is_refusal(&at))
			continue;
		if (span_same(at.name, tag)) {
			if (had)
				*had = at.on;
			continue;
		}
		buf_addc(out, (char)at.on);
		buf_addc(out, (char)(unsigned char)at.name.n);
		buf_add(out, at.name.p, at.name.n);
	}
}

static int
put_out(struct store_batch *batch, uint32_t account, uint64_t item, const char *tag,
	bool on)
{
	struct store_view view = store_batch_view(batch);
	struct schema_key key = schema_remoteout(account, item);
	struct span old = {NULL, 0};
	int code = store_db_get(&view, TABLE_REMOTEOUT, key, &old);
	if (code && code != ERR_NOT_FOUND)
		return code;
	if (code == OK && !tag && old.n == 0)
		return OK;
	struct buf tags = BUF_INIT(0);
	struct span name = span_of(tag);
	tags_without(&tags, old, name, NULL);
	if (tag && name.n <= 255) {
		buf_addc(&tags, on);
		buf_addc(&tags, (char)(unsigned char)name.n);
		buf_add(&tags, name.p, name.n);
	}
	code = store_db_put(batch, TABLE_REMOTEOUT, key, buf_str(&tags), tags.len, 0);
	buf_done(&tags);
	return code;
}

static int
note(struct store_batch *batch, enum action act, const char *tag, uint64_t id)
{
	struct store_view view = store_batch_view(batch);
	struct span value;
	const struct action_kind *kind = action_kind(act);
	bool tagged = act == ACTION_TAG || act == ACTION_UNTAG; /* others are notes */
	if (!tagged && !((kind->set | kind->clear) & (ITEM_UNREAD | ITEM_STARRED)))
		return OK;
	int code = store_db_get(&view, TABLE_REMOTEITEM, schema_id(id), &value);
	if (code || value.n <= 4)
		return code == ERR_NOT_FOUND ? OK : code;
	return put_out(
		batch, schema_get32(value.p), id, tagged ? tag : NULL, act == ACTION_TAG);
}

const struct store_batch_part store_remote_part = {.note = note};

/* ---- linking */

int
store_remote_link(struct store_batch *batch, uint32_t account, struct span id,
	uint64_t item, int base, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct store_remote_row row = {
		.key = store_remote_key(id), .item = item, .base = (uint8_t)base};
	struct buf value = BUF_INIT(0);
	uint8_t number[4];
	int here = base;
	schema_put32(number, account);
	buf_add(&value, number, sizeof number);
	buf_add(&value, id.p, id.n);
	int code = put_row(batch, account, &row);
	if (code == OK)
		code = store_db_put(batch, TABLE_REMOTEITEM, schema_id(item),
			buf_str(&value), value.len, 0);
	if (code == OK)
		code = store_remote_here(&view, item, &here);
	if (code == ERR_NOT_FOUND)
		code = OK;
	if (code == OK && here != base)
		code = put_out(batch, account, item, NULL, false);
	buf_done(&value);
	return store_batch_fail(batch, code, err, N_("cannot store what a server has"));
}

int
store_remote_put_excluded(struct store_batch *batch, uint32_t account, struct span id,
	enum store_remote_excluded reason, uint32_t epoch, struct err *err)
{
	const struct store_remote_row row = {.key = store_remote_key(id),
		.base = (uint8_t)reason,
		.doubt = (uint8_t)epoch};
	int code = put_row(batch, account, &row);
	return store_batch_fail(batch, code, err, N_("cannot store what a server has"));
}

bool
store_remote_is_again(
	const struct store_remote_row *row, const struct store_remote_again *again)
{
	if (row->item)
		return false;
	return (again->room && row->base & STORE_REMOTE_NO_ROOM) ||
	       (again->nowhere && row->base & STORE_REMOTE_NOWHERE &&
		       row->doubt != (uint8_t)again->epoch);
}

static int
forget_item(struct store_batch *batch, uint32_t account, uint64_t item)
{
	struct store_view view = store_batch_view(batch);
	struct arena arena = ARENA_INIT;
	uint32_t of;
	struct span id;
	int code = store_remote_of_item(&view, item, &arena, &of, &id);
	if (code == OK && of == account) {
		struct store_remote_key key = store_remote_key(id);
		code = store_db_del(batch, TABLE_REMOTE, key_of(account, &key));
		if (code == OK || code == ERR_NOT_FOUND)
			code = store_db_del(batch, TABLE_REMOTEITEM, schema_id(item));
		if (code == OK || code == ERR_NOT_FOUND)
			code = store_db_del(
				batch, TABLE_REMOTEOUT, schema_remoteout(account, item));
	}
	arena_done(&arena);
	return code == ERR_NOT_FOUND ? OK : code;
}

int
store_remote_forget(struct store_batch *batch, uint32_t account, const uint64_t *items,
	size_t len, struct err *err)
{
	int code = OK;
	for (size_t i = 0; code == OK && i < len; i++)
		code = forget_item(batch, account, items[i]);
	return store_batch_fail(batch, code, err, N_("cannot store what a server has"));
}

/* ---- pulling */

struct pull {
	struct store_batch *batch;
	struct store_view view;
	uint32_t account;
	enum store_remote_word word;
	bool value;
	uint64_t *items; /* that become another here, in arena */
	size_t items_len;
	struct arena arena;
};

static int
pull_row(struct pull *p, const struct store_remote_key *key)
{
	struct store_remote_row row;
	int here;
	int code = get_row(&p->view, p->account, key, &row);
	if (code || row.doubt & p->word)
		return code == ERR_NOT_FOUND ? OK : code;
	uint8_t bit = p->value ? (uint8_t)p->word : 0;
	if ((row.base & p->word) == bit)
		return OK;
	code = store_remote_here(&p->view, row.item, &here);
	if (code && code != ERR_NOT_FOUND)
		return code;
	/* What differs from base on both sides is the same on both. */
	if (code == OK && (here & p->word) != bit) {
		p->items =
			arena_push(&p->arena, p->items, p->items_len, sizeof *p->items);
		p->items[p->items_len++] = row.item;
	}
	row.base = (uint8_t)((row.base & ~p->word) | bit);
	return put_row(p->batch, p->account, &row);
}

/* Removes the item's row in remoteout if it leaves nothing to send: the pull itself left
 * it, or a change was reversed. */
static int
settle_item(struct store_batch *batch, uint32_t account, uint64_t item)
{
	struct store_view view = store_batch_view(batch);
	struct schema_key key = schema_remoteout(account, item);
	struct store_remote_row row;
	struct span tags, value;
	int here;
	int code = store_db_get(&view, TABLE_REMOTEOUT, key, &tags);
	if (code || has_tags(tags))
		return code == ERR_NOT_FOUND ? OK : code;
	code = store_db_get(&view, TABLE_REMOTEITEM, schema_id(item), &value);
	if (code == ERR_NOT_FOUND || (code == OK && value.n <= 4))
		return store_db_del(batch, TABLE_REMOTEOUT, key);
	if (code)
		return code;
	struct store_remote_key remote =
		store_remote_key((struct span){value.p + 4, value.n - 4});
	code = get_row(&view, account, &remote, &row);
	if (code == OK)
		code = store_remote_here(&view, item, &here);
	if (code == ERR_NOT_FOUND)
		return store_db_del(batch, TABLE_REMOTEOUT, key);
	if (code || row.doubt || here != row.base)
		return code;
	return store_db_del(batch, TABLE_REMOTEOUT, key);
}

int
store_remote_settle(struct store_batch *batch, uint32_t account, const uint64_t *items,
	size_t len, struct err *err)
{
	int code = OK;
	for (size_t i = 0; code == OK && i < len; i++)
		code = settle_item(batch, account, items[i]);
	return store_batch_fail(batch, code, err, N_("cannot store what a server has"));
}

int
store_remote_pull(struct store_batch *batch, uint32_t account,
	enum store_remote_word word, bool value, const struct store_remote_key *keys,
	size_t len, size_t *changed, struct err *err)
{
	struct pull p = {.batch = batch,
		.view = store_batch_view(batch),
		.account = account,
		.word = word,
		.value = value};
	int flag = word == STORE_REMOTE_READ ? ITEM_UNREAD : ITEM_STARRED;
	bool set = word == STORE_REMOTE_READ ? !value : value;
	size_t n = 0;
	int code = OK;
	for (size_t i = 0; code == OK && i < len; i++)
		code = pull_row(&p, &keys[i]);
	int status =
		store_batch_fail(batch, code, err, N_("cannot store what a server has"));
	/* The others of a story follow, and the server hears of those that it has. */
	store_identity_story_follow(batch, true);
	if (status == OK && p.items_len > 0)
		status = store_mark_put_flags(batch, p.items, p.items_len, set ? flag : 0,
			set ? 0 : flag, &n, err);
	store_identity_story_follow(batch, false);
	if (status == OK)
		status = store_remote_settle(batch, account, p.items, p.items_len, err);
	*changed += n;
	arena_done(&p.arena);
	return status;
}

/* ---- pushing */

static int
read_change(const struct store_view *view, uint32_t account, uint64_t item,
	struct span tags, struct arena *arena, struct store_remote_change *out)
{
	struct store_remote_row row;
	struct tag_at at;
	uint32_t of;
	*out = (struct store_remote_change){.item = item, .refused = TIME_NONE};
	int code = store_remote_of_item(view, item, arena, &of, &out->id);
	if (code == OK) {
		struct store_remote_key key = store_remote_key(out->id);
		code = get_row(view, account, &key, &row);
	}
	if (code == OK)
		code = store_remote_here(view, item, &out->here);
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	out->base = row.base;
	out->send = (out->here ^ row.base) | row.doubt;
	while (next_tag(&tags, &at)) {
		if (is_refusal(&at)) {
			out->refused = (int64_t)schema_get64((const uint8_t *)at.name.p);
			continue;
		}
		out->tags =
			arena_push(arena, out->tags, out->tags_len, sizeof *out->tags);
		out->tags[out->tags_len++] =
			(struct store_remote_tag){arena_span(arena, at.name), at.on != 0};
	}
	return OK;
}

int
store_remote_changes(const struct store_view *view, uint32_t account, uint64_t after,
	struct arena *arena, struct store_remote_change *out, size_t max, size_t *len)
{
	MDB_cursor *cursor;
	struct schema_key from = schema_remoteout(account, after);
	MDB_val k, v;
	*len = 0;
	int code = store_db_cursor(view, TABLE_REMOTEOUT, &cursor);
	if (code)
		return store_db_status(view->store, code);
	code = store_db_after(cursor, &from, &k, &v);
	while (code == OK && *len < max && k.mv_size == 12 &&
		schema_get32(k.mv_data) == account) {
		uint64_t item = schema_get64((const uint8_t *)k.mv_data + 4);
		struct span tags = {v.mv_data, v.mv_size};
		code = read_change(view, account, item, tags, arena, &out[*len]);
		*len += code == OK;
		if (code == OK)
			code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT);
	}
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND || code == ERR_NOT_FOUND
		       ? OK
		       : store_db_status(view->store, code);
}

/* settles: a change that then leaves nothing to send is removed. */
static int
change_rows(struct store_batch *batch, uint32_t account, const struct span *ids,
	size_t len, void (*change)(struct store_remote_row *row, int word, bool value),
	int word, bool value, bool settles)
{
	struct store_view view = store_batch_view(batch);
	int code = OK;
	for (size_t i = 0; code == OK && i < len; i++) {
		struct store_remote_key key = store_remote_key(ids[i]);
		struct store_remote_row row;
		code = get_row(&view, account, &key, &row);
		if (code == OK) {
			change(&row, word, value);
			code = put_row(batch, account, &row);
		}
		if (code == OK && settles)
			code = settle_item(batch, account, row.item);
		if (code == ERR_NOT_FOUND)
			code = OK;
	}
	return code;
}

static void
make_doubtful(struct store_remote_row *row, int word, bool value)
{
	(void)value;
	row->doubt = (uint8_t)(row->doubt | word);
}

static void
make_sure(struct store_remote_row *row, int word, bool value)
{
	row->doubt = (uint8_t)(row->doubt & ~word);
	row->base = (uint8_t)((row->base & ~word) | (value ? word : 0));
}

int
store_remote_doubt(struct store_batch *batch, uint32_t account,
	enum store_remote_word word, const struct span *ids, size_t len, struct err *err)
{
	int code = change_rows(
		batch, account, ids, len, make_doubtful, (int)word, false, false);
	return store_batch_fail(batch, code, err, N_("cannot store what a server has"));
}

int
store_remote_sent(struct store_batch *batch, uint32_t account,
	enum store_remote_word word, bool value, const struct span *ids, size_t len,
	struct err *err)
{
	int code =
		change_rows(batch, account, ids, len, make_sure, (int)word, value, true);
	return store_batch_fail(batch, code, err, N_("cannot store what a server has"));
}

static int
sent_tag(struct store_batch *batch, struct schema_key key, struct span tag, bool on)
{
	struct store_view view = store_batch_view(batch);
	struct span old;
	int had = -1;
	int code = store_db_get(&view, TABLE_REMOTEOUT, key, &old);
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	struct buf rest = BUF_INIT(0);
	tags_without(&rest, old, tag, &had);
	if (had == (on ? 1 : 0))
		code = store_db_put(
			batch, TABLE_REMOTEOUT, key, buf_str(&rest), rest.len, 0);
	buf_done(&rest);
	return code;
}

int
store_remote_sent_tag(struct store_batch *batch, uint32_t account, struct span tag,
	bool on, const uint64_t *items, size_t len, struct err *err)
{
	int code = OK;
	for (size_t i = 0; code == OK && i < len; i++) {
		code = sent_tag(batch, schema_remoteout(account, items[i]), tag, on);
		if (code == OK)
			code = settle_item(batch, account, items[i]);
	}
	return store_batch_fail(batch, code, err, N_("cannot store what a server has"));
}

int
store_remote_refused(struct store_batch *batch, uint32_t account, uint64_t item,
	int64_t when, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct schema_key key = schema_remoteout(account, item);
	struct span old;
	uint8_t time[8];
	int code = store_db_get(&view, TABLE_REMOTEOUT, key, &old);
	if (code == OK) {
		struct buf row = BUF_INIT(0);
		tags_without(&row, old, (struct span){"", 0}, NULL);
		schema_put64(time, (uint64_t)when);
		buf_addc(&row, REFUSED);
		buf_addc(&row, sizeof time);
		buf_add(&row, time, sizeof time);
		code = store_db_put(
			batch, TABLE_REMOTEOUT, key, buf_str(&row), row.len, 0);
		buf_done(&row);
	}
	return store_batch_fail(batch, code == ERR_NOT_FOUND ? OK : code, err,
		N_("cannot store what a server has"));
}

int
store_remote_send_tag(struct store_batch *batch, uint32_t account, const char *tag,
	const uint64_t *items, size_t len, struct err *err)
{
	int code = OK;
	for (size_t i = 0; code == OK && i < len; i++)
		code = put_out(batch, account, items[i], tag, true);
	return store_batch_fail(batch, code, err, N_("cannot store what a server has"));
}
