/*
 * A withdrawn item is in the trash, so that whatever handles deleted items does not have
 * to know of withdrawn ones. But a deleted item still answers to its identity, and so
 * never returns as new. A withdrawn one gets an identity that no document has: its own,
 * mixed with its id. So a refresh or another import brings it as a new item, with another
 * id, and mixing once more gives it back its own.
 */
#include "config.h"

#include "store/poll/withdraw_inside.h"

#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/identity/item_match_inside.h"
#include "store/identity/story_inside.h"
#include "store/item/trash_read_inside.h"
#include "store/mark/trash.h"
#include "store/poll/import.h"
#include "store/poll/import_row.h"
#include "store/record/schema.h"
#include "store/record/shape.h"
#include "store/sync/sync_inside.h"

struct work {
	struct store_batch *batch;
	struct store_view view;
	struct arena arena;
	struct item_record record;
	struct match_value guid;
};

static void
mix(uint8_t identity[static SCHEMA_IDENTITY], uint64_t id)
{
	uint64_t hash = hash64(&id, sizeof id);
	for (size_t i = 0; i < SCHEMA_IDENTITY; i++)
		identity[i] ^= i < 8 ? (uint8_t)(hash >> 8 * i) : 0xff;
}

static int
look_up(const struct store_view *view, uint32_t feed, const uint8_t *identity,
	struct match_value *out)
{
	struct span bytes;
	int code = store_db_get(view, TABLE_GUID, schema_guid(feed, identity), &bytes);
	return code == OK && !store_identity_match_unpack(bytes, out) ? ERR_DAMAGED
								      : code;
}

/* Reads the item and its entry in the guid table. */
static int
find(struct work *w, uint64_t id)
{
	arena_reset(&w->arena);
	int code = store_db_record(&w->view, TABLE_ITEM, id, &w->arena, &w->record, NULL);
	if (code == OK)
		code = look_up(&w->view, w->record.feed, w->record.identity, &w->guid);
	/* A damaged entry, or one that now belongs to another item, stays as it is. */
	if (code == ERR_DAMAGED || (code == OK && w->guid.id != id))
		code = ERR_NOT_FOUND;
	return code;
}

/* Gives it the other of its two identities. */
static int
swap(struct work *w, uint64_t id, uint64_t content)
{
	uint8_t bytes[MATCH_VALUE_BYTES];
	const struct match_value value = {id, content, 0};
	struct item_record *r = &w->record;
	store_identity_match_pack(&value, bytes);
	int code = store_db_del(w->batch, TABLE_GUID, schema_guid(r->feed, r->identity));
	mix(r->identity, id);
	if (code == OK)
		code = store_db_replace_record(w->batch, TABLE_ITEM, id, r);
	if (code == OK)
		code = store_db_put(w->batch, TABLE_GUID,
			schema_guid(r->feed, r->identity), bytes, sizeof bytes, 0);
	return code;
}

static int
move(struct work *w, uint64_t id, bool trash, int64_t now)
{
	size_t n;
	bool stories = w->batch->stories;
	w->batch->stories = false; /* it goes alone */
	int code = trash ? store_mark_put_hidden(w->batch, &id, 1, false, now, &n, NULL)
			 : OK;
	if (code == OK)
		code = store_mark_put_trash(w->batch, &id, 1, trash, now, &n, NULL);
	w->batch->stories = stories;
	return code;
}

static int
withdraw(struct work *w, uint64_t id, int64_t now, size_t *changed)
{
	int code = find(w, id);
	if (code || store_identity_match_withdrawn(&w->guid) ||
		store_poll_import_is_met(&w->view, w->record.feed, id))
		return code == ERR_NOT_FOUND ? OK : code;
	code = move(w, id, true, now);
	if (code == OK)
		code = store_identity_story_leave(w->batch, id);
	++*changed;
	return code == OK ? swap(w, id, MATCH_WITHDRAWN) : code;
}

static int
bring_again(struct work *w, uint64_t id, size_t *changed)
{
	struct match_value taken;
	uint8_t own[SCHEMA_IDENTITY];
	int code = find(w, id);
	if (code || !store_identity_match_withdrawn(&w->guid))
		return code == ERR_NOT_FOUND ? OK : code;
	memcpy(own, w->record.identity, sizeof own);
	mix(own, id);
	code = look_up(&w->view, w->record.feed, own, &taken);
	if (code != ERR_NOT_FOUND)
		return code;
	code = swap(w, id, 0);
	if (code == OK)
		code = move(w, id, false, 0);
	if (code == OK)
		code = store_identity_story_put(
			w->batch, store_identity_story_page(w->record.link), id, true);
	if (code == OK)
		code = store_poll_import_await(w->batch, w->record.feed);
	++*changed;
	return code == OK ? store_sync_arrived(w->batch, id, own, w->record.feed) : code;
}

static struct work
begin(struct store_batch *batch)
{
	return (struct work){
		.batch = batch, .view = store_batch_view(batch), .arena = ARENA_INIT};
}

int
store_poll_withdraw(struct store_batch *batch, const uint64_t *ids, size_t len,
	int64_t now, size_t *changed)
{
	struct work w = begin(batch);
	int code = OK;
	for (size_t i = 0; code == OK && i < len; i++)
		code = withdraw(&w, ids[i], now, changed);
	arena_done(&w.arena);
	return code;
}

int
store_poll_bring_again(
	struct store_batch *batch, const uint64_t *ids, size_t len, size_t *changed)
{
	struct work w = begin(batch);
	int code = OK;
	for (size_t i = 0; code == OK && i < len; i++)
		code = bring_again(&w, ids[i], changed);
	arena_done(&w.arena);
	return code;
}

/* Leaves the item's record with its own identity in w if it was withdrawn. */
static bool
is_withdrawn(struct work *w, uint64_t id)
{
	if (!store_item_trash_has(&w->view, id) || find(w, id) != OK ||
		!store_identity_match_withdrawn(&w->guid))
		return false;
	mix(w->record.identity, id);
	return true;
}

bool
store_poll_is_withdrawn(const struct store_view *view, uint64_t id)
{
	struct work w = {.view = *view, .arena = ARENA_INIT};
	bool withdrawn = is_withdrawn(&w, id);
	arena_done(&w.arena);
	return withdrawn;
}

int
store_poll_stand_in(const struct store_view *view, uint64_t id, uint64_t *out)
{
	struct work w = {.view = *view, .arena = ARENA_INIT};
	struct match_value taken = {0};
	int code = is_withdrawn(&w, id)
			   ? look_up(view, w.record.feed, w.record.identity, &taken)
			   : OK;
	*out = taken.id ? taken.id : id;
	arena_done(&w.arena);
	return code == ERR_NOT_FOUND ? OK : code;
}
