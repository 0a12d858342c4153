/*
 * Items that go from one feed to another, when two are made one, or two again: what holds
 * for them goes along, as words of our own where the words of before would say less.
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

/* The item has what the word takes away. */
static bool
contradicts(const struct state *word, const struct store_item *item)
{
	bool tagged = false;
	for (size_t i = 0; i < item->tags_len; i++)
		tagged |= word->kind == STATE_TAGGED && str_eq(item->tags[i], word->tag);
	return !word->on &&
	       (word->kind == STATE_READ             ? !(item->flags & ITEM_UNREAD)
		       : word->kind == STATE_STARRED ? item->flags & ITEM_STARRED
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
	struct state word = {0};
	struct buf row = BUF_INIT(0);
	if (!batch->state || !batch->state->recording)
		return OK;
	int code = store_sync_words(batch, item, &row);
	if (code == OK)
		code = store_item(&view, other, &arena, &as_is);
	struct span rest = {row.data, row.len};
	while (code == OK && store_sync_next(&rest, &word))
		if (contradicts(&word, &as_is))
			code = store_sync_note(batch, acts[word.kind], word.tag, other);
	buf_done(&row);
	arena_done(&arena);
	return code == ERR_NOT_FOUND || code == ERR_DAMAGED ? OK : code;
}

int
store_sync_item_moved(struct store_batch *batch,
	const uint8_t identity[static STATE_ITEM], uint32_t from, uint32_t to)
{
	struct store_view view = store_batch_view(batch);
	struct state word = {0}, own = {0};
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
	/* Each word that is put changes the map. */
	buf_add(&row, there.p, there.n);
	memcpy(word.feed, batch->state->hash, STATE_FEED);
	memcpy(word.item, identity, STATE_ITEM);
	there = (struct span){row.data, row.len};
	while (code == OK && store_sync_next(&there, &word)) {
		code = store_sync_row(&view, store_sync_key(word.feed, identity), &here);
		if (code ||
			(store_sync_word(here, &word, &own) &&
				!state_later(&word.stamp, word.on, &own.stamp, own.on)))
			continue;
		store_sync_stamp(batch, &word);
		code = store_sync_put(batch, &word, &won);
		if (code == OK)
			code = store_sync_wait(batch, &word);
	}
	buf_done(&row);
	return code;
}
