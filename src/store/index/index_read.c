/*
 * Looks up words and phrases. The postings of a word are in a chunk that begins with a
 * lesser word or with the word itself, and perhaps in the chunks after it. A single word,
 * or the beginning of one, gives a set directly; a phrase is the intersection of lists of
 * (document, place minus the word's offset).
 */
#include "config.h"

#include "store/index/index_read.h"

#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "base/mem.h"
#include "base/vec.h"
#include "base/word.h"
#include "store/db/db.h"
#include "store/index/index_chunk.h"
#include "store/record/schema.h"

void
store_index_set_init(struct index_set *set, const struct index_segment *segment)
{
	set->len = (size_t)(segment->last - segment->first) / 64 + 1;
	set->bits = mem_zalloc(set->len * sizeof *set->bits);
}

void
store_index_set_done(struct index_set *set)
{
	free(set->bits);
	*set = (struct index_set){NULL, 0};
}

/* ---- Entries of a segment. */

typedef int entry_fn(void *data, const struct index_entry *entry);

struct range {
	uint32_t sequence;
	uint8_t term[INDEX_TERM_MAX];
	size_t n;
	bool prefix; /* all words that begin with term */
	entry_fn *take;
	void *data;
};

/* Moves to the first chunk that may have the term. */
static int
first_chunk(MDB_cursor *cursor, const struct range *r, MDB_val *k, MDB_val *v)
{
	uint8_t key[INDEX_KEY_MAX], head[4];
	schema_put32(head, r->sequence);
	size_t n = store_index_chunk_key(key, r->sequence, r->term, r->n, 0);
	*k = (MDB_val){n - 5, key};
	int code = store_db_cursor_get(cursor, k, v, MDB_SET_RANGE);
	/* The word may be in the chunk before. */
	int back = code == MDB_NOTFOUND ? store_db_cursor_get(cursor, k, v, MDB_LAST)
		   : code               ? code
					: store_db_cursor_get(cursor, k, v, MDB_PREV);
	if (back == OK && k->mv_size >= 4 && memcmp(k->mv_data, head, 4) == 0)
		return OK;
	if (back && back != MDB_NOTFOUND)
		return back;
	if (code)
		return code;
	*k = (MDB_val){n - 5, key};
	code = store_db_cursor_get(cursor, k, v, MDB_SET_RANGE);
	if (code == OK && memcmp(k->mv_data, head, 4) != 0)
		code = MDB_NOTFOUND;
	return code;
}

static int
take_chunk(const struct range *r, MDB_val v, bool *past)
{
	struct index_chunk chunk;
	int code = store_index_chunk_open(&chunk, r->sequence, v.mv_data, v.mv_size);
	while (code == OK && store_index_chunk_next(&chunk)) {
		const struct index_entry *e = &chunk.entry;
		size_t n = e->term_len < r->n ? e->term_len : r->n;
		int order = memcmp(e->term, r->term, n);
		if (order > 0 || (order == 0 && !r->prefix && e->term_len > r->n)) {
			*past = true;
			break;
		}
		if (order == 0 && e->term_len >= r->n)
			code = r->take(r->data, e);
	}
	return code;
}

static int
walk(const struct store_view *view, const struct range *r)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	bool past = false;
	uint8_t head[4];
	schema_put32(head, r->sequence);
	int code = store_db_cursor(view, TABLE_WORD, &cursor);
	if (code)
		return code;
	code = first_chunk(cursor, r, &k, &v);
	while (code == OK && k.mv_size >= 4 && memcmp(k.mv_data, head, 4) == 0) {
		code = take_chunk(r, v, &past);
		if (past)
			break;
		if (code == OK)
			code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT);
	}
	mdb_cursor_close(cursor);
	return code == MDB_NOTFOUND ? OK : code;
}

static struct range
range_of(const struct index_segment *segment, enum index_space space, const char *text)
{
	struct range r = {.sequence = segment->sequence};
	size_t n = strlen(text);
	n = n > WORD_MAX ? WORD_MAX : n;
	r.term[0] = (uint8_t)space;
	memcpy(r.term + 1, text, n);
	r.n = n + 1;
	return r;
}

/* ---- Postings. */

struct places {
	const uint8_t *at, *end;
	uint32_t doc, place;
	bool more; /* more places of this document follow */
};

static bool
next_place(struct places *p)
{
	if (!p->more) {
		if (p->at >= p->end)
			return false;
		p->doc += index_varint(&p->at, p->end);
		p->place = 0;
	}
	uint32_t value = index_varint(&p->at, p->end);
	p->place += value >> 1;
	p->more = value & 1;
	return true;
}

/* Behind a document's places: each ends with a byte below 0x80, and the lowest bit of its
 * first byte says whether another one follows. */
static const uint8_t *
skip_places(const uint8_t *p, const uint8_t *end)
{
	if (end - p >= 8) { /* a bit for each byte; there are rarely more */
		uint64_t bytes = load_little(p);
		uint64_t ends = ~bytes & UINT64_C(0x8080808080808080);
		uint64_t last = ~bytes & (ends << 1 | 1);
		ends &= -(last & -last); /* none without a last one */
		if (ends)
			return p + __builtin_ctzll(ends) / 8 + 1;
	}
	for (bool more = true; more && p < end;) {
		more = *p & 1;
		while (p < end && *p++ >= 0x80)
			;
	}
	return p;
}

static int
take_docs(void *data, const struct index_entry *e)
{
	struct index_set *set = data;
	const uint8_t *p = e->data, *end = p + e->len;
	uint32_t doc = 0;
	while (p < end) {
		doc += index_varint(&p, end);
		if (doc / 64 >= set->len)
			return ERR_DAMAGED;
		set->bits[doc / 64] |= UINT64_C(1) << (doc % 64);
		p = skip_places(p, end);
	}
	return OK;
}

/* ---- Phrases. */

struct list {
	uint64_t *at; /* document << 32 | place */
	size_t len, cap;
	uint32_t offset;
};

static int
take_places(void *data, const struct index_entry *e)
{
	struct list *list = data;
	struct places p = {.at = e->data, .end = e->data + e->len};
	while (next_place(&p))
		if (p.place >= list->offset)
			*VEC_PUSH(list->at, list->len, list->cap) =
				(uint64_t)p.doc << 32 | (p.place - list->offset);
	return OK;
}

static int
by_number(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

static void
intersect(struct list *a, const struct list *b)
{
	size_t n = 0, j = 0;
	for (size_t i = 0; i < a->len && j < b->len; i++) {
		while (j < b->len && b->at[j] < a->at[i])
			j++;
		if (j < b->len && b->at[j] == a->at[i])
			a->at[n++] = a->at[i];
	}
	a->len = n;
}

/* bases: then the same in the next space, which has the base forms of words. */
static int
walk_spaces(const struct store_view *view, struct range *r, bool bases)
{
	int code = walk(view, r);
	if (code != OK || !bases)
		return code;
	r->term[0]++;
	return walk(view, r);
}

/* Takes all entries that a word of a query stands for. */
static int
take_word(const struct store_view *view, const struct index_segment *segment,
	enum index_space space, const struct index_word *word, bool bases, entry_fn *take,
	void *data)
{
	struct range r = range_of(segment, space, bases ? word->base : word->text);
	r.prefix = word->prefix;
	r.take = take;
	r.data = data;
	return walk_spaces(view, &r, bases);
}

static int
take_phrase(const struct store_view *view, const struct index_segment *segment,
	enum index_space space, const struct index_word *words, size_t len, bool bases,
	struct index_set *set)
{
	struct list all = {NULL, 0, 0, 0};
	int code = OK;
	for (size_t i = 0; code == OK && i < len && (i == 0 || all.len); i++) {
		struct list one = {NULL, 0, 0, words[i].offset};
		code = take_word(
			view, segment, space, &words[i], bases, take_places, &one);
		/* The lists of several words follow one another. */
		if ((words[i].prefix || bases) && one.len)
			qsort(one.at, one.len, sizeof *one.at, by_number);
		if (i) {
			intersect(&all, &one);
			free(one.at);
		} else {
			all = one;
		}
	}
	for (size_t i = 0; code == OK && i < all.len; i++) {
		uint64_t doc = all.at[i] >> 32;
		if (doc / 64 >= set->len)
			code = ERR_DAMAGED;
		else
			set->bits[doc / 64] |= UINT64_C(1) << (doc % 64);
	}
	free(all.at);
	return code;
}

int
store_index_words(const struct store_view *view, const struct index_segment *segment,
	enum index_space space, const struct index_word *words, size_t len, bool bases,
	struct index_set *set)
{
	return len == 1 ? take_word(view, segment, space, words, bases, take_docs, set)
			: take_phrase(view, segment, space, words, len, bases, set);
}

/* ---- Parts of words. */

struct part {
	struct index_set *set;
	const char *text;
	size_t n;
};

static int
take_part(void *data, const struct index_entry *e)
{
	struct part *p = data;
	if (e->term_len < INDEX_TERM_MAX &&
		!memmem(e->term + 1, e->term_len - 1u, p->text, p->n))
		return OK;
	return take_docs(p->set, e);
}

int
store_index_part(const struct store_view *view, const struct index_segment *segment,
	enum index_space space, const char *part, bool bases, struct index_set *set)
{
	struct part p = {set, part, strlen(part)};
	struct range r = range_of(segment, space, "");
	r.prefix = true;
	r.take = take_part;
	r.data = &p;
	return walk_spaces(view, &r, bases);
}

/* ---- Aliases. */

static int
by_item(const void *a, const void *b)
{
	const struct index_alias *x = a, *y = b;
	if (x->item != y->item)
		return x->item < y->item ? -1 : 1;
	return (x->doc > y->doc) - (x->doc < y->doc);
}

int
store_index_aliases(const struct store_view *view, struct index_alias **out, size_t *len)
{
	MDB_cursor *cursor;
	MDB_val k, v;
	size_t cap = 0;
	*out = NULL;
	*len = 0;
	int code = store_db_cursor(view, TABLE_ALIAS, &cursor);
	if (code)
		return code;
	while ((code = store_db_cursor_get(cursor, &k, &v, MDB_NEXT)) == 0)
		if (k.mv_size == 8 && v.mv_size == 8)
			*VEC_PUSH(*out, *len, cap) = (struct index_alias){
				schema_get64(k.mv_data), schema_get64(v.mv_data)};
	mdb_cursor_close(cursor);
	if (code == MDB_NOTFOUND) {
		if (*len)
			qsort(*out, *len, sizeof **out, by_item);
		return OK;
	}
	free(*out);
	*out = NULL;
	*len = 0;
	return code;
}
