/*
 * Deleting items. A deleted item leaves all lists and counters and goes to the trash with
 * its flags; its record, text, place, guid and tags stay. So it is known and never
 * returns as new, and undoing means adding it to the lists again. What has been in the
 * trash for long is deleted for good (gc.c).
 *
 * A hidden item (ITEM_HIDDEN) is in the trash as well, and stays there. So it is gone
 * from all lists, counts and searches at once, and whatever handles deleted items (feeds
 * that list them again, merging, programs that don't know of hidden ones) does not have
 * to know of hidden ones. In addition, hidden items have a list of their own.
 */
#include "config.h"

#include "store/mark/trash.h"

#include "base/i18n.h"
#include "model/action.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/batch_inside.h"
#include "store/db/db.h"
#include "store/identity/story_inside.h"
#include "store/item/count_inside.h"
#include "store/item/tag_inside.h"
#include "store/item/trash_read_inside.h"
#include "store/mark/trash_inside.h"
#include "store/record/schema.h"

struct item_place {
	uint64_t id;
	uint32_t feed;
	int64_t time;
	int flags;
};

static int
put_trash(struct store_batch *batch, uint64_t id, int flags, int64_t when)
{
	uint8_t value[TRASH_BYTES] = {(uint8_t)flags};
	schema_put_time(value + 1, when);
	return store_db_put(batch, TABLE_TRASH, schema_id(id), value, sizeof value, 0);
}

int
store_mark_trash_flags(struct store_batch *batch, uint64_t id, int set, int clear)
{
	struct store_view view = store_batch_view(batch);
	struct span value;
	int code = store_db_get(&view, TABLE_TRASH, schema_id(id), &value);
	if (code || value.n != TRASH_BYTES)
		return code && code != ERR_NOT_FOUND ? code : ERR_DAMAGED;
	return put_trash(batch, id, ((uint8_t)value.p[0] | set) & ~clear,
		schema_get_time(value.p + 1));
}

/* Adds the item to the lists over all feeds, or removes it from them. */
static int
list_item(struct store_batch *batch, const struct item_place *p, bool listed)
{
	static const struct {
		enum schema_table table;
		int flag; /* 0: the list has every item */
	} lists[] = {
		{TABLE_TIMEITEM, 0},
		{TABLE_UNREAD, ITEM_UNREAD},
		{TABLE_STARRED, ITEM_STARRED},
	};
	uint8_t feed[4], flags = (uint8_t)p->flags;
	schema_put32(feed, p->feed);
	struct schema_key key = schema_time(p->time, p->id);
	struct schema_key own = schema_feeditem(p->feed, p->time, p->id);
	int code = listed ? store_db_put(batch, TABLE_FEEDITEM, own, &flags, 1, 0)
			  : store_db_del(batch, TABLE_FEEDITEM, own);
	for (size_t i = 0; code == OK && i < COUNT_OF(lists); i++) {
		if (lists[i].flag && !(p->flags & lists[i].flag))
			continue;
		code = listed ? store_db_put(
					batch, lists[i].table, key, feed, sizeof feed, 0)
			      : store_db_del(batch, lists[i].table, key);
	}
	return code == OK && p->flags & ITEM_TAGGED
		       ? store_item_tag_show(batch, p->id, p->feed, p->time, listed)
		       : code;
}

/* Finds an item's place and flags, in the lists or (in_trash) in the trash. */
static int
find_item(
	const struct store_view *view, uint64_t id, bool in_trash, struct item_place *out)
{
	struct span value;
	out->id = id;
	int code = store_db_place(view, id, &out->feed, &out->time);
	if (code == OK && in_trash)
		code = store_db_get(view, TABLE_TRASH, schema_id(id), &value);
	else if (code == OK)
		code = store_db_get(view, TABLE_FEEDITEM,
			schema_feeditem(out->feed, out->time, id), &value);
	if (code == OK && value.n != (in_trash ? TRASH_BYTES : 1))
		code = ERR_DAMAGED;
	if (code == OK)
		out->flags = (uint8_t)value.p[0];
	return code;
}

static int
list_hidden(struct store_batch *batch, const struct item_place *p, bool listed)
{
	uint8_t feed[4];
	struct schema_key key = schema_time(p->time, p->id);
	schema_put32(feed, p->feed);
	return listed ? store_db_put(batch, TABLE_HIDDEN, key, feed, sizeof feed, 0)
		      : store_db_del(batch, TABLE_HIDDEN, key);
}

int
store_mark_enter(struct store_batch *batch, uint64_t id, uint32_t feed, int64_t time,
	int flags, int64_t now)
{
	const struct item_place p = {id, feed, time, flags};
	if (!(flags & ITEM_HIDDEN))
		return list_item(batch, &p, true);
	int code = list_hidden(batch, &p, true);
	return code == OK ? put_trash(batch, id, flags, now) : code;
}

/* What becomes of an item, and what the journal calls that. hidden: whether the item is
 * hidden while it is in the trash; it only comes back the way it went. */
struct move {
	bool trash, hidden;
	bool alone; /* the others of its story stay where they are */
	enum action act;
};

static int
move_item(struct store_batch *batch, uint64_t id, const struct move *m, int64_t now,
	size_t *changed)
{
	struct store_view view = store_batch_view(batch);
	struct item_place p;
	int code = find_item(&view, id, !m->trash, &p);
	if (code || (!m->trash && !!(p.flags & ITEM_HIDDEN) != m->hidden))
		return code == ERR_NOT_FOUND ? OK : code;
	int sign = m->trash ? -1 : 1;
	p.flags &= ~ITEM_HIDDEN;
	const struct count_delta delta = {
		.total = sign,
		.unread = p.flags & ITEM_UNREAD ? sign : 0,
		.starred = p.flags & ITEM_STARRED ? sign : 0,
	};
	code = list_item(batch, &p, !m->trash);
	if (code == OK && m->hidden)
		code = list_hidden(batch, &p, m->trash);
	if (code == OK)
		code = m->trash ? put_trash(batch, id,
					  p.flags | (m->hidden ? ITEM_HIDDEN : 0), now)
				: store_db_del(batch, TABLE_TRASH, schema_id(id));
	if (code == OK)
		code = store_item_count_add(batch, p.feed, &delta);
	if (code == OK)
		code = store_batch_note(batch, m->act, NULL, id);
	++*changed;
	return code;
}

uint64_t
store_mark_returns(const struct store_view *view)
{
	struct span value;
	int code = store_db_get(view, TABLE_META, schema_name(META_RETURNS), &value);
	return code == OK && value.n == 8 ? schema_get64(value.p) : 0;
}

int
store_mark_returned(struct store_batch *batch)
{
	uint8_t value[8];
	const struct store_view view = store_batch_view(batch);
	schema_put64(value, store_mark_returns(&view) + 1);
	return store_db_put(
		batch, TABLE_META, schema_name(META_RETURNS), value, sizeof value, 0);
}

static int
move_items(struct store_batch *batch, const uint64_t *ids, size_t len,
	const struct move *move, int64_t now, size_t *changed)
{
	size_t n = 0;
	int code = OK;
	struct store_view view = store_batch_view(batch);
	arena_reset(&batch->arena);
	if (batch->stories && !move->alone)
		code = store_identity_story_all(
			&view, ids, len, &batch->arena, &ids, &len);
	for (size_t i = 0; code == OK && i < len; i++)
		code = move_item(batch, ids[i], move, now, &n);
	if (code == OK && n && !move->trash)
		code = store_mark_returned(batch);
	if (code == OK)
		code = store_batch_flush(batch);
	if (changed)
		*changed = n;
	return code;
}

int
store_mark_put_trash(struct store_batch *batch, const uint64_t *ids, size_t len,
	bool trash, int64_t now, size_t *changed, struct err *err)
{
	const struct move move = {
		.trash = trash, .act = trash ? ACTION_DELETE : ACTION_RESTORE};
	int code = move_items(batch, ids, len, &move, now, changed);
	return store_batch_fail(batch, code, err, N_("cannot delete items"));
}

int
store_mark_discard(struct store_batch *batch, const uint64_t *ids, size_t len,
	int64_t now, size_t *changed, struct err *err)
{
	const struct move move = {.trash = true, .alone = true, .act = ACTION_DELETE};
	int code = move_items(batch, ids, len, &move, now, changed);
	return store_batch_fail(batch, code, err, N_("cannot delete items"));
}

int
store_mark_saved(struct store_batch *batch, uint64_t id, int64_t now, struct err *err)
{
	const struct move move = {.act = ACTION_SAVE};
	size_t changed;
	int code = move_items(batch, &id, 1, &move, now, &changed);
	if (code == OK && !changed)
		code = store_batch_note(batch, ACTION_SAVE, NULL, id);
	if (code == OK)
		code = store_batch_flush(batch);
	return store_batch_fail(batch, code, err, N_("cannot mark items"));
}

int
store_mark_put_hidden(struct store_batch *batch, const uint64_t *ids, size_t len,
	bool hidden, int64_t now, size_t *changed, struct err *err)
{
	const struct move move = {.trash = hidden,
		.hidden = true,
		.alone = true,
		.act = hidden ? ACTION_HIDE : ACTION_UNHIDE};
	int code = move_items(batch, ids, len, &move, now, changed);
	return store_batch_fail(batch, code, err, N_("cannot hide items"));
}

/* ---- Hidden items, for others. */

int
store_mark_hidden_list(struct store_batch *batch, uint64_t id, bool listed)
{
	struct store_view view = store_batch_view(batch);
	struct item_place p;
	int code = find_item(&view, id, true, &p);
	if (code || !(p.flags & ITEM_HIDDEN))
		return code == ERR_NOT_FOUND ? OK : code;
	return list_hidden(batch, &p, listed);
}

int
store_mark_trash(const struct store_view *view, uint64_t after, uint64_t *ids, size_t max,
	size_t *len)
{
	MDB_cursor *cursor;
	const struct schema_key from = schema_id(after + 1);
	MDB_val k = {from.len, (void *)(uintptr_t)from.bytes}, v;
	int code = store_db_cursor(view, TABLE_TRASH, &cursor);
	*len = 0;
	if (code)
		return store_db_status(view->store, code);
	code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	for (; code == OK && *len < max;
		code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) {
		const char *flags = v.mv_data;
		if (k.mv_size == 8 && v.mv_size == TRASH_BYTES && !(*flags & ITEM_HIDDEN))
			ids[(*len)++] = schema_get64(k.mv_data);
	}
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : store_db_status(view->store, code);
}
