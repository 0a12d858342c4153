/*
 * Stores what the feeds file says about feeds.
 */
#include "config.h"

#include "store/feed/subscriptions.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/time.h"
#include "base/vec.h"
#include "model/subscription.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/feed/due_inside.h"
#include "store/feed/readdress_inside.h"
#include "store/item/count_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"
#include "store/sync/sync_inside.h"

struct put_subs {
	struct store_batch *batch;
	struct store_view view;
	const struct subscriptions *subs;
	struct span removed; /* META_REMOVED as it was before */
	uint32_t *seen;      /* ids that the list names */
	size_t seen_len, seen_cap;
	struct lone {
		/* Index in subs of a line whose address no shown feed has. */
		size_t at;
		uint32_t has; /* a removed feed that has it; 0: none */
	} * lone;
	size_t lone_len, lone_cap;
	uint32_t next; /* the next feed id */
	size_t changed;
};

static bool
same_strings(char **a, size_t a_len, char **b, size_t b_len)
{
	if (a_len != b_len)
		return false;
	for (size_t i = 0; i < a_len; i++)
		if (strcmp(a[i], b[i]) != 0)
			return false;
	return true;
}

static bool
same_line(const struct feed_record *r, const struct subscription *sub, uint32_t order)
{
	return str_eq(r->url, sub->url) && r->order == order &&
	       r->hidden == sub->hidden && !r->removed && str_eq(r->title, sub->title) &&
	       same_strings(r->tags, r->tags_len, sub->tags, sub->tags_len);
}

static void
take_line(struct feed_record *r, const struct subscription *sub, uint32_t order)
{
	r->url = sub->url;
	const char *wish = sub->source == SOURCE_ACCOUNT ? strstr(sub->url, "/+") : NULL;
	if (wish || sub->source != SOURCE_ACCOUNT)
		r->source = wish ? sub->url + (wish + 2 - sub->url) : NULL;
	r->title = sub->title;
	r->tags = sub->tags;
	r->tags_len = sub->tags_len;
	r->hidden = sub->hidden;
	r->removed = false;
	r->order = order;
}

static int
put_index(struct put_subs *p, const char *url, uint32_t id)
{
	uint8_t value[4];
	schema_put32(value, id);
	return store_db_put(
		p->batch, TABLE_FEEDURL, schema_feedurl(url), value, sizeof value, 0);
}

/* An account's server polls it; we never do. */
static int
put_unpolled(struct put_subs *p, uint32_t id)
{
	struct http_state http;
	record_default(&shape_http, &http);
	http.next_poll = INT64_MAX;
	return store_db_put_record(
		p->batch, TABLE_HTTP, id, &http, (struct span){NULL, 0}, 0);
}

static int
put_new(struct put_subs *p, const struct subscription *sub, uint32_t order, uint32_t *id)
{
	struct feed_record record;
	record_default(&shape_feed, &record);
	take_line(&record, sub, order);
	*id = p->next++;
	int code = put_index(p, sub->url, *id);
	if (code == OK)
		code = store_db_put_record(
			p->batch, TABLE_FEED, *id, &record, (struct span){NULL, 0}, 0);
	if (code == OK)
		code = sub->source == SOURCE_ACCOUNT
			       ? put_unpolled(p, *id)
			       : store_feed_due_set(p->batch, *id, TIME_NONE);
	p->changed++;
	return code;
}

static int
put_known(struct put_subs *p, const struct subscription *sub, uint32_t order, uint32_t id)
{
	struct feed_record record;
	struct span unknown;
	struct arena *arena = &p->batch->arena;
	int code = store_db_record(&p->view, TABLE_FEED, id, arena, &record, &unknown);
	/* A damaged record is written again: the line has all that matters. */
	if (code == ERR_DAMAGED || code == ERR_NOT_FOUND) {
		record_default(&shape_feed, &record);
		unknown = (struct span){NULL, 0};
	} else if (code) {
		return code;
	} else if (same_line(&record, sub, order)) {
		return OK;
	}
	bool back = record.removed;
	code = OK;
	if (record.url && !str_eq(record.url, sub->url))
		code = store_feed_change_address(p->batch, id, &record, sub->url, arena);
	else if (back) /* another feed may have got the address meanwhile */
		code = put_index(p, sub->url, id);
	if (code)
		return code;
	take_line(&record, sub, order);
	p->changed++;
	code = store_db_put_record(p->batch, TABLE_FEED, id, &record, unknown, 0);
	if (code == OK && back) {
		int64_t next;
		code = store_feed_due_time(&p->view, id, &next);
		if (code == OK)
			code = store_feed_due_set(p->batch, id, next);
		if (code == OK)
			code = store_item_count_show(p->batch, id, 1);
	}
	return code;
}

static int
put_line(struct put_subs *p, size_t at)
{
	const struct subscription *sub = &p->subs->list[at];
	struct span value;
	/* A query: line is a list made of other feeds. Nothing of it is stored. */
	if (sub->source == SOURCE_QUERY)
		return OK;
	int code =
		store_db_get(&p->view, TABLE_FEEDURL, schema_feedurl(sub->url), &value);
	if (code && code != ERR_NOT_FOUND)
		return code;
	uint32_t id = code == OK && value.n == 4 ? schema_get32(value.p) : 0;
	if (!id || store_db_listed(p->removed, id)) {
		*VEC_PUSH(p->lone, p->lone_len, p->lone_cap) = (struct lone){at, id};
		return OK;
	}
	code = put_known(p, sub, (uint32_t)at, id);
	*VEC_PUSH(p->seen, p->seen_len, p->seen_cap) = id;
	return code;
}

static int
by_id(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* Stores lines whose address no shown feed has: of feeds that moved, feeds that come
 * back, and new feeds. */
static int
put_lone(struct put_subs *p)
{
	struct store_feed_addresses known = {
		.map = MAP_INIT, .given = MAP_INIT, .arena = ARENA_INIT};
	if (!p->lone_len)
		return OK;
	if (p->seen_len)
		qsort(p->seen, p->seen_len, sizeof *p->seen, by_id);
	int code = store_feed_addresses_read(&known, &p->view, p->seen, p->seen_len);
	for (size_t i = 0; code == OK && i < p->lone_len; i++) {
		size_t at = p->lone[i].at;
		const struct subscription *sub = &p->subs->list[at];
		uint32_t id = store_feed_addresses_take(&known, sub->url, p->lone[i].has);
		code = id ? put_known(p, sub, (uint32_t)at, id)
			  : put_new(p, sub, (uint32_t)at, &id);
		*VEC_PUSH(p->seen, p->seen_len, p->seen_cap) = id;
	}
	store_feed_addresses_done(&known);
	return code;
}

static int
remove_feed(struct put_subs *p, uint32_t id)
{
	struct feed_record record;
	struct span unknown;
	int code = store_db_record(
		&p->view, TABLE_FEED, id, &p->batch->arena, &record, &unknown);
	if (code == ERR_DAMAGED)
		return OK;
	if (code || record.removed)
		return code;
	int64_t next;
	record.removed = true;
	p->changed++;
	code = store_feed_due_time(&p->view, id, &next);
	if (code == OK)
		code = store_feed_due_clear(p->batch, id, next);
	if (code == OK)
		code = store_db_put_record(p->batch, TABLE_FEED, id, &record, unknown, 0);
	return code == OK ? store_item_count_show(p->batch, id, -1) : code;
}

/* Feeds that the list does not name lose their line. `list` gets the ids of all removed
 * feeds. */
static int
remove_others(struct put_subs *p, struct buf *list)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	uint32_t *ids = NULL;
	size_t len = 0, cap = 0;
	if (p->seen_len)
		qsort(p->seen, p->seen_len, sizeof *p->seen, by_id);
	int code = store_db_cursor(&p->view, TABLE_FEED, &cursor);
	if (code)
		return code;
	while ((code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) == 0) {
		uint32_t id = k.mv_size == 4 ? schema_get32(k.mv_data) : 0;
		if (p->seen_len && bsearch(&id, p->seen, p->seen_len, sizeof id, by_id))
			continue;
		*VEC_PUSH(ids, len, cap) = id;
	}
	mdb_cursor_close(cursor);
	code = code == MDB_NOTFOUND ? OK : code;
	for (size_t i = 0; code == OK && i < len; i++) {
		uint8_t bytes[4];
		schema_put32(bytes, ids[i]);
		buf_add(list, bytes, sizeof bytes);
		code = remove_feed(p, ids[i]);
	}
	free(ids);
	return code;
}

static int
put_removed(struct put_subs *p, const struct buf *list)
{
	struct span old;
	int code = store_db_removed(&p->view, &old);
	if (code || (old.n == list->len && memcmp(old.p, buf_str(list), old.n) == 0))
		return code;
	return store_db_put(p->batch, TABLE_META, schema_name(META_REMOVED),
		buf_str(list), list->len, 0);
}

static int
put_all(struct put_subs *p)
{
	struct span value;
	int code =
		store_db_get(&p->view, TABLE_META, schema_name(META_NEXT_FEED), &value);
	if (code && code != ERR_NOT_FOUND)
		return code;
	if (code == OK && value.n != 4)
		return ERR_DAMAGED;
	uint32_t first = code == OK ? schema_get32(value.p) : 1;
	p->next = first;
	code = store_db_removed(&p->view, &p->removed);
	if (code == OK) /* a copy, since writes may overwrite it */
		p->removed.p =
			arena_strndup(&p->batch->arena, p->removed.p, p->removed.n);
	for (size_t i = 0; code == OK && i < p->subs->len; i++)
		code = put_line(p, i);
	if (code == OK)
		code = put_lone(p);
	if (code == OK && p->next != first) {
		uint8_t bytes[4];
		schema_put32(bytes, p->next);
		code = store_db_put(p->batch, TABLE_META, schema_name(META_NEXT_FEED),
			bytes, sizeof bytes, 0);
	}
	struct buf removed = BUF_INIT(0);
	if (code == OK)
		code = remove_others(p, &removed);
	if (code == OK)
		code = put_removed(p, &removed);
	buf_done(&removed);
	return code;
}

/* The feed that has exactly this line at this position; 0: none has. */
static uint32_t
has_line(const struct store_view *view, const struct subscription *sub, uint32_t order,
	struct arena *arena)
{
	struct feed_record record;
	struct span value;
	if (store_db_get(view, TABLE_FEEDURL, schema_feedurl(sub->url), &value) != OK ||
		value.n != 4)
		return 0;
	uint32_t id = schema_get32(value.p);
	bool same = store_db_record(view, TABLE_FEED, id, arena, &record, NULL) == OK &&
		    same_line(&record, sub, order);
	return same ? id : 0;
}

/* Does the stored list of removed feeds name all feeds but these? */
static bool
others_removed(const struct store_view *view, uint32_t *seen, size_t len)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	struct span removed;
	if (store_db_removed(view, &removed) != OK ||
		store_db_cursor(view, TABLE_FEED, &cursor) != OK)
		return false;
	if (len)
		qsort(seen, len, sizeof *seen, by_id);
	size_t found = 0;
	bool all = true;
	while (all && store_db_cursor_get(cursor, &k, &v, MDB_NEXT) == 0) {
		uint32_t id = k.mv_size == 4 ? schema_get32(k.mv_data) : 0;
		if (len && bsearch(&id, seen, len, sizeof id, by_id))
			found++;
		else
			all = store_db_listed(removed, id);
	}
	mdb_cursor_close(cursor);
	return all && found == len;
}

bool
store_feed_has_subscriptions(
	const struct store_view *view, const struct subscriptions *subs)
{
	struct arena arena = ARENA_INIT;
	uint32_t *seen = NULL;
	size_t len = 0, cap = 0;
	bool same = true;
	for (size_t i = 0; same && i < subs->len; i++) {
		if (subs->list[i].source == SOURCE_QUERY)
			continue;
		uint32_t id = has_line(view, &subs->list[i], (uint32_t)i, &arena);
		same = id != 0;
		*VEC_PUSH(seen, len, cap) = id;
	}
	same = same && others_removed(view, seen, len);
	free(seen);
	arena_done(&arena);
	return same;
}

int
store_feed_put_subscriptions(struct store_batch *batch, const struct subscriptions *subs,
	size_t *changed, struct err *err)
{
	struct put_subs p = {
		.batch = batch, .view = store_batch_view(batch), .subs = subs};
	arena_reset(&batch->arena);
	int code = put_all(&p);
	free(p.seen);
	free(p.lone);
	if (changed)
		*changed = p.changed;
	int status =
		store_batch_fail(batch, code, err, N_("cannot store the subscriptions"));
	return status == OK ? store_sync_settle_unjournaled(batch, err) : status;
}
