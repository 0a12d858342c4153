/*
 * Feeds with several addresses.
 *
 * Other machines know an item by the address of its feed, and a feed may get another one:
 * here today, there tomorrow or never. Or two feeds are merged, and that is undone. A
 * state of its own kind (STATE_SAME) says that two addresses belong to one feed, or no
 * longer do. It is stored as a row under each of the two, sorted before the rows of
 * items, so one lookup finds it. All addresses of a feed are its aliases.
 *
 * Rows of items stay under the address that their states came with, and what counts for
 * an item is the latest state under any alias of its feed. So it does not matter which
 * arrives first, the states of items or those that connect addresses. If several aliases
 * have a feed of their own here, and these have the item, the states count for each of
 * them.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "model/action.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/identity/item_match_inside.h"
#include "store/journal/journal_position.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"
#include "store/sync/sync_batch.h"
#include "store/sync/sync_inside.h"
#include "store/sync/sync_row.h"

/* *on: whether the two addresses belong to one feed. */
static bool
is_alias(const MDB_val *k, const MDB_val *v, bool *on)
{
	static const uint8_t zeros[STATE_OTHER];
	struct span row = {v->mv_data, v->mv_size};
	struct state s = {0};
	bool pair =
		k->mv_size == STATE_KEY &&
		memcmp((const char *)k->mv_data + STATE_FEED, zeros, STATE_OTHER) == 0 &&
		store_sync_next(&row, &s) && s.kind == STATE_SAME;
	*on = s.on;
	return pair;
}

bool
store_sync_is_alias_row(struct span key, struct span row)
{
	MDB_val k = {key.n, (void *)(uintptr_t)key.p};
	MDB_val v = {row.n, (void *)(uintptr_t)row.p};
	bool on;
	return is_alias(&k, &v, &on);
}

static void
add_alias(struct state_aliases *f, const uint8_t *hash)
{
	for (size_t i = 0; i < f->len; i++)
		if (memcmp(f->hashes[i], hash, STATE_FEED) == 0)
			return;
	if (f->len < STATE_ALIASES_MAX)
		memcpy(f->hashes[f->len++], hash, STATE_FEED);
}

int
store_sync_aliases(const struct store_view *view, const uint8_t hash[static STATE_FEED],
	struct state_aliases *f)
{
	static const uint8_t none[STATE_ITEM];
	MDB_cursor *cursor;
	MDB_val k, v;
	bool on;
	f->len = 0;
	add_alias(f, hash);
	int code = store_db_cursor(view, TABLE_STATE, &cursor);
	if (code)
		return code;
	for (size_t i = 0; code == OK && i < f->len; i++) {
		struct schema_key from = store_sync_key(f->hashes[i], none);
		k = (MDB_val){from.len, from.bytes};
		code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
		while (code == OK && is_alias(&k, &v, &on) &&
			memcmp(k.mv_data, f->hashes[i], STATE_FEED) == 0) {
			if (on)
				add_alias(f, (const uint8_t *)k.mv_data + STATE_FEED +
						     STATE_OTHER);
			code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT);
		}
		code = code == MDB_NOTFOUND ? OK : code;
	}
	mdb_cursor_close(cursor);
	return code;
}

/* Replaces entries in out by the entries of row that are later. */
static void
add_later(struct buf *out, struct span row)
{
	struct state entry = {0}, other = {0};
	struct buf kept = BUF_INIT(0);
	while (store_sync_next(&row, &entry)) {
		struct span rest = {out->data, out->len};
		bool later = true;
		buf_clear(&kept);
		while (store_sync_next(&rest, &other)) {
			bool alike = store_sync_same_kind(&other, &entry);
			later &= !alike || state_later(&entry.stamp, entry.on,
						   &other.stamp, other.on);
			if (!alike)
				store_sync_pack(&kept, &other);
		}
		if (!later)
			continue;
		store_sync_pack(&kept, &entry);
		buf_clear(out);
		buf_add(out, kept.data, kept.len);
	}
	buf_done(&kept);
}

int
store_sync_last(const struct store_view *view, const struct state_aliases *f,
	const uint8_t item[static STATE_ITEM], struct buf *out)
{
	struct span row;
	int code = OK;
	buf_clear(out);
	for (size_t i = 0; code == OK && i < f->len; i++) {
		code = store_sync_row(view, store_sync_key(f->hashes[i], item), &row);
		if (code == OK && out->len == 0)
			buf_add(out, row.p, row.n);
		else if (code == OK)
			add_later(out, row);
	}
	return code;
}

/* The feed whose address has a hash that begins like this; 0: none. */
static int
find_feed(const struct store_view *view, const uint8_t *hash, uint32_t *feed)
{
	MDB_cursor *cursor;
	MDB_val k = {STATE_FEED, (void *)(uintptr_t)hash}, v;
	int code = store_db_cursor(view, TABLE_FEEDURL, &cursor);
	*feed = 0;
	if (code)
		return code;
	code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	if (code == OK && k.mv_size >= STATE_FEED &&
		memcmp(k.mv_data, hash, STATE_FEED) == 0 && v.mv_size == 4)
		*feed = schema_get32(v.mv_data);
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : code;
}

int
store_sync_items(const struct store_view *view, const struct state_aliases *f,
	const uint8_t item[static STATE_ITEM], uint64_t ids[static STATE_ALIASES_MAX],
	size_t *len)
{
	struct match_value value;
	struct span bytes;
	uint32_t feed;
	int code = OK;
	*len = 0;
	for (size_t i = 0; code == OK && i < f->len; i++) {
		code = find_feed(view, f->hashes[i], &feed);
		if (code || feed == 0)
			continue;
		code = store_db_get(view, TABLE_GUID, schema_guid(feed, item), &bytes);
		if (code == OK && store_identity_match_unpack(bytes, &value) && value.id)
			ids[(*len)++] = value.id;
		code = code == ERR_NOT_FOUND ? OK : code;
	}
	return code;
}

int
store_sync_arrive(struct store_batch *batch, const struct state_aliases *aliases,
	const uint8_t item[static STATE_ITEM], uint64_t but)
{
	struct store_view view = store_batch_view(batch);
	struct store_sync_batch *state = batch->state;
	uint64_t ids[STATE_ALIASES_MAX];
	size_t len;
	int code = store_sync_items(&view, aliases, item, ids, &len);
	for (size_t i = 0; code == OK && i < len; i++)
		if (ids[i] != but)
			*VEC_PUSH(state->arrived, state->arrived_len,
				state->arrived_cap) = ids[i];
	return code;
}

/* ---- Connecting addresses and separating them */

/* Items that have states. */
struct items {
	struct item_name {
		uint8_t bytes[STATE_ITEM];
	} * list;
	size_t len, cap;
};

/* Adds the items that have a row under the hash. */
static int
read_items(const struct store_view *view, const uint8_t *hash, struct items *items)
{
	static const uint8_t none[STATE_ITEM];
	MDB_cursor *cursor;
	MDB_val v;
	bool on;
	struct schema_key from = store_sync_key(hash, none);
	MDB_val k = {from.len, from.bytes};
	int code = store_db_cursor(view, TABLE_STATE, &cursor);
	if (code)
		return code;
	code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	while (code == OK && k.mv_size == STATE_KEY &&
		memcmp(k.mv_data, hash, STATE_FEED) == 0) {
		if (!is_alias(&k, &v, &on))
			memcpy(VEC_PUSH(items->list, items->len, items->cap)->bytes,
				(const char *)k.mv_data + STATE_FEED, STATE_ITEM);
		code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT);
	}
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : code;
}

/* Puts the state under both addresses. */
static int
put_both(struct store_batch *batch, const struct state *s, bool *won)
{
	struct state back = *s;
	bool also;
	memcpy(back.feed, s->item + STATE_OTHER, STATE_FEED);
	memcpy(back.item + STATE_OTHER, s->feed, STATE_FEED);
	int code = store_sync_put(batch, s, won);
	return code == OK ? store_sync_put(batch, &back, &also) : code;
}

/* All items here that have states under one of the aliases have to be settled. */
static int
arrive_all(struct store_batch *batch, const struct state_aliases *f)
{
	struct store_view view = store_batch_view(batch);
	struct items items = {NULL, 0, 0};
	int code = OK;
	for (size_t i = 0; code == OK && i < f->len; i++)
		code = read_items(&view, f->hashes[i], &items);
	for (size_t i = 0; code == OK && i < items.len; i++)
		code = store_sync_arrive(batch, f, items.list[i].bytes, 0);
	free(items.list);
	return code;
}

int
store_sync_put_alias(struct store_batch *batch, const struct state *s, bool *won)
{
	struct store_view view = store_batch_view(batch);
	struct state_aliases f;
	batch->state->feed = 0; /* its aliases may change */
	int code = s->on ? OK : store_sync_aliases(&view, s->feed, &f);
	if (code == OK)
		code = put_both(batch, s, won);
	if (code == OK && s->on)
		code = store_sync_aliases(&view, s->feed, &f);
	return code == OK && *won ? arrive_all(batch, &f) : code;
}

/* ---- Our own states */

static int
say(struct store_batch *batch, const char *from, const char *to, bool same)
{
	struct schema_key a = schema_feedurl(from), b = schema_feedurl(to);
	struct state s = {.kind = STATE_SAME, .on = same};
	bool won;
	memcpy(s.feed, a.bytes, STATE_FEED);
	memcpy(s.item + STATE_OTHER, b.bytes, STATE_FEED);
	if (memcmp(a.bytes, b.bytes, STATE_FEED) == 0)
		return OK;
	store_sync_stamp(batch, &s);
	int code = store_sync_put_alias(batch, &s, &won);
	return code == OK ? store_sync_wait(batch, &s) : code;
}

int
store_sync_alias(struct store_batch *batch, const char *from, const char *to, bool same)
{
	int code = store_sync_load(batch);
	if (code || !batch->state->info.machine)
		return code;
	code = say(batch, from, to, same);
	return code == OK ? store_sync_flush(batch) : code;
}

int
store_sync_is_alias(
	struct store_batch *batch, const char *one, const char *other, bool *same)
{
	struct store_view view = store_batch_view(batch);
	struct schema_key a = schema_feedurl(one), b = schema_feedurl(other);
	struct state_aliases f;
	int code = store_sync_aliases(&view, a.bytes, &f);
	*same = false;
	for (size_t i = 0; code == OK && i < f.len; i++)
		*same |= memcmp(f.hashes[i], b.bytes, STATE_FEED) == 0;
	return code;
}

/* The addresses in feeds' records. */
static int
seed_addresses(struct store_batch *batch)
{
	struct store_view view = store_batch_view(batch);
	struct arena arena = ARENA_INIT;
	MDB_cursor *cursor;
	MDB_val k, v;
	int code = store_db_cursor(&view, TABLE_FEED, &cursor);
	if (code)
		return code;
	while (code == OK &&
		(code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) == OK) {
		struct feed_record r;
		struct span bytes = {v.mv_data, v.mv_size};
		uint32_t id = k.mv_size == 4 ? schema_get32(k.mv_data) : 0;
		arena_reset(&arena);
		if (record_decode(&shape_feed, id, bytes, &arena, &r, NULL) != OK)
			continue;
		for (size_t i = 0; code == OK && r.url && i < r.also_len; i++)
			code = say(batch, r.also[i], r.url, true);
	}
	mdb_cursor_close(cursor);
	arena_done(&arena);
	return code == MDB_NOTFOUND ? OK : code;
}

/* The merges that were not undone. */
static int
seed_merges(struct store_batch *batch)
{
	struct store_view view = store_batch_view(batch);
	struct arena arena = ARENA_INIT;
	struct journal_position undone, at;
	MDB_cursor *cursor;
	MDB_val k, v;
	int code = store_journal_position_get(&view, &undone);
	if (code == OK)
		code = store_db_cursor(&view, TABLE_JOURNAL, &cursor);
	if (code)
		return code;
	while (code == OK &&
		(code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) == OK) {
		struct journal_record r;
		struct span bytes = {v.mv_data, v.mv_size};
		arena_reset(&arena);
		if (!store_journal_position_of(&k, &at) || at.group >= undone.group ||
			record_decode(&shape_journal,
				store_journal_key_number(at.group, at.entry), bytes,
				&arena, &r, NULL) != OK)
			continue;
		if (r.act == ACTION_SAME && r.url && r.after)
			code = say(batch, r.url, r.after, true);
	}
	mdb_cursor_close(cursor);
	arena_done(&arena);
	return code == MDB_NOTFOUND ? OK : code;
}

int
store_sync_seed_aliases(struct store_batch *batch)
{
	int code = seed_addresses(batch);
	return code == OK ? seed_merges(batch) : code;
}
