/*
 * Items that move between feeds, when two feeds are merged or that is undone. What counts
 * for such items moves with them, as new states of ours if the old ones would not do.
 */
#include "config.h"

#include <string.h>

#include "base/str.h"
#include "model/action.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/item/item.h"
#include "store/sync/sync_batch.h"
#include "store/sync/sync_inside.h"
#include "store/sync/sync_row.h"

/* Would the state take something away from the item? */
static bool
contradicts(const struct state *entry, const struct store_item *item)
{
	bool tagged = false;
	for (size_t i = 0; i < item->tags_len; i++)
		tagged |=
			entry->kind == STATE_TAGGED && str_eq(item->tags[i], entry->tag);
	return !entry->on &&
	       (entry->kind == STATE_READ             ? !(item->flags & ITEM_UNREAD)
		       : entry->kind == STATE_STARRED ? item->flags & ITEM_STARRED
						      : tagged);
}

int
store_sync_restate(struct store_batch *batch, uint64_t item, uint64_t other)
{
	static const enum action acts[] = {[STATE_READ] = ACTION_READ,
		[STATE_STARRED] = ACTION_STAR,
		[STATE_TAGGED] = ACTION_TAG};
	struct store_view view = store_batch_view(batch);
	struct arena arena = ARENA_INIT;
	struct store_item as_is;
	struct state entry = {0};
	struct buf row = BUF_INIT(0);
	if (!batch->state || !batch->state->recording)
		return OK;
	int code = store_sync_item_row(batch, item, &row);
	if (code == OK)
		code = store_item(&view, other, &arena, &as_is);
	struct span rest = {row.data, row.len};
	while (code == OK && store_sync_next(&rest, &entry))
		if (contradicts(&entry, &as_is))
			code = store_sync_note(batch, acts[entry.kind], entry.tag, other);
	buf_done(&row);
	arena_done(&arena);
	return code == ERR_NOT_FOUND || code == ERR_DAMAGED ? OK : code;
}

int
store_sync_item_moved(struct store_batch *batch,
	const uint8_t identity[static STATE_ITEM], uint32_t from, uint32_t to)
{
	struct store_view view = store_batch_view(batch);
	struct state entry = {0}, own = {0};
	struct buf row = BUF_INIT(0);
	struct span there, here;
	bool won;
	if (!batch->state || !batch->state->recording)
		return OK;
	int code = store_sync_hash(batch, from);
	if (code == OK)
		code = store_sync_row(
			&view, store_sync_key(batch->state->hash, identity), &there);
	if (code == OK && there.n)
		code = store_sync_hash(batch, to);
	if (code || !there.n)
		return code == ERR_NOT_FOUND || code == ERR_DAMAGED ? OK : code;
	/* A copy, since each state that is put changes the map. */
	buf_add(&row, there.p, there.n);
	memcpy(entry.feed, batch->state->hash, STATE_FEED);
	memcpy(entry.item, identity, STATE_ITEM);
	there = (struct span){row.data, row.len};
	while (code == OK && store_sync_next(&there, &entry)) {
		code = store_sync_row(&view, store_sync_key(entry.feed, identity), &here);
		if (code ||
			(store_sync_find(here, &entry, &own) &&
				!state_later(&entry.stamp, entry.on, &own.stamp, own.on)))
			continue;
		store_sync_stamp(batch, &entry);
		code = store_sync_put(batch, &entry, &won);
		if (code == OK)
			code = store_sync_wait(batch, &entry);
	}
	buf_done(&row);
	return code;
}
