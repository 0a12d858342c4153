/*
 * What is not a layout of a page (tests/extract has those): failures, parts, marks that
 * cross, hostile pages.
 */
#include "config.h"

#include "base/arena.h"
#include "base/buf.h"
#include "extract/clean_html.h"
#include "extract/extract.h"
#include "model/item.h"
#include "unit.h"

#define TEXT                                                                             \
	"The harbour had been quiet since the early ferry left, and the people on the "  \
	"quay spoke of little but the wind, the price of diesel, and a lamp that would " \
	"not turn."

static int
extract(const char *html, size_t n, struct buf *out, struct extract_about *about,
	struct arena *arena, struct err *err)
{
	const struct extract_page page = {.html = {html, n}};
	buf_clear(out);
	return extract_article(&page, arena, out, about, err);
}

static void
test_failures(void **state)
{
	(void)state;
	static const struct {
		const char *html, *says;
	} cases[] = {
		{"", "no article"},
		{"<p>Short.</p>", "no article"},
		{"<ul><li><a href=/a>" TEXT "</a></li></ul>", "no article"},
		{"<div id=root></div><script>1</script><script>2</script>"
		 "<script src=a></script>",
			"scripts"},
		{"<div class=consent><p>We and our partners use cookies. " TEXT
		 "</p></div>",
			"consent"},
	};
	struct buf out = BUF_INIT(0);
	struct arena arena = ARENA_INIT;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct extract_about about;
		struct err err;
		assert_int_equal(extract(cases[i].html, strlen(cases[i].html), &out,
					 &about, &arena, &err),
			ERR_NOT_FOUND);
		assert_non_null(strstr(err.text, cases[i].says));
		assert_int_equal(out.len, 0);
	}
	arena_done(&arena);
	buf_done(&out);
}

static void
test_about(void **state)
{
	(void)state;
	static const char html[] =
		"<html><head><title>A light | Paper</title><base href=\"/x/\">"
		"<meta name=author content=\"Anna Berg\"><link rel=next "
		"href=\"a?page=2\">"
		"<meta content='2026-11-02' property='article:published_time'></head>"
		"<body><article><p>" TEXT "</p></article></body></html>";
	struct buf out = BUF_INIT(0);
	struct arena arena = ARENA_INIT;
	struct extract_about about;
	struct err err;
	assert_int_equal(extract(html, strlen(html), &out, &about, &arena, &err), OK);
	assert_string_equal(about.title, "A light | Paper");
	assert_string_equal(about.author, "Anna Berg");
	assert_string_equal(about.date, "2026-11-02");
	assert_string_equal(about.base, "/x/");
	assert_string_equal(about.next, "a?page=2");
	assert_string_equal(buf_str(&out), "<p>" TEXT "</p>");
	arena_done(&arena);
	buf_done(&out);
}

/* Elements that cross come out so that they end where they did. */
static void
test_crossing(void **state)
{
	(void)state;
	static const char html[] = "<div><p>" TEXT "</p><b><p>bold</b> plain</p></div>";
	struct buf out = BUF_INIT(0);
	struct arena arena = ARENA_INIT;
	struct extract_about about;
	struct err err;
	assert_int_equal(extract(html, strlen(html), &out, &about, &arena, &err), OK);
	assert_string_equal(buf_str(&out), "<p>" TEXT "</p><b><p>bold</b> plain</p>");
	arena_done(&arena);
	buf_done(&out);
}

static void
test_parts(void **state)
{
	(void)state;
	static const struct {
		const char *url, *next;
		bool part;
	} cases[] = {
		{"https://a.example/s", "https://a.example/s?page=2", true},
		{"https://a.example/s?page=2", "https://a.example/s?page=3", true},
		{"https://a.example/s?page=2", "https://a.example/s?page=4", false},
		{"https://a.example/s/", "https://a.example/s/2", true},
		{"https://a.example/s/2/", "https://a.example/s/3/", true},
		{"https://a.example/s.html", "https://a.example/s-2.html", true},
		{"https://a.example/story-2024", "https://a.example/story-2024-2", true},
		{"https://a.example/s/page/2", "https://a.example/s/page/3", true},
		{"https://a.example/s", "https://a.example/other", false},
		{"https://a.example/s", "https://b.example/s/2", false},
		{"https://a.example/p/100", "https://a.example/p/101", false},
		{"https://a.example/p/7", "https://a.example/q/8", false},
		{"https://a.example/s", "https://a.example/s", false},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(
			extract_is_part(cases[i].url, cases[i].next), cases[i].part);
}

static void
test_clean(void **state)
{
	(void)state;
	static const struct {
		const char *html, *wanted;
	} cases[] = {
		{"<p onclick=x() style=\"color:red\" class=a>a &amp; b",
			"<p>a &amp; b</p>"},
		{"<script>x</script><style>y</style><p>z</p>", "<p>z</p>"},
		{"<a href=\"../c?x=1&amp;y=2\">c</a>",
			"<a href=\"https://a.example/c?x=1&amp;y=2\">c</a>"},
		{"<a href=\"javascript:x\">c</a> <a href=\"#n\">n</a>",
			"<a>c</a> <a href=\"#n\">n</a>"},
		{"<img src=\"data:image/gif;base64,x\" data-src=\"/p.png\" alt=\"P\">",
			"<img src=\"https://a.example/p.png\" alt=\"P\">"},
		{"<img src=\"/t.gif\" width=1 height=1>x", "x"},
		{"<iframe src=\"//v.example/1\" title=\"Film\"></iframe>",
			"<p><a href=\"https://v.example/1\">Film</a></p>"},
		{"<ul><li><input type=checkbox checked> done</ul>",
			"<ul><li>☑  done</li></ul>"},
		{"<b><p>bold</b> plain", "<b><p>bold</b> plain</p>"},
		{"<video src=/v.mp4></video><table><td colspan=2>c",
			"<video src=\"https://a.example/v.mp4\" controls></video>"
			"<table><td colspan=\"2\">c</td></table>"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf out = BUF_INIT(0);
		const struct text text = {(char *)(uintptr_t)cases[i].html, TEXT_HTML,
			(char[]){"https://a.example/b/"}};
		extract_clean(&text, strlen(cases[i].html), &out);
		assert_string_equal(buf_str(&out), cases[i].wanted);
		buf_done(&out);
	}
}

/* Hostile pages take time and memory in proportion to their size: a megabyte of each is
 * read at once. */
static void
test_hostile(void **state)
{
	(void)state;
	static const char *const units[] = {"<div class=\"a b c d\">", "<b>", "<p>x",
		"<table><tr><td>", "</div>", "<a href=x>y", "<", "<li><ul>", "&#x0;",
		"<p class=\"comment\">" TEXT, "<script type=\"application/ld+json\">[",
		"<meta property=og:title content=\"", "<h1>A</h1>"};
	struct buf html = BUF_INIT(0), out = BUF_INIT(0);
	for (size_t i = 0; i < COUNT_OF(units); i++) {
		struct arena arena = ARENA_INIT;
		struct extract_about about;
		struct err err;
		buf_clear(&html);
		while (html.len < 1000000)
			buf_adds(&html, units[i]);
		int status = extract(html.data, html.len, &out, &about, &arena, &err);
		assert_true(status == OK || status == ERR_NOT_FOUND);
		assert_true(out.len < 8 * html.len);
		arena_done(&arena);
	}
	buf_done(&html);
	buf_done(&out);
}

static void
bylines_stay(void **state)
{
	(void)state;
	static const struct {
		const char *html, *want;
	} cases[] = {
		{"<p>By <a href=/jo>Jo Low</a></p>", "Jo Low"},
		{"<div>Von <a href=/jo>Jo Low</a> und <a href=/b>Bo</a></div>", "Bo"},
		{"<p><a href=/a>Bylaws</a></p>", NULL},
		{"<p>Share <a href=/jo>Jo Low</a></p>", NULL},
	};
	struct buf out = BUF_INIT(0), page = BUF_INIT(0);
	struct arena arena = ARENA_INIT;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct extract_about about;
		struct err err;
		buf_clear(&page);
		buf_addf(&page, "<article>%s<p>" TEXT "<p>" TEXT "</article>",
			cases[i].html);
		assert_int_equal(
			extract(buf_str(&page), page.len, &out, &about, &arena, &err),
			OK);
		bool has = strstr(buf_str(&out), cases[i].want ? cases[i].want : "<a");
		assert_int_equal(has, cases[i].want != NULL);
	}
	arena_done(&arena);
	buf_done(&page);
	buf_done(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_failures),
		cmocka_unit_test(test_about),
		cmocka_unit_test(test_crossing),
		cmocka_unit_test(test_parts),
		cmocka_unit_test(test_clean),
		cmocka_unit_test(test_hostile),
		cmocka_unit_test(bylines_stay),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
