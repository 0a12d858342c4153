/*
 * Selectors on pages. What matches is what browsers' querySelectorAll finds on the same
 * pages; the elements are told by their ids.
 */
#include "config.h"

#include <time.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "base/time.h"
#include "feed/document_limits.h"
#include "model/feed.h"
#include "select/compare_text.h"
#include "select/date.h"
#include "select/recipe.h"
#include "select/recipe_page.h"
#include "select/selector_match.h"
#include "select/tree.h"
#include "unit.h"

static const char page[] =
	"<!DOCTYPE html><title>T</title>"
	"<div id=d class='box wide' data-x='a&amp;b'><h2 id=h>H</h2>"
	"<ul id=u><li id=1 class=post>a<li id=2 class='post ad' lang=en-GB>b"
	"<li id=3><a id=a href=/x/Y.html title='x y'>c</a></ul>"
	"<p id=p>one<p id=q>two <b id=b>three</b><span id=s></span></div>"
	"<table id=t><tr id=r><td id=c>1<td id=e>2<tr id=f><td id=g>3</table>"
	"<p id='z:y' class=md:flex>end";

/* The ids of what the selector finds, with blanks between. */
static const char *
found(const char *selector, struct buf *out)
{
	struct arena arena = ARENA_INIT;
	struct select_tree tree;
	struct selector compiled;
	struct err err = {0};
	buf_clear(out);
	if (select_recipe_plain(span_of(selector), &arena, &compiled, &err) != OK) {
		buf_adds(out, err.text);
		arena_done(&arena);
		return buf_str(out);
	}
	select_tree_init(&tree, span_of(page));
	bool *set = calloc(tree.len, sizeof *set);
	select_match(&tree, &compiled, NULL, set);
	for (size_t i = 0; i < tree.len; i++) {
		struct span id = select_tree_attribute(&tree.nodes[i], SPAN_LIT("id"));
		if (set[i])
			buf_addf(out, "%s%.*s", out->len ? " " : "",
				id.p ? (int)id.n : (int)tree.nodes[i].name.n,
				id.p ? id.p : tree.nodes[i].name.p);
	}
	free(set);
	select_tree_done(&tree);
	arena_done(&arena);
	return buf_str(out);
}

static void
test_selectors(void **state)
{
	(void)state;
	static const struct {
		const char *selector, *finds;
	} cases[] = {
		{"li", "1 2 3"},
		{"LI.post", "1 2"},
		{".post.ad", "2"},
		{".pos", ""},
		{"#u > li:first-child", "1"},
		{"div > li", ""},
		{"div li", "1 2 3"},
		{"html > body > table > tbody > tr > td", "c e g"},
		{"table > tr", ""},
		{"li + li", "2 3"},
		{"h2 ~ p", "p q"},
		{"h2 + p", ""},
		{"div, li.ad , b", "d 2 b"},
		{"*[href]", "a"},
		{"[href='/x/Y.html']", "a"},
		{"[href=\"/x/y.html\"]", ""},
		{"[href='/x/y.html' i]", "a"},
		{"a[href^='/x']", "a"},
		{"a[href$=html]", "a"},
		{"a[href*=Y]", "a"},
		{"a[href*='']", ""},
		{"[title~=y]", "a"},
		{"[lang|=en]", "2"},
		{"[data-x='a&b']", "d"},
		{"li:nth-child(2n+1)", "1 3"},
		{"li:nth-child(odd)", "1 3"},
		{"li:nth-child(-n+2)", "1 2"},
		{"li:nth-last-child(1)", "3"},
		{"li:last-child", "3"},
		{"p:first-of-type", "p z:y"},
		{"p:nth-of-type(2)", "q"},
		{"p:last-of-type", "q z:y"},
		{"li:not(.ad)", "1 3"},
		{"li:not(.ad, :last-child)", "1"},
		{"li:not(ul > .ad + li)", "1 2"},
		{":is(h2, b)", "h b"},
		{"span:empty", "s"},
		{":root > body > div", "d"},
		{"#z\\:y", "z:y"},
		{".md\\:flex", "z:y"},
		{"#\\31", "1"},
		{"title", "title"},
		{"  b  ", "b"},
	};
	struct buf out = BUF_INIT(0);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *finds = found(cases[i].selector, &out);
		if (!str_eq(finds, cases[i].finds))
			print_message("# %s finds %s\n", cases[i].selector, finds);
		assert_string_equal(finds, cases[i].finds);
	}
	buf_done(&out);
}

static void
test_faults(void **state)
{
	(void)state;
	static const struct {
		const char *recipe, *says;
	} cases[] = {
		{"", "at the end of the selector"},
		{"li >", "at the end of the selector: an element is missing"},
		{"li >> a", "at \"> a\" (character 5 of the selector): an element"},
		{"ü.", "at the end"},
		{"ü:nix a",
			"at \":nix a\" (character 2 of the selector): courant does not"},
		{"li[", "attribute is missing"},
		{"li[a", "the bracket is not closed"},
		{"li[a=\"b]", "the quotation mark is not closed"},
		{"li:nth-child(x)", "write a number, odd, even"},
		{"li:not(.a", "the parenthesis is not closed"},
		{"li::before", "no pseudo-elements"},
		{"li:first-child(2)", "takes no argument"},
		{"li titel=h3", "at \"titel=h3\" (character 4 of the selector): after"},
		{"li title=h3 title=h2", "this part was given already"},
		{"li link=a@", "the name of an attribute is missing"},
		{"li@href", "after the items' selector"},
		{":not(:not(:not(:not(:not(:not(:not(:not(:not(a)))))))))", "too deep"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct arena arena = ARENA_INIT;
		struct select_recipe recipe;
		struct err err = {0};
		int status = select_recipe_read(
			span_of(cases[i].recipe), &arena, &recipe, &err);
		if (status == OK || !strstr(err.text, cases[i].says))
			print_message("# %s: %s\n", cases[i].recipe, err.text);
		assert_int_not_equal(status, OK);
		assert_non_null(strstr(err.text, cases[i].says));
		arena_done(&arena);
	}
}

static struct feed *
read_page(const char *recipe, const char *html, struct err *err)
{
	const struct feed_source source = {
		html, strlen(html), NULL, "https://example.org/dir/list"};
	struct feed *feed = NULL;
	int status = select_page_feed(span_of(recipe), &source, &feed, err);
	assert_true((status == OK) == (feed != NULL));
	return feed;
}

static void
check_item(const struct item *item, const char *title, const char *link, const char *date,
	const char *text)
{
	int64_t want = *date ? select_date(span_of(date)) : TIME_NONE;
	assert_string_equal(item->title ? item->title : "", title);
	assert_string_equal(item->link ? item->link : "", link);
	assert_string_equal(item->guid ? item->guid : "", link);
	assert_int_equal(item->published, want);
	assert_string_equal(item->content.text ? item->content.text : "", text);
}

static void
test_items(void **state)
{
	(void)state;
	static const struct {
		const char *recipe, *html, *title, *link, *date, *text;
	} cases[] = {
		{"article",
			"<article><a href=/tag>Tag</a><h2><a href=one>One &amp; only"
			"</a></h2><time datetime=2026-11-28>then</time><p>Words</p>"
			"</article>",
			"One & only", "https://example.org/dir/one", "2026-11-28",
			"<a href=/tag>Tag</a><p>Words</p>"},
		{"li",
			"<li><a href=/p><img src=p.png></a> <a href=/p>Second</a>"
			" Posted on 27 November 2026 by Eve",
			"Second", "https://example.org/p", "2026-11-27",
			"<a href=/p><img src=p.png></a>"},
		{"li a", "<li><a href='/q?a=1&amp;b=2#c'>Link</a>", "Link",
			"https://example.org/q?a=1&b=2#c", "", ""},
		{"li title=b link=i@data-to date=@data-at text=.t",
			"<li data-at='1 Dec 2026'><h1>No</h1><b>Yes</b><a href=/no>x</a>"
			"<i data-to=/yes></i><p class=t>T</p><p class=t>U</p>",
			"Yes", "https://example.org/yes", "2026-12-01",
			"<div>T</div><div>U</div>"},
		{"li title=> b", "<li><p><b>in</b></p><b>out</b><a href=/a>a</a>", "out",
			"https://example.org/a", "", "<p><b>in</b></p><a href=/a>a</a>"},
		{"li", "<base href=https://other.example/b/><li id=n><h3>Place</h3>",
			"Place", "https://other.example/b/#n", "", ""},
		{"li", "<li><h3>T</h3>a<b <a href=/x</a></li>", "T", "", "",
			"a&lt;b &lt;a href=/x"},
		{"li",
			"<li><a href=javascript:x>no</a><a href='#'>no</a><a "
			"href=#k>K</a>",
			"K", "https://example.org/dir/list#k", "",
			"<a href=javascript:x>no</a><a href='#'>no</a>"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct err err = {0};
		struct feed *feed = read_page(cases[i].recipe, cases[i].html, &err);
		print_message("# %s %s\n", cases[i].recipe, err.text);
		assert_non_null(feed);
		assert_int_equal(feed->items_len, 1);
		check_item(&feed->items[0], cases[i].title, cases[i].link, cases[i].date,
			cases[i].text);
		feed_free(feed);
	}
}

static void
test_same_link(void **state)
{
	(void)state;
	struct err err = {0};
	struct feed *feed = read_page("a",
		"<title>My page</title><a href=/1><img></a><a href=/1>One</a>"
		"<a href=/2>Two</a><a href=/2>Other</a><a>nothing</a><a></a>",
		&err);
	assert_non_null(feed);
	assert_string_equal(feed->title, "My page");
	assert_int_equal(feed->format, FEED_HTML);
	assert_int_equal(feed->items_len, 4);
	assert_string_equal(feed->items[0].title, "One");
	assert_string_equal(feed->items[1].title, "Two");
	assert_string_equal(feed->items[2].title, "Other");
	assert_string_not_equal(feed->items[1].guid, feed->items[2].guid);
	assert_null(feed->items[3].link);
	feed_free(feed);
}

static void
test_nothing(void **state)
{
	(void)state;
	struct err err = {0};
	assert_null(read_page("li.gone", "<ul><li>a</ul>", &err));
	assert_int_equal(err.status, ERR_NOT_FEED);
	assert_non_null(strstr(err.text, "li.gone finds nothing on the page"));
	assert_null(read_page("i", "<i></i><i></i>", &err));
	assert_int_equal(err.status, ERR_NOT_FEED);
	assert_non_null(strstr(err.text, "finds 2 elements, but no title"));
	assert_null(read_page("i[", "<i>x</i>", &err));
	assert_int_equal(err.status, ERR_SYNTAX);
}

static void
test_dates(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int64_t date;
	} cases[] = {
		{"2026-11-29", 1795910400},
		{"29 November 2026", 1795910400},
		{"Posted on 29 November 2026 by Eve", 1795910400},
		{"12 comments", TIME_NONE},
		{"1234567890", TIME_NONE},
		{"call 2026", TIME_NONE},
		{"", TIME_NONE},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		int64_t date = select_date(span_of(cases[i].text));
		if (date != cases[i].date)
			print_message("# %s: %lld\n", cases[i].text, (long long)date);
		assert_int_equal(date, cases[i].date);
	}
}

static void
test_same_text(void **state)
{
	(void)state;
	static const struct {
		const char *a, *b;
		bool same;
	} cases[] = {
		{"One two", "One  two\n", true},
		{"It is 10:05 now", "It is 23:59:01 now", true},
		{"5 minutes ago", "1 minute ago", true},
		{"Read 1,234 views", "Read 99 views", true},
		{"id 3f9a0c77d1e24b5588aa", "id 00aa11bb22cc33dd44ee", true},
		{"Bread 3", "Bread 4", false},
		{"Meeting on 5 May", "Meeting on 6 May", false},
		{"Room 12", "Room 12 is closed", false},
		{"", "x", false},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(select_text_same(cases[i].a, cases[i].b), cases[i].same);
}

static void
test_page_text(void **state)
{
	(void)state;
	static const struct {
		const char *selector, *html, *text;
	} cases[] = {
		{"",
			"<title>T</title><nav>N</nav><h1>A&amp;B</h1><p>one <b>two</b>"
			"<div>three<div>four</div>five<br>six</div><script>x</script>"
			"<p hidden>no<footer>F</footer>",
			"A&B\none two\nthree\nfour\nfive\nsix\n"},
		{"li", "<ul><li>a<li>b</ul>c", "a\nb\n"},
		{"nav", "<nav>N</nav>M", "N\n"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct feed_source source = {
			cases[i].html, strlen(cases[i].html), NULL, "https://e.org/"};
		struct feed *feed;
		struct err err;
		assert_int_equal(select_text_feed(span_of(cases[i].selector), &source,
					 &feed, &err),
			OK);
		assert_int_equal(feed->items_len, 1);
		assert_string_equal(feed->items[0].content.text, cases[i].text);
		feed_free(feed);
	}
}

/* Pages that take a tree builder, or a matcher that tries again, minutes. */
static void
test_hostile(void **state)
{
	(void)state;
	static const char *const parts[] = {"<div>", "<b><p>", "<font color=x>", "</p>",
		"<li>", "<table>", "<a href=x>", "<tr><td>", "<",
		"<x y=", "<div class='a b'>a"};
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		struct buf html = BUF_INIT(0);
		struct err err = {0};
		while (html.len < 200000)
			buf_adds(&html, parts[i]);
		clock_t start = clock();
		feed_free(read_page(
			"div div div div div div, div > div ~ div + div .a:not(.b .a) "
			"title=div div a, div b p",
			buf_str(&html), &err));
		assert_true(clock() - start < 10 * CLOCKS_PER_SEC);
		buf_done(&html);
	}
}

/* Time that this thread has computed, whatever else the machine does. */
static int64_t
cpu_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* What stands open is looked at for each tag, so that has to be cheap. */
static void
test_deep(void **state)
{
	(void)state;
	static const char *const parts[] = {"<div>", "<li>x</li>", "</x>"};
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		struct buf html = BUF_INIT(0);
		struct select_tree tree;
		for (int k = 0; k < SELECT_OPEN_MAX; k++)
			buf_adds(&html, "<div>");
		while (html.len < 1000000)
			buf_adds(&html, parts[i]);
		int64_t start = cpu_ms();
		select_tree_init(&tree, (struct span){html.data, html.len});
		assert_true(cpu_ms() - start < 8000);
		select_tree_done(&tree);
		buf_done(&html);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_selectors),
		cmocka_unit_test(test_faults),
		cmocka_unit_test(test_items),
		cmocka_unit_test(test_same_link),
		cmocka_unit_test(test_nothing),
		cmocka_unit_test(test_dates),
		cmocka_unit_test(test_same_text),
		cmocka_unit_test(test_page_text),
		cmocka_unit_test(test_hostile),
		cmocka_unit_test(test_deep),
	};
	return UNIT_RUN(tests);
}
