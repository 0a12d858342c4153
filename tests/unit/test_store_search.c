#include "config.h"

#include <stdio.h>

#include "base/time.h"
#include "store_helper.h"
#include "unit.h"

static const char *
search(struct fixture *f, const char *words, const struct store_scope *scope)
{
	static char found[256];
	struct store_search *s = store_search_new(words, scope);
	struct store_key keys[2];
	struct arena arena = ARENA_INIT;
	struct err err;
	size_t len, at = 0;
	bool done = false;
	found[0] = '\0';
	while (!done) {
		struct store_view view;
		assert_int_equal(
			store_search_step(s, f->store, 0, keys, 2, &len, &done, &err),
			OK);
		assert_int_equal(store_view_begin(f->store, &view, &err), OK);
		for (size_t i = 0; i < len; i++) {
			struct store_item item;
			assert_int_equal(
				store_item(&view, keys[i].id, &arena, &item), OK);
			at += (size_t)snprintf(found + at, sizeof found - at, "%s%s",
				at ? " " : "", item.link);
		}
		store_view_end(&view);
	}
	store_search_free(s);
	arena_done(&arena);
	return found;
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
		const char *words;
		struct store_scope scope;
		const char *found;
	} cases[] = {
		{"quick", {STORE_ALL, 0, NULL}, "L4 L1"},
		{"QUICK", {STORE_ALL, 0, NULL}, "L4 L1"},
		{"  lazy   quick ", {STORE_ALL, 0, NULL}, "L4 L1"},
		{"quick", {STORE_FEED, 1, NULL}, "L1"},
		{"quick", {STORE_TAG, 0, "one"}, "L1"},
		{"quick", {STORE_STARRED, 0, NULL}, ""},
		{"uic", {STORE_ALL, 0, NULL}, "L4 L1"},
		{"grösse", {STORE_ALL, 0, NULL}, ""},
		{"GRÖßE", {STORE_ALL, 0, NULL}, "L2"},
		{"CAFÉ", {STORE_ALL, 0, NULL}, "L3"},
		{"l’addition", {STORE_ALL, 0, NULL}, "L3"},
		{"href", {STORE_ALL, 0, NULL}, ""},
		{"quick dog lazy fox", {STORE_ALL, 0, NULL}, "L1"},
		{"quick nothing", {STORE_ALL, 0, NULL}, ""},
		{"", {STORE_ALL, 0, NULL}, ""},
		{" ", {STORE_ALL, 0, NULL}, ""},
	};
	struct fixture *f = *state;
	put_subscriptions(f, feeds, 2);
	poll_items(f, 1, T0, first, 3);
	poll_items(f, 2, T0, second, 1);
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_string_equal(
			search(f, cases[i].words, &cases[i].scope), cases[i].found);
}

/* More items than a chunk and than room for hits: all are found, none twice. */
static void
a_long_search_finds_each_once(void **state)
{
	static const char *const feeds[] = {"https://a.example/"};
	struct fixture *f = *state;
	const char *lines[300];
	char room[300][32];
	put_subscriptions(f, feeds, 1);
	for (size_t i = 0; i < 300; i++) {
		snprintf(room[i], sizeof room[i], "%zu|L%zu|t|%s|", i, i,
			i % 3 ? "hay" : "needle");
		lines[i] = room[i];
	}
	poll_items(f, 1, T0, lines, 300);
	struct store_scope all = {STORE_ALL, 0, NULL};
	struct store_search *s = store_search_new("needle", &all);
	struct store_key keys[7], last = {INT64_MAX, UINT64_MAX};
	size_t total = 0, len;
	bool done = false;
	while (!done) {
		assert_int_equal(
			store_search_step(s, f->store, 0, keys, 7, &len, &done, NULL),
			OK);
		for (size_t i = 0; i < len; i++) {
			assert_true(keys[i].id < last.id);
			last = keys[i];
		}
		total += len;
	}
	assert_int_equal(total, 100);
	store_search_free(s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(words_are_found_newest_first),
		FIXTURE_TEST(a_long_search_finds_each_once),
	};
	return UNIT_RUN(tests);
}
