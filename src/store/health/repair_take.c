#include "config.h"

#include "store/health/repair_inside.h"

#include <string.h>

#include "base/err.h"
#include "base/i18n.h"
#include "base/time.h"
#include "base/vec.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/feed/feed.h"
#include "store/feed/podcast.h"
#include "store/health/repair.h"
#include "store/health/salvage.h"
#include "store/identity/item_match_inside.h"
#include "store/identity/story_inside.h"
#include "store/item/tag_inside.h"
#include "store/item/trash_read_inside.h"
#include "store/journal/journal_inside.h"
#include "store/journal/todo.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

static const struct span nothing;

/* ---- Meta. */

/* A newer minor version stays stated, since what it added is copied as well. */
static int
take_format(struct repair *r, struct span key, struct span value)
{
	uint32_t major = value.n < 8 ? 0 : schema_get32(value.p);
	if (major > SCHEMA_MAJOR)
		return ERR_VERSION;
	if (major < SCHEMA_MAJOR || schema_get32(value.p + 4) <= SCHEMA_MINOR)
		return OK;
	return store_health_repair_keep(r, TABLE_META, key, value);
}

/* Is this a name in meta that n bytes follow? */
static bool
is_numbered(struct span key, const char *name, size_t n)
{
	size_t len = strlen(name);
	return key.n == len + n && memcmp(key.p, name, len) == 0;
}

/* Names whose values exist nowhere else are kept if they have enough bytes. The others
 * (SIZE_MAX) are built again, or learned again. Names that are not listed belong to a
 * newer program. */
static int
take_meta(void *data, struct span key, struct span value)
{
	static const struct {
		const char *name;
		size_t least;
	} names[] = {
		{META_NEXT_ITEM, 8},
		{META_NEXT_FEED, 4},
		{META_NEXT_TAG, 4},
		{META_GROUP, 8},
		{META_INTEREST, 16},
		{META_STATE, 1},
		{META_UNDONE, 12},
		{META_RETURNS, 8},
		{META_MEDIA, 1},
		{META_MEDIA_ID, 8},
		{META_INDEX, SIZE_MAX},
		{META_MERGE, SIZE_MAX},
		{META_REMOVED, SIZE_MAX},
		{META_PRIORITY, SIZE_MAX},
		{META_PAUSES, SIZE_MAX},
		{META_CYCLE, SIZE_MAX},
		{META_CLOCK, SIZE_MAX},
		{META_STORY, SIZE_MAX},
		{META_NEAR, SIZE_MAX},
		{META_PLAYER, SIZE_MAX},
	};
	struct repair *r = data;
	bool keep = true;
	if (span_eq(key, META_FORMAT))
		return take_format(r, key, value);
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (span_eq(key, names[i].name))
			keep = value.n >= names[i].least;
	if (is_numbered(key, META_TODO, 8))
		keep = store_journal_todo_sound(key, value);
	else if (is_numbered(key, META_RULE, 8))
		keep = value.n == 16;
	else if (is_numbered(key, META_PEER, 16) || is_numbered(key, META_PLAN, 8))
		keep = false;
	return keep ? store_health_repair_keep(r, TABLE_META, key, value) : OK;
}

/* ---- Feeds. */

/* No store has this many feeds: a larger id is damaged, and would leave none for new
 * feeds. */
#define FEED_MAX (UINT32_MAX / 2)

static int
take_feedurl(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	if (key.n != 16 || value.n != 4)
		return OK;
	uint32_t feed = schema_get32(value.p);
	if (feed > FEED_MAX)
		return OK;
	r->last_feed = feed > r->last_feed ? feed : r->last_feed;
	return store_health_repair_keep(r, TABLE_FEEDURL, key, value);
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
	struct kept_feed *kept = store_health_repair_feed(r, feed);
	kept->known = true;
	kept->removed = record.removed;
	r->out->feeds++;
	int code = store_health_repair_keep(r, TABLE_FEED, key, value);
	if (code == OK)
		code = store_feed_put_podcast(r->batch, feed, NULL, record.podcast);
	/* A feed without a line may have lost its address to another feed. */
	uint32_t has;
	struct store_view view = store_batch_view(r->batch);
	bool lost = record.removed && store_feed_find(&view, record.url, &has) == OK;
	return code == OK && !lost
		       ? store_health_repair_put_feed_name(r, record.url, feed)
		       : code;
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
		return OK; /* it is polled as if for the first time */
	struct kept_feed *kept = store_health_repair_feed(r, feed);
	if (kept->again) {
		http.etag = http.last_modified = NULL;
		http.body_hash = 0;
		http.next_poll = TIME_NONE;
	}
	kept->next = http.next_poll;
	return store_health_repair_put_record(
		r, TABLE_HTTP, &shape_http, schema_feed(feed), feed, &http, unknown);
}

static int
take_of_feed(
	struct repair *r, enum schema_table table, struct span key, struct span value)
{
	if (key.n != 4 || record_check(schema_get32(key.p), value) != OK)
		return OK;
	return store_health_repair_keep(r, table, key, value);
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

static int
take_trace(void *data, struct span key, struct span value)
{
	return take_of_feed(data, TABLE_TRACE, key, value);
}

static int
take_watched(void *data, struct span key, struct span value)
{
	return take_of_feed(data, TABLE_WATCHED, key, value);
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
	struct kept_item *item = VEC_PUSH(r->items, r->items_len, r->items_cap);
	*item = (struct kept_item){.id = id, .time = record.time, .feed = record.feed};
	memcpy(item->identity, record.identity, SCHEMA_IDENTITY);
	store_health_repair_feed(r, record.feed);
	r->out->items++;
	schema_put_time(place, record.time);
	schema_put32(place + 8, record.feed);
	int code = store_health_repair_keep(r, TABLE_ITEM, key, value);
	uint64_t page = store_identity_story_page(record.link);
	if (code == OK && page)
		code = store_health_repair_put(
			r, TABLE_STORY, store_identity_story_key(page, id), "", 0);
	return code == OK ? store_health_repair_put(
				    r, TABLE_PLACE, schema_id(id), place, sizeof place)
			  : code;
}

static int
take_text(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	struct kept_item *item =
		key.n == 8 ? store_health_repair_item(r, schema_get64(key.p)) : NULL;
	if (!item || record_check(item->id, value) != OK)
		return OK;
	item->has |= HAS_TEXT;
	return store_health_repair_keep(r, TABLE_TEXT, key, value);
}

/* An item without its text gets an empty one until its feed has it again. */
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
		store_health_repair_feed(r, item->feed)->again = true;
		code = store_health_repair_put_record(r, TABLE_TEXT, &shape_text,
			schema_id(item->id), item->id, &none, nothing);
	}
	return code;
}

/* Other texts of items. */
static int
take_other(struct repair *r, enum schema_table table, struct span key, struct span value)
{
	const struct kept_item *item =
		key.n == 8 ? store_health_repair_item(r, schema_get64(key.p)) : NULL;
	return item && record_check(item->id, value) == OK
		       ? store_health_repair_keep(r, table, key, value)
		       : OK;
}

static int
take_page(void *data, struct span key, struct span value)
{
	return take_other(data, TABLE_PAGE, key, value);
}

static int
take_earlier(void *data, struct span key, struct span value)
{
	return take_other(data, TABLE_EARLIER, key, value);
}

static int
take_chapters(void *data, struct span key, struct span value)
{
	return take_other(data, TABLE_CHAPTERS, key, value);
}

static int
take_file_chapters(void *data, struct span key, struct span value)
{
	return take_other(data, TABLE_FILECHAPTERS, key, value);
}

static int
take_transcript(void *data, struct span key, struct span value)
{
	return take_other(data, TABLE_TRANSCRIPT, key, value);
}

static int
take_trash(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	struct kept_item *item =
		key.n == 8 ? store_health_repair_item(r, schema_get64(key.p)) : NULL;
	if (!item || value.n != TRASH_BYTES)
		return OK;
	item->has |= DELETED;
	if ((uint8_t)value.p[0] & ITEM_HIDDEN) {
		struct schema_key place = schema_time(item->time, item->id);
		uint8_t feed[4];
		schema_put32(feed, item->feed);
		int code = store_health_repair_keep(r, TABLE_HIDDEN,
			(struct span){(char *)place.bytes, place.len},
			(struct span){(char *)feed, sizeof feed});
		if (code)
			return code;
	}
	return store_health_repair_keep(r, TABLE_TRASH, key, value);
}

static int
take_duplicate(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	bool known = key.n == 8 && store_health_repair_item(r, schema_get64(key.p));
	if (!known || value.n != 8)
		return OK;
	struct schema_key row =
		store_identity_story_key(schema_get64(value.p), schema_get64(key.p));
	int code = store_health_repair_put(r, TABLE_STORY, row, "", 0);
	return code == OK ? store_health_repair_keep(r, TABLE_DUPLICATE, key, value)
			  : code;
}

static int
take_taste(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	bool sound = key.n == 8 && value.n == 16;
	return sound ? store_health_repair_keep(r, TABLE_TASTE, key, value) : OK;
}

static int
take_listed(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	if (key.n != 20 || value.n != 1)
		return OK;
	struct kept_item *item = store_health_repair_item(r, schema_get64(key.p + 12));
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
	struct kept_item *item =
		key.n == 16 ? store_health_repair_item(r, schema_get64(key.p + 8)) : NULL;
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
	if (key.n != 4 + SCHEMA_IDENTITY || !store_identity_match_unpack(value, &guid))
		return OK;
	if (!guid.id) /* a tombstone */
		return store_health_repair_keep(r, TABLE_GUID, key, value);
	uint32_t feed = schema_get32(key.p);
	struct kept_item *item = store_health_repair_item(r, guid.id);
	if (!item || item->feed != feed) {
		struct kept_feed *kept = map_get(&r->feeds, &feed, sizeof feed);
		r->orphans++;
		/* Otherwise the key is damaged, or nothing is left of the feed. */
		if (kept)
			kept->again = true;
		return OK;
	}
	/* Keys have no checksum. A damaged one leads to the item, but the item does not
	 * lead back. */
	if (memcmp(key.p + 4, item->identity, SCHEMA_IDENTITY) == 0)
		item->has |= HAS_GUID;
	if (!(item->has & HAS_TEXT))
		guid.content = 0; /* so that the text from the feed is taken as new */
	store_identity_match_pack(&guid, bytes);
	return store_health_repair_keep(
		r, TABLE_GUID, key, (struct span){(char *)bytes, sizeof bytes});
}

/* Items without a guid get one from their record, so that they are recognised. */
static int
put_guids(struct repair *r)
{
	int code = OK;
	for (size_t i = 0; code == OK && i < r->items_len; i++) {
		const struct kept_item *item = &r->items[i];
		uint8_t bytes[MATCH_VALUE_BYTES];
		const struct match_value guid = {item->id, 0, 0};
		if (item->has & HAS_GUID)
			continue;
		store_identity_match_pack(&guid, bytes);
		code = store_health_repair_put(r, TABLE_GUID,
			schema_guid(item->feed, item->identity), bytes, sizeof bytes);
	}
	return code;
}

/* ---- Tags. */

static int
take_itemtag(void *data, struct span key, struct span value)
{
	struct repair *r = data;
	struct kept_item *item =
		key.n == 8 ? store_health_repair_item(r, schema_get64(key.p)) : NULL;
	uint8_t feed[4];
	size_t n = value.n / 4;
	if (!item || n < 2 || value.n % 4 ||
		schema_get32(value.p + value.n - 4) !=
			record_sum(item->id, value.p, value.n - 4))
		return OK;
	int code = store_health_repair_keep(r, TABLE_ITEMTAG, key, value);
	schema_put32(feed, item->feed);
	for (size_t i = 0; code == OK && i < n - 1; i++) {
		uint32_t tag = schema_get32(value.p + 4 * i);
		struct kept_tag *kept = store_health_repair_tag(r, tag);
		if (item->has & DELETED)
			continue;
		kept->count++;
		code = store_health_repair_put(r, TABLE_TAGITEM,
			schema_feeditem(tag, item->time, item->id), feed, sizeof feed);
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
	store_health_repair_tag(r, tag)->name = arena_strdup(&r->all, record.name);
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
		code = store_health_repair_put_record(r, TABLE_TAG, &shape_tag,
			schema_feed(tag), tag, &record, nothing);
		if (code == OK)
			code = store_health_repair_put(r, TABLE_TAGNAME,
				schema_tagname(record.name), bytes, sizeof bytes);
	}
	return code == OK ? store_health_repair_raise(
				    r, META_NEXT_TAG, (uint64_t)last + 1, 4)
			  : code;
}

/* ---- What the user did, and states of machines. */

static int
take_journal(void *data, struct span key, struct span value)
{
	if (key.n != 12 || store_journal_check(key, value) != OK)
		return OK;
	return store_health_repair_keep(data, TABLE_JOURNAL, key, value);
}

static int
take_state(void *data, struct span key, struct span value)
{
	return store_health_repair_keep(data, TABLE_STATE, key, value);
}

static int
take_stateout(void *data, struct span key, struct span value)
{
	return store_health_repair_keep(data, TABLE_STATEOUT, key, value);
}

static int
take_import(void *data, struct span key, struct span value)
{
	return store_health_repair_keep(data, TABLE_IMPORT, key, value);
}

/* ---- Accounts of feed servers. */

static int
take_account(void *data, struct span key, struct span value)
{
	return take_of_feed(data, TABLE_ACCOUNT, key, value);
}

static int
take_remote(void *data, struct span key, struct span value)
{
	if (key.n <= 4 || value.n < 10)
		return OK;
	return store_health_repair_keep(data, TABLE_REMOTE, key, value);
}

static int
take_remoteitem(void *data, struct span key, struct span value)
{
	if (key.n != 8 || value.n <= 4)
		return OK;
	return store_health_repair_keep(data, TABLE_REMOTEITEM, key, value);
}

static int
take_remotefeed(void *data, struct span key, struct span value)
{
	if (key.n != 20 || record_check(schema_get32(key.p), value) != OK)
		return OK;
	return store_health_repair_keep(data, TABLE_REMOTEFEED, key, value);
}

static int
take_remoteout(void *data, struct span key, struct span value)
{
	if (key.n != 12)
		return OK;
	return store_health_repair_keep(data, TABLE_REMOTEOUT, key, value);
}

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
	{TABLE_PAGE, take_page, NULL},
	{TABLE_EARLIER, take_earlier, NULL},
	{TABLE_CHAPTERS, take_chapters, NULL},
	{TABLE_FILECHAPTERS, take_file_chapters, NULL},
	{TABLE_TRANSCRIPT, take_transcript, NULL},
	{TABLE_TRASH, take_trash, NULL},
	{TABLE_DUPLICATE, take_duplicate, NULL},
	{TABLE_TASTE, take_taste, NULL},
	{TABLE_FEEDITEM, take_listed, NULL},
	{TABLE_UNREAD, take_unread, NULL},
	{TABLE_STARRED, take_starred, NULL},
	{TABLE_ITEMTAG, take_itemtag, NULL},
	{TABLE_TAG, take_tag, put_tags},
	{TABLE_GUID, take_guid, put_guids},
	{TABLE_QUEUE, store_health_repair_take_queue, NULL},
	{TABLE_LISTEN, store_health_repair_take_listen, NULL},
	{TABLE_DOWNLOAD, store_health_repair_take_download, NULL},
	{TABLE_JOURNAL, take_journal, NULL},
	{TABLE_STATE, take_state, NULL},
	{TABLE_STATEOUT, take_stateout, store_health_repair_put_items},
	{TABLE_IMPORT, take_import, NULL},
	{TABLE_ACCOUNT, take_account, NULL},
	{TABLE_REMOTE, take_remote, NULL},
	{TABLE_REMOTEITEM, take_remoteitem, NULL},
	{TABLE_REMOTEFEED, take_remotefeed, NULL},
	{TABLE_REMOTEOUT, take_remoteout, NULL},
	{TABLE_SCHEDULE, take_schedule, NULL},
	{TABLE_TRACE, take_trace, NULL},
	{TABLE_WATCHED, take_watched, NULL},
	{TABLE_HIST, take_hist, store_health_repair_poll_again},
	{TABLE_HTTP, take_http, store_health_repair_put_feeds},
};

int
store_health_repair_take_all(struct repair *r)
{
	/* Tables that follow from others. Every table is either here or in steps. */
	static const enum schema_table derived[] = {TABLE_COUNT, TABLE_DUE, TABLE_CLAIM,
		TABLE_PLACE, TABLE_TIMEITEM, TABLE_SEGMENT, TABLE_WORD, TABLE_ALIAS,
		TABLE_TAGNAME, TABLE_TAGITEM, TABLE_HIDDEN, TABLE_STORY, TABLE_QUEUED,
		TABLE_LISTENED, TABLE_DOWNDUE, TABLE_NEAR, TABLE_PODCAST};
	_Static_assert(COUNT_OF(steps) + COUNT_OF(derived) == TABLE_LEN,
		"a table is copied by a step, or it is derived");
	int code = OK;
	for (size_t i = 0; code == OK && i < COUNT_OF(steps); i++) {
		code = store_health_salvage_walk(
			r->from, steps[i].table, steps[i].entry, r);
		if (code == OK && steps[i].after)
			code = steps[i].after(r);
	}
	return code;
}
