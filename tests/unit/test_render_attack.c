/*
 * Hostile input. Instead of measuring time, this looks at what the tree builder gets: how
 * deeply it nests, and how large it is compared with its source.
 */
#include "config.h"

#include <locale.h>
#include <stdio.h>

#include "unit.h"

#include "base/attr.h"
#include "base/str.h"
#include "model/item.h"
#include "render/doc.h"
#include "render/sanitize.h"
#include "render_text.h"

struct attack {
	const char *name, *head, *repeat, *tail;
	size_t times;
};

/* Cases 14 and 15, and similar ones. */
static const struct attack attacks[] = {
	{"nested divs", "", "<div>", "x", 100000},
	{"nested divs with text", "", "<div>a", "", 100000},
	{"nested quotes", "", "<blockquote>", "x", 100000},
	{"nested quotes, ended", "", "<blockquote></blockquote><blockquote>", "x", 50000},
	{"nested tables", "", "<table>", "x", 100000},
	{"nested tables with cells", "", "<table><tr><td>", "x", 70000},
	{"items", "", "<li>", "x", 100000},
	{"nested lists", "", "<ul><li>x", "", 100000},
	{"bold", "", "<b>", "x", 300000},
	{"fonts", "", "<font size=1><p>x", "", 50000},
	{"fonts and paragraphs",
		"<b><i><u><s><tt><big><em><strong><code><font><a><strike>", "<p>x", "",
		200000},
	{"crossed", "", "<b><i></b></i>", "x", 70000},
	{"crossed blocks", "", "<p><b><div></p></b></div>x", "", 40000},
	{"fonts out of cells", "",
		"<font size=1><table><tr><td></font></td></tr></table>", "x", 20000},
	{"tables in formatting", "", "<table><b><tr><i><td><u>x", "", 40000},
	{"attributes", "<div ", "a=1 ", ">x", 250000},
	{"attributes of one name", "<a ", "href=1 ", ">x", 150000},
	{"comments left open", "x", "<!--", "", 250000},
	{"elements left open", "x", "<svg>", "", 200000},
	{"tags left open", "x", "<b ", "", 300000},
	{"tags left open before an end", "x", "<b ", ">", 300000},
	{"tags left open with values", "x", "<b c=d ", ">", 150000},
	{"names run together", "x", "<b", "", 400000},
	{"quotes of both kinds left open", "x", "<a b=\"<a b='", "", 70000},
	{"quoted ends", "x", "<a b=\">\" ", "", 100000},
	{"bare declarations", "x", "<!'", "", 300000},
	{"halves of pairs", "x", "&#55357;", "", 120000},
	{"raw elements left open", "x", "<script>", "", 120000},
	{"end tags", "x", "</div>", "", 170000},
	{"links", "", "<a href='http://example.org/'>l</a> ", "", 20000},
	{"quotes left open", "x", "<a href=\"", "", 100000},
	{"a word", "", "x", "", 1000000},
	{"less-than signs", "", "<", "", 1000000},
	{"ampersands", "", "&", "", 1000000},
	{"half an entity", "", "&notin", "", 170000},
	{"blanks", "x", " \n", "", 500000},
	{"marks", "a", "\xcc\x81", "", 500000},
	{"feet in one table", "<table>", "<tfoot><tr><td>x", "</table>", 60000},
	{"tables with feet", "", "<table><tfoot><tr><td>a</tfoot><tr><td>b</table>", "",
		15000},
	{"nested tables with feet", "", "<table><tfoot>", "</table>", 60000},
	{"documents in frames", "", "<iframe srcdoc='<b>x'></iframe>", "", 30000},
	{"drawings", "", "<svg><title>a</title><text>b</text></svg>", "", 20000},
	{"code that is not escaped", "", "<xmp><b></xmp>", "", 50000},
	{"what is not for listeners", "", "<p aria-hidden=true><i></i>", "", 30000},
	{"lists in lists", "", "<ul><li>a</li>", "", 60000},
	{"lines of code", "<pre>", "x y\n", "", 250000},
	{"columns", "<table><tr>", "<td>c", "<tr><td>x</table>", 5000},
	{"rows", "<table>", "<tr><td rowspan=65000>x<td>y", "</table>", 30000},
	{"spans", "<table>", "<tr><td colspan=60>x", "</table>", 30000},
	{"a long alt", "<img alt='", "x", "' src=/x>", 1000000},
	{"declarations in a style", "<p style='", ";:", "'>x", 2000},
	{"unknown elements", "", "<foo>", "x", 150000},
	{"line breaks", "x", "<br>", "y", 200000},
};

static char *
source_of(const struct attack *attack, size_t *n)
{
	struct buf out = BUF_INIT(0);
	size_t times = SANITIZED ? attack->times / 5 : attack->times;
	buf_adds(&out, attack->head);
	for (size_t i = 0; i < times; i++)
		buf_adds(&out, attack->repeat);
	buf_adds(&out, attack->tail);
	*n = out.len;
	return buf_take(&out);
}

/* The deepest nesting of tags in sanitized text, from counting start and end tags. */
static size_t
deepest(const char *s, size_t n)
{
	static const char *const empty[] = {"br", "img", "hr", "source", "embed", NULL};
	size_t depth = 0, most = 0;
	for (const char *end = s + n; (s = memchr(s, '<', (size_t)(end - s))); s++) {
		if (s[1] == '!')
			continue;
		if (s[1] == '/') {
			depth -= depth > 0;
			continue;
		}
		bool nests = true;
		for (size_t i = 0; empty[i]; i++)
			if (strncmp(s + 1, empty[i], strlen(empty[i])) == 0)
				nests = false;
		depth += nests;
		most = depth > most ? depth : most;
	}
	return most;
}

static void
a_tree_builder_is_given_little(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(attacks); i++) {
		size_t n, total = 0;
		char *source = source_of(&attacks[i], &n);
		struct sanitizer *sanitizer = render_sanitize_new(source, n);
		struct sanitized_part part;
		do {
			struct buf out = BUF_INIT(0);
			part = render_sanitize_next(sanitizer, &out, 8192);
			size_t deep = deepest(buf_str(&out), out.len);
			if (deep > SANITIZE_DEPTH_MAX)
				print_message("# %s: %zu deep\n", attacks[i].name, deep);
			assert_true(deep <= SANITIZE_DEPTH_MAX);
			total += out.len;
			buf_done(&out);
		} while (!part.last);
		/* An end tag per start tag, an entity per "<", and what each part opens
		 * again. */
		if (total > 4 * n + 8192)
			print_message("# %s: %zu of %zu\n", attacks[i].name, total, n);
		assert_true(total <= 4 * n + 8192);
		render_sanitize_free(sanitizer);
		free(source);
	}
}

static void
documents_hold_whatever_comes(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(attacks); i++) {
		size_t n;
		char *source = source_of(&attacks[i], &n);
		struct render_doc *doc = doc_of(source, n, TEXT_HTML);
		lay_out(doc, 40);
		const char *fault = doc_fault(doc, 40);
		if (fault)
			print_message("# %s: %s\n", attacks[i].name, fault);
		assert_null(fault);
		/* No line has less than one byte of source, or more than fits. */
		assert_true(render_lines_len(doc) <= n);
		assert_true(render_links_len(doc) <= RENDER_LINKS_MAX);
		render_doc_free(doc);
		free(source);
	}
}

/* Visible nesting ends at RENDER_DEPTH_MAX, but the text is not lost. */
static void
what_is_nested_too_deep_is_shown_there(void **state)
{
	(void)state;
	struct buf source = BUF_INIT(0);
	for (int i = 0; i < 1000; i++)
		buf_addf(&source, "<blockquote>t%d", i);
	struct render_doc *doc = doc_of(source.data, source.len, TEXT_HTML);
	lay_out(doc, 400);
	char *text = doc_text(doc, false);
	size_t bars = 0;
	const struct render_line *last = render_line_at(doc, render_lines_len(doc) - 1);
	for (const char *p = render_line_text(last); (p = strstr(p, "│")); p++)
		bars++;
	assert_int_equal(bars, RENDER_DEPTH_MAX);
	assert_non_null(strstr(render_line_text(last), "t999"));
	for (int i = 0; i < 1000; i++) {
		char word[16];
		snprintf(word, sizeof word, "t%d", i);
		assert_non_null(strstr(text, word));
	}
	free(text);
	buf_done(&source);
	render_doc_free(doc);
}

/* The lines are the same, however many are made at a time. */
static void
slices_give_the_same_lines(void **state)
{
	(void)state;
	static const struct attack cases[] = {
		{"paragraphs", "", "<p>one two <b>three</b> <a href=/x>four</a> five six",
			"", 3000},
		{"lists", "<ul>", "<li>one two three four five<ul><li>six</ul>", "</ul>",
			2000},
		{"quotes", "<blockquote>", "<p>one two three four five</p>text ",
			"</blockquote>", 2000},
		{"a table", "<table>", "<tr><td>one two three four five<td>six seven",
			"</table>", 1000},
		{"code", "<pre>", "\n one two\n\n", "</pre>", 4000},
		{"a word", "", "word", "", 20000},
		{"formatting", "<i>", "<b>one two</i> three<p>four</b> <i>", "", 2000},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		size_t n;
		char *source = source_of(&cases[i], &n);
		struct render_doc *doc = doc_of(source, n, TEXT_HTML);
		lay_out(doc, 30);
		char *whole = doc_text(doc, true);
		render_doc_free(doc);

		doc = doc_of(source, n, TEXT_HTML);
		render_layout_start(doc, 30, 30);
		size_t before = 0;
		while (!render_layout_step(doc, 1, 0)) {
			assert_true(render_lines_len(doc) <= before + 1);
			before = render_lines_len(doc);
		}
		char *sliced = doc_text(doc, true);
		assert_string_equal(sliced, whole);
		free(sliced);
		free(whole);
		free(source);
		render_doc_free(doc);
	}
}

/* A long base and many short addresses: the result must not have the size of their
 * product. */
static void
addresses_do_not_multiply(void **state)
{
	(void)state;
	static const struct attack links[] = {
		{"links", "", "<a href=x>y</a> ", "", 20000},
		{"pictures", "", "<img src=x alt=y> ", "", 20000},
		{"frames", "", "<iframe src=x></iframe> ", "", 20000},
	};
	char base[8000] = "http://h/";
	memset(base + 9, 'a', sizeof base - 10);
	base[sizeof base - 2] = '/';
	for (size_t i = 0; i < COUNT_OF(links); i++) {
		size_t n;
		char *source = source_of(&links[i], &n);
		struct text text = {source, TEXT_HTML, base};
		struct render_doc *doc = render_doc_new(&text, n, NULL);
		lay_out(doc, 80);
		assert_true(doc->arena.used < 24u << 20);
		assert_null(doc_fault(doc, 80));
		assert_true(render_links_len(doc) > 0);
		render_doc_free(doc);
		free(source);
	}
}

int
main(void)
{
	setlocale(LC_ALL, "");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tree_builder_is_given_little),
		cmocka_unit_test(documents_hold_whatever_comes),
		cmocka_unit_test(what_is_nested_too_deep_is_shown_there),
		cmocka_unit_test(slices_give_the_same_lines),
		cmocka_unit_test(addresses_do_not_multiply),
	};
	return UNIT_RUN(tests);
}
