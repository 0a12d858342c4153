/*
 * Searches: what is found by the index, by looking through texts, and half by each must
 * be the same.
 */
#include "config.h"

#include <stdio.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/time.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/find/find.h"
#include "store/gc.h"
#include "store/index/index.h"
#include "store/index/index_read.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/mark/flags.h"
#include "store_helper.h"
#include "unit.h"

#define NOW (T0 + TIME_DAY)

static struct buf found;

/* The links of what is found, in order. */
static const char *
find_how(struct fixture *f, const char *query, const struct store_scope *scope, int how)
{
	struct store_find *find;
	struct store_key keys[3];
	struct arena arena = ARENA_INIT;
	struct err err;
	size_t len;
	bool done = false;
	buf_clear(&found);
	assert_int_equal(store_find_new(query, scope, how, NOW, &find, &err), OK);
	while (!done) {
		struct store_view view;
		assert_int_equal(
			store_find_step(find, f->store, 0, keys, 3, &len, &done, &err),
			OK);
		assert_int_equal(store_view_begin(f->store, &view, &err), OK);
		for (size_t i = 0; i < len; i++) {
			struct store_item item;
			assert_int_equal(
				store_item(&view, keys[i].id, &arena, &item), OK);
			buf_addf(&found, "%s%s", found.len ? " " : "", item.link);
		}
		store_view_end(&view);
	}
	store_find_free(find);
	arena_done(&arena);
	return buf_str(&found);
}

static const char *
find(struct fixture *f, const char *query)
{
	const struct store_scope all = {STORE_ALL, 0, NULL};
	return find_how(f, query, &all, STORE_FIND_ACCENTS);
}

static void
words_are_found_newest_first(void **state)
{
	static const char *const feeds[] = {
		"https://a.example/ one", "https://b.example/"};
	static const char *const first[] = {
		"1|L1|The quick fox|<p>jumps over the <b>lazy</b> dog</p>|1700000003",
		"2|L2|Kein Fuchs|Größe ist <a href=\"quick\">alles</a>|1700000002",
		"3|L3|caf&eacute;|un caf&eacute; et l&#8217;addition|1700000001",
	};
	static const char *const second[] = {"1|L4|Quick again|and LAZY|1700000009"};
	static const struct {
		const char *query;
		struct store_scope scope;
		const char *found;
	} cases[] = {
		{"quick", {STORE_ALL, 0, NULL}, "L4 L1"},
		{"QUICK", {STORE_ALL, 0, NULL}, "L4 L1"},
		{"  lazy   quick ", {STORE_ALL, 0, NULL}, "L4 L1"},
		{"quick", {STORE_FEED, 1, NULL}, "L1"},
		{"quick", {STORE_TAG, 0, "one"}, "L1"},
		{"quick", {STORE_STARRED, 0, NULL}, ""},
		{"quick", {STORE_UNREAD, 0, NULL}, "L4 L1"},
		{"*uic*", {STORE_ALL, 0, NULL}, "L4 L1"},
		{"uic", {STORE_ALL, 0, NULL}, ""},
		{"grösse", {STORE_ALL, 0, NULL}, ""},
		{"GRÖßE", {STORE_ALL, 0, NULL}, "L2"},
		{"CAFÉ", {STORE_ALL, 0, NULL}, "L3"},
		{"l’addition", {STORE_ALL, 0, NULL}, "L3"},
		{"href", {STORE_ALL, 0, NULL}, ""},
		{"quick dog lazy fox", {STORE_ALL, 0, NULL}, "L1"},
		{"quick or fuchs", {STORE_ALL, 0, NULL}, "L4 L1 L2"},
		{"-quick", {STORE_ALL, 0, NULL}, "L2 L3"},
		{"quick tag:one", {STORE_ALL, 0, NULL}, "L1"},
		{"feed:b.example", {STORE_ALL, 0, NULL}, "L4"},
		{"", {STORE_FEED, 1, NULL}, "L1 L2 L3"},
	};
	struct fixture *f = *state;
	put_subscriptions(f, feeds, 2);
	poll_items(f, 1, T0, first, 3);
	poll_items(f, 2, T0, second, 1);
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_string_equal(
			find_how(f, cases[i].query, &cases[i].scope, STORE_FIND_ACCENTS),
			cases[i].found);
}

static const char *const one_feed[] = {"https://a.example/"};

/* The lists of a tag's feeds are walked together; whatever a step has room for, all of
 * their items come, once and in order. */
static void
a_tag_is_searched_like_all(void **state)
{
	struct fixture *f = *state;
	static const char *const feeds[] = {"A t", "B t/u", "C t", "D"};
	static const char *const queries[] = {"", "is:unread", "title:/item/", "body"};
	const struct store_scope all = {.kind = STORE_ALL};
	const struct store_scope tag = {.kind = STORE_TAG, .tag = "t"};
	char lines[50][64];
	const char *items[50];
	put_subscriptions(f, feeds, 4);
	for (uint32_t feed = 1; feed <= 3; feed++) {
		for (int i = 0; i < 50; i++) {
			snprintf(lines[i], sizeof lines[i], "%d|%u.%d|item|body|%d", i,
				feed, i, 1700000000 + i * (int)feed);
			items[i] = lines[i];
		}
		poll_items(f, feed, T0, items, 50);
	}
	for (size_t i = 0; i < COUNT_OF(queries); i++) {
		struct buf wanted = BUF_INIT(0);
		buf_adds(&wanted, find_how(f, queries[i], &all, STORE_FIND_ACCENTS));
		assert_true(wanted.len > 3 * 50 * 4);
		assert_string_equal(find_how(f, queries[i], &tag, STORE_FIND_ACCENTS),
			buf_str(&wanted));
		buf_done(&wanted);
	}
}

static void
index_to(struct fixture *f, bool on)
{
	struct store_batch *batch;
	bool more = true;
	assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
	assert_int_equal(store_index_reset(batch, on, NULL), OK);
	while (more)
		assert_int_equal(store_index_step(batch, 100, &more, NULL), OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
}

/* Dates are those that lists go by: 1970-based T0 is when all was first seen. */
static void
the_list_tells_of_dates_and_marks(void **state)
{
	static const char *const items[] = {
		"1|L1|fox one|a|1789913600",   /* a day before */
		"2|L2|fox two|a|1789136000",   /* ten days */
		"3|L3|fox three|a|1787408000", /* thirty days */
		"4|L4|fox four|a|1999999999",  /* ahead: as old as its first sight */
		"5|L5|hen five|a|1789913599",
	};
	static const struct {
		const char *query, *found;
	} cases[] = {
		{"fox age:<12d", "L4 L1 L2"},
		{"fox age:12d", "L4 L1 L2"},
		{"fox age:>=11d", "L2 L3"},
		{"age:<3d", "L4 L1 L5"},
		{"age:>3d age:<20d", "L2"},
		{"fox (age:>20d or age:<2d)", "L4 L3"},
		{"fox -age:<20d", "L3"},
		{"age:<0d", ""},
		{"age:0d..1d", "L4"},
		{"date:2026-08..2026-09-11 fox", "L2 L3"},
		{"date:>2026-09-25", ""},
		{"/f.x/ date:>=2026-09-20", "L4 L1"},
		{"is:unread", "L1 L5 L2"},
		{"fox is:unread", "L1 L2"},
		{"fox is:unread age:<5d", "L1"},
		{"fox -is:unread", "L4 L3"},
		{"fox is:read", "L4 L3"},
		{"is:starred", "L4 L2"},
		{"is:starred is:unread", "L2"},
		{"is:starred or hen", "L4 L5 L2"},
		{"fox is:starred age:>5d", "L2"},
	};
	const struct store_scope all = {STORE_ALL, 0, NULL}, feed = {STORE_FEED, 1, NULL};
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	poll_items(f, 1, T0, items, 5);
	set_flags(f, "fox three", 0, ITEM_UNREAD);
	set_flags(f, "fox four", ITEM_STARRED, ITEM_UNREAD);
	set_flags(f, "fox two", ITEM_STARRED, 0);
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		for (int how = 0; how < 4; how++) {
			const struct store_scope *scope = how & 1 ? &all : &feed;
			if (how == 2)
				index_to(f, true);
			if (strcmp(find_how(f, cases[i].query, scope, 0),
				    cases[i].found) != 0)
				fail_msg("%s: %s, not %s", cases[i].query,
					buf_str(&found), cases[i].found);
		}
}

static void
errors_are_told(void **state)
{
	(void)state;
	const struct store_scope all = {STORE_ALL, 0, NULL};
	struct store_find *find = NULL;
	struct err err = {0};
	assert_int_equal(store_find_new("(x", &all, 0, NOW, &find, &err), ERR_SYNTAX);
	assert_null(find);
	assert_true(err.text[0] != '\0');
}

/* ---- The index against the texts. */

#define ITEMS 1500

static const char *const words[] = {"alpha", "beta", "gamma", "delta", "Émile", "emile",
	"東京都", "京都", "naïve", "alphabet", "the", "of"};

static uint32_t
draw(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

/* Texts of a few words each, so that every query has some hits and many misses. */
static void
fill(struct fixture *f, const char *salt, size_t from, size_t to, uint32_t seed)
{
	static char room[ITEMS][256];
	const char *lines[ITEMS];
	for (size_t i = from; i < to; i++) {
		const char *w[6];
		for (size_t k = 0; k < 6; k++)
			w[k] = words[draw(&seed) % COUNT_OF(words)];
		snprintf(room[i], sizeof room[i],
			"%zu|L%zu|%s %s|<p>%s <b>%s</b></p><p>%s, %s%s</p>|%lld", i, i,
			w[0], w[1], w[2], w[3], w[4], w[5], salt,
			(long long)(T0 - (int64_t)(draw(&seed) % 100000)));
		lines[i - from] = room[i];
	}
	poll_items(f, 1, T0, lines, to - from);
}

static const char *const queries[] = {"alpha", "alpha beta", "alpha or beta", "-alpha",
	"alpha -beta", "-(alpha or beta)", "\"alpha beta\"", "\"of the\"", "alph*",
	"\"the alph\"*", "title:alpha", "title:\"alpha beta\"", "-title:alpha beta",
	"text:alpha", "émile", "emile", "naive", "naïve", "東京", "京都", "東京都", "都",
	"\"東京都 the\"", "*lph*", "*pha b*", "*pha,*", "*lta,x*", "/al.ha/", "/alpha/",
	"/al(pha|x) bet/", "/delta?.*gamma+/", "/[ab]lph[ab]\\b/", "/x*beta|gamma/",
	"/\\x61lpha/", "/alphab{0,1}/", "/[[:alpha:]xyzq]ta/", "/[[:^alpha:]xyzq]the/",
	"/xyz[a[]|beta/", "/xyz{|beta/", "/xyz{1|beta/", "/(x[)]y|beta) /",
	"alpha /b.ta/", "alpha is:unread", "alpha or is:starred", "alpha age:<100d",
	"nothing", "\"beta gamma\" or \"delta the\"", "edited", "alpha edited"};

/* As the worker does it when it has time: a batch a slice. Some slices are lost, as by a
 * crash. How many were needed. */
static size_t
index_slices(struct fixture *f, size_t max)
{
	size_t slices = 0;
	for (bool more = true; more; slices++) {
		struct store_batch *batch;
		assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
		assert_int_equal(store_index_step(batch, max, &more, NULL), OK);
		if (slices % 3 == 1) {
			store_batch_abort(batch);
			more = true;
			fixture_reopen(f);
		} else {
			assert_int_equal(store_batch_commit(batch, NULL), OK);
		}
	}
	return slices;
}

/* What the queries find with the index, then without. */
static void
compare(struct fixture *f)
{
	const struct store_scope all = {STORE_ALL, 0, NULL};
	char *by_index[COUNT_OF(queries)][2];
	for (size_t i = 0; i < COUNT_OF(queries); i++)
		for (int how = 0; how < 2; how++)
			by_index[i][how] = strdup(find_how(f, queries[i], &all, how));
	index_to(f, false);
	for (size_t i = 0; i < COUNT_OF(queries); i++)
		for (int how = 0; how < 2; how++) {
			if (strcmp(by_index[i][how],
				    find_how(f, queries[i], &all, how)) != 0)
				fail_msg("%s (%d): %s\nnot %s", queries[i], how,
					by_index[i][how], buf_str(&found));
			free(by_index[i][how]);
		}
}

static void
index_and_texts_agree(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	/* Segments of several sizes, and some that wait. */
	for (size_t i = 0; i < ITEMS; i += 150) {
		fill(f, "", i, i + 150, (uint32_t)i + 7);
		index_slices(f, 70 + i % 80);
	}
	assert_sound(f);
	compare(f);
}

/* Whatever others are at when the user has seen enough. */
static void
a_search_may_end_early(void **state)
{
	const struct store_scope all = {STORE_ALL, 0, NULL};
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	fill(f, "", 0, ITEMS, 3);
	for (size_t steps = 1; steps < 40; steps++) {
		struct store_find *find;
		struct store_key keys[256];
		size_t len;
		bool done = false;
		assert_int_equal(
			store_find_new("/al.ha/", &all, 0, NOW, &find, NULL), OK);
		for (size_t i = 0; i < steps && !done; i++)
			assert_int_equal(store_find_step(find, f->store, 0, keys, 256,
						 &len, &done, NULL),
				OK);
		store_find_free(find);
	}
}

/* Words gathered beside the writing: an edit that comes in between wins, and a part that
 * was made for another state is not used. */
static void
gathered_words_are_not_stale(void **state)
{
	struct fixture *f = *state;
	struct store_index_part *parts[2];
	struct store_batch *batch;
	struct store_view view;
	put_subscriptions(f, one_feed, 1);
	fill(f, "", 0, 400, 1);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_index_gather(&view, 401, NULL, NULL, NULL, &parts[0]), OK);
	assert_null(parts[0]);
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		assert_int_equal(
			store_index_gather(&view, 400, NULL, NULL, NULL, &parts[i]), OK);
		assert_int_equal(store_index_part_texts(parts[i]), 400);
	}
	store_view_end(&view);
	fill(f, " edited", 100, 300, 2);
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
		assert_int_equal(store_index_put(batch, parts[i], NULL), OK);
		assert_int_equal(store_batch_commit(batch, NULL), OK);
		store_index_part_free(parts[i]);
	}
	compare(f);
}

static void
edited_texts_are_found_by_their_new_words(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	fill(f, "", 0, 1200, 1);
	index_slices(f, 300);
	fill(f, " edited", 100, 300, 2);
	fill(f, " edited", 200, 700, 3);
	fill(f, " edited twice", 250, 300, 4);
	compare(f);
	/* And once more from nothing. */
	index_to(f, true);
	compare(f);
}

static void
the_index_is_made_again(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	index_to(f, false);
	fill(f, "", 0, 1300, 5);
	char *without = strdup(find(f, "alpha beta"));
	index_to(f, true);
	assert_string_equal(find(f, "alpha beta"), without);
	fixture_reopen(f);
	assert_string_equal(find(f, "alpha beta"), without);
	free(without);
	compare(f);
}

#define LONG_ITEMS 1600
#define LONG_WORDS 260

/* Texts of very many words, so that a merge takes several slices. */
static void
fill_long(struct fixture *f, size_t from, size_t to)
{
	uint32_t seed = (uint32_t)from;
	const char **lines = mem_alloc((to - from) * sizeof *lines);
	struct arena arena = ARENA_INIT;
	for (size_t i = from; i < to; i++) {
		struct buf line = BUF_INIT(0);
		buf_addf(&line, "%zu|L%zu|odd%zu alpha|", i, i, i % 2);
		for (size_t k = 0; k < LONG_WORDS; k++)
			buf_addf(&line, "w%u%s", draw(&seed) % 20000,
				k % 50 ? " " : " alpha beta ");
		buf_addf(&line, "|%lld", (long long)(T0 - (int64_t)i));
		lines[i - from] = arena_strndup(&arena, buf_str(&line), line.len);
		buf_done(&line);
	}
	poll_items(f, 1, T0, lines, to - from);
	free(lines);
	arena_done(&arena);
}

static void
merges_go_in_slices(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	for (size_t i = 0; i < LONG_ITEMS; i += 200)
		fill_long(f, i, i + 200);
	/* 1,600 less the 511 that wait: six of 200, the merge of which is no need yet. */
	size_t slices = index_slices(f, 200);
	assert_true(count_segments(f) <= 8);
	assert_sound(f);
	for (size_t i = LONG_ITEMS; i < LONG_ITEMS + 1000; i += 200) {
		fill_long(f, i, i + 200);
		slices += index_slices(f, 200);
	}
	/* 2,600 in eleven, and eight of those became one, in more slices than segments.
	 */
	assert_true(count_segments(f) < 8);
	assert_true(slices > 14);
	assert_sound(f);
	compare(f);
}

static void
what_is_gone_leaves_the_index(void **state)
{
	const struct store_keep keep = {.feed = 1, .items = 500, .now = T0};
	struct fixture *f = *state;
	struct store_batch *batch;
	struct store_gc gone;
	size_t segments;
	put_subscriptions(f, one_feed, 1);
	fill_long(f, 0, LONG_ITEMS);
	index_slices(f, LONG_ITEMS);
	assert_int_equal(count_segments(f), 1);
	/* Read ones alone may go. */
	assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
	const struct store_scope all = {STORE_ALL, 0, NULL};
	bool more = true;
	while (more)
		assert_int_equal(
			store_mark_read(batch, &all, UINT64_MAX, 1000, NULL, &more, NULL),
			OK);
	assert_int_equal(store_expire(batch, &keep, 0, &gone, NULL), OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	assert_int_equal(gone.items, LONG_ITEMS - 500);
	assert_sound(f);
	index_slices(f, 1000);
	segments = count_segments(f);
	assert_int_equal(segments, 1);
	struct index_segment segment;
	struct store_view view;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_index_segment(&view, 1, &segment), OK);
	store_view_end(&view);
	assert_int_equal(segment.docs, 500);
	assert_int_equal(segment.written, 500);
	assert_sound(f);
	compare(f);
}

/* Words in titles weigh more than words in texts. */
static void
the_relevant_come_first(void **state)
{
	static const char *const items[] = {
		"1|L1|nothing|a fox|1700000009",
		"2|L2|The fox|sleeps|1700000001",
		"3|L3|A fox and a hound|hound|1700000002",
		"4|L4|hound|fox|1700000003",
	};
	const struct store_scope all = {STORE_ALL, 0, NULL};
	struct fixture *f = *state;
	put_subscriptions(f, one_feed, 1);
	poll_items(f, 1, T0, items, 4);
	fill(f, "", 100, 1100, 9);
	assert_string_equal(find_how(f, "fox", &all, STORE_FIND_RELEVANT), "L3 L2 L1 L4");
	assert_string_equal(find_how(f, "fox hound", &all, STORE_FIND_RELEVANT), "L3 L4");
}

/* Of what is stored while a search continues, some is met further down the list. It has
 * no score, and comes last. */
static void
what_comes_meanwhile_is_the_least_relevant(void **state)
{
	static const char *const items[] = {
		"1|L1|nothing|a fox|1700000009",
		"2|L2|The fox|sleeps|1700000008",
	};
	const struct store_scope all = {STORE_ALL, 0, NULL};
	struct fixture *f = *state;
	struct store_find *find;
	struct store_key keys[256];
	char lines[200][64];
	const char *later[200];
	size_t len, n = 0;
	bool done = false;
	put_subscriptions(f, one_feed, 1);
	poll_items(f, 1, T0, items, 2);
	assert_int_equal(
		store_find_new("fox", &all, STORE_FIND_RELEVANT, NOW, &find, NULL), OK);
	for (size_t steps = 0; !done; steps++) {
		assert_int_equal(store_find_step(find, f->store, 0, keys + n,
					 COUNT_OF(keys) - n, &len, &done, NULL),
			OK);
		n += len;
		if (steps > 0)
			continue;
		for (size_t i = 0; i < COUNT_OF(lines); i++) {
			snprintf(lines[i], sizeof lines[i], "n%zu|N%zu|fox %zu|b|%zu", i,
				i, i, 1600000000 + i);
			later[i] = lines[i];
		}
		poll_items(f, 1, T0 + 1, later, COUNT_OF(later));
	}
	store_find_free(find);
	assert_int_equal(n, 2 + COUNT_OF(lines));
	assert_int_equal(keys[0].id, find_title(f, "The fox"));
	assert_int_equal(keys[1].id, find_title(f, "nothing"));
}

static int
setup(void **state)
{
	buf_init(&found, 0);
	return fixture_setup(state);
}

static int
teardown(void **state)
{
	buf_done(&found);
	return fixture_teardown(state);
}

#define FIND_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIND_TEST(words_are_found_newest_first),
		FIND_TEST(a_tag_is_searched_like_all),
		FIND_TEST(the_list_tells_of_dates_and_marks),
		cmocka_unit_test(errors_are_told),
		FIND_TEST(index_and_texts_agree),
		FIND_TEST(a_search_may_end_early),
		FIND_TEST(gathered_words_are_not_stale),
		FIND_TEST(edited_texts_are_found_by_their_new_words),
		FIND_TEST(the_index_is_made_again),
		FIND_TEST(merges_go_in_slices),
		FIND_TEST(what_is_gone_leaves_the_index),
		FIND_TEST(the_relevant_come_first),
		FIND_TEST(what_comes_meanwhile_is_the_least_relevant),
	};
	return UNIT_RUN(tests);
}
