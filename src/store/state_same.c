/*
 * Items are known to other machines by their feed's address, and a feed may get another
 * one: here today, there tomorrow or never. A word of its own says that two addresses are
 * one feed's. It is stored as a row under either, before the rows of items, and so found
 * with one look; feeds that are one form a family, and rows of items stand under the
 * first of its hashes. When families join, the rows of one go over to the other, word by
 * word, the later one holding: so it is the same for the outcome which came first, the
 * words about items or the word that joins.
 */
#include "config.h"

#include "store/state_inside.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "store/db.h"
#include "store/match.h"
#include "store/state_row.h"
#include "store/write.h"

#define FAMILY_MAX 32 /* addresses of a feed */

struct family {
	uint8_t hashes[FAMILY_MAX][STATE_FEED];
	size_t len;
};

static bool
is_pair(const MDB_val *k, const MDB_val *v)
{
	static const uint8_t zeros[STATE_OTHER];
	struct span row = {v->mv_data, v->mv_size};
	struct state s = {0};
	return k->mv_size == STATE_KEY &&
	       memcmp((const char *)k->mv_data + STATE_FEED, zeros, STATE_OTHER) == 0 &&
	       store_state_next(&row, &s) && s.kind == STATE_SAME;
}

bool
store_state_is_pair(struct span key, struct span row)
{
	MDB_val k = {key.n, (void *)(uintptr_t)key.p};
	MDB_val v = {row.n, (void *)(uintptr_t)row.p};
	return is_pair(&k, &v);
}

static void
add_member(struct family *f, const uint8_t *hash)
{
	for (size_t i = 0; i < f->len; i++)
		if (memcmp(f->hashes[i], hash, STATE_FEED) == 0)
			return;
	if (f->len < FAMILY_MAX)
		memcpy(f->hashes[f->len++], hash, STATE_FEED);
}

/* All hashes of the feed, this one first. */
static int
find_family(const struct store_view *view, const uint8_t *hash, struct family *f)
{
	static const uint8_t none[STATE_ITEM];
	MDB_cursor *cursor;
	MDB_val k, v;
	f->len = 0;
	add_member(f, hash);
	int code = store_db_cursor(view, TABLE_STATE, &cursor);
	if (code)
		return code;
	for (size_t i = 0; code == OK && i < f->len; i++) {
		struct schema_key from = store_state_key(f->hashes[i], none);
		k = (MDB_val){from.len, from.bytes};
		code = mdb_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
		while (code == OK && is_pair(&k, &v) &&
			memcmp(k.mv_data, f->hashes[i], STATE_FEED) == 0) {
			add_member(
				f, (const uint8_t *)k.mv_data + STATE_FEED + STATE_OTHER);
			code = mdb_cursor_get(cursor, &k, &v, MDB_NEXT);
		}
		code = code == MDB_NOTFOUND ? OK : code;
	}
	mdb_cursor_close(cursor);
	return code;
}

static const uint8_t *
first_of(const struct family *f)
{
	size_t first = 0;
	for (size_t i = 1; i < f->len; i++)
		if (memcmp(f->hashes[i], f->hashes[first], STATE_FEED) < 0)
			first = i;
	return f->hashes[first];
}

int
store_state_root(const struct store_view *view, uint8_t hash[static STATE_FEED])
{
	struct family f;
	int code = find_family(view, hash, &f);
	if (code == OK)
		memcpy(hash, first_of(&f), STATE_FEED);
	return code;
}

/* The feed whose address's hash begins so, 0: none. */
static int
find_feed(const struct store_view *view, const uint8_t *hash, uint32_t *feed)
{
	MDB_cursor *cursor;
	MDB_val k = {STATE_FEED, (void *)(uintptr_t)hash}, v;
	int code = store_db_cursor(view, TABLE_FEEDURL, &cursor);
	*feed = 0;
	if (code)
		return code;
	code = mdb_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	if (code == OK && k.mv_size >= STATE_FEED &&
		memcmp(k.mv_data, hash, STATE_FEED) == 0 && v.mv_size == 4)
		*feed = schema_get32(v.mv_data);
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : code;
}

int
store_state_item(const struct store_view *view, const struct state *s, uint64_t *id)
{
	struct match_value value;
	struct span bytes;
	struct family f;
	uint32_t feed;
	*id = 0;
	int code = find_family(view, s->feed, &f);
	for (size_t i = 0; code == OK && *id == 0 && i < f.len; i++) {
		code = find_feed(view, f.hashes[i], &feed);
		if (code || feed == 0)
			continue;
		code = store_db_get(view, TABLE_GUID, schema_guid(feed, s->item), &bytes);
		if (code == OK && store_match_unpack(bytes, &value))
			*id = value.id;
		code = code == ERR_NOT_FOUND ? OK : code;
	}
	return code;
}

/* ---- Joining. */

/* Rows of items that go over to another hash. */
struct rows {
	struct arena arena;
	struct row {
		struct state key; /* feed and item alone */
		struct span words;
	} * list;
	size_t len, cap;
};

/* Those that stand under the hash. */
static int
read_rows(const struct store_view *view, const uint8_t *hash, struct rows *rows)
{
	static const uint8_t none[STATE_ITEM];
	MDB_cursor *cursor;
	MDB_val v;
	struct schema_key from = store_state_key(hash, none);
	MDB_val k = {from.len, from.bytes};
	int code = store_db_cursor(view, TABLE_STATE, &cursor);
	if (code)
		return code;
	code = mdb_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	while (code == OK && k.mv_size == STATE_KEY &&
		memcmp(k.mv_data, hash, STATE_FEED) == 0) {
		if (!is_pair(&k, &v)) {
			struct row *row = VEC_PUSH(rows->list, rows->len, rows->cap);
			*row = (struct row){.words = {arena_strndup(&rows->arena,
							      v.mv_data, v.mv_size),
						    v.mv_size}};
			memcpy(row->key.feed, k.mv_data, STATE_FEED);
			memcpy(row->key.item, (const char *)k.mv_data + STATE_FEED,
				STATE_ITEM);
		}
		code = mdb_cursor_get(cursor, &k, &v, MDB_NEXT);
	}
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : code;
}

/* The row's words go to the same item under the other hash. */
static int
put_row(struct store_batch *batch, const struct row *row, const uint8_t *to)
{
	struct state word = {0};
	struct span rest = row->words;
	bool won;
	int code = store_db_del(
		batch, TABLE_STATE, store_state_key(row->key.feed, row->key.item));
	memcpy(word.feed, to, STATE_FEED);
	memcpy(word.item, row->key.item, STATE_ITEM);
	while (code == OK && store_state_next(&rest, &word))
		code = store_state_put(batch, &word, &won);
	return code;
}

/* Where the item is here, it becomes what its row says. */
static int
arrive(struct store_batch *batch, const struct row *row)
{
	struct store_view view = store_batch_view(batch);
	struct store_state_batch *state = batch->state;
	uint64_t id;
	int code = store_state_item(&view, &row->key, &id);
	if (code == OK && id)
		*VEC_PUSH(state->arrived, state->arrived_len, state->arrived_cap) = id;
	return code;
}

/* A word that joins has a row under either. */
static int
put_pair(struct store_batch *batch, const struct state *s, bool *won)
{
	struct state back = *s;
	bool also;
	memcpy(back.feed, s->item + STATE_OTHER, STATE_FEED);
	memcpy(back.item + STATE_OTHER, s->feed, STATE_FEED);
	int code = store_state_put(batch, s, won);
	return code == OK ? store_state_put(batch, &back, &also) : code;
}

/* All rows of the family to its first hash. */
static int
gather(struct store_batch *batch, const uint8_t *hash)
{
	struct store_view view = store_batch_view(batch);
	struct rows rows = {.arena = ARENA_INIT};
	struct family f;
	int code = find_family(&view, hash, &f);
	const uint8_t *first = first_of(&f);
	for (size_t i = 0; code == OK && i < f.len; i++)
		code = read_rows(&view, f.hashes[i], &rows);
	for (size_t i = 0; code == OK && i < rows.len; i++) {
		if (memcmp(rows.list[i].key.feed, first, STATE_FEED) != 0)
			code = put_row(batch, &rows.list[i], first);
		if (code == OK)
			code = arrive(batch, &rows.list[i]);
	}
	free(rows.list);
	arena_done(&rows.arena);
	return code;
}

int
store_state_join(struct store_batch *batch, const struct state *s, bool *won)
{
	batch->state->feed = 0; /* its hash may be another now */
	int code = put_pair(batch, s, won);
	return code == OK ? gather(batch, s->feed) : code;
}

/* ---- Our own words. */

static int
say_same(struct store_batch *batch, const char *from, const char *to)
{
	struct schema_key a = schema_feedurl(from), b = schema_feedurl(to);
	struct state s = {.kind = STATE_SAME, .on = true};
	bool won;
	memcpy(s.feed, a.bytes, STATE_FEED);
	memcpy(s.item + STATE_OTHER, b.bytes, STATE_FEED);
	if (memcmp(a.bytes, b.bytes, STATE_FEED) == 0)
		return OK;
	int code = store_state_say(batch, &s);
	return code == OK ? store_state_join(batch, &s, &won) : code;
}

int
store_state_readdress(struct store_batch *batch, const char *from, const char *to)
{
	int code = store_state_load(batch);
	if (code || !batch->state->info.machine)
		return code;
	code = say_same(batch, from, to);
	return code == OK ? store_state_flush(batch) : code;
}

int
store_state_seed_same(struct store_batch *batch)
{
	struct store_view view = store_batch_view(batch);
	struct arena arena = ARENA_INIT;
	MDB_cursor *cursor;
	MDB_val k, v;
	int code = store_db_cursor(&view, TABLE_FEED, &cursor);
	if (code)
		return code;
	while (code == OK && (code = mdb_cursor_get(cursor, &k, &v, MDB_NEXT)) == OK) {
		struct feed_record r;
		struct span bytes = {v.mv_data, v.mv_size};
		uint32_t id = k.mv_size == 4 ? schema_get32(k.mv_data) : 0;
		arena_reset(&arena);
		if (record_decode(&shape_feed, id, bytes, &arena, &r, NULL) != OK)
			continue;
		for (size_t i = 0; code == OK && r.url && i < r.also_len; i++)
			code = say_same(batch, r.also[i], r.url);
	}
	mdb_cursor_close(cursor);
	arena_done(&arena);
	return code == MDB_NOTFOUND ? OK : code;
}
