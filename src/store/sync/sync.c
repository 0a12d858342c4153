/*
 * Keeps what the user, here or on other machines, set items to. A state is one such
 * setting with its stamp (model/state.h).
 *
 * The table state has a row for each item that anybody set, whether or not it is known
 * here, under the start of the feed's hash and the item's identity. A row has the latest
 * state of each kind: read, starred, each tag. The table stateout has our own states that
 * are not in our log yet, under their stamps.
 *
 * A state is stored in the transaction of the change itself, and leaves stateout after
 * the log was synced. So a crash at any point loses nothing, although it may write a line
 * twice, which means the same. States that arrive from elsewhere are compared with the
 * row, and the later one counts. This is a total order, so machines that saw the same
 * states agree, in whatever order and however often these arrived. Our clock (`last` in
 * META_STATE) is ahead of every stamp seen, so what the user does now is later than
 * anything done before.
 */
#include "config.h"

#include "store/sync/sync.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "model/action.h"
#include "store/db/batch.h"
#include "store/db/batch_inside.h"
#include "store/db/db.h"
#include "store/item/item.h"
#include "store/record/schema.h"
#include "store/record/shape.h"
#include "store/sync/sync_batch.h"
#include "store/sync/sync_inside.h"
#include "store/sync/sync_row.h"

#define INFO 48 /* bytes of META_STATE */
#define ROW_MAX 65536

/* ---- META_STATE */

static int
read_info(const struct store_view *view, struct store_sync_info *out)
{
	struct span v;
	int code = store_db_get(view, TABLE_META, schema_name(META_STATE), &v);
	*out = (struct store_sync_info){0};
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	if (v.n < INFO)
		return ERR_DAMAGED;
	*out = (struct store_sync_info){
		.machine = schema_get64(v.p),
		.place = schema_get64(v.p + 8),
		.last = schema_get64(v.p + 16),
		.seed = schema_get64(v.p + 24),
		.logged = schema_get64(v.p + 32),
		.base = schema_get64(v.p + 40),
	};
	return OK;
}

static int
write_info(struct store_batch *batch)
{
	const struct store_sync_info *info = &batch->state->info;
	uint8_t bytes[INFO];
	schema_put64(bytes, info->machine);
	schema_put64(bytes + 8, info->place);
	schema_put64(bytes + 16, info->last);
	schema_put64(bytes + 24, info->seed);
	schema_put64(bytes + 32, info->logged);
	schema_put64(bytes + 40, info->base);
	batch->state->dirty = false;
	return store_db_put(
		batch, TABLE_META, schema_name(META_STATE), bytes, sizeof bytes, 0);
}

int
store_sync_load(struct store_batch *batch)
{
	struct store_view view = store_batch_view(batch);
	if (batch->state)
		return OK;
	batch->state = mem_zalloc(sizeof *batch->state);
	return read_info(&view, &batch->state->info);
}

static void
batch_free(struct store_batch *batch)
{
	if (batch->state) {
		free(batch->state->arrived);
		free(batch->state->heard);
	}
	free(batch->state);
	batch->state = NULL;
}

int
store_sync_info(const struct store_view *view, struct store_sync_info *out)
{
	return store_db_status(view->store, read_info(view, out));
}

int
store_sync_own(
	struct store_batch *batch, const struct store_sync_info *own, struct err *err)
{
	int code = store_sync_load(batch);
	if (code == OK) {
		struct store_sync_info *info = &batch->state->info;
		info->machine = own->machine;
		info->place = own->place;
		info->logged = own->logged;
		info->base = own->base;
		code = write_info(batch);
	}
	return store_batch_fail(batch, code, err, N_("cannot store states"));
}

int
store_sync_begin(struct store_batch *batch, int64_t now_ms, bool alone, struct err *err)
{
	int code = store_sync_load(batch);
	if (code == OK) {
		batch->state->recording = batch->state->info.machine != 0;
		batch->state->now_ms = now_ms;
		batch->state->alone = alone;
	}
	return store_batch_fail(batch, code, err, N_("cannot store states"));
}

/* ---- Rows */

int
store_sync_put(struct store_batch *batch, const struct state *s, bool *won)
{
	struct store_view view = store_batch_view(batch);
	struct schema_key key = store_sync_key(s->feed, s->item);
	struct state entry;
	struct span row;
	int code = store_sync_row(&view, key, &row);
	*won = code == OK && row.n < ROW_MAX &&
	       (!store_sync_find(row, s, &entry) ||
		       state_later(&s->stamp, s->on, &entry.stamp, entry.on));
	if (!*won)
		return code;
	buf_clear(&batch->record);
	while (store_sync_next(&row, &entry))
		if (!store_sync_same_kind(&entry, s))
			store_sync_pack(&batch->record, &entry);
	store_sync_pack(&batch->record, s);
	return store_db_put(
		batch, TABLE_STATE, key, batch->record.data, batch->record.len, 0);
}

/* ---- Our own states */

int
store_sync_hash(struct store_batch *batch, uint32_t feed)
{
	struct store_view view = store_batch_view(batch);
	struct store_sync_batch *state = batch->state;
	struct arena arena = ARENA_INIT;
	struct feed_record record;
	if (state->feed == feed)
		return OK;
	int code = store_db_record(&view, TABLE_FEED, feed, &arena, &record, NULL);
	if (code == OK) {
		struct schema_key key = schema_feedurl(record.url);
		memcpy(state->hash, key.bytes, STATE_FEED);
		code = store_sync_aliases(&view, state->hash, &state->aliases);
		state->feed = code == OK ? feed : 0;
	}
	arena_done(&arena);
	return code;
}

/* How other machines know the item. ERR_NOT_FOUND if they cannot, or its record is
 * damaged. */
static int
identify(struct store_batch *batch, uint64_t id, struct state *out, int64_t *seen)
{
	struct store_view view = store_batch_view(batch);
	struct arena arena = ARENA_INIT;
	struct item_record record;
	int code = store_db_record(&view, TABLE_ITEM, id, &arena, &record, NULL);
	if (code == OK)
		code = store_sync_hash(batch, record.feed);
	if (code == OK) {
		memcpy(out->feed, batch->state->hash, STATE_FEED);
		memcpy(out->item, record.identity, STATE_ITEM);
		*seen = record.seen;
	}
	arena_done(&arena);
	return code == ERR_DAMAGED ? ERR_NOT_FOUND : code;
}

void
store_sync_stamp(struct store_batch *batch, struct state *s)
{
	struct store_sync_batch *state = batch->state;
	state->info.last = state_tick(state->info.last, state->now_ms, state->alone);
	state->dirty = true;
	s->stamp = (struct state_stamp){state->info.last, state->info.machine};
}

int
store_sync_wait(struct store_batch *batch, const struct state *s)
{
	buf_clear(&batch->record);
	buf_add(&batch->record, s->feed, STATE_FEED);
	buf_add(&batch->record, s->item, STATE_ITEM);
	store_sync_pack(&batch->record, s);
	return store_db_put(batch, TABLE_STATEOUT, schema_id(s->stamp.time),
		batch->record.data, batch->record.len, MDB_APPEND);
}

int
store_sync_note(struct store_batch *batch, enum action act, const char *tag, uint64_t id)
{
	struct state s = {0};
	int64_t seen;
	bool won;
	const struct action_kind *kind = action_kind(act);
	if (!batch->state || !batch->state->recording || !kind->state)
		return OK;
	s.kind = (enum state_kind)kind->state;
	s.on = kind->on;
	if (s.kind == STATE_TAGGED) {
		size_t n = tag ? strlen(tag) : 0;
		if (n == 0 || n > STATE_TAG_MAX)
			return OK;
		memcpy(s.tag, tag, n + 1);
	}
	int code = s.kind == STATE_LISTENED ? store_sync_place(batch, id, &s) : OK;
	if (code == OK)
		code = identify(batch, id, &s, &seen);
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	store_sync_stamp(batch, &s);
	code = store_sync_put(batch, &s, &won);
	if (code == OK)
		code = store_sync_wait(batch, &s);
	/* The other addresses of the feed may have the item, too. */
	if (code == OK && batch->state->aliases.len > 1)
		code = store_sync_arrive(batch, &batch->state->aliases, s.item, id);
	return code;
}

int
store_sync_listened(struct store_batch *batch, uint64_t id, struct err *err)
{
	int code = store_sync_note(batch, ACTION_UNPLAYED, NULL, id);
	if (code == OK)
		code = store_sync_flush(batch);
	return store_batch_fail(batch, code, err, N_("cannot store states"));
}

int
store_sync_flush(struct store_batch *batch)
{
	return batch->state && batch->state->dirty ? write_info(batch) : OK;
}

int
store_sync_item_row(struct store_batch *batch, uint64_t id, struct buf *row)
{
	struct store_view view = store_batch_view(batch);
	struct state s = {0};
	int64_t seen;
	int code = identify(batch, id, &s, &seen);
	return code ? code : store_sync_last(&view, &batch->state->aliases, s.item, row);
}

const struct store_batch_part store_sync_part = {
	.note = store_sync_note,
	.flush = store_sync_flush,
	.settle = store_sync_settle_unjournaled,
	.free = batch_free,
};

/* ---- What was set before states were kept */

/* Stores a state as of the item's arrival, unless there is one already. */
static int
seed_state(struct store_batch *batch, struct state *s, enum state_kind kind)
{
	bool won;
	s->kind = kind;
	s->on = true;
	return store_sync_put(batch, s, &won);
}

static int
seed_item(struct store_batch *batch, uint64_t id)
{
	struct store_view view = store_batch_view(batch);
	struct arena arena = ARENA_INIT;
	struct store_item item;
	struct state s = {0};
	int64_t seen;
	bool won;
	int code = store_item(&view, id, &arena, &item);
	bool heard = code == OK && store_sync_place(batch, id, &s) == OK;
	bool set =
		code == OK && (!(item.flags & ITEM_UNREAD) || item.flags & ITEM_STARRED ||
				      item.tags_len || heard);
	if (set)
		code = identify(batch, id, &s, &seen);
	if (set && code == OK) {
		/* Nobody knows when it was set, or together with what. */
		s.stamp.time = seen > 0 ? (uint64_t)seen * 1000 << 16 | 1 : 1;
		s.stamp.machine = batch->state->info.machine;
		if (heard)
			code = store_sync_put(batch, &s, &won);
		if (code == OK && !(item.flags & ITEM_UNREAD))
			code = seed_state(batch, &s, STATE_READ);
		if (code == OK && item.flags & ITEM_STARRED)
			code = seed_state(batch, &s, STATE_STARRED);
		for (size_t i = 0; code == OK && i < item.tags_len; i++) {
			size_t n = strlen(item.tags[i]);
			if (n > STATE_TAG_MAX)
				continue;
			memcpy(s.tag, item.tags[i], n + 1);
			code = seed_state(batch, &s, STATE_TAGGED);
		}
	}
	arena_done(&arena);
	/* A deleted or damaged item has no state. */
	return code == ERR_NOT_FOUND || code == ERR_DAMAGED ? OK : code;
}

int
store_sync_seed(struct store_batch *batch, size_t max, bool *more, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	MDB_cursor *cursor;
	MDB_val k, v;
	int code = store_sync_load(batch);
	struct store_sync_info *info = &batch->state->info;
	*more = false;
	if (code == OK && info->seed != UINT64_MAX)
		code = store_db_cursor(&view, TABLE_PLACE, &cursor);
	if (code || info->seed == UINT64_MAX)
		return store_batch_fail(batch, code, err, N_("cannot store states"));
	if (info->seed == 0)
		code = store_sync_seed_aliases(batch);
	struct schema_key from = schema_id(info->seed + 1);
	k = (MDB_val){from.len, from.bytes};
	if (code == OK)
		code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	for (size_t i = 0; code == OK && i < max; i++) {
		info->seed = schema_get64(k.mv_data);
		code = seed_item(batch, info->seed);
		if (code == OK)
			code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT);
	}
	mdb_cursor_close(cursor);
	*more = code == OK;
	if (code == MDB_NOTFOUND) {
		info->seed = UINT64_MAX;
		code = OK;
	}
	if (code == OK)
		code = write_info(batch);
	return store_batch_fail(batch, code, err, N_("cannot store states"));
}
