/*
 * Words in a text, wherever its lines break and its styles change.
 */
#include "config.h"

#include <locale.h>

#include "unit.h"

#include "base/attr.h"
#include "model/item.h"
#include "render/find_words.h"
#include "render_text.h"

static size_t
count(const char *html, const char *wanted, bool base, struct render_hit *first)
{
	struct render_doc *doc = doc_of(html, strlen(html), TEXT_HTML);
	struct render_words words;
	struct render_hit hit;
	uint32_t at = 0;
	size_t hits = 0;
	lay_out(doc, 20);
	render_find_words(&words, wanted, base);
	while (render_find_next(doc, &words, &at, 7, &hit)) {
		if (hit.end && hits++ == 0 && first)
			*first = hit;
	}
	render_doc_free(doc);
	return hits;
}

static void
words_are_found_as_they_are_read(void **state)
{
	(void)state;
	static const struct {
		const char *name, *html, *words;
		bool base;
		size_t hits;
	} cases[] = {
		{"over the end of a line", "<p>one two three four five six seven",
			"four five six", false, 1},
		{"over a forced end", "one<br>two", "one two", false, 1},
		{"not over paragraphs", "<p>one<p>two", "one two", false, 0},
		{"over a change of style", "<b>bold</b>face", "boldface", false, 1},
		{"over the number of a link", "<a href=/x>see</a> there", "see there",
			false, 1},
		{"whatever the case", "МИР Мир мир", "мир", false, 3},
		{"accents count", "Café CAFÉ cafe", "café", false, 2},
		{"… or do not", "Café CAFÉ cafe", "cafe", true, 3},
		{"blanks that do not break", "a&nbsp;b", "a b", false, 1},
		{"blanks of code", "<pre>a    b</pre>", "a b", false, 1},
		{"soft hyphens", "soft&shy;hyphen", "softhyphen", false, 1},
		{"typographic signs", "don’t say “it” – ever", "don't say \"it\" - ever",
			false, 1},
		{"in cells", "<table><tr><td>one<td>two<tr><td>a<td>b</table>", "two",
			false, 1},
		{"many", "aa aa aa aa", "aa", false, 4},
		{"accents apart from their letters", "Cafe\u0301 cafe", "café", false, 1},
		{"… or not at all", "Cafe\u0301 cafe", "cafe", true, 2},
		{"narrow blanks", "10\u202f000", "10 000", false, 1},
		{"zero width", "zero\u200bwidth", "zerowidth", false, 1},
		{"a place to break", "zero<wbr>width", "zerowidth", false, 1},
		{"over a picture", "one <img src=/a alt=pic> two", "one two", false, 0},
		{"over brackets of marks", "<p>see<sup>2</sup> it", "see² it", false, 1},
		{"the title of a picture", "<img src=/a alt='A Boat'>", "boat", false, 1},
		{"Greek ends", "ΛΟΓΟΣ λόγος", "λογος", true, 2},
		{"Turkish", "İstanbul", "istanbul", true, 1},
		{"in a table in a cell",
			"<table><tr><th>a<th>b<tr><td>c<td><table><tr><td>"
			"x1<td>y2<tr><td>z3<td>w4</table></table>",
			"y2", false, 1},
		{"words of two rows",
			"<table><tr><th>a<th>b<tr><td>c<td><table><tr><td>"
			"x1<td>y2<tr><td>z3<td>w4</table></table>",
			"y2z3", false, 0},
		{"a letter that stands for two", "Straße, STRASSE", "strasse", false, 2},
		{"… typed", "Straße, STRASSE", "straße", false, 2},
		{"… of which one is wanted", "Maß", "s", false, 1},
		{"ligatures",
			"\xef\xac\x81nd the e\xef\xac\x80"
			"ect",
			"find the eff", false, 1},
		{"… from their second letter",
			"o\xef\xac\x83"
			"ce",
			"fice", false, 1},
		{"… up to their first",
			"o\xef\xac\x83"
			"ce",
			"of", false, 1},
		{"three dots", "wait… what", "wait... what", false, 1},
		{"Japanese", "東京タワー", "タワー", false, 1},
		{"nothing", "aa", "", false, 0},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		size_t hits = count(cases[i].html, cases[i].words, cases[i].base, NULL);
		if (hits != cases[i].hits)
			fail_msg("%s: %zu hits", cases[i].name, hits);
	}
}

static void
hits_are_places_of_the_text(void **state)
{
	(void)state;
	struct render_hit hit = {0};
	assert_int_equal(count("abc def ghi", "def", false, &hit), 1);
	assert_int_equal(hit.at, 4);
	assert_int_equal(hit.end, 7);
}

int
main(void)
{
	setlocale(LC_ALL, "");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_found_as_they_are_read),
		cmocka_unit_test(hits_are_places_of_the_text),
	};
	return UNIT_RUN(tests);
}
