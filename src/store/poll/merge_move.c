#include "config.h"

#include "store/poll/merge_move.h"

#include "base/err.h"
#include "base/str.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/feed/feed.h"
#include "store/identity/item_match_inside.h"
#include "store/item/tag_inside.h"
#include "store/mark/trash_inside.h"
#include "store/poll/merge_inside.h"
#include "store/record/shape.h"
#include "store/sync/sync_inside.h"

int
store_poll_move_guid(const struct feed_move *m, uint32_t feed,
	const uint8_t identity[static SCHEMA_IDENTITY], struct match_value *out)
{
	struct span bytes;
	int code =
		store_db_get(&m->view, TABLE_GUID, schema_guid(feed, identity), &bytes);
	if (code == OK && !store_identity_match_unpack(bytes, out))
		code = ERR_NOT_FOUND;
	return code;
}

/* Moves the item's entries in lists. A deleted item is in none; then *flags is -1. */
static int
relist(struct feed_move *m, uint64_t id, int64_t time, int *flags)
{
	uint8_t feed[4], byte;
	struct span value;
	struct schema_key old = schema_feeditem(m->from, time, id);
	struct schema_key key = schema_time(time, id);
	struct store_batch *batch = m->batch;
	*flags = -1;
	int code = store_db_get(&m->view, TABLE_FEEDITEM, old, &value);
	if (code || value.n != 1)
		return code == ERR_NOT_FOUND ? OK : code ? code : ERR_DAMAGED;
	byte = (uint8_t)value.p[0];
	*flags = byte;
	schema_put32(feed, m->into);
	code = store_db_del(batch, TABLE_FEEDITEM, old);
	if (code == OK)
		code = store_db_put(batch, TABLE_FEEDITEM,
			schema_feeditem(m->into, time, id), &byte, 1, 0);
	if (code == OK)
		code = store_db_put(batch, TABLE_TIMEITEM, key, feed, sizeof feed, 0);
	if (code == OK && byte & ITEM_UNREAD)
		code = store_db_put(batch, TABLE_UNREAD, key, feed, sizeof feed, 0);
	if (code == OK && byte & ITEM_STARRED)
		code = store_db_put(batch, TABLE_STARRED, key, feed, sizeof feed, 0);
	if (code == OK && byte & ITEM_TAGGED)
		code = store_item_tag_show(batch, id, m->from, time, false);
	if (code == OK && byte & ITEM_TAGGED)
		code = store_item_tag_show(batch, id, m->into, time, true);
	return code;
}

static int
put_moved(struct feed_move *m, uint64_t id, int64_t time, struct item_record *record,
	const struct match_value *guid)
{
	uint8_t place[12], value[MATCH_VALUE_BYTES];
	struct store_batch *batch = m->batch;
	schema_put_time(place, time);
	schema_put32(place + 8, m->into);
	store_identity_match_pack(guid, value);
	record->feed = m->into;
	int code =
		store_db_put(batch, TABLE_PLACE, schema_id(id), place, sizeof place, 0);
	if (code == OK)
		code = store_db_replace_record(batch, TABLE_ITEM, id, record);
	if (code == OK)
		code = store_db_del(
			batch, TABLE_GUID, schema_guid(m->from, record->identity));
	if (code == OK)
		code = store_db_put(batch, TABLE_GUID,
			schema_guid(m->into, record->identity), value, sizeof value, 0);
	return code;
}

static void
count_moved(struct feed_move *m, int flags)
{
	m->moved++;
	if (flags < 0)
		return;
	int64_t unread = flags & ITEM_UNREAD ? 1 : 0;
	int64_t starred = flags & ITEM_STARRED ? 1 : 0;
	m->came.total++, m->left.total--;
	m->came.unread += unread, m->left.unread -= unread;
	m->came.starred += starred, m->left.starred -= starred;
}

int
store_poll_move_item(struct feed_move *m, uint64_t id, bool back, bool *did)
{
	struct item_record record;
	struct match_value guid, taken = {0};
	uint32_t feed;
	int64_t time;
	int flags;
	*did = false;
	int code = store_db_place(&m->view, id, &feed, &time);
	if (code || feed != m->from)
		return code == ERR_NOT_FOUND ? OK : code;
	arena_reset(&m->arena);
	code = store_db_record(&m->view, TABLE_ITEM, id, &m->arena, &record, NULL);
	/* An item whose record is damaged stays. */
	if (code == OK)
		code = store_poll_move_guid(m, m->from, record.identity, &guid);
	if (code || guid.id != id)
		return code == ERR_NOT_FOUND || code == ERR_DAMAGED ? OK : code;
	code = store_poll_move_guid(m, m->into, record.identity, &taken);
	if (code && code != ERR_NOT_FOUND)
		return code;
	if (code == OK && taken.id)
		return OK;
	code = relist(m, id, time, &flags);
	if (code == OK)
		code = put_moved(m, id, time, &record, &guid);
	if (code == OK && flags < 0)
		code = store_mark_hidden_list(m->batch, id, true);
	if (code == OK && back)
		code = store_sync_item_moved(m->batch, record.identity, m->from, m->into);
	if (code == OK)
		code = store_sync_arrived(m->batch, id, record.identity, m->into);
	count_moved(m, flags);
	*did = true;
	return code;
}

int
store_poll_move_done(struct feed_move *m)
{
	int code = store_item_count_add(m->batch, m->from, &m->left);
	if (code == OK)
		code = store_item_count_add(m->batch, m->into, &m->came);
	arena_done(&m->arena);
	return code;
}

int
store_poll_merge_again(struct store_batch *batch, const struct journal_record *r,
	bool redo, size_t *changed)
{
	struct feed_move m = {.batch = batch, .view = store_batch_view(batch)};
	uint32_t *first = redo ? &m.from : &m.into, *second = redo ? &m.into : &m.from;
	bool did;
	if (!r->url || !r->after || !r->ids_len)
		return OK;
	int code = store_feed_find(&m.view, r->url, first);
	if (code == OK)
		code = store_feed_find(&m.view, r->after, second);
	if (code) /* a feed was deleted for good: the rest stays where it is */
		return code == ERR_NOT_FOUND ? OK : code;
	for (size_t i = 0; code == OK && i < r->ids_len; i++)
		code = store_poll_move_item(&m, r->ids[i], !redo, &did);
	if (code == OK)
		code = store_sync_flush(batch);
	*changed = m.moved;
	int counted = store_poll_move_done(&m);
	return code ? code : counted;
}
