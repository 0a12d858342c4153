/*
 * Read, unread, starred. Flags are kept in feeditem only; the lists of unread and starred
 * items and the counters follow in the same transaction.
 */
#include "config.h"

#include "store/mark/flags.h"

#include "base/i18n.h"
#include "model/action.h"
#include "store/db/batch.h"
#include "store/db/batch_inside.h"
#include "store/db/db.h"
#include "store/identity/story_inside.h"
#include "store/item/count.h"
#include "store/item/count_inside.h"
#include "store/item/list.h"
#include "store/item/list_inside.h"
#include "store/item/sum_inside.h"
#include "store/item/trash_read_inside.h"
#include "store/mark/trash_inside.h"
#include "store/record/schema.h"

#define PAGE 256 /* keys read at a time while a scope is marked */

struct change {
	struct store_batch *batch;
	struct store_view view;
	int set, clear;
	size_t changed;
	uint64_t *others; /* of the stories of items that changed, in the batch's arena */
	size_t others_len;
	/* Counted for one feed at a time, since items of one feed usually come in
	 * runs. */
	uint32_t feed;
	struct count_delta delta;
};

/* Stores the counts of the last feed; what follows belongs to this one. */
static int
count_feed(struct change *c, uint32_t feed)
{
	int code =
		c->feed == feed ? OK : store_item_count_add(c->batch, c->feed, &c->delta);
	if (c->feed != feed)
		c->delta = (struct count_delta){0};
	c->feed = feed;
	return code;
}

/* Adds the item to the list of items with this flag, or removes it, if the flag
 * changed. */
static int
follow(struct change *c, enum schema_table table, int gone, int came, uint32_t feed,
	int64_t time, uint64_t id, int64_t *count)
{
	uint8_t value[4];
	schema_put32(value, feed);
	*count += !!came - !!gone;
	if (gone)
		return store_db_del(c->batch, table, schema_time(time, id));
	if (came)
		return store_db_put(
			c->batch, table, schema_time(time, id), value, sizeof value, 0);
	return OK;
}

static int
note(struct change *c, int gone, int came, uint64_t id)
{
	static const struct {
		int flag;
		enum action came, gone;
	} acts[] = {
		{ITEM_UNREAD, ACTION_UNREAD, ACTION_READ},
		{ITEM_STARRED, ACTION_STAR, ACTION_UNSTAR},
	};
	int code = OK;
	for (size_t i = 0; code == OK && i < COUNT_OF(acts); i++) {
		if ((gone | came) & acts[i].flag)
			code = store_batch_note(c->batch,
				came & acts[i].flag ? acts[i].came : acts[i].gone, NULL,
				id);
	}
	if (code == OK && c->batch->stories && (gone | came))
		code = store_identity_story_add(
			&c->view, id, &c->batch->arena, &c->others, &c->others_len);
	return code;
}

/* Changes the item at which the cursor is. old: its flags. */
static int
change_at(struct change *c, MDB_cursor *cursor, int old, uint32_t feed, int64_t time,
	uint64_t id)
{
	int now = (old | c->set) & ~c->clear;
	if (now == old)
		return OK;
	uint8_t byte = (uint8_t)now;
	int gone = old & ~now, came = now & ~old;
	c->changed++;
	struct schema_key key = schema_feeditem(feed, time, id);
	int code = store_db_put_at(c->batch, TABLE_FEEDITEM, cursor, &key,
		(struct span){(const char *)&byte, 1});
	if (code == OK)
		code = count_feed(c, feed);
	if (code == OK)
		code = follow(c, TABLE_UNREAD, gone & ITEM_UNREAD, came & ITEM_UNREAD,
			feed, time, id, &c->delta.unread);
	if (code == OK)
		code = follow(c, TABLE_STARRED, gone & ITEM_STARRED, came & ITEM_STARRED,
			feed, time, id, &c->delta.starred);
	return code == OK ? note(c, gone, came, id) : code;
}

/* A hidden item is in no list and no count. */
static int
change_hidden(struct change *c, uint64_t id)
{
	int old;
	int code = store_item_hidden_flags(&c->view, id, &old);
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	int now = (old | c->set) & ~c->clear;
	if (now == old)
		return OK;
	c->changed++;
	code = store_mark_trash_flags(c->batch, id, c->set, c->clear);
	return code == OK ? note(c, old & ~now, now & ~old, id) : code;
}

static int
flags_in(const MDB_val *v)
{
	return v->mv_size ? *(const uint8_t *)v->mv_data : 0;
}

/* One search serves reading and writing: the cursor stays at the flags. */
static int
change_item(struct change *c, uint32_t feed, int64_t time, uint64_t id)
{
	MDB_cursor *cursor;
	struct schema_key key = schema_feeditem(feed, time, id);
	MDB_val k = {key.len, key.bytes}, v;
	int code = store_db_batch_cursor(c->batch, TABLE_FEEDITEM, &cursor);
	if (code == OK)
		code = store_db_cursor_get(cursor, &k, &v, MDB_SET);
	if (code == MDB_NOTFOUND)
		return change_hidden(c, id);
	return code ? code : change_at(c, cursor, flags_in(&v), feed, time, id);
}

static struct change
change_begin(struct store_batch *batch, int set, int clear)
{
	arena_reset(&batch->arena);
	return (struct change){.batch = batch,
		.view = store_batch_view(batch),
		.set = set,
		.clear = clear};
}

static int
change_id(struct change *c, uint64_t id)
{
	uint32_t feed;
	int64_t time;
	int code = store_db_place(&c->view, id, &feed, &time);
	if (code == OK)
		code = change_item(c, feed, time, id);
	return code == ERR_NOT_FOUND ? OK : code;
}

static int
change_end(struct change *c, int code, size_t *changed, struct err *err)
{
	/* Each of these adds the others of its story again, but they have changed
	 * already. */
	for (size_t i = 0; code == OK && i < c->others_len; i++)
		code = change_id(c, c->others[i]);
	if (code == OK)
		code = store_item_count_add(c->batch, c->feed, &c->delta);
	if (code == OK)
		code = store_batch_flush(c->batch);
	if (changed)
		*changed = c->changed;
	return store_batch_fail(c->batch, code, err, N_("cannot mark items"));
}

int
store_mark_put_flags(struct store_batch *batch, const uint64_t *ids, size_t len, int set,
	int clear, size_t *changed, struct err *err)
{
	struct change c = change_begin(batch, set, clear);
	int code = OK;
	for (size_t i = 0; code == OK && i < len; i++)
		code = change_id(&c, ids[i]);
	return change_end(&c, code, changed, err);
}

/* ---- Marking a scope read.
 *
 * What was marked is no longer unread, so each call starts over and no position has to be
 * kept between slices.
 *
 * All feeds are marked feed by feed, too, and not along the list of unread items.
 * Neighbours in that list belong to many feeds, so each slice would copy the feeditem
 * pages of many feeds, again and again. This way each page is copied once. */

struct mark {
	struct change change;
	uint64_t upto;
	size_t max;
	bool more;
};

/* Marks the next unread items of one feed, newest first. The feed's counter shows when to
 * stop, so that the rest of a long list is not read for nothing. */
static int
mark_feed(struct mark *m, uint32_t feed)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	struct change *c = &m->change;
	struct store_item_counts counts;
	struct schema_key end = schema_feed(feed + 1);
	int code = store_item_count_get(&c->view, feed, &counts);
	if (code || !counts.unread)
		return code;
	uint64_t left = counts.unread;
	code = store_db_batch_cursor(c->batch, TABLE_FEEDITEM, &cursor);
	if (code == OK)
		code = store_db_before(cursor, &end, &k, &v);
	for (; code == OK && left; code = store_db_cursor_get(cursor, &k, &v, MDB_PREV)) {
		const uint8_t *p = k.mv_data;
		if (k.mv_size != 20 || schema_get32(p) != feed)
			break;
		uint64_t id = schema_get64(p + 12);
		int flags = flags_in(&v);
		if (!(flags & ITEM_UNREAD))
			continue;
		left--;
		if (id > m->upto)
			continue;
		if (c->changed == m->max) {
			m->more = true;
			break;
		}
		code = change_at(c, cursor, flags, feed, schema_get_time(p + 4), id);
		if (code)
			return code;
	}
	return code == MDB_NOTFOUND || code == ERR_NOT_FOUND ? OK : code;
}

static int
mark_all(struct mark *m)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	struct span removed;
	int code = store_db_removed(&m->change.view, &removed);
	if (code == OK)
		code = store_db_cursor(&m->change.view, TABLE_COUNT, &cursor);
	if (code)
		return code;
	while (!m->more && (code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) == 0) {
		uint32_t feed =
			k.mv_size == 4 ? schema_get32(k.mv_data) : STORE_COUNT_ALL;
		if (feed != STORE_COUNT_ALL && !store_db_listed(removed, feed))
			code = mark_feed(m, feed);
		if (code)
			break;
	}
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : code;
}

static int
mark_tag(struct mark *m, const char *tag)
{
	uint32_t *feeds;
	size_t len;
	struct arena arena = ARENA_INIT;
	int code = store_item_tag_feeds(&m->change.view, tag, &arena, &feeds, &len);
	for (size_t i = 0; code == OK && i < len && !m->more; i++)
		code = mark_feed(m, feeds[i]);
	arena_done(&arena);
	return code;
}

/* Marks items that the user picked one by one: starred ones, or the items with a tag. */
static int
mark_keys(struct mark *m, struct store_scope scope)
{
	struct store_key keys[PAGE], last = {0};
	struct change *c = &m->change;
	size_t len = PAGE;
	int code = OK;
	for (bool first = true; code == OK && len == PAGE; first = false) {
		code = store_item_keys(
			&c->view, &scope, first ? NULL : &last, keys, PAGE, &len);
		for (size_t i = 0; code == OK && i < len; i++) {
			last = keys[i];
			if (keys[i].id > m->upto)
				continue;
			if (c->changed == m->max) {
				m->more = true;
				return OK;
			}
			code = change_id(c, keys[i].id);
		}
	}
	return code;
}

static int
mark_scope(struct mark *m, const struct store_scope *scope)
{
	if (scope->kind == STORE_FEED)
		return mark_feed(m, scope->feed);
	if (scope->kind == STORE_TAG)
		return mark_tag(m, scope->tag);
	if (scope->kind == STORE_ALL || scope->kind == STORE_UNREAD)
		return mark_all(m);
	return mark_keys(m, *scope);
}

int
store_mark_read(struct store_batch *batch, const struct store_scope *scope, uint64_t upto,
	size_t max, size_t *changed, bool *more, struct err *err)
{
	struct mark m = {change_begin(batch, 0, ITEM_UNREAD), upto, max, false};
	int code = store_item_sums_write(batch);
	if (code == OK)
		code = mark_scope(&m, scope);
	*more = m.more;
	return change_end(&m.change, code, changed, err);
}
