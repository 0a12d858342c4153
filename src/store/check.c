/*
 * The full look at a store: every record's checksum, every index against the items, every
 * counter against a recount; check_index.c the full-text index against the texts. It
 * walks one view from end to end, so pages that writers free meanwhile are used again
 * only afterwards.
 *
 * It goes in two passes. The first reads each table once, in its order, and compares
 * tables as sets (check_sum.h). Only where something is wrong a second one follows, which
 * searches for each entry in every other table, and can say which one it is.
 */
#include "config.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "base/map.h"
#include "store/admin.h"
#include "store/check_index.h"
#include "store/check_sum.h"
#include "store/count.h"
#include "store/db.h"
#include "store/due.h"
#include "store/journal.h"
#include "store/match.h"
#include "store/pages.h"
#include "store/tag.h"
#include "store/trash.h"

#define STEP 4096     /* entries between two questions whether to go on */
#define REPORT_MAX 20 /* sentences of a kind */

enum fault {
	FAULT_DAMAGED,
	FAULT_INDEX,
	FAULT_COUNT,
	FAULT_WORDS,
	FAULT_LEN,
};

struct check {
	struct store_view view;
	struct store_check *out;
	void (*report)(void *data, const char *sentence);
	void *data;
	uint64_t reported[FAULT_LEN];
	struct arena arena;
	struct map tags;    /* tag → uint32_t in counts */
	struct map recount; /* feed → struct store_counts in counts */
	struct arena counts;
	struct span removed;
	struct check_sums sums;
	bool search; /* the second pass */
	bool texts;  /* compare the full-text index with them */
	/* How far it is, in entries; may be NULL. */
	bool (*go_on)(void *data, uint64_t done, uint64_t total);
	void *go_data;
	uint64_t done, total;
};

static void PRINTF(3, 4) fault(struct check *c, enum fault kind, const char *fmt, ...)
{
	uint64_t *const totals[FAULT_LEN] = {&c->out->damaged, &c->out->misindexed,
		&c->out->miscounted, &c->out->misworded};
	++*totals[kind];
	if (!c->report || ++c->reported[kind] > REPORT_MAX)
		return;
	char text[ERR_TEXT_MAX];
	va_list args;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	c->report(c->data, text);
}

static struct store_counts *
counts_of(struct check *c, uint32_t feed)
{
	void **slot = map_put(&c->recount, &feed, sizeof feed);
	if (!*slot)
		*slot = arena_zalloc(&c->counts, sizeof(struct store_counts));
	return *slot;
}

static uint64_t
entries(const struct store_view *view, enum schema_table table)
{
	MDB_stat stat;
	return mdb_stat(view->txn, view->store->tables[table], &stat) ? 0
								      : stat.ms_entries;
}

static bool
stopped(struct check *c)
{
	return c->go_on && !c->go_on(c->go_data, c->done, c->total);
}

/* Each walks one table; entry looks at one of its entries. */
static int
walk(struct check *c, enum schema_table table,
	void (*entry)(struct check *c, struct span key, struct span value))
{
	MDB_cursor *cursor;
	MDB_val k, v;
	size_t n = 0;
	int code = store_db_cursor(&c->view, table, &cursor);
	if (code)
		return code;
	while ((code = mdb_cursor_get(cursor, &k, &v, MDB_NEXT)) == 0) {
		if (n++ % STEP == 0 && stopped(c)) {
			code = ERR_CANCELLED;
			break;
		}
		c->done++;
		arena_reset(&c->arena);
		entry(c, (struct span){k.mv_data, k.mv_size},
			(struct span){v.mv_data, v.mv_size});
	}
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : code;
}

static bool
has(struct check *c, enum schema_table table, struct schema_key key)
{
	struct span value;
	return store_db_get(&c->view, table, key, &value) == OK;
}

/* ---- Items: every index must have them. */

static void
search_item(struct check *c, uint64_t id, const struct item_record *item)
{
	uint32_t feed;
	int64_t time;
	const struct item_record r = *item;
	struct match_value guid;
	struct span bytes;
	if (store_db_place(&c->view, id, &feed, &time) != OK || feed != r.feed ||
		time != r.time)
		fault(c, FAULT_INDEX, _("item %" PRIu64 " is missing in the places"), id);
	/* A deleted item must be in no list, any other in both. */
	bool listed = !store_trash_has(&c->view, id);
	if (has(c, TABLE_FEEDITEM, schema_feeditem(r.feed, r.time, id)) != listed)
		fault(c, FAULT_INDEX,
			listed ? _("item %" PRIu64 " is missing in the list of feed %u")
			       : _("item %" PRIu64
				   " is deleted, but in the list of feed %u"),
			id, (unsigned)r.feed);
	if (listed && !has(c, TABLE_TIMEITEM, schema_time(r.time, id)))
		fault(c, FAULT_INDEX, _("item %" PRIu64 " is missing in the list of all"),
			id);
	if (!has(c, TABLE_TEXT, schema_id(id)))
		fault(c, FAULT_INDEX, _("item %" PRIu64 " has no text"), id);
	if (store_db_get(&c->view, TABLE_GUID, schema_guid(r.feed, r.identity), &bytes) ||
		!store_match_unpack(bytes, &guid) || guid.id != id)
		fault(c, FAULT_INDEX, _("item %" PRIu64 " is not known by its guid"), id);
}

static void
check_item(struct check *c, struct span key, struct span value)
{
	uint64_t id = key.n == 8 ? schema_get64(key.p) : 0;
	struct item_record r;
	c->out->items++;
	if (record_decode(&shape_item, id, value, &c->arena, &r, NULL) != OK) {
		fault(c, FAULT_DAMAGED, _("item %" PRIu64 " is damaged"), id);
		return;
	}
	if (c->search) {
		search_item(c, id, &r);
		return;
	}
	check_sum_item(&c->sums, SET_ITEM, r.feed, r.time, id);
	check_sum_id(&c->sums, SET_ID, id);
	check_sum_name(&c->sums, SET_NAME, r.feed, r.identity, id);
}

static void
check_place(struct check *c, struct span key, struct span value)
{
	uint64_t id = key.n == 8 ? schema_get64(key.p) : 0;
	if (value.n == 12)
		check_sum_item(&c->sums, SET_PLACE, schema_get32(value.p + 8),
			schema_get_time(value.p), id);
	else
		fault(c, FAULT_INDEX, _("item %" PRIu64 " is missing in the places"), id);
}

static void
check_text(struct check *c, struct span key, struct span value)
{
	uint64_t id = key.n == 8 ? schema_get64(key.p) : 0;
	struct text_record r;
	c->out->texts++;
	if (record_decode(&shape_text, id, value, &c->arena, &r, NULL) != OK)
		fault(c, FAULT_DAMAGED, _("the text of item %" PRIu64 " is damaged"), id);
	check_sum_id(&c->sums, SET_TEXT, id);
	if (c->search && !has(c, TABLE_ITEM, schema_id(id)))
		fault(c, FAULT_INDEX, _("the text %" PRIu64 " belongs to no item"), id);
}

/* ---- Indexes: each entry must have its item, and flags and members must agree. */

static void
search_feeditem(struct check *c, uint32_t feed, int64_t time, uint64_t id, int flags)
{
	uint32_t in;
	int64_t at;
	if (!has(c, TABLE_FEED, schema_feed(feed)))
		fault(c, FAULT_INDEX, _("item %" PRIu64 " belongs to no feed"), id);
	if (!has(c, TABLE_ITEM, schema_id(id)) ||
		store_db_place(&c->view, id, &in, &at) != OK || in != feed || at != time)
		fault(c, FAULT_INDEX,
			_("the list of feed %u names item %" PRIu64
			  ", which is elsewhere or nowhere"),
			(unsigned)feed, id);
	struct schema_key member = schema_time(time, id);
	if (has(c, TABLE_UNREAD, member) != ((flags & ITEM_UNREAD) != 0))
		fault(c, FAULT_INDEX,
			_("item %" PRIu64 " and the list of unread items disagree"), id);
	if (has(c, TABLE_STARRED, member) != ((flags & ITEM_STARRED) != 0))
		fault(c, FAULT_INDEX,
			_("item %" PRIu64 " and the list of starred items disagree"), id);
	if (has(c, TABLE_ITEMTAG, schema_id(id)) != ((flags & ITEM_TAGGED) != 0))
		fault(c, FAULT_INDEX, _("item %" PRIu64 " and its tags disagree"), id);
}

static void
check_feeditem(struct check *c, struct span key, struct span value)
{
	if (key.n != 20 || value.n != 1) {
		fault(c, FAULT_INDEX, _("an entry of a feed's list is malformed"));
		return;
	}
	uint32_t feed = schema_get32(key.p);
	int64_t time = schema_get_time(key.p + 4);
	uint64_t id = schema_get64(key.p + 12);
	int flags = (uint8_t)value.p[0];
	struct store_counts *counts = counts_of(c, feed);
	counts->total++;
	counts->unread += (flags & ITEM_UNREAD) != 0;
	counts->starred += (flags & ITEM_STARRED) != 0;
	if (c->search) {
		search_feeditem(c, feed, time, id, flags);
		return;
	}
	check_sum_item(&c->sums, SET_LISTED, feed, time, id);
	if (flags & ITEM_UNREAD)
		check_sum_item(&c->sums, SET_SAYS_UNREAD, feed, time, id);
	if (flags & ITEM_STARRED)
		check_sum_item(&c->sums, SET_SAYS_STARRED, feed, time, id);
	if (flags & ITEM_TAGGED)
		check_sum_id(&c->sums, SET_SAYS_TAGGED, id);
}

/* ---- The user's own: tags, deleted items, the journal. */

static uint32_t *
tagged(struct check *c, uint32_t tag)
{
	void **slot = map_put(&c->tags, &tag, sizeof tag);
	if (!*slot)
		*slot = arena_zalloc(&c->counts, sizeof(uint32_t));
	return *slot;
}

static void
check_itemtag(struct check *c, struct span key, struct span value)
{
	uint64_t id = key.n == 8 ? schema_get64(key.p) : 0;
	uint32_t tags[TAG_MAX], feed;
	int64_t time;
	size_t len;
	(void)value;
	if (store_tag_list(&c->view, id, tags, &len) != OK) {
		fault(c, FAULT_DAMAGED, _("the tags of item %" PRIu64 " are damaged"),
			id);
		return;
	}
	bool listed = !store_trash_has(&c->view, id);
	if (listed)
		check_sum_id(&c->sums, SET_TAGGED, id);
	if (store_db_place(&c->view, id, &feed, &time) != OK) {
		fault(c, FAULT_INDEX,
			_("tags belong to item %" PRIu64 ", which is not there"), id);
		return;
	}
	for (size_t i = 0; i < len; i++) {
		if (has(c, TABLE_TAGITEM, schema_feeditem(tags[i], time, id)) != listed)
			fault(c, FAULT_INDEX,
				_("item %" PRIu64 " and the list of a tag disagree"), id);
		if (!has(c, TABLE_TAG, schema_feed(tags[i])))
			fault(c, FAULT_INDEX, _("item %" PRIu64 " has an unknown tag"),
				id);
	}
}

static void
check_tagitem(struct check *c, struct span key, struct span value)
{
	uint32_t tags[TAG_MAX];
	size_t len = 0, at = 0;
	(void)value;
	if (key.n == 20) {
		++*tagged(c, schema_get32(key.p));
		if (store_tag_list(&c->view, schema_get64(key.p + 12), tags, &len) != OK)
			len = 0;
		while (at < len && tags[at] != schema_get32(key.p))
			at++;
	}
	if (at == len)
		fault(c, FAULT_INDEX, _("a tag's list names an item without that tag"));
}

static void
check_tag(struct check *c, struct span key, struct span value)
{
	uint32_t id = key.n == 4 ? schema_get32(key.p) : 0, named;
	struct tag_record tag;
	if (record_decode(&shape_tag, id, value, &c->arena, &tag, NULL) != OK) {
		fault(c, FAULT_DAMAGED, _("tag %u is damaged"), (unsigned)id);
		return;
	}
	if (!tag.name || store_tag_find(&c->view, tag.name, &named) != OK || named != id)
		fault(c, FAULT_INDEX, _("tag %u is not known by its name"), (unsigned)id);
	uint32_t counted = *tagged(c, id);
	if (tag.count != counted)
		fault(c, FAULT_COUNT, _("tag %u counts %u items, but there are %u"),
			(unsigned)id, (unsigned)tag.count, (unsigned)counted);
}

static void
check_trash(struct check *c, struct span key, struct span value)
{
	uint64_t id = key.n == 8 ? schema_get64(key.p) : 0;
	uint32_t feed;
	int64_t time;
	if (value.n != TRASH_BYTES || store_db_place(&c->view, id, &feed, &time) != OK)
		fault(c, FAULT_INDEX, _("deleted item %" PRIu64 " is not there"), id);
	else
		check_sum_item(&c->sums, SET_DELETED, feed, time, id);
}

static void
check_journal(struct check *c, struct span key, struct span value)
{
	if (key.n != 12 || store_journal_check(key, value) != OK)
		fault(c, FAULT_DAMAGED, _("an entry of the journal is damaged"));
}

/* The three lists over all feeds: time|id → feed. */
static void
check_list(struct check *c, enum check_set set, struct span key, struct span value)
{
	bool formed = key.n == 16 && value.n == 4;
	if (formed && !c->search) {
		check_sum_item(&c->sums, set, schema_get32(value.p),
			schema_get_time(key.p), schema_get64(key.p + 8));
		return;
	}
	if (formed && has(c, TABLE_FEEDITEM,
			      schema_feeditem(schema_get32(value.p),
				      schema_get_time(key.p), schema_get64(key.p + 8))))
		return;
	fault(c, FAULT_INDEX, _("a list over all feeds names an item that is not there"));
}

static void
check_timeitem(struct check *c, struct span key, struct span value)
{
	check_list(c, SET_ALL, key, value);
}

static void
check_unread(struct check *c, struct span key, struct span value)
{
	check_list(c, SET_UNREAD, key, value);
}

static void
check_starred(struct check *c, struct span key, struct span value)
{
	check_list(c, SET_STARRED, key, value);
}

static void
check_guid(struct check *c, struct span key, struct span value)
{
	struct match_value guid;
	uint32_t feed;
	int64_t time;
	if (key.n != 4 + SCHEMA_IDENTITY || !store_match_unpack(value, &guid)) {
		fault(c, FAULT_INDEX, _("an entry of the guids is malformed"));
		return;
	}
	if (guid.id && !c->search)
		check_sum_name(
			&c->sums, SET_GUID, schema_get32(key.p), key.p + 4, guid.id);
	else if (guid.id && (store_db_place(&c->view, guid.id, &feed, &time) != OK ||
				    feed != schema_get32(key.p)))
		fault(c, FAULT_INDEX,
			_("a guid stands for item %" PRIu64
			  ", which is elsewhere or nowhere"),
			guid.id);
}

/* ---- Feeds. */

static void
check_state(struct check *c, enum schema_table table, uint32_t feed,
	const struct record_shape *shape, const char *what)
{
	union {
		struct http_state http;
		struct schedule_record schedule;
		struct histogram hist;
		struct claim_record claim;
	} to;
	struct span bytes;
	if (store_db_get(&c->view, table, schema_feed(feed), &bytes) == OK &&
		record_decode(shape, feed, bytes, &c->arena, &to, NULL) != OK)
		fault(c, FAULT_DAMAGED, _("the %s of feed %u is damaged"), what,
			(unsigned)feed);
}

static void
check_feed(struct check *c, struct span key, struct span value)
{
	uint32_t feed = key.n == 4 ? schema_get32(key.p) : 0;
	struct feed_record r;
	struct span bytes;
	int64_t next;
	c->out->feeds++;
	counts_of(c, feed);
	if (record_decode(&shape_feed, feed, value, &c->arena, &r, NULL) != OK) {
		fault(c, FAULT_DAMAGED, _("feed %u is damaged"), (unsigned)feed);
		return;
	}
	if (r.removed != store_db_listed(c->removed, feed))
		fault(c, FAULT_INDEX, _("feed %u and the list of removed feeds disagree"),
			(unsigned)feed);
	/* One that lost its line may have lost its address to another (address.h). */
	if (!r.url ||
		(!r.removed && (store_db_get(&c->view, TABLE_FEEDURL,
					schema_feedurl(r.url), &bytes) ||
				       bytes.n != 4 || schema_get32(bytes.p) != feed)))
		fault(c, FAULT_INDEX, _("feed %u is not known by its address"),
			(unsigned)feed);
	check_state(c, TABLE_HTTP, feed, &shape_http, _("state"));
	check_state(c, TABLE_SCHEDULE, feed, &shape_schedule, _("schedule"));
	check_state(c, TABLE_HIST, feed, &shape_hist, _("histogram"));
	check_state(c, TABLE_CLAIM, feed, &shape_claim, _("claim"));
	if (store_due_time(&c->view, feed, &next) == OK &&
		has(c, TABLE_DUE, schema_due(next, feed)) !=
			(!r.removed && next != INT64_MAX))
		fault(c, FAULT_INDEX, _("feed %u and the list of due feeds disagree"),
			(unsigned)feed);
}

static void
check_due(struct check *c, struct span key, struct span value)
{
	int64_t next;
	(void)value;
	if (key.n != 12 ||
		store_due_time(&c->view, schema_get32(key.p + 8), &next) != OK ||
		next != schema_get_time(key.p))
		fault(c, FAULT_INDEX, _("an entry of the list of due feeds is wrong"));
}

static void
compare_counts(struct check *c, uint32_t feed, const struct store_counts *counted)
{
	struct store_counts kept;
	if (store_count_get(&c->view, feed, &kept) != OK) {
		fault(c, FAULT_DAMAGED, _("the counters of feed %u are damaged"),
			(unsigned)feed);
		return;
	}
	if (kept.unread == counted->unread && kept.total == counted->total &&
		kept.starred == counted->starred)
		return;
	fault(c, FAULT_COUNT,
		_("the counters of feed %u say %" PRIu64 " of %" PRIu64
		  " unread, but there are %" PRIu64 " of %" PRIu64),
		(unsigned)feed, kept.unread, kept.total, counted->unread, counted->total);
}

static void
check_counts(struct check *c)
{
	struct store_counts all = {0};
	for (size_t i = 0; i < c->recount.count; i++) {
		uint32_t feed;
		const struct store_counts *counts = c->recount.entries[i].value;
		memcpy(&feed, c->recount.entries[i].key, sizeof feed);
		compare_counts(c, feed, counts);
		if (store_db_listed(c->removed, feed))
			continue;
		all.unread += counts->unread;
		all.total += counts->total;
		all.starred += counts->starred;
	}
	compare_counts(c, COUNT_ALL, &all);
}

/* ---- The full-text index. */

static void
index_fault(void *data, const char *sentence)
{
	fault(data, FAULT_WORDS, "%s", sentence);
}

static const struct {
	enum schema_table table;
	void (*entry)(struct check *c, struct span key, struct span value);
} walks[] = {
	{TABLE_FEED, check_feed},
	{TABLE_DUE, check_due},
	{TABLE_ITEM, check_item},
	{TABLE_TEXT, check_text},
	{TABLE_PLACE, check_place},
	{TABLE_FEEDITEM, check_feeditem},
	{TABLE_TIMEITEM, check_timeitem},
	{TABLE_UNREAD, check_unread},
	{TABLE_STARRED, check_starred},
	{TABLE_GUID, check_guid},
	{TABLE_ITEMTAG, check_itemtag},
	{TABLE_TAGITEM, check_tagitem},
	{TABLE_TAG, check_tag}, /* after tagitem, which counts */
	{TABLE_TRASH, check_trash},
	{TABLE_JOURNAL, check_journal},
};

/* An item whose feed is not there. */
static bool
feeds_known(struct check *c)
{
	for (size_t i = 0; i < c->recount.count; i++) {
		uint32_t feed;
		memcpy(&feed, c->recount.entries[i].key, sizeof feed);
		if (!has(c, TABLE_FEED, schema_feed(feed)))
			return false;
	}
	return true;
}

static int
walk_all(struct check *c)
{
	int code = OK;
	c->done = c->total = 0;
	for (size_t i = 0; i < COUNT_OF(walks); i++)
		c->total += entries(&c->view, walks[i].table);
	for (size_t i = 0; code == OK && i < COUNT_OF(walks); i++)
		code = walk(c, walks[i].table, walks[i].entry);
	if (code == OK)
		check_counts(c);
	return code;
}

static void
forget(struct check *c)
{
	map_done(&c->recount);
	map_done(&c->tags);
	arena_reset(&c->counts);
	memset(c->out, 0, sizeof *c->out);
}

static int
check_all(struct check *c)
{
	void (*report)(void *data, const char *sentence) = c->report;
	int code = store_db_removed(&c->view, &c->removed);
	c->report = NULL;
	if (code == OK)
		code = walk_all(c);
	c->report = report;
	c->search = code == OK &&
		    (store_check_faults(c->out) || !check_sums_lists(&c->sums) ||
			    !check_sums_guids(&c->sums) || !feeds_known(c));
	if (c->search) {
		forget(c);
		code = walk_all(c);
	}
	return code == OK ? store_check_index(&c->view, c->texts, index_fault, c) : code;
}

static int
look(struct check *c, struct store *store, struct err *err)
{
	memset(c->out, 0, sizeof *c->out);
	/* Pages first: LMDB may be let loose only on sound ones. */
	int status = store_pages_check(store, true, err);
	if (status == OK)
		status = store_view_begin(store, &c->view, err);
	if (status)
		return status;
	int code = check_all(c);
	store_view_end(&c->view);
	map_done(&c->recount);
	map_done(&c->tags);
	arena_done(&c->counts);
	arena_done(&c->arena);
	if (code == ERR_CANCELLED)
		return err_set(err, code, _("stopped"));
	store->damaged |= c->out->damaged + c->out->misindexed > 0;
	return store_db_fail(store, code, err, _("cannot check"));
}

int
store_check(struct store *store, struct store_check *out,
	void (*report)(void *data, const char *sentence), void *data, struct err *err)
{
	struct check c = {.out = out, .report = report, .data = data, .texts = true};
	return look(&c, store, err);
}

int
store_check_copy(struct store *store, struct store_check *out,
	bool (*go_on)(void *data, uint64_t done, uint64_t total), void *data,
	struct err *err)
{
	struct check c = {.out = out, .go_on = go_on, .go_data = data};
	return look(&c, store, err);
}

uint64_t
store_check_faults(const struct store_check *found)
{
	return found->damaged + found->misindexed + found->miscounted + found->misworded;
}

/* ---- Figures. */

int
store_stats(struct store *store, struct store_stats *out, struct err *err)
{
	struct store_view view;
	struct stat file;
	struct span format;
	MDB_envinfo info;
	MDB_stat env;
	int status = store_view_begin(store, &view, err);
	if (status)
		return status;
	*out = (struct store_stats){
		.feeds = entries(&view, TABLE_FEED),
		.items = entries(&view, TABLE_ITEM),
		.unread = entries(&view, TABLE_UNREAD),
		.starred = entries(&view, TABLE_STARRED),
	};
	int code = store_db_get(&view, TABLE_META, schema_name(META_FORMAT), &format);
	if (code == OK && format.n >= 8) {
		out->format_major = schema_get32(format.p);
		out->format_minor = schema_get32(format.p + 4);
	}
	if (mdb_env_info(store->env, &info) == 0 && mdb_env_stat(store->env, &env) == 0) {
		out->used_bytes = (uint64_t)(info.me_last_pgno + 1) * env.ms_psize;
		out->map_bytes = info.me_mapsize;
		out->readers = info.me_numreaders;
	}
	if (stat(store->path, &file) == 0)
		out->file_bytes = (uint64_t)file.st_size;
	store_view_end(&view);
	return store_db_fail(store, code, err, _("cannot read the figures"));
}
