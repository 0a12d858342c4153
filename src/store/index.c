/*
 * The full-text index, the writing half.
 *
 * Words map to the documents they stand in and their places there (so a phrase needs no
 * look at a text). LMDB could hold an entry a word and document, but an item has some 150
 * different words, each of which would be an insertion at a place of its own. So the
 * index is made of segments, each of consecutive documents, written at once:
 *
 *	segment   last document          first, number of documents, sequence
 *	word      sequence|word|0|first  chunk: entries of words in order, about 32 KB
 *
 *	chunk     check u32, then entries
 *	entry     shared u8, rest u8, rest of the word, documents, last, bytes, postings
 *	posting   distance from the document before, then places
 *	place     (distance from the place before) * 2 + (another follows)
 *
 * Numbers are varints. Since documents are numbered as they come, the segments' ranges
 * follow each other, and merging neighbours is putting their postings one behind the
 * other: only the first distance of each is written anew. Eight neighbours of a size
 * class are merged into one of the next; a segment has at most INDEX_SEGMENT_DOCS, so no
 * merge takes long.
 *
 * Turned down: entries a word and item in LMDB (a random insertion for each word);
 * segments without places (a phrase of frequent words would be proved by reading the
 * texts of all items that have them); signatures and trigram filters (every hit has to be
 * proved by its text). tests/bench/time_search tells what searches cost, fill_store what
 * the index adds to storing.
 *
 * Crashes. A mark in meta says which documents are in segments; it changes in the
 * transaction that writes them. What comes after it (at most INDEX_PENDING documents
 * wait, more only while the index of an older store is made) is looked through by the
 * search itself. So there is one way into the index, and no state between.
 *
 * Edits. The document of an edited item gets a new number, an alias, which goes through
 * the mark like a new item; the table alias says whose it is, and the highest alias of an
 * item is the valid one. Deletions need nothing: a search shows items that are there.
 *
 * Words stand in several spaces (index.h): all text together, titles and authors once
 * more by themselves, and what a word with accents would be without.
 */
#include "config.h"

#include "store/index.h"

#include <stdlib.h>
#include <string.h>

#include "base/fold.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/vec.h"
#include "base/word.h"
#include "store/db.h"
#include "store/write.h"

#define CHUNK_BYTES (8 * 4096 - 16) /* a node's header, and pages are full */
#define ENTRY_BYTES 8192            /* of a merged word, then another entry begins */
#define FLUSH_DOCS 2048
#define FLUSH_SPAN INDEX_SEGMENT_DOCS
#define MERGE_COUNT 8
#define TERM_NEAR 22 /* bytes of a word that stand in its term */
#define CLASSES 3

/* ---- Numbers. */

static size_t
put_varint(uint8_t *to, uint32_t value)
{
	size_t n = 0;
	for (; value >= 0x80; value >>= 7)
		to[n++] = (uint8_t)(value | 0x80);
	to[n++] = (uint8_t)value;
	return n;
}

uint32_t
index_varint(const uint8_t **p, const uint8_t *end)
{
	uint32_t value = 0;
	for (int shift = 0; *p < end && shift < 35; shift += 7) {
		uint8_t byte = *(*p)++;
		value |= (uint32_t)(byte & 0x7f) << (shift & 31);
		if (byte < 0x80)
			break;
	}
	return value;
}

/* ---- Chunks. */

size_t
index_key(uint8_t key[static INDEX_KEY_MAX], uint32_t sequence, const uint8_t *term,
	size_t n, uint32_t first)
{
	schema_put32(key, sequence);
	memcpy(key + 4, term, n);
	key[4 + n] = 0;
	schema_put32(key + 5 + n, first);
	return n + 9;
}

int
index_chunk_open(
	struct index_chunk *chunk, uint32_t sequence, const void *bytes, size_t n)
{
	const uint8_t *p = bytes;
	if (n < 4 || schema_get32(p) != record_sum(sequence, p + 4, n - 4))
		return ERR_DAMAGED;
	chunk->at = p + 4;
	chunk->end = p + n;
	chunk->entry.term_len = 0;
	return OK;
}

bool
index_chunk_next(struct index_chunk *c)
{
	struct index_entry *e = &c->entry;
	if (c->end - c->at < 5)
		return false;
	size_t shared = c->at[0], rest = c->at[1];
	if (shared > e->term_len || shared + rest > INDEX_TERM_MAX ||
		(size_t)(c->end - c->at) < 2 + rest)
		return false;
	memcpy(e->term + shared, c->at + 2, rest);
	e->term_len = (uint8_t)(shared + rest);
	c->at += 2 + rest;
	e->docs = index_varint(&c->at, c->end);
	e->last = index_varint(&c->at, c->end);
	e->len = index_varint(&c->at, c->end);
	if (e->len > (size_t)(c->end - c->at))
		return false;
	e->data = c->at;
	c->at += e->len;
	return true;
}

/* Writes a segment's words, in order, chunk by chunk. */
struct writer {
	struct store_batch *batch;
	uint32_t sequence;
	struct buf chunk;
	uint8_t key[INDEX_KEY_MAX], term[INDEX_TERM_MAX];
	size_t key_len, term_len;
};

static int
write_chunk(struct writer *w)
{
	MDB_cursor *cursor;
	if (w->chunk.len <= 4)
		return OK;
	schema_put32(w->chunk.data,
		record_sum(w->sequence, w->chunk.data + 4, w->chunk.len - 4));
	int code = store_db_batch_cursor(w->batch, TABLE_WORD, &cursor);
	MDB_val k = {w->key_len, w->key}, v = {w->chunk.len, w->chunk.data};
	if (code == OK)
		code = mdb_cursor_put(cursor, &k, &v, 0);
	buf_cut(&w->chunk, 0);
	return code;
}

static int
write_entry(struct writer *w, const struct index_entry *e)
{
	uint8_t head[20];
	size_t n = put_varint(head, e->docs);
	n += put_varint(head + n, e->last);
	n += put_varint(head + n, (uint32_t)e->len);
	if (w->chunk.len && w->chunk.len + 2 + e->term_len + n + e->len > CHUNK_BYTES) {
		int code = write_chunk(w);
		if (code)
			return code;
	}
	size_t shared = 0;
	if (!w->chunk.len) {
		const uint8_t *p = e->data;
		buf_add(&w->chunk, "\0\0\0\0", 4);
		w->key_len = index_key(w->key, w->sequence, e->term, e->term_len,
			index_varint(&p, e->data + e->len));
	} else {
		while (shared < w->term_len && shared < e->term_len &&
			w->term[shared] == e->term[shared])
			shared++;
	}
	buf_addc(&w->chunk, (char)shared);
	buf_addc(&w->chunk, (char)(e->term_len - shared));
	buf_add(&w->chunk, e->term + shared, e->term_len - shared);
	buf_add(&w->chunk, head, n);
	buf_add(&w->chunk, e->data, e->len);
	memcpy(w->term, e->term, e->term_len);
	w->term_len = e->term_len;
	return OK;
}

/* ---- State and segments. */

int
store_index_state(const struct store_view *view, struct index_state *out)
{
	struct span value;
	*out = (struct index_state){1, 1, true};
	int code = store_db_get(view, TABLE_META, schema_name(META_INDEX), &value);
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	if (value.n != 13)
		return ERR_DAMAGED;
	*out = (struct index_state){
		schema_get64(value.p), schema_get32(value.p + 8), value.p[12] != 0};
	return OK;
}

static int
put_state(struct store_batch *batch, const struct index_state *state)
{
	uint8_t bytes[13];
	schema_put64(bytes, state->mark);
	schema_put32(bytes + 8, state->sequence);
	bytes[12] = state->on;
	return store_db_put(
		batch, TABLE_META, schema_name(META_INDEX), bytes, sizeof bytes, 0);
}

static bool
read_segment(MDB_val k, MDB_val v, struct index_segment *out)
{
	if (k.mv_size != 8 || v.mv_size != 16)
		return false;
	*out = (struct index_segment){.last = schema_get64(k.mv_data),
		.first = schema_get64(v.mv_data),
		.docs = schema_get32((uint8_t *)v.mv_data + 8),
		.sequence = schema_get32((uint8_t *)v.mv_data + 12)};
	return out->first <= out->last && out->last - out->first < 2 * FLUSH_SPAN;
}

int
store_index_segment(
	const struct store_view *view, uint64_t from, struct index_segment *out)
{
	MDB_cursor *cursor;
	struct schema_key key = schema_id(from);
	MDB_val k = {key.len, key.bytes}, v;
	int code = store_db_cursor(view, TABLE_SEGMENT, &cursor);
	if (code)
		return code;
	code = mdb_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
	if (code == OK && !read_segment(k, v, out))
		code = ERR_DAMAGED;
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? ERR_NOT_FOUND : code;
}

static int
put_segment(struct store_batch *batch, const struct index_segment *segment)
{
	uint8_t bytes[16];
	schema_put64(bytes, segment->first);
	schema_put32(bytes + 8, segment->docs);
	schema_put32(bytes + 12, segment->sequence);
	return store_db_put(
		batch, TABLE_SEGMENT, schema_id(segment->last), bytes, sizeof bytes, 0);
}

/* Removes the segment and its chunks. */
static int
drop_segment(struct store_batch *batch, const struct index_segment *segment)
{
	MDB_cursor *cursor;
	uint8_t key[4];
	schema_put32(key, segment->sequence);
	int code = store_db_del(batch, TABLE_SEGMENT, schema_id(segment->last));
	if (code == OK)
		code = store_db_batch_cursor(batch, TABLE_WORD, &cursor);
	while (code == OK) {
		MDB_val k = {sizeof key, key}, v;
		code = mdb_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
		if (code || k.mv_size < 4 || memcmp(k.mv_data, key, 4) != 0)
			break;
		code = mdb_cursor_del(cursor, 0);
	}
	return code == MDB_NOTFOUND ? OK : code;
}

/* ---- Texts become postings: a table of words in memory, written out in order. */

/* Looking up a word is waiting for memory, so what is looked at stands together: the
 * words but the longest are in their terms, and a slot has the hash. */
struct term {
	uint8_t *data;
	uint32_t len, cap, docs, last_doc, last_place, place_at;
	union {
		uint8_t near[TERM_NEAR];
		const uint8_t *far;
	} word;
	uint8_t n, space;
};

struct slot {
	uint32_t hash, at; /* place in terms + 1; 0: free */
};

struct builder {
	struct arena arena;
	struct term *terms;
	size_t len, cap;
	struct slot *slots;
	size_t slots_len;
	struct buf folded, base;
};

static const uint8_t *
word_of(const struct term *term)
{
	return term->n <= TERM_NEAR ? term->word.near : term->word.far;
}

static uint32_t
hash_of(enum index_space space, struct span word)
{
	uint64_t h = (word.n << 8 | (uint64_t)space) * UINT64_C(0x9e3779b97f4a7c15);
	uint64_t part;
	for (; word.n >= 8; word.n -= 8, word.p += 8) {
		memcpy(&part, word.p, sizeof part);
		h = (h ^ part) * UINT64_C(0xff51afd7ed558ccd);
		h ^= h >> 32;
	}
	part = 0;
	memcpy(&part, word.p, word.n);
	h = (h ^ part) * UINT64_C(0xff51afd7ed558ccd);
	return (uint32_t)(h >> 32);
}

static void
grow_slots(struct builder *b)
{
	size_t old_len = b->slots_len, len = old_len ? old_len * 2 : 8192;
	struct slot *old = b->slots;
	b->slots = mem_zalloc(len * sizeof *b->slots);
	b->slots_len = len;
	for (size_t i = 0; i < old_len; i++) {
		size_t at = old[i].hash & (len - 1);
		if (!old[i].at)
			continue;
		while (b->slots[at].at)
			at = (at + 1) & (len - 1);
		b->slots[at] = old[i];
	}
	free(old);
}

static struct term *
find_term(struct builder *b, enum index_space space, struct span word)
{
	if (b->len * 2 >= b->slots_len)
		grow_slots(b);
	uint32_t hash = hash_of(space, word);
	size_t at = hash & (b->slots_len - 1);
	for (; b->slots[at].at; at = (at + 1) & (b->slots_len - 1)) {
		if (b->slots[at].hash != hash)
			continue;
		struct term *term = &b->terms[b->slots[at].at - 1];
		if (term->n == word.n && term->space == space &&
			memcmp(word_of(term), word.p, word.n) == 0)
			return term;
	}
	struct term *term = VEC_PUSH(b->terms, b->len, b->cap);
	*term = (struct term){.n = (uint8_t)word.n, .space = (uint8_t)space};
	if (word.n <= TERM_NEAR)
		memcpy(term->word.near, word.p, word.n);
	else
		term->word.far = (uint8_t *)arena_strndup(&b->arena, word.p, word.n);
	b->slots[at] = (struct slot){hash, (uint32_t)b->len};
	return term;
}

/* doc counts from the segment's first. */
static void
add_place(struct builder *b, struct term *t, uint32_t doc, uint32_t place)
{
	if (t->cap - t->len < 12) {
		uint32_t cap = t->cap ? t->cap * 2 : 16;
		uint8_t *data = arena_alloc(&b->arena, cap);
		if (t->len)
			memcpy(data, t->data, t->len);
		t->data = data;
		t->cap = cap;
	}
	if (!t->docs || t->last_doc != doc) {
		t->len += (uint32_t)put_varint(t->data + t->len, doc - t->last_doc);
		t->docs++;
		t->last_doc = doc;
		t->last_place = 0;
	} else {
		t->data[t->place_at] |= 1;
	}
	t->place_at = t->len;
	t->len += (uint32_t)put_varint(t->data + t->len, (place - t->last_place) << 1);
	t->last_place = place;
}

/* Returns the place after the text's last word. own: a space of the text alone, or 0. */
static uint32_t
add_text(struct builder *b, struct span text, bool html, enum index_space own,
	uint32_t doc, uint32_t place)
{
	if (!text.n)
		return place;
	fold_text(&b->folded, text.p, text.n, html, FOLD_CASE);
	struct word_walk walk = word_walk((struct span){b->folded.data, b->folded.len});
	while (word_next(&walk)) {
		uint32_t at = place + walk.position;
		add_place(b, find_term(b, INDEX_ANY, walk.word), doc, at);
		if (own)
			add_place(b, find_term(b, own, walk.word), doc, walk.position);
		if (walk.ascii || walk.pair)
			continue;
		fold_text(
			&b->base, walk.word.p, walk.word.n, false, FOLD_CASE | FOLD_BASE);
		struct span base = {b->base.data, b->base.len};
		if (!base.n || base.n > WORD_MAX ||
			(base.n == walk.word.n &&
				memcmp(base.p, walk.word.p, base.n) == 0))
			continue;
		add_place(b, find_term(b, INDEX_ANY_BASE, base), doc, at);
		if (own)
			add_place(b, find_term(b, own + 1, base), doc, walk.position);
	}
	/* A gap: no phrase goes from one text to the next. */
	return place + walk.count + 1;
}

/* Damaged records have no words; nothing shows them either. */
static int
add_document(
	struct builder *b, const struct store_view *view, uint64_t item, uint32_t doc)
{
	struct span bytes;
	uint32_t place = 0;
	int code = store_db_get(view, TABLE_ITEM, schema_id(item), &bytes);
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	if (record_check(item, bytes) == OK) {
		place = add_text(
			b, record_find(bytes, ITEM_TITLE), false, INDEX_TITLE, doc, 0);
		place = add_text(b, record_find(bytes, ITEM_AUTHOR), false, INDEX_AUTHOR,
			doc, place);
	}
	code = store_db_get(view, TABLE_TEXT, schema_id(item), &bytes);
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	if (record_check(item, bytes) == OK)
		add_text(b, record_find(bytes, TEXT_BODY),
			record_find_int(bytes, TEXT_TYPE, TEXT_PLAIN) == TEXT_HTML, 0,
			doc, place);
	return OK;
}

static int
by_term(const void *a, const void *b)
{
	const struct term *x = a, *y = b;
	int order = (int)x->space - (int)y->space;
	if (!order)
		order = memcmp(word_of(x), word_of(y), x->n < y->n ? x->n : y->n);
	return order ? order : (int)x->n - (int)y->n;
}

static void
sort_terms(struct builder *b)
{
	if (b->len)
		qsort(b->terms, b->len, sizeof *b->terms, by_term);
}

static int
write_terms(const struct builder *b, struct writer *w)
{
	int code = OK;
	for (size_t i = 0; code == OK && i < b->len; i++) {
		const struct term *t = &b->terms[i];
		struct index_entry e = {.term_len = (uint8_t)(t->n + 1),
			.docs = t->docs,
			.last = t->last_doc,
			.data = t->data,
			.len = t->len};
		e.term[0] = t->space;
		memcpy(e.term + 1, word_of(t), t->n);
		code = write_entry(w, &e);
	}
	return code == OK ? write_chunk(w) : code;
}

static void
builder_done(struct builder *b)
{
	arena_done(&b->arena);
	free(b->terms);
	free(b->slots);
	buf_done(&b->folded);
	buf_done(&b->base);
}

/* ---- What waits behind the mark. */

/* The next document at or after `from`: a stored item, or an alias. */
static int
next_document(MDB_cursor *places, MDB_cursor *aliases, uint64_t from, uint64_t *doc,
	uint64_t *item)
{
	struct schema_key key = schema_id(from);
	MDB_val k = {key.len, key.bytes}, v;
	*doc = UINT64_MAX;
	int code = mdb_cursor_get(places, &k, &v, MDB_SET_RANGE);
	if (code == OK && k.mv_size == 8)
		*doc = *item = schema_get64(k.mv_data);
	else if (code != MDB_NOTFOUND)
		return code ? code : ERR_DAMAGED;
	k = (MDB_val){key.len, key.bytes};
	code = mdb_cursor_get(aliases, &k, &v, MDB_SET_RANGE);
	if (code && code != MDB_NOTFOUND)
		return code;
	if (code == OK && k.mv_size == 8 && v.mv_size == 8 &&
		schema_get64(k.mv_data) < *doc) {
		*doc = schema_get64(k.mv_data);
		*item = schema_get64(v.mv_data);
	}
	return *doc == UINT64_MAX ? ERR_NOT_FOUND : OK;
}

/* A segment that is not stored yet. */
struct store_index_part {
	struct builder builder;
	struct index_segment segment; /* its sequence comes with the writing */
	uint64_t from, mark;          /* what was, and is to be the state's */
	uint64_t version;             /* of the store it was read from */
};

/* Gathers what comes behind the mark, up to `end`. */
static int
gather(const struct store_view *view, uint64_t mark, uint64_t end,
	struct store_index_part *part)
{
	struct index_segment *segment = &part->segment;
	MDB_cursor *places = NULL, *aliases = NULL;
	uint64_t doc, item, from = mark;
	int code = store_db_cursor(view, TABLE_PLACE, &places);
	if (code == OK)
		code = store_db_cursor(view, TABLE_ALIAS, &aliases);
	while (code == OK && segment->docs < FLUSH_DOCS) {
		code = next_document(places, aliases, from, &doc, &item);
		if (code || (segment->docs && doc - segment->first >= FLUSH_SPAN))
			break;
		segment->first = segment->docs ? segment->first : doc;
		segment->last = doc;
		segment->docs++;
		code = add_document(
			&part->builder, view, item, (uint32_t)(doc - segment->first));
		from = doc + 1;
	}
	/* Nothing comes after: the mark goes to the end. */
	part->from = mark;
	part->mark = code == ERR_NOT_FOUND ? end : from;
	if (code == ERR_NOT_FOUND)
		code = OK;
	if (places)
		mdb_cursor_close(places);
	if (aliases)
		mdb_cursor_close(aliases);
	if (code == OK)
		sort_terms(&part->builder);
	return code;
}

static int
write_part(struct store_batch *batch, struct index_state *state,
	struct store_index_part *part)
{
	struct writer w = {.batch = batch, .sequence = state->sequence};
	int code = OK;
	state->mark = part->mark;
	if (!part->segment.docs)
		return OK;
	part->segment.sequence = state->sequence++;
	code = write_terms(&part->builder, &w);
	if (code == OK)
		code = put_segment(batch, &part->segment);
	buf_done(&w.chunk);
	return code;
}

/* Makes a segment of what comes behind the mark. */
static int
flush(struct store_batch *batch, struct index_state *state, uint64_t end)
{
	struct store_index_part part = {.builder = {.arena = ARENA_INIT}};
	struct store_view view = store_batch_view(batch);
	int code = gather(&view, state->mark, end, &part);
	if (code == OK)
		code = write_part(batch, state, &part);
	builder_done(&part.builder);
	return code;
}

/* ---- Merging. */

/* One segment on its way into another. */
struct source {
	struct index_segment segment;
	struct buf bytes; /* a copy of the chunk: writing may move what LMDB shows */
	uint8_t key[INDEX_KEY_MAX + 1];
	size_t key_len;
	struct index_chunk chunk;
	bool ended;
};

static int
source_next(struct store_batch *batch, struct source *s)
{
	MDB_cursor *cursor;
	while (!index_chunk_next(&s->chunk)) {
		MDB_val k = {s->key_len, s->key}, v;
		int code = store_db_batch_cursor(batch, TABLE_WORD, &cursor);
		if (code == OK)
			code = mdb_cursor_get(cursor, &k, &v, MDB_SET_RANGE);
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
		code = index_chunk_open(
			&s->chunk, s->segment.sequence, s->bytes.data, s->bytes.len);
		if (code)
			return code;
	}
	return OK;
}

static int
compare_entries(const struct index_entry *a, const struct index_entry *b)
{
	size_t n = a->term_len < b->term_len ? a->term_len : b->term_len;
	int order = memcmp(a->term, b->term, n);
	return order ? order : (int)a->term_len - (int)b->term_len;
}

/* What is put together of one word. */
struct joined {
	struct index_entry entry;
	struct buf data;
};

/* Appends the postings of a source: its first distance counts from the last document so
 * far, or from the merged segment's first. */
static void
append(struct joined *j, const struct index_entry *e, uint32_t shift)
{
	const uint8_t *p = e->data, *end = e->data + e->len;
	uint8_t bytes[5];
	uint32_t before = j->entry.docs ? j->entry.last : 0;
	uint32_t first = index_varint(&p, end) + shift - before;
	buf_add(&j->data, bytes, put_varint(bytes, first));
	buf_add(&j->data, p, (size_t)(end - p));
	j->entry.docs += e->docs;
	j->entry.last = e->last + shift;
}

static int
write_joined(struct writer *w, struct joined *j)
{
	if (!j->entry.docs)
		return OK;
	j->entry.data = (const uint8_t *)j->data.data;
	j->entry.len = j->data.len;
	int code = write_entry(w, &j->entry);
	j->entry.docs = 0;
	buf_cut(&j->data, 0);
	return code;
}

/* Takes the least word of all sources, in the sources' order, to the writer. */
static int
merge_word(struct store_batch *batch, struct writer *w, struct source *sources,
	size_t len, uint64_t first, struct joined *j, bool *more)
{
	struct source *least = NULL;
	int code = OK;
	for (size_t i = 0; i < len; i++)
		if (!sources[i].ended &&
			(!least || compare_entries(&sources[i].chunk.entry,
					   &least->chunk.entry) < 0))
			least = &sources[i];
	*more = least != NULL;
	if (!least)
		return OK;
	j->entry = least->chunk.entry;
	j->entry.docs = 0;
	for (size_t i = 0; code == OK && i < len; i++) {
		struct source *s = &sources[i];
		while (code == OK && !s->ended &&
			compare_entries(&s->chunk.entry, &j->entry) == 0) {
			append(j, &s->chunk.entry, (uint32_t)(s->segment.first - first));
			if (j->data.len >= ENTRY_BYTES)
				code = write_joined(w, j);
			if (code == OK)
				code = source_next(batch, s);
		}
	}
	return code == OK ? write_joined(w, j) : code;
}

static int
merge(struct store_batch *batch, struct index_state *state,
	const struct index_segment *segments, size_t len)
{
	struct source sources[MERGE_COUNT] = {{.ended = false}};
	struct writer w = {.batch = batch, .sequence = state->sequence++};
	struct joined j = {.data = BUF_INIT(0)};
	struct index_segment all = {.first = segments[0].first,
		.last = segments[len - 1].last,
		.sequence = w.sequence};
	bool more = true;
	int code = OK;
	for (size_t i = 0; code == OK && i < len; i++) {
		sources[i].segment = segments[i];
		schema_put32(sources[i].key, segments[i].sequence);
		sources[i].key_len = 4;
		all.docs += segments[i].docs;
		code = source_next(batch, &sources[i]);
	}
	while (code == OK && more)
		code = merge_word(batch, &w, sources, len, all.first, &j, &more);
	if (code == OK)
		code = write_chunk(&w);
	for (size_t i = 0; code == OK && i < len; i++)
		code = drop_segment(batch, &segments[i]);
	if (code == OK)
		code = put_segment(batch, &all);
	for (size_t i = 0; i < len; i++)
		buf_done(&sources[i].bytes);
	buf_done(&j.data);
	buf_done(&w.chunk);
	return code;
}

static int
class_of(const struct index_segment *segment)
{
	return segment->docs < 1024    ? 0
	       : segment->docs < 4096  ? 1
	       : segment->docs < 16384 ? 2
				       : 3;
}

/* The newest segments up to the class, MERGE_COUNT of them that fit into one: how many,
 * with the oldest first in out. */
static int
find_run(struct store_batch *batch, int class, struct index_segment *out, size_t *len)
{
	struct store_view view = store_batch_view(batch);
	MDB_cursor *cursor;
	MDB_val k, v;
	uint64_t docs = 0;
	size_t n = 0;
	*len = 0;
	int code = store_db_cursor(&view, TABLE_SEGMENT, &cursor);
	if (code)
		return code;
	code = mdb_cursor_get(cursor, &k, &v, MDB_LAST);
	for (; code == OK && n < MERGE_COUNT;
		code = mdb_cursor_get(cursor, &k, &v, MDB_PREV)) {
		struct index_segment *at = &out[MERGE_COUNT - 1 - n];
		if (!read_segment(k, v, at)) {
			code = ERR_DAMAGED;
			break;
		}
		docs += at->docs;
		if (class_of(at) > class || docs > INDEX_SEGMENT_DOCS ||
			(n && out[MERGE_COUNT - 1].last - at->first >= FLUSH_SPAN))
			break;
		n++;
	}
	mdb_cursor_close(cursor);
	if (n == MERGE_COUNT)
		*len = n;
	return code == MDB_NOTFOUND ? OK : code;
}

static int
merge_some(struct store_batch *batch, struct index_state *state)
{
	struct index_segment run[MERGE_COUNT];
	size_t len;
	for (int class = 0; class < CLASSES; class ++) {
		int code = find_run(batch, class, run, &len);
		if (code == OK && len)
			code = merge(batch, state, run, len);
		if (code)
			return code;
	}
	return OK;
}

/* ---- The doors. */

static uint64_t
next_number(const struct store_view *view)
{
	struct span value;
	if (store_db_get(view, TABLE_META, schema_name(META_NEXT_ITEM), &value) != OK ||
		value.n != 8)
		return 1;
	return schema_get64(value.p);
}

/* Segments of all that waits but INDEX_PENDING, at most max documents. */
static int
index_some(struct store_batch *batch, uint64_t max, bool *more)
{
	struct store_view view = store_batch_view(batch);
	struct index_state state;
	uint64_t end = next_number(&view);
	int code = store_index_state(&view, &state);
	*more = false;
	if (code || !state.on || end < state.mark + INDEX_PENDING)
		return code;
	for (uint64_t begin = state.mark;
		code == OK && end >= state.mark + INDEX_PENDING;) {
		if (state.mark - begin >= max) {
			*more = true;
			break;
		}
		code = flush(batch, &state, end);
		if (code == OK)
			code = merge_some(batch, &state);
	}
	return code == OK ? put_state(batch, &state) : code;
}

int
store_index_commit(struct store_batch *batch)
{
	bool more;
	uint64_t added = batch->next_item > batch->first_item
				 ? batch->next_item - batch->first_item
				 : 0;
	if (!added || batch->index_later)
		return OK;
	int code = index_some(batch, added + FLUSH_DOCS, &more);
	if (code != ERR_DAMAGED)
		return code;
	/* A damaged index ends here, and searches look into texts instead, until courant
	 * check --repair makes it anew. Items are more important. */
	struct index_state state = {1, 1, false};
	return put_state(batch, &state);
}

int
store_index_edited(struct store_batch *batch, uint64_t id)
{
	struct store_view view = store_batch_view(batch);
	struct index_state state;
	uint8_t bytes[8];
	int code = store_index_state(&view, &state);
	/* Before the mark or behind it: a part with the old text may be on its way. */
	if (code || !state.on)
		return code;
	schema_put64(bytes, id);
	return store_db_put(batch, TABLE_ALIAS, schema_id(batch->next_item++), bytes,
		sizeof bytes, 0);
}

int
store_index_step(struct store_batch *batch, size_t max, bool *more, struct err *err)
{
	int code = index_some(batch, max, more);
	return store_batch_fail(batch, code, err, _("cannot index texts"));
}

int
store_index_gather(
	const struct store_view *view, size_t least, struct store_index_part **out)
{
	struct index_state state;
	uint64_t end = next_number(view);
	*out = NULL;
	int code = store_index_state(view, &state);
	if (code || !state.on || end < state.mark + (least ? least : 1))
		return code;
	struct store_index_part *part = mem_zalloc(sizeof *part);
	part->version = store_view_version(view) >> 48;
	part->builder.arena = (struct arena)ARENA_INIT;
	code = gather(view, state.mark, end, part);
	if (code == OK)
		*out = part;
	else
		store_index_part_free(part);
	return code;
}

size_t
store_index_part_texts(const struct store_index_part *part)
{
	return part->segment.docs;
}

void
store_index_part_free(struct store_index_part *part)
{
	if (!part)
		return;
	builder_done(&part->builder);
	free(part);
}

int
store_index_put(struct store_batch *batch, struct store_index_part *part, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct index_state state;
	int code = store_index_state(&view, &state);
	if (code == OK && state.on && state.mark == part->from &&
		store_view_version(&view) >> 48 == part->version) {
		code = write_part(batch, &state, part);
		if (code == OK)
			code = merge_some(batch, &state);
		if (code == OK)
			code = put_state(batch, &state);
	}
	return store_batch_fail(batch, code, err, _("cannot index texts"));
}

int
store_index_switch(struct store_batch *batch, bool on, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	struct index_state state;
	int code = store_index_state(&view, &state);
	if (code || state.on == on)
		return store_batch_fail(batch, code, err, _("cannot index texts"));
	return store_index_reset(batch, on, err);
}

int
store_index_reset(struct store_batch *batch, bool on, struct err *err)
{
	static const enum schema_table tables[] = {
		TABLE_WORD, TABLE_SEGMENT, TABLE_ALIAS};
	struct index_state state = {1, 1, on};
	int code = OK;
	for (size_t i = 0; code == OK && i < COUNT_OF(tables); i++)
		code = mdb_drop(batch->txn, batch->store->tables[tables[i]], 0);
	if (code == OK)
		code = put_state(batch, &state);
	return store_batch_fail(batch, code, err, _("cannot empty the index"));
}
