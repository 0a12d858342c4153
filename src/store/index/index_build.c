/*
 * Splits the texts of items into words, which a table collects with their postings
 * (index_table.h).
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

struct index_build {
	struct index_table table;
	struct buf folded, base;
	const struct index_term **sorted; /* NULL: not yet */
};

/* ---- Making and freeing. */

struct index_build *
store_index_build_new(void)
{
	struct index_build *b = mem_cache_lines(sizeof *b);
	*b = (struct index_build){.sorted = NULL};
	store_index_table_init(&b->table);
	return b;
}

void
store_index_build_free(struct index_build *b)
{
	if (!b)
		return;
	store_index_table_done(&b->table);
	buf_done(&b->folded);
	buf_done(&b->base);
	free(b->sorted);
	free(b);
}

size_t
store_index_build_words(const struct index_build *b)
{
	return b->table.words;
}

/* ---- Texts. */

/* A text of a document. The space of all texts has its words after those of the texts
 * before it, its own space has only these. */
struct text_places {
	uint32_t first;       /* the place of its first word among those of all texts */
	enum index_space own; /* 0: none */
};

/* Adds n words, the first of which is number `at` of the text. */
static void
add_words(struct index_build *b, const struct text_places *text, const struct span *words,
	size_t n, uint32_t at)
{
	store_index_table_add(&b->table, INDEX_ANY, words, n, text->first + at);
	if (text->own)
		store_index_table_add(&b->table, text->own, words, n, at);
}

/* Adds the word without its accents, if that is a different word. */
static void
add_base(struct index_build *b, const struct text_places *text, struct span word,
	uint32_t at)
{
	fold_text(&b->base, word.p, word.n, false, FOLD_BASE);
	struct span base = {b->base.data, b->base.len};
	if (!base.n || base.n > WORD_MAX ||
		(base.n == word.n && memcmp(base.p, word.p, base.n) == 0))
		return;
	store_index_table_add_copy(&b->table, INDEX_ANY_BASE, base, text->first + at);
	if (text->own)
		store_index_table_add_copy(&b->table, text->own + 1, base, at);
}

/* Adds a folded text of the document. *next is the place of its first word among those of
 * all texts, and is advanced. own: the space of this kind of text, or 0. */
static void
add_folded(
	struct index_build *b, struct span folded, enum index_space own, uint32_t *next)
{
	struct span some[INDEX_WAITING];
	const struct text_places text = {*next, own};
	struct word_walk walk = word_walk(folded);
	for (;;) {
		uint32_t at = walk.count;
		size_t n = word_next_many(&walk, some, INDEX_WAITING);
		if (!n && !word_next(&walk))
			break;
		add_words(b, &text, n ? some : &walk.word, n ? n : 1, at);
		if (!n && walk.accents)
			add_base(b, &text, walk.word, at);
	}
	/* Before the next text overwrites this one. */
	store_index_table_settle(&b->table);
	/* Leaves a gap, so that no phrase spans two texts. */
	*next += walk.count + 1;
}

static void
add_text(struct index_build *b, struct span bytes, bool html, enum index_space own,
	uint32_t *next)
{
	if (!bytes.n)
		return;
	fold_text(&b->folded, bytes.p, bytes.n, html, FOLD_CASE);
	add_folded(b, (struct span){b->folded.data, b->folded.len}, own, next);
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
add_body(struct index_build *b, MDB_cursor *cursor, uint64_t item, uint32_t *next)
{
	struct span bytes;
	int code = find_row(cursor, item, &bytes);
	if (code == OK && record_check(item, bytes) == OK)
		add_text(b, record_find(bytes, TEXT_BODY),
			record_find_int(bytes, TEXT_TYPE, TEXT_PLAIN) == TEXT_HTML, 0,
			next);
	return code == ERR_NOT_FOUND ? OK : code;
}

/* Damaged records have no words, since nothing shows them. */
static int
add_texts(struct index_build *b, const struct index_cursors *cursors, uint64_t item,
	struct span text)
{
	struct span bytes;
	uint32_t next = 0;
	int code = find_row(cursors->items, item, &bytes);
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	if (record_check(item, bytes) == OK) {
		add_text(b, record_find(bytes, ITEM_TITLE), false, INDEX_TITLE, &next);
		add_text(b, record_find(bytes, ITEM_AUTHOR), false, INDEX_AUTHOR, &next);
	}
	if (!text.p)
		code = add_body(b, cursors->texts, item, &next);
	else
		add_folded(b, text, 0, &next);
	return code == OK ? add_body(b, cursors->pages, item, &next) : code;
}

int
store_index_build_add(struct index_build *b, const struct index_cursors *cursors,
	uint64_t item, uint32_t doc, struct span text)
{
	store_index_table_begin(&b->table, doc);
	return add_texts(b, cursors, item, text);
}

/* ---- Postings. */

void
store_index_build_sort(struct index_build *b)
{
	b->sorted = store_index_table_sorted(&b->table);
}

int
store_index_build_each(const struct index_build *b,
	int (*take)(void *data, const struct index_entry *entry), void *data)
{
	int code = OK;
	for (size_t i = 0; code == OK && i < b->table.terms_len; i++) {
		const struct index_term *term = b->sorted[i];
		struct span name = store_index_table_name(&b->table, term);
		struct index_entry entry = {.term_len = (uint8_t)name.n,
			.docs = term->docs,
			.last = term->last,
			.data = term->postings,
			.len = term->len};
		memcpy(entry.term, name.p, name.n);
		code = take(data, &entry);
	}
	return code;
}
