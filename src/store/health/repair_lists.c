#include "config.h"

#include "store/health/repair_inside.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "model/item.h"
#include "store/feed/due_inside.h"
#include "store/health/repair.h"
#include "store/health/salvage.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

static const struct span nothing;

static void
put_into(struct buf *list, uint32_t number)
{
	uint8_t bytes[4];
	schema_put32(bytes, number);
	buf_add(list, bytes, sizeof bytes);
}

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
	int code = store_health_repair_put(r, TABLE_FEEDITEM,
		schema_feeditem(item->feed, item->time, item->id), &item->flags, 1);
	if (code == OK)
		code = store_health_repair_put(r, TABLE_TIMEITEM, key, feed, sizeof feed);
	if (code == OK && item->flags & ITEM_UNREAD)
		code = store_health_repair_put(r, TABLE_UNREAD, key, feed, sizeof feed);
	if (code == OK && item->flags & ITEM_STARRED)
		code = store_health_repair_put(r, TABLE_STARRED, key, feed, sizeof feed);
	return code;
}

int
store_health_repair_put_items(struct repair *r)
{
	uint64_t last = r->items_len ? r->items[r->items_len - 1].id : 0;
	int code = store_health_repair_raise(r, META_NEXT_ITEM, last + 1, 8);
	if (r->items_len)
		qsort(r->items, r->items_len, sizeof *r->items, by_feed);
	for (size_t i = 0; code == OK && i < r->items_len; i++) {
		const struct kept_item *item = &r->items[i];
		struct count_delta *count =
			&store_health_repair_feed(r, item->feed)->count;
		if (item->has & DELETED)
			continue;
		count->total++;
		count->unread += (item->flags & ITEM_UNREAD) != 0;
		count->starred += (item->flags & ITEM_STARRED) != 0;
		code = put_lists(r, item);
	}
	return code;
}

/* For items whose feed's record is lost. This record is not shown; the line in the feeds
 * file, whose address still leads to the id, completes it. */
static int
put_lost_feed(struct repair *r, uint32_t feed, struct kept_feed *kept)
{
	struct feed_record record;
	record_default(&shape_feed, &record);
	record.url = arena_printf(&r->all, "lost:%u", (unsigned)feed);
	record.removed = kept->removed = true;
	int code = store_health_repair_put_record(
		r, TABLE_FEED, &shape_feed, schema_feed(feed), feed, &record, nothing);
	return code == OK ? store_health_repair_put_feed_name(r, record.url, feed) : code;
}

static int
by_number(const void *a, const void *b)
{
	uint32_t x = schema_get32(a), y = schema_get32(b);
	return (x > y) - (x < y);
}

int
store_health_repair_put_feeds(struct repair *r)
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
			code = store_feed_due_set(r->batch, feed, kept->next);
	}
	if (removed.len)
		qsort(removed.data, removed.len / 4, 4, by_number);
	if (code == OK && removed.len)
		code = store_health_repair_put(r, TABLE_META, schema_name(META_REMOVED),
			removed.data, removed.len);
	buf_done(&removed);
	for (size_t i = 0; code == OK && i < r->feeds.count; i++) {
		const struct kept_feed *kept = r->feeds.entries[i].value;
		uint32_t feed;
		memcpy(&feed, r->feeds.entries[i].key, sizeof feed);
		code = store_item_count_add(r->batch, feed, &kept->count);
	}
	return code == OK ? store_health_repair_raise(
				    r, META_NEXT_FEED, (uint64_t)last + 1, 4)
			  : code;
}

int
store_health_repair_poll_again(struct repair *r)
{
	uint64_t lost_pages = store_health_salvage_lost(r->from);
	if (r->orphans > r->out->lost_items)
		r->out->lost_items = r->orphans;
	for (size_t i = 0; i < r->feeds.count; i++) {
		struct kept_feed *kept = r->feeds.entries[i].value;
		kept->again |= lost_pages > 0;
	}
	return OK;
}
