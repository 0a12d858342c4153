/*
 * Merges segments. Neighbours are merged by concatenating their postings, word by word;
 * only the first distance of each has to be rewritten. INDEX_MERGE_COUNT neighbours of a
 * size class become a segment of the next class.
 *
 * A large merge would keep other writers waiting, so it is done in slices, each in a
 * transaction of its own. META_MERGE says what is being merged, and up to which word:
 *
 *	sequence u32, first u64, last u64, number of segments u8, their sequences u32 …,
 *	the last word that is written
 *
 * The chunks of the new segment have its sequence, and nobody reads them, since its row
 * is only written by the last slice, which deletes the old segments. Until then searches
 * use the old ones. After a crash, META_MERGE says where to continue. If it no longer
 * fits the segments (an older program merged them), it is dropped with the chunks written
 * so far.
 *
 * Documents whose items were deleted are left out. So a segment that has lost half of its
 * documents is "merged" by itself.
 */
#include "config.h"

#include "store/index/index_merge.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/index/index_chunk.h"
#include "store/index/index_inside.h"
#include "store/index/index_plan.h"
#include "store/record/schema.h"

#define MERGE_LATE (4 * INDEX_MERGE_COUNT)
#define ENTRY_BYTES 8192      /* of a merged word; after that, another entry begins */
#define SLICE_BYTES (1 << 20) /* written in a transaction */

/* A segment that is being merged. */
struct source {
	struct index_segment segment;
	/* A copy of the chunk, since writing may overwrite the page that LMDB returned.
	 */
	struct buf bytes;
	uint8_t key[INDEX_KEY_MAX + 1];
	size_t key_len;
	struct index_chunk chunk;
	bool ended;
};

struct merge {
	struct store_batch *batch;
	struct index_plan plan;
	struct source sources[INDEX_MERGE_COUNT];
	struct index_writer writer;
	uint64_t *live; /* one bit for each document from plan.first on */
	size_t live_docs;
	bool gaps; /* some documents of the sources are not live */
	/* The entry that is being merged. */
	struct index_entry entry;
	struct buf data;
};

int
store_index_merge_current(const struct store_view *view, struct index_merge *out)
{
	struct index_plan p;
	int code = store_index_plan_get(view, &p);
	*out = (struct index_merge){p.sequence, p.first, p.last};
	return code == ERR_NOT_FOUND ? OK : code;
}

/* ---- What to merge. */

static int
read_segments(const struct store_view *view, struct index_segment **out, size_t *len)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	size_t cap = 0;
	int code = store_db_cursor(view, TABLE_SEGMENT, &cursor);
	*out = NULL;
	*len = 0;
	if (code)
		return code;
	while (code == OK && (code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) == 0)
		code = store_index_segment_read((struct span){k.mv_data, k.mv_size},
			(struct span){v.mv_data, v.mv_size}, VEC_PUSH(*out, *len, cap));
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : code;
}

/* Finds the segments that the plan names. False if they are not there as it says. */
static bool
find_sources(struct merge *m, const struct index_segment *all, size_t len)
{
	const struct index_plan *p = &m->plan;
	size_t n = 0;
	for (size_t i = 0; i < len; i++)
		if (all[i].last >= p->first && all[i].first <= p->last) {
			if (n == p->len || all[i].sequence != p->sequences[n])
				return false;
			m->sources[n++].segment = all[i];
		}
	return n > 0 && n == p->len && m->sources[0].segment.first == p->first &&
	       m->sources[n - 1].segment.last == p->last;
}

/* Continues the merge that META_MERGE describes, or begins one. m->plan.len 0: there is
 * nothing to merge. */
static int
begin(struct merge *m, struct index_state *state, enum index_merge_when when)
{
	struct store_view view = store_batch_view(m->batch);
	struct index_segment *all;
	size_t len;
	int code = read_segments(&view, &all, &len);
	int had = code == OK ? store_index_plan_get(&view, &m->plan) : ERR_NOT_FOUND;
	if (code == OK && had == OK && !find_sources(m, all, len)) {
		code = store_index_chunks_drop(m->batch, m->plan.sequence);
		if (code == OK)
			code = store_db_del(
				m->batch, TABLE_META, schema_name(META_MERGE));
		had = ERR_NOT_FOUND;
	}
	if (code == OK && had != OK && had != ERR_NOT_FOUND)
		code = had;
	if (code == OK && had != OK) {
		m->plan = (struct index_plan){0};
		store_index_plan_choose(&m->plan, all, len,
			when == INDEX_MERGE_LATE ? MERGE_LATE : INDEX_MERGE_COUNT);
		if (m->plan.len) {
			m->plan.sequence = state->sequence++;
			find_sources(m, all, len);
		}
	} else if (code == OK && when == INDEX_MERGE_LATE && len < MERGE_LATE) {
		m->plan.len = 0;
	}
	free(all);
	return code;
}

/* ---- Which documents are left. */

static void
set_live(struct merge *m, uint64_t doc)
{
	uint64_t i = doc - m->plan.first;
	m->live[i / 64] |= UINT64_C(1) << (i % 64);
	m->live_docs++;
}

static bool
is_live(const struct merge *m, uint64_t i)
{
	return m->live[i / 64] >> (i % 64) & 1;
}

/* Aliases of items that no longer exist are deleted as well. */
static int
walk_live(struct merge *m, enum schema_table table)
{
	struct store_view view = store_batch_view(m->batch);
	struct schema_key key = schema_id(m->plan.first);
	MDB_val k = {key.len, key.bytes}, v;
	MDB_cursor *cursor;
	struct span place;
	int code = store_db_batch_cursor(m->batch, table, &cursor);
	if (code == OK)
		code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	while (code == OK && k.mv_size == 8 && schema_get64(k.mv_data) <= m->plan.last) {
		if (table == TABLE_ALIAS && v.mv_size == 8 &&
			store_db_get(&view, TABLE_PLACE,
				schema_id(schema_get64(v.mv_data)), &place) != OK) {
			code = store_db_cursor_del_next(cursor, &k, &v);
			continue;
		}
		set_live(m, schema_get64(k.mv_data));
		code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT);
	}
	return code == MDB_NOTFOUND ? OK : code;
}

static int
find_live(struct merge *m)
{
	size_t written = 0;
	size_t bits = (size_t)(m->plan.last - m->plan.first) + 1;
	m->live = mem_zalloc((bits / 64 + 1) * sizeof *m->live);
	int code = walk_live(m, TABLE_PLACE);
	if (code == OK)
		code = walk_live(m, TABLE_ALIAS);
	for (size_t i = 0; i < m->plan.len; i++)
		written += m->sources[i].segment.written;
	m->gaps = m->live_docs != written;
	return code;
}

/* ---- Sources. */

static int
source_next(struct store_batch *batch, struct source *s)
{
	MDB_cursor *cursor;
	while (!store_index_chunk_next(&s->chunk)) {
		MDB_val k = {s->key_len, s->key}, v;
		int code = store_db_batch_cursor(batch, TABLE_WORD, &cursor);
		if (code == OK)
			code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
		if (code == MDB_NOTFOUND ||
			(code == OK && memcmp(k.mv_data, s->key, 4) != 0)) {
			s->ended = true;
			return OK;
		}
		if (code == OK && k.mv_size > INDEX_KEY_MAX)
			code = ERR_DAMAGED;
		if (code)
			return code;
		buf_cut(&s->bytes, 0);
		buf_add(&s->bytes, v.mv_data, v.mv_size);
		memcpy(s->key, k.mv_data, k.mv_size);
		s->key_len = k.mv_size + 1;
		s->key[k.mv_size] = 0;
		code = store_index_chunk_open(
			&s->chunk, s->segment.sequence, s->bytes.data, s->bytes.len);
		if (code)
			return code;
	}
	return OK;
}

/* Finds the first chunk that may have words after this one. */
static int
seek_chunk(struct store_batch *batch, struct source *s, const struct index_entry *word)
{
	MDB_cursor *cursor;
	uint8_t key[INDEX_KEY_MAX];
	size_t n = store_index_chunk_key(
		key, s->segment.sequence, word->term, word->term_len, UINT32_MAX);
	MDB_val k = {n, key}, v;
	schema_put32(s->key, s->segment.sequence);
	s->key_len = 4;
	int code = store_db_batch_cursor(batch, TABLE_WORD, &cursor);
	if (code || !word->term_len)
		return code;
	code = store_db_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	if (code == OK)
		code = store_db_cursor_get(cursor, &k, &v, MDB_PREV);
	else if (code == MDB_NOTFOUND)
		code = store_db_cursor_get(cursor, &k, &v, MDB_LAST);
	if (code == OK && k.mv_size <= INDEX_KEY_MAX && k.mv_size >= 4 &&
		memcmp(k.mv_data, s->key, 4) == 0) {
		memcpy(s->key, k.mv_data, k.mv_size);
		s->key_len = k.mv_size;
	}
	return code == MDB_NOTFOUND ? OK : code;
}

static int
open_source(struct store_batch *batch, struct source *s, const struct index_entry *word)
{
	int code = seek_chunk(batch, s, word);
	if (code == OK)
		code = source_next(batch, s);
	while (code == OK && word->term_len && !s->ended &&
		store_index_entry_compare(&s->chunk.entry, word) <= 0)
		code = source_next(batch, s);
	return code;
}

/* ---- Words. */

static void
begin_posting(struct merge *m, uint32_t doc)
{
	uint8_t bytes[INDEX_VARINT_MAX];
	uint32_t before = m->entry.docs ? m->entry.last : 0;
	buf_add(&m->data, bytes, index_put_varint(bytes, doc - before));
	m->entry.last = doc;
	m->entry.docs++;
}

/* Appends the postings of a source. The first distance counts from the last document so
 * far, or from the merged segment's first one. */
static void
append_all(struct merge *m, const struct index_entry *e, uint32_t shift)
{
	const uint8_t *p = e->data, *end = e->data + e->len;
	begin_posting(m, index_varint(&p, end) + shift);
	buf_add(&m->data, p, (size_t)(end - p));
	m->entry.docs += e->docs - 1;
	m->entry.last = e->last + shift;
}

/* The end of the places at p. Each place ends with a byte below 0x80, and its first byte
 * says whether another one follows. */
static const uint8_t *
skip_places(const uint8_t *p, const uint8_t *end)
{
	for (bool more = true; more && p < end;) {
		more = *p & 1;
		while (p < end && *p++ >= 0x80)
			;
	}
	return p;
}

static int
append_live(struct merge *m, const struct index_entry *e, uint32_t shift)
{
	const uint8_t *p = e->data, *end = e->data + e->len;
	uint32_t doc = shift;
	while (p < end) {
		doc += index_varint(&p, end);
		const uint8_t *places = p;
		p = skip_places(p, end);
		if (doc > m->plan.last - m->plan.first)
			return ERR_DAMAGED;
		if (!is_live(m, doc))
			continue;
		begin_posting(m, doc);
		buf_add(&m->data, places, (size_t)(p - places));
	}
	return OK;
}

static int
write_entry(struct merge *m)
{
	if (!m->entry.docs)
		return OK;
	m->entry.data = (const uint8_t *)m->data.data;
	m->entry.len = m->data.len;
	int code = store_index_writer_add(&m->writer, &m->entry);
	m->entry.docs = 0;
	buf_cut(&m->data, 0);
	return code;
}

/* Writes the least word of all sources, merging them in their order. */
static int
merge_word(struct merge *m, bool *more)
{
	struct source *least = NULL;
	int code = OK;
	for (size_t i = 0; i < m->plan.len; i++)
		if (!m->sources[i].ended &&
			(!least || store_index_entry_compare(&m->sources[i].chunk.entry,
					   &least->chunk.entry) < 0))
			least = &m->sources[i];
	*more = least != NULL;
	if (!least)
		return OK;
	m->entry = least->chunk.entry;
	m->entry.docs = 0;
	for (size_t i = 0; code == OK && i < m->plan.len; i++) {
		struct source *s = &m->sources[i];
		uint32_t shift = (uint32_t)(s->segment.first - m->plan.first);
		while (code == OK && !s->ended &&
			store_index_entry_compare(&s->chunk.entry, &m->entry) == 0) {
			if (m->gaps)
				code = append_live(m, &s->chunk.entry, shift);
			else
				append_all(m, &s->chunk.entry, shift);
			if (code == OK && m->data.len >= ENTRY_BYTES)
				code = write_entry(m);
			if (code == OK)
				code = source_next(m->batch, s);
		}
	}
	m->plan.word = m->entry;
	return code == OK ? write_entry(m) : code;
}

/* ---- A slice. */

static int
finish(struct merge *m)
{
	const struct index_segment all = {.first = m->plan.first,
		.last = m->plan.last,
		.docs = (uint32_t)m->live_docs,
		.written = (uint32_t)m->live_docs,
		.sequence = m->plan.sequence};
	int code = store_db_del(m->batch, TABLE_META, schema_name(META_MERGE));
	for (size_t i = 0; code == OK && i < m->plan.len; i++)
		code = store_index_segment_drop(m->batch, &m->sources[i].segment);
	return code == OK && all.docs ? store_index_segment_put(m->batch, &all) : code;
}

static int
run(struct merge *m)
{
	bool more = true;
	int code = find_live(m);
	m->writer =
		(struct index_writer){.batch = m->batch, .sequence = m->plan.sequence};
	for (size_t i = 0; code == OK && i < m->plan.len; i++)
		code = open_source(m->batch, &m->sources[i], &m->plan.word);
	while (code == OK && more && m->writer.written < SLICE_BYTES)
		code = merge_word(m, &more);
	if (code == OK)
		code = store_index_writer_flush(&m->writer);
	if (code != OK)
		return code;
	return more ? store_index_plan_put(m->batch, &m->plan) : finish(m);
}

int
store_index_merge_slice(struct store_batch *batch, struct index_state *state,
	enum index_merge_when when, bool *more)
{
	struct merge m = {.batch = batch};
	int code = begin(&m, state, when);
	*more = code == OK && m.plan.len > 0;
	if (*more)
		code = run(&m);
	for (size_t i = 0; i < INDEX_MERGE_COUNT; i++)
		buf_done(&m.sources[i].bytes);
	store_index_writer_done(&m.writer);
	buf_done(&m.data);
	free(m.live);
	return code;
}
