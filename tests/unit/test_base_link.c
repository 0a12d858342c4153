#include "config.h"

#include "tests/unit/unit.h"

#include "base/buf.h"
#include "base/link.h"

static const char *
page(const char *link)
{
	static struct buf out = BUF_INIT(0);
	buf_clear(&out);
	return link_page(&out, link) ? buf_str(&out) : "";
}

/* What publishers write for one page: the first is what all others are, too. */
static void
editions_of_a_page(void **state)
{
	(void)state;
	static const char *const cases[][9] = {
		{"https://news.example/2026/story", "http://news.example/2026/story",
			"https://www.news.example/2026/story/",
			"https://m.news.example/2026/story",
			"https://amp.news.example/2026/story",
			"https://news.example/2026/story/amp/",
			"https://news.example/amp/2026/story",
			"https://news.example/2026/story.amp",
			"https://NEWS.example/2026/story#comments"},
		{"https://a.example/x?id=7&page=2",
			"https://a.example/x?utm_source=rss&id=7&page=2",
			"https://a.example/x?id=7&utm_medium=feed&page=2&fbclid=abc",
			"https://a.example/x?id=7&page=2&UTM_Campaign=z",
			"https://a.example/x?amp=1&id=7&page=2",
			"https://a.example/x/?id=7&page=2&"},
		{"https://en.wikipedia.org/wiki/Sea",
			"https://en.m.wikipedia.org/wiki/Sea"},
		{"https://a.example/#!/story", "https://www.a.example/#!/story"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *first = strdup(page(cases[i][0]));
		assert_string_not_equal(first, "");
		for (size_t k = 1; k < COUNT_OF(cases[i]) && cases[i][k]; k++)
			assert_string_equal(page(cases[i][k]), first);
		free(first);
	}
}

static void
different_pages_stay_different(void **state)
{
	(void)state;
	static const char *const pages[] = {"https://a.example/x", "https://b.example/x",
		"https://a.example/X", "https://a.example/x?id=1",
		"https://a.example/x?id=2", "https://a.example/amplifier",
		"https://a.example/x/y", "https://m.example/x", "https://www.example/x",
		"https://a.example/x?source=1"};
	for (size_t i = 0; i < COUNT_OF(pages); i++) {
		char *one = strdup(page(pages[i]));
		for (size_t k = i + 1; k < COUNT_OF(pages); k++)
			assert_string_not_equal(page(pages[k]), one);
		free(one);
	}
}

static void
what_is_no_page(void **state)
{
	(void)state;
	static const char *const links[] = {"https://a.example/", "https://www.a.example",
		"https://a.example/?utm_source=rss", "mailto:x@y.example", "urn:uuid:1",
		"", "ftp://a.example/x"};
	for (size_t i = 0; i < COUNT_OF(links); i++)
		assert_string_equal(page(links[i]), "");
}

static void
what_tracks_is_taken_off(void **state)
{
	(void)state;
	static const char *const cases[][2] = {
		{"https://a.example/x?utm_source=rss&id=7#part",
			"https://a.example/x?id=7#part"},
		{"https://a.example/x?utm_source=rss", "https://a.example/x"},
		{"https://a.example/x?id=7", "https://a.example/x?id=7"},
		{"https://a.example/x", "https://a.example/x"},
		{"https://a.example/x?amp=1", "https://a.example/x?amp=1"},
		{"mailto:a@b.example?utm_source=x", "mailto:a@b.example?utm_source=x"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf out = BUF_INIT(0);
		link_untrack(&out, cases[i][0]);
		assert_string_equal(buf_str(&out), cases[i][1]);
		buf_done(&out);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(editions_of_a_page),
		cmocka_unit_test(different_pages_stay_different),
		cmocka_unit_test(what_is_no_page),
		cmocka_unit_test(what_tracks_is_taken_off),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
