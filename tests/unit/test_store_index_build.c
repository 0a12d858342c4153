/*
 * Building the index: its postings against words that are taken one by one and kept in
 * the simplest way.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/fold.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "base/word.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/index/index_build.h"
#include "store/index/index_chunk.h"
#include "store/index/index_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"
#include "store_helper.h"
#include "unit.h"

static const char *const one_feed[] = {"https://a.example/"};

struct posting {
	uint8_t term[INDEX_TERM_MAX];
	uint8_t len;
	uint32_t doc, place;
};

struct postings {
	struct posting *all;
	size_t len, cap;
};

static void
note(struct postings *to, const uint8_t *term, size_t len, uint32_t doc, uint32_t place)
{
	struct posting *p = VEC_PUSH(to->all, to->len, to->cap);
	*p = (struct posting){.len = (uint8_t)len, .doc = doc, .place = place};
	memcpy(p->term, term, len);
}

static int
by_term_and_place(const void *a, const void *b)
{
	const struct posting *x = a, *y = b;
	size_t n = x->len < y->len ? x->len : y->len;
	int order = memcmp(x->term, y->term, n);
	if (order || x->len != y->len)
		return order ? order : (int)x->len - (int)y->len;
	if (x->doc != y->doc)
		return x->doc < y->doc ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

/* ---- The simple way */

static void
note_word(struct postings *to, enum index_space space, const char *word, size_t n,
	uint32_t doc, uint32_t place)
{
	uint8_t term[INDEX_TERM_MAX] = {(uint8_t)space};
	memcpy(term + 1, word, n);
	note(to, term, n + 1, doc, place);
}

static uint32_t
note_text(struct postings *to, const char *text, bool html, enum index_space own,
	uint32_t doc, uint32_t place)
{
	struct buf folded = BUF_INIT(0), base = BUF_INIT(0);
	uint32_t n = 0;
	fold_text(&folded, text, strlen(text), html, FOLD_CASE);
	struct word_walk walk = word_walk((struct span){folded.data, folded.len});
	for (; word_next(&walk); n++) {
		struct span word = walk.word;
		note_word(to, INDEX_ANY, word.p, word.n, doc, place + n);
		if (own)
			note_word(to, own, word.p, word.n, doc, n);
		fold_text(&base, word.p, word.n, false, FOLD_BASE);
		if (walk.pair ||
			(base.len == word.n && memcmp(base.data, word.p, base.len) == 0))
			continue;
		note_word(to, INDEX_ANY_BASE, base.data, base.len, doc, place + n);
		if (own)
			note_word(to, own + 1, base.data, base.len, doc, n);
	}
	buf_done(&folded);
	buf_done(&base);
	return *text ? place + n + 1 : place;
}

/* ---- What the program builds */

static int
note_entry(void *data, const struct index_entry *e)
{
	struct postings *to = data;
	const uint8_t *p = e->data, *end = e->data + e->len;
	uint32_t doc = 0, docs = 0;
	for (; p < end; docs++) {
		uint32_t place = 0;
		doc += index_varint(&p, end);
		for (bool more = true; more;) {
			uint32_t value = index_varint(&p, end);
			place += value >> 1;
			more = value & 1;
			note(to, e->term, e->term_len, doc, place);
		}
	}
	assert_int_equal(docs, e->docs);
	assert_int_equal(doc, e->last);
	return OK;
}

/* Documents are far apart, as after many edits, so that their distances take up to three
 * bytes. */
static uint32_t
far(uint64_t id)
{
	return (uint32_t)id * 500;
}

static void
build(struct fixture *f, struct postings *to, struct index_build *build)
{
	struct index_cursors cursors;
	struct store_view view;
	uint64_t doc, item;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_index_cursors_open(&view, &cursors), OK);
	for (uint64_t from = 1;
		store_index_document_next(&cursors, from, &doc, &item) == OK;
		from = doc + 1)
		assert_int_equal(store_index_build_add(build, &cursors, item, far(doc),
					 (struct span){NULL, 0}),
			OK);
	store_index_cursors_close(&cursors);
	store_view_end(&view);
	store_index_build_sort(build);
	assert_int_equal(store_index_build_each(build, note_entry, to), OK);
}

/* ---- Texts */

#define ITEMS 60
#define BODY 40000

/* Random words: some are everywhere, some occur once, some differ only at their ends. */
static void
write_text(char *to, size_t size, uint32_t seed, size_t words)
{
	static const char *const parts[] = {"the", "The", "a", "naïve", "NAIVE", "東京都",
		"incomprehensible", "incomprehensibly", "incomprehensibilities",
		"sixteen-letters0", "x", "Ω", "<p>", "</b>", "&amp;", "e\314\201", ".",
		"12"};
	size_t at = 0;
	to[0] = '\0';
	for (size_t i = 0; i < words && at + 100 < size; i++) {
		seed = seed * 1664525 + 1013904223;
		uint32_t draw = seed >> 16;
		if (draw % 3)
			at += (size_t)snprintf(to + at, size - at, "%s%s",
				parts[draw / 3 % COUNT_OF(parts)], draw % 7 ? " " : "");
		else
			at += (size_t)snprintf(to + at, size - at, "w%u ",
				(unsigned)(draw % (1u << draw % 15)));
	}
}

static size_t
words_of(size_t i)
{
	return i % 10 == 9 ? 0 : i % 20 == 8 ? 5000 : i * 7;
}

static void
assert_same(struct postings *made, struct postings *wanted)
{
	for (size_t i = 1; i < made->len; i++)
		assert_true(by_term_and_place(&made->all[i - 1], &made->all[i]) < 0);
	qsort(wanted->all, wanted->len, sizeof *wanted->all, by_term_and_place);
	assert_int_equal(made->len, wanted->len);
	for (size_t i = 0; i < made->len; i++)
		if (by_term_and_place(&made->all[i], &wanted->all[i]) != 0)
			fail_msg("\"%.*s\" at %u of %u, not \"%.*s\" at %u of %u",
				made->all[i].len - 1, (char *)made->all[i].term + 1,
				made->all[i].place, made->all[i].doc,
				wanted->all[i].len - 1, (char *)wanted->all[i].term + 1,
				wanted->all[i].place, wanted->all[i].doc);
}

/* The texts as they are stored, since the order of the items is the store's. */
static void
note_stored(struct fixture *f, struct postings *to)
{
	struct store_view view;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	for (uint64_t id = 1; id <= ITEMS; id++) {
		struct span bytes;
		char *title = NULL, *body = NULL;
		bool html = false;
		if (store_db_get(&view, TABLE_ITEM, schema_id(id), &bytes) == OK) {
			struct span text = record_find(bytes, ITEM_TITLE);
			title = text.p ? mem_strndup(text.p, text.n) : NULL;
		}
		if (store_db_get(&view, TABLE_TEXT, schema_id(id), &bytes) == OK) {
			struct span text = record_find(bytes, TEXT_BODY);
			body = text.p ? mem_strndup(text.p, text.n) : NULL;
			html = record_find_int(bytes, TEXT_TYPE, TEXT_PLAIN) == TEXT_HTML;
		}
		uint32_t place =
			title ? note_text(to, title, false, INDEX_TITLE, far(id), 0) : 0;
		if (body)
			note_text(to, body, html, 0, far(id), place);
		free(title);
		free(body);
	}
	store_view_end(&view);
}

static void
postings_say_where_words_stand(void **state)
{
	struct fixture *f = *state;
	struct postings made = {.len = 0}, wanted = {.len = 0};
	char *lines[ITEMS];
	put_subscriptions(f, one_feed, 1);
	for (size_t i = 0; i < ITEMS; i++) {
		static char title[2000], body[BODY];
		struct buf line = BUF_INIT(0);
		write_text(title, sizeof title, (uint32_t)i * 31 + 1, i % 12);
		write_text(body, sizeof body, (uint32_t)i * 17 + 5, words_of(i));
		buf_addf(&line, "%zu|http://a/%zu|%s|<p>%s|", i, i, title, body);
		lines[i] = buf_take(&line);
	}
	poll_items(f, 1, T0, (const char *const *)lines, ITEMS);
	note_stored(f, &wanted);
	assert_true(wanted.len > 10000);
	struct index_build *b = store_index_build_new();
	build(f, &made, b);
	assert_int_equal(store_index_build_words(b), made.len);
	assert_same(&made, &wanted);
	store_index_build_free(b);
	for (size_t i = 0; i < ITEMS; i++)
		free(lines[i]);
	free(made.all);
	free(wanted.all);
}

static void
nothing_is_built_of_nothing(void **state)
{
	(void)state;
	struct postings made = {.len = 0};
	struct index_build *b = store_index_build_new();
	store_index_build_sort(b);
	assert_int_equal(store_index_build_each(b, note_entry, &made), OK);
	assert_int_equal(made.len, 0);
	assert_int_equal(store_index_build_words(b), 0);
	store_index_build_free(b);
	store_index_build_free(NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(postings_say_where_words_stand),
		cmocka_unit_test(nothing_is_built_of_nothing),
	};
	return UNIT_RUN(tests);
}
