/*
 * Repair: what can be read of a store is written into a new one. The records that only we
 * can know are copied where their checksum is right: feeds, items, texts, what the user
 * did. Whatever follows from them is made anew: places, lists, counters, names to
 * numbers, due times, and (by the worker, later) the full-text index. So no index of the
 * damaged file has to be trusted, and there is one way for all kinds of damage.
 *
 * What the user set items to stands in the lists of feeds and once more in the lists of
 * unread and starred items; where the first is gone, the second tells. A feed of which
 * something is lost is asked for its whole document: what it still has comes back.
 *
 * In memory are the items' keys alone, some 32 bytes each.
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/map.h"
#include "base/time.h"
#include "base/vec.h"
#include "model/item.h"
#include "store/admin.h"
#include "store/count.h"
#include "store/db.h"
#include "store/due.h"
#include "store/journal.h"
#include "store/match.h"
#include "store/replace.h"
#include "store/salvage.h"
#include "store/tag.h"
#include "store/trash.h"

#define SLICE 20000 /* puts in a transaction */

enum has {
	HAS_TEXT = 1 << 0,
	HAS_GUID = 1 << 1,
	LISTED = 1 << 2, /* its feed's list told its flags */
	DELETED = 1 << 3,
};

struct kept_item {
	uint64_t id;
	int64_t time;
	uint32_t feed;
	uint8_t flags, has;
};

struct kept_feed {
	bool known;   /* its record was sound */
	bool removed; /* it has no line */
	bool again;   /* something of it is lost */
	int64_t next; /* poll */
	struct count_delta count;
};

struct kept_tag {
	char *name; /* NULL: its record is lost */
	uint32_t count;
};

struct repair {
	struct salvage *from;
	struct store *to;
	struct store_batch *batch;
	struct err *err;
	size_t puts;
	struct store_repair *out;
	struct buf record;
	struct arena arena;      /* of one entry */
	struct arena all;        /* of the whole */
	struct kept_item *items; /* by id */
	size_t items_len, items_cap;
	struct map feeds, tags; /* number → kept_feed, kept_tag */
	uint64_t orphans;       /* guids whose item is not there */
	uint32_t last_feed;
};

static const struct span nothing;

static int
put_so(struct repair *r, enum schema_table table, struct schema_key key,
	const void *value, size_t len, unsigned flags)
{
	if (++r->puts % SLICE == 0) {
		struct store_batch *full = r->batch;
		r->batch = NULL;
		int status = store_batch_commit(full, r->err);
		if (status == OK)
			status = store_batch_begin(r->to, &r->batch, r->err);
		if (status != OK)
			return status;
	}
	return store_db_put(r->batch, table, key, value, len, flags);
}

static int
put(struct repair *r, enum schema_table table, struct schema_key key, const void *value,
	size_t len)
{
	return put_so(r, table, key, value, len, 0);
}

static int
put_record(struct repair *r, enum schema_table table, const struct record_shape *shape,
	struct schema_key key, uint64_t number, const void *from, struct span unknown)
{
	record_encode(shape, number, from, unknown, &r->record);
	return put(r, table, key, r->record.data, r->record.len);
}

/* An entry as it is. Keys of ours have 20 bytes at most. */
static int
keep(struct repair *r, enum schema_table table, struct span key, struct span value)
{
	struct schema_key k;
	if (key.n > sizeof k.bytes)
		return OK;
	memcpy(k.bytes, key.p, key.n);
	k.len = (uint8_t)key.n;
	/* The large ones come in order, and so fill their pages. */
	return put_so(r, table, k, value.p, value.n,
		table == TABLE_ITEM || table == TABLE_TEXT ? MDB_APPEND : 0);
}

static struct kept_feed *
feed_of(struct repair *r, uint32_t feed)
{
	void **slot = map_put(&r->feeds, &feed, sizeof feed);
	if (!*slot) {
		struct kept_feed *new = arena_zalloc(&r->all, sizeof *new);
		new->next = TIME_NONE;
		*slot = new;
	}
	return *slot;
}

static struct kept_tag *
tag_of(struct repair *r, uint32_t tag)
{
	void **slot = map_put(&r->tags, &tag, sizeof tag);
	if (!*slot)
		*slot = arena_zalloc(&r->all, sizeof(struct kept_tag));
	return *slot;
}

static struct kept_item *
item_of(struct repair *r, uint64_t id)
{
	size_t low = 0, high = r->items_len;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (r->items[middle].id == id)
			return &r->items[middle];
		if (r->items[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

static void
put_into(struct buf *list, uint32_t number)
{
	uint8_t bytes[4];
	schema_put32(bytes, number);
	buf_add(list, bytes, sizeof bytes);
}

/* ---- Numbers and names of the whole. */

static int
take_meta(void *data, struct span key, struct span value)
{
	static const struct {
		const char *name;
		size_t least;
	} names[] = {{META_NEXT_ITEM, 8}, {META_NEXT_FEED, 4}, {META_NEXT_TAG, 4},
		{META_GROUP, 8}, {META_STATE, 1}, {META_UNDONE, 12}};
	struct repair *r = data;
	if (span_eq(key, META_FORMAT) && value.n >= 8 &&
		schema_get32(value.p) > SCHEMA_MAJOR)
		return ERR_VERSION;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (span_eq(key, names[i].name) && value.n >= names[i].least)
			return keep(r, TABLE_META, key, value);
	return OK;
}

/* A number that is never given twice, whatever was lost of where it is kept. */
static int
raise(struct repair *r, const char *name, uint64_t least, size_t width)
{
	struct store_view view = store_batch_view(r->batch);
	struct span value;
	uint8_t bytes[8];
	int code = store_db_get(&view, TABLE_META, schema_name(name), &value);
	if (code && code != ERR_NOT_FOUND)
		return code;
	if (code == OK && value.n == width &&
		(width == 8 ? schema_get64(value.p) : schema_get32(value.p)) >= least)
		return OK;
	if (width == 8)
		schema_put64(bytes, least);
	else
		schema_put32(bytes, (uint32_t)least);
	return put(r, TABLE_META, schema_name(name), bytes, width);
}

/* ---- Feeds. */

static int
take_feedurl(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	if (key.n != 16 || value.n != 4)
		return OK;
	uint32_t feed = schema_get32(value.p);
	r->last_feed = feed > r->last_feed ? feed : r->last_feed;
	return keep(r, TABLE_FEEDURL, key, value);
}

static int
put_feed_name(struct repair *r, const char *url, uint32_t feed)
{
	uint8_t bytes[4];
	schema_put32(bytes, feed);
	return put(r, TABLE_FEEDURL, schema_feedurl(url), bytes, sizeof bytes);
}

static int
take_feed(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	struct feed_record record;
	uint32_t feed = key.n == 4 ? schema_get32(key.p) : 0;
	arena_reset(&r->arena);
	if (!feed || record_decode(&shape_feed, feed, value, &r->arena, &record, NULL) ||
		!record.url) {
		r->out->lost_feeds++;
		return OK;
	}
	struct kept_feed *kept = feed_of(r, feed);
	kept->known = true;
	kept->removed = record.removed;
	r->out->feeds++;
	int code = keep(r, TABLE_FEED, key, value);
	return code == OK ? put_feed_name(r, record.url, feed) : code;
}

static int
take_http(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	struct http_state http;
	struct span unknown;
	uint32_t feed = key.n == 4 ? schema_get32(key.p) : 0;
	arena_reset(&r->arena);
	if (!feed || record_decode(&shape_http, feed, value, &r->arena, &http, &unknown))
		return OK; /* it is asked as if never before */
	struct kept_feed *kept = feed_of(r, feed);
	if (kept->again) {
		http.etag = http.last_modified = NULL;
		http.body_hash = 0;
		http.next_poll = TIME_NONE;
	}
	kept->next = http.next_poll;
	return put_record(
		r, TABLE_HTTP, &shape_http, schema_feed(feed), feed, &http, unknown);
}

static int
take_of_feed(
	struct repair *r, enum schema_table table, struct span key, struct span value)
{
	if (key.n != 4 || record_check(schema_get32(key.p), value) != OK)
		return OK;
	return keep(r, table, key, value);
}

static int
take_schedule(void *data, struct span key, struct span value)
{
	return take_of_feed(data, TABLE_SCHEDULE, key, value);
}

static int
take_hist(void *data, struct span key, struct span value)
{
	return take_of_feed(data, TABLE_HIST, key, value);
}

/* ---- Items. */

static int
take_item(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	struct item_record record;
	uint8_t place[12];
	uint64_t id = key.n == 8 ? schema_get64(key.p) : 0;
	arena_reset(&r->arena);
	if (!id || record_decode(&shape_item, id, value, &r->arena, &record, NULL) ||
		!record.feed) {
		r->out->lost_items++;
		return OK;
	}
	*VEC_PUSH(r->items, r->items_len, r->items_cap) =
		(struct kept_item){.id = id, .time = record.time, .feed = record.feed};
	feed_of(r, record.feed);
	r->out->items++;
	schema_put_time(place, record.time);
	schema_put32(place + 8, record.feed);
	int code = keep(r, TABLE_ITEM, key, value);
	return code == OK ? put(r, TABLE_PLACE, schema_id(id), place, sizeof place)
			  : code;
}

static int
take_text(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	struct kept_item *item = key.n == 8 ? item_of(r, schema_get64(key.p)) : NULL;
	if (!item || record_check(item->id, value) != OK)
		return OK;
	item->has |= HAS_TEXT;
	return keep(r, TABLE_TEXT, key, value);
}

/* An item without its text gets an empty one until its feed gives it again. */
static int
put_texts(struct repair *r)
{
	struct text_record none;
	record_default(&shape_text, &none);
	int code = OK;
	for (size_t i = 0; code == OK && i < r->items_len; i++) {
		struct kept_item *item = &r->items[i];
		if (item->has & HAS_TEXT)
			continue;
		r->out->lost_texts++;
		feed_of(r, item->feed)->again = true;
		code = put_record(r, TABLE_TEXT, &shape_text, schema_id(item->id),
			item->id, &none, nothing);
	}
	return code;
}

static int
take_trash(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	struct kept_item *item = key.n == 8 ? item_of(r, schema_get64(key.p)) : NULL;
	if (!item || value.n != TRASH_BYTES)
		return OK;
	item->has |= DELETED;
	return keep(r, TABLE_TRASH, key, value);
}

static int
take_listed(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	if (key.n != 20 || value.n != 1)
		return OK;
	struct kept_item *item = item_of(r, schema_get64(key.p + 12));
	if (!item || item->has & DELETED || item->feed != schema_get32(key.p) ||
		item->time != schema_get_time(key.p + 4))
		return OK;
	item->has |= LISTED;
	item->flags = (uint8_t)value.p[0] & (uint8_t)~ITEM_TAGGED;
	return OK;
}

static int
take_member(struct repair *r, struct span key, int flag)
{
	struct kept_item *item = key.n == 16 ? item_of(r, schema_get64(key.p + 8)) : NULL;
	if (item && !(item->has & LISTED))
		item->flags |= (uint8_t)flag;
	return OK;
}

static int
take_unread(void *data, struct span key, struct span value)
{
	(void)value;
	return take_member(data, key, ITEM_UNREAD);
}

static int
take_starred(void *data, struct span key, struct span value)
{
	(void)value;
	return take_member(data, key, ITEM_STARRED);
}

static int
take_guid(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	struct match_value guid;
	uint8_t bytes[MATCH_VALUE_BYTES];
	if (key.n != 4 + SCHEMA_IDENTITY || !store_match_unpack(value, &guid))
		return OK;
	if (!guid.id) /* a tombstone */
		return keep(r, TABLE_GUID, key, value);
	uint32_t feed = schema_get32(key.p);
	struct kept_item *item = item_of(r, guid.id);
	if (!item || item->feed != feed) {
		r->orphans++;
		feed_of(r, feed)->again = true;
		return OK;
	}
	item->has |= HAS_GUID;
	if (!(item->has & HAS_TEXT))
		guid.content = 0; /* what the feed has is another text, then */
	store_match_pack(&guid, bytes);
	return keep(r, TABLE_GUID, key, (struct span){(char *)bytes, sizeof bytes});
}

/* Items that nobody would know again: their records tell who they are. */
static int
put_guids(struct repair *r)
{
	int code = OK;
	for (size_t i = 0; code == OK && i < r->items_len; i++) {
		const struct kept_item *item = &r->items[i];
		struct store_view view = store_batch_view(r->batch);
		struct item_record record;
		uint8_t bytes[MATCH_VALUE_BYTES];
		const struct match_value guid = {item->id, 0, 0};
		if (item->has & HAS_GUID)
			continue;
		arena_reset(&r->arena);
		code = store_db_record(
			&view, TABLE_ITEM, item->id, &r->arena, &record, NULL);
		store_match_pack(&guid, bytes);
		if (code == OK)
			code = put(r, TABLE_GUID,
				schema_guid(item->feed, record.identity), bytes,
				sizeof bytes);
	}
	return code;
}

/* ---- Tags. */

static int
take_itemtag(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	struct kept_item *item = key.n == 8 ? item_of(r, schema_get64(key.p)) : NULL;
	uint8_t feed[4];
	size_t n = value.n / 4;
	if (!item || n < 2 || value.n % 4 || n - 1 > TAG_MAX ||
		schema_get32(value.p + value.n - 4) !=
			record_sum(item->id, value.p, value.n - 4))
		return OK;
	int code = keep(r, TABLE_ITEMTAG, key, value);
	schema_put32(feed, item->feed);
	for (size_t i = 0; code == OK && i < n - 1; i++) {
		uint32_t tag = schema_get32(value.p + 4 * i);
		struct kept_tag *kept = tag_of(r, tag);
		if (item->has & DELETED)
			continue;
		kept->count++;
		code = put(r, TABLE_TAGITEM, schema_feeditem(tag, item->time, item->id),
			feed, sizeof feed);
	}
	item->flags |= ITEM_TAGGED;
	return code;
}

static int
take_tag(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	struct tag_record record;
	uint32_t tag = key.n == 4 ? schema_get32(key.p) : 0;
	arena_reset(&r->arena);
	if (!tag || record_decode(&shape_tag, tag, value, &r->arena, &record, NULL) ||
		!record.name)
		return OK;
	tag_of(r, tag)->name = arena_strdup(&r->all, record.name);
	return OK;
}

static int
put_tags(struct repair *r)
{
	uint32_t last = 0;
	int code = OK;
	for (size_t i = 0; code == OK && i < r->tags.count; i++) {
		const struct kept_tag *kept = r->tags.entries[i].value;
		struct tag_record record = {kept->name, kept->count};
		uint8_t bytes[4];
		uint32_t tag;
		memcpy(&tag, r->tags.entries[i].key, sizeof tag);
		schema_put32(bytes, tag);
		last = tag > last ? tag : last;
		if (!record.name)
			record.name =
				arena_printf(&r->all, _("lost name %u"), (unsigned)tag);
		code = put_record(r, TABLE_TAG, &shape_tag, schema_feed(tag), tag,
			&record, nothing);
		if (code == OK)
			code = put(r, TABLE_TAGNAME, schema_tagname(record.name), bytes,
				sizeof bytes);
	}
	return code == OK ? raise(r, META_NEXT_TAG, (uint64_t)last + 1, 4) : code;
}

/* ---- What the user did, and machines said. */

static int
take_journal(void *data, struct span key, struct span value)
{
	if (key.n != 12 || store_journal_check(key, value) != OK)
		return OK;
	return keep(data, TABLE_JOURNAL, key, value);
}

static int
take_state(void *data, struct span key, struct span value)
{
	return keep(data, TABLE_STATE, key, value);
}

static int
take_stateout(void *data, struct span key, struct span value)
{
	return keep(data, TABLE_STATEOUT, key, value);
}

/* ---- What follows from the rest. */

static int
by_feed(const void *a, const void *b)
{
	const struct kept_item *x = a, *y = b;
	if (x->feed != y->feed)
		return x->feed < y->feed ? -1 : 1;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return (x->id > y->id) - (x->id < y->id);
}

static int
put_lists(struct repair *r, const struct kept_item *item)
{
	uint8_t feed[4];
	struct schema_key key = schema_time(item->time, item->id);
	schema_put32(feed, item->feed);
	int code = put(r, TABLE_FEEDITEM,
		schema_feeditem(item->feed, item->time, item->id), &item->flags, 1);
	if (code == OK)
		code = put(r, TABLE_TIMEITEM, key, feed, sizeof feed);
	if (code == OK && item->flags & ITEM_UNREAD)
		code = put(r, TABLE_UNREAD, key, feed, sizeof feed);
	if (code == OK && item->flags & ITEM_STARRED)
		code = put(r, TABLE_STARRED, key, feed, sizeof feed);
	return code;
}

static int
put_items(struct repair *r)
{
	uint64_t last = r->items_len ? r->items[r->items_len - 1].id : 0;
	int code = raise(r, META_NEXT_ITEM, last + 1, 8);
	if (r->items_len)
		qsort(r->items, r->items_len, sizeof *r->items, by_feed);
	for (size_t i = 0; code == OK && i < r->items_len; i++) {
		const struct kept_item *item = &r->items[i];
		struct count_delta *count = &feed_of(r, item->feed)->count;
		if (item->has & DELETED)
			continue;
		count->total++;
		count->unread += (item->flags & ITEM_UNREAD) != 0;
		count->starred += (item->flags & ITEM_STARRED) != 0;
		code = put_lists(r, item);
	}
	return code;
}

/* Items whose feed's record is gone: one stands in, out of sight, until the line in the
 * feeds file (its address still leads to the number) makes it whole. */
static int
put_lost_feed(struct repair *r, uint32_t feed, struct kept_feed *kept)
{
	struct feed_record record;
	record_default(&shape_feed, &record);
	record.url = arena_printf(&r->all, "lost:%u", (unsigned)feed);
	record.removed = kept->removed = true;
	int code = put_record(
		r, TABLE_FEED, &shape_feed, schema_feed(feed), feed, &record, nothing);
	return code == OK ? put_feed_name(r, record.url, feed) : code;
}

static int
by_number(const void *a, const void *b)
{
	uint32_t x = schema_get32(a), y = schema_get32(b);
	return (x > y) - (x < y);
}

static int
put_feeds(struct repair *r)
{
	struct buf removed = BUF_INIT(0);
	uint32_t last = r->last_feed;
	int code = OK;
	for (size_t i = 0; code == OK && i < r->feeds.count; i++) {
		struct kept_feed *kept = r->feeds.entries[i].value;
		uint32_t feed;
		memcpy(&feed, r->feeds.entries[i].key, sizeof feed);
		last = feed > last ? feed : last;
		if (!kept->known)
			code = put_lost_feed(r, feed, kept);
		if (code == OK && kept->removed)
			put_into(&removed, feed);
		else if (code == OK)
			code = store_due_set(r->batch, feed, kept->next);
	}
	if (removed.len)
		qsort(removed.data, removed.len / 4, 4, by_number);
	if (code == OK && removed.len)
		code = put(r, TABLE_META, schema_name(META_REMOVED), removed.data,
			removed.len);
	buf_done(&removed);
	for (size_t i = 0; code == OK && i < r->feeds.count; i++) {
		const struct kept_feed *kept = r->feeds.entries[i].value;
		uint32_t feed;
		memcpy(&feed, r->feeds.entries[i].key, sizeof feed);
		code = store_count_add(r->batch, feed, &kept->count);
	}
	return code == OK ? raise(r, META_NEXT_FEED, (uint64_t)last + 1, 4) : code;
}

/* Where pages are lost, any feed may miss something. */
static int
ask_all_again(struct repair *r)
{
	r->out->lost_pages = store_salvage_lost(r->from);
	if (r->orphans > r->out->lost_items)
		r->out->lost_items = r->orphans;
	for (size_t i = 0; i < r->feeds.count; i++) {
		struct kept_feed *kept = r->feeds.entries[i].value;
		kept->again |= r->out->lost_pages > 0;
	}
	return OK;
}

static int
write_all(struct repair *r)
{
	static const struct {
		enum schema_table table;
		int (*entry)(void *data, struct span key, struct span value);
		int (*after)(struct repair *r);
	} steps[] = {
		{TABLE_META, take_meta, NULL},
		{TABLE_FEEDURL, take_feedurl, NULL},
		{TABLE_FEED, take_feed, NULL},
		{TABLE_ITEM, take_item, NULL},
		{TABLE_TEXT, take_text, put_texts},
		{TABLE_TRASH, take_trash, NULL},
		{TABLE_FEEDITEM, take_listed, NULL},
		{TABLE_UNREAD, take_unread, NULL},
		{TABLE_STARRED, take_starred, NULL},
		{TABLE_ITEMTAG, take_itemtag, NULL},
		{TABLE_TAG, take_tag, put_tags},
		{TABLE_GUID, take_guid, put_guids},
		{TABLE_JOURNAL, take_journal, NULL},
		{TABLE_STATE, take_state, NULL},
		{TABLE_STATEOUT, take_stateout, put_items},
		{TABLE_SCHEDULE, take_schedule, NULL},
		{TABLE_HIST, take_hist, ask_all_again},
		{TABLE_HTTP, take_http, put_feeds},
	};
	int code = OK;
	for (size_t i = 0; code == OK && i < COUNT_OF(steps); i++) {
		code = store_salvage_walk(r->from, steps[i].table, steps[i].entry, r);
		if (code == OK && steps[i].after)
			code = steps[i].after(r);
	}
	return code;
}

/* The new store, closed and on the disk. */
static int
make(struct repair *r, const char *room, struct err *err)
{
	struct store_check found;
	int status = store_open(&r->to, room, err);
	if (status != OK)
		return status;
	/* Nobody sees it before it is whole: one sync at the end is enough. */
	mdb_env_set_flags(r->to->env, MDB_NOSYNC, 1);
	status = store_batch_begin(r->to, &r->batch, err);
	if (status == OK) {
		int code = write_all(r);
		if (code == ERR_VERSION)
			status = err_set(err, ERR_VERSION,
				_("the store has a newer format than this courant knows; "
				  "use the newer one"));
		else
			status = store_db_fail(r->to, code, err, _("cannot repair"));
	}
	if (r->batch && status == OK)
		status = store_batch_commit(r->batch, err);
	else if (r->batch)
		store_batch_abort(r->batch);
	if (status == OK)
		status = store_db_fail(
			r->to, mdb_env_sync(r->to->env, 1), err, _("cannot repair"));
	if (status == OK)
		status = store_check(r->to, &found, NULL, NULL, err);
	if (status == OK && store_check_faults(&found))
		status = err_set(err, ERR_DAMAGED,
			_("the store is damaged in a way that repair does not know; "
			  "nothing was changed. Restore a backup"));
	store_close(r->to);
	return status;
}

int
store_repair(const char *dir, struct store_repair *out, struct buf *kept, struct err *err)
{
	struct replace place;
	struct buf path = BUF_INIT(0);
	struct repair r = {.out = out, .err = err};
	*out = (struct store_repair){0};
	buf_addf(&path, "%s/data.mdb", dir);
	int status = store_replace_begin(&place, dir, "repair", err);
	if (status == OK)
		status = store_replace_lock(&place, err);
	if (status == OK)
		status = store_salvage_open(&r.from, buf_str(&path), err);
	if (status == OK)
		status = make(&r, buf_str(&place.room), err);
	if (status == OK)
		status = store_replace_finish(&place, kept, err);
	store_salvage_free(r.from);
	store_replace_done(&place);
	map_done(&r.feeds);
	map_done(&r.tags);
	arena_done(&r.all);
	arena_done(&r.arena);
	free(r.items);
	buf_done(&r.record);
	buf_done(&path);
	return status;
}
