/*
 * Turns texts into postings in two passes. First, as texts are added, all their words are
 * numbered consecutively, and each word keeps the numbers of its occurrences
 * (index_table.h). Then, word by word, the numbers become documents and places.
 */
#include "config.h"

#include "store/index/index_build.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fold.h"
#include "base/mem.h"
#include "base/vec.h"
#include "base/word.h"
#include "store/db/db.h"
#include "store/index/index_chunk.h"
#include "store/index/index_table.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

/* Numbers are given in units of this: each document begins with a new one. */
#define WINDOW 64

struct window {
	uint32_t doc, first; /* first: the number of the document's first word */
};

/* The postings of a word, as they are in chunks. */
struct list {
	const struct index_term *term;
	size_t at; /* where they begin in all postings */
	uint32_t len, docs, last;
};

struct index_build {
	struct index_table table;
	struct window *windows;
	size_t windows_len, windows_cap;
	struct buf folded, base;
	/* Once sorted: */
	struct list *lists;
	struct buf postings;
};

/* ---- Making and freeing. */

struct index_build *
store_index_build_new(void)
{
	struct index_build *b = mem_cache_lines(sizeof *b);
	*b = (struct index_build){.windows = NULL};
	store_index_table_init(&b->table);
	return b;
}

void
store_index_build_free(struct index_build *b)
{
	if (!b)
		return;
	store_index_table_done(&b->table);
	free(b->windows);
	buf_done(&b->folded);
	buf_done(&b->base);
	free(b->lists);
	buf_done(&b->postings);
	free(b);
}

size_t
store_index_build_words(const struct index_build *b)
{
	return b->table.words;
}

/* ---- Texts. */

/* The numbers of a text's first word: in the space of all texts, and in the text's own
 * space, which does not know the document's other texts. */
struct numbers {
	uint32_t any, own;
	enum index_space space; /* its own; 0: none */
};

/* Adds n words, the first of which is number `at` of the text. */
static void
add_words(struct index_build *b, const struct numbers *from, const struct span *words,
	size_t n, uint32_t at)
{
	store_index_table_add(&b->table, INDEX_ANY, words, n, from->any + at);
	if (from->space)
		store_index_table_add(&b->table, from->space, words, n, from->own + at);
}

/* Adds the word without its accents, if that is a different word. */
static void
add_base(struct index_build *b, const struct numbers *from, struct span word, uint32_t at)
{
	fold_text(&b->base, word.p, word.n, false, FOLD_BASE);
	struct span base = {b->base.data, b->base.len};
	if (!base.n || base.n > WORD_MAX ||
		(base.n == word.n && memcmp(base.p, word.p, base.n) == 0))
		return;
	store_index_table_add_copy(&b->table, INDEX_ANY_BASE, base, from->any + at);
	if (from->space)
		store_index_table_add_copy(
			&b->table, from->space + 1, base, from->own + at);
}

/* Adds a text of the document whose numbers begin at `first`. *next is the number of the
 * text's first word, and is advanced. own: the space of this kind of text, or 0. */
static void
add_text(struct index_build *b, struct span text, bool html, uint32_t first,
	enum index_space own, uint32_t *next)
{
	struct span some[INDEX_WAITING];
	struct numbers from = {*next, first, own};
	if (!text.n)
		return;
	fold_text(&b->folded, text.p, text.n, html, FOLD_CASE);
	struct word_walk walk = word_walk((struct span){b->folded.data, b->folded.len});
	for (;;) {
		uint32_t at = walk.count;
		size_t n = word_next_many(&walk, some, INDEX_WAITING);
		if (!n && !word_next(&walk))
			break;
		add_words(b, &from, n ? some : &walk.word, n ? n : 1, at);
		if (!n && walk.accents)
			add_base(b, &from, walk.word, at);
	}
	/* Before the next text overwrites this one. */
	store_index_table_settle(&b->table);
	/* Leaves a gap, so that no phrase spans two texts. */
	*next += walk.count + 1;
}

static int
find_row(MDB_cursor *cursor, uint64_t item, struct span *bytes)
{
	MDB_val k, v;
	int code = store_db_from(cursor, item, &k, &v);
	if (code == OK && (k.mv_size != 8 || schema_get64(k.mv_data) != item))
		code = ERR_NOT_FOUND;
	if (code == OK)
		*bytes = (struct span){v.mv_data, v.mv_size};
	return code;
}

/* Adds the text in a row of text or page. */
static int
add_body(struct index_build *b, MDB_cursor *cursor, uint64_t item, uint32_t first,
	uint32_t *next)
{
	struct span bytes;
	int code = find_row(cursor, item, &bytes);
	if (code == OK && record_check(item, bytes) == OK)
		add_text(b, record_find(bytes, TEXT_BODY),
			record_find_int(bytes, TEXT_TYPE, TEXT_PLAIN) == TEXT_HTML, first,
			0, next);
	return code == ERR_NOT_FOUND ? OK : code;
}

/* Damaged records have no words, since nothing shows them. */
static int
add_texts(struct index_build *b, const struct index_cursors *cursors, uint64_t item,
	uint32_t first, uint32_t *next)
{
	struct span bytes;
	int code = find_row(cursors->items, item, &bytes);
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	if (record_check(item, bytes) == OK) {
		add_text(b, record_find(bytes, ITEM_TITLE), false, first, INDEX_TITLE,
			next);
		add_text(b, record_find(bytes, ITEM_AUTHOR), false, first, INDEX_AUTHOR,
			next);
	}
	code = add_body(b, cursors->texts, item, first, next);
	return code == OK ? add_body(b, cursors->pages, item, first, next) : code;
}

int
store_index_build_add(struct index_build *b, const struct index_cursors *cursors,
	uint64_t item, uint32_t doc)
{
	uint32_t first = (uint32_t)b->windows_len * WINDOW, next = first;
	int code = add_texts(b, cursors, item, first, &next);
	while (b->windows_len * WINDOW < next)
		*VEC_PUSH(b->windows, b->windows_len, b->windows_cap) =
			(struct window){doc, first};
	return code;
}

/* ---- Postings. */

/* Writes a varint, which needs SHORT bytes of room. Whether it has one byte or two cannot
 * be predicted, so there is no branch for that. */
#define SHORT 2

static inline size_t
put_short(uint8_t *to, uint32_t value)
{
	uint32_t two = value > 0x7f;
	/* Bits above the seventh move up by one, to make room for the mark. */
	uint32_t bytes = value + (value & ~UINT32_C(0x7f)) + (two << 7);
	if (value > 0x3fff)
		return index_put_varint(to, value);
	to[0] = (uint8_t)bytes;
	to[1] = (uint8_t)(bytes >> 8);
	return 1 + two;
}

/* Bit 0 of a place says whether another one follows. It is set when that one comes. */
static struct list
put_postings(struct index_build *b, const struct index_term *term)
{
	const struct window *windows = b->windows;
	const uint32_t *number = term->numbers, *end = number + term->len;
	size_t room = (size_t)term->len * 2 * INDEX_VARINT_MAX + SHORT;
	uint8_t *begin = (uint8_t *)buf_reserve(&b->postings, room), *to = begin;
	struct list list = {.term = term, .at = b->postings.len};
	for (; number < end; list.docs++) {
		struct window in = windows[*number / WINDOW];
		uint32_t place = *number++ - in.first;
		to += put_short(to, in.doc - list.last);
		uint8_t *before = to;
		to += put_short(to, place << 1);
		while (number < end && windows[*number / WINDOW].first == in.first) {
			uint32_t next = *number++ - in.first;
			*before |= 1;
			before = to;
			to += put_short(to, (next - place) << 1);
			place = next;
		}
		list.last = in.doc;
	}
	list.len = (uint32_t)(to - begin);
	buf_end(&b->postings, list.len);
	return list;
}

void
store_index_build_sort(struct index_build *b)
{
	const struct index_term **terms = store_index_table_sorted(&b->table);
	size_t len = b->table.terms_len;
	buf_reserve(&b->postings, b->table.words * 3); /* an estimate */
	b->lists = mem_alloc((len + 1) * sizeof *b->lists);
	for (size_t i = 0; i < len; i++)
		b->lists[i] = put_postings(b, terms[i]);
	free(terms);
	arena_done(&b->table.numbers);
}

int
store_index_build_each(const struct index_build *b,
	int (*take)(void *data, const struct index_entry *entry), void *data)
{
	int code = OK;
	for (size_t i = 0; code == OK && i < b->table.terms_len; i++) {
		const struct list *list = &b->lists[i];
		struct span name = store_index_table_name(&b->table, list->term);
		struct index_entry entry = {.term_len = (uint8_t)name.n,
			.docs = list->docs,
			.last = list->last,
			.data = (const uint8_t *)b->postings.data + list->at,
			.len = list->len};
		memcpy(entry.term, name.p, name.n);
		code = take(data, &entry);
	}
	return code;
}
