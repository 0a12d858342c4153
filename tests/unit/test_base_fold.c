#include "config.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/fold.h"
#include "base/utf8.h"
#include "base/word.h"
#include "unit.h"

static void
folding_drops_case_and_markup(void **state)
{
	(void)state;
	static const struct {
		const char *text, *folded;
		bool html;
		enum fold_how how;
	} cases[] = {
		{"", "", true, FOLD_CASE},
		{"Hello, WORLD [@`{", "hello, world [@`{", false, FOLD_CASE},
		{"<p class=\"A\">One <b>T</b>wo</p><br/>", " one two  ", true, FOLD_CASE},
		{"<p>not markup</p>", "<p>not markup</p>", false, FOLD_CASE},
		{"a < b & c > D <3", "a < b & c > d <3", true, FOLD_CASE},
		{"x<!-- note -->Y", "x y", true, FOLD_CASE},
		{"open <b", "open ", true, FOLD_CASE},
		{"caf&eacute; &amp; &#201;t&#xC9; &nosuch; &", "café & été &nosuch; &",
			true, FOLD_CASE},
		{"&Eacute;T&Eacute;&#xe9;", "étéé", true, FOLD_CASE},
		{"ÉCOLE Straße ΣΊΣΥΦΟΣ ДОМ", "école straße σίσυφοσ дом", false,
			FOLD_CASE},
		{"Σίσυφος", "σίσυφοσ", false, FOLD_CASE},
		{"Σίσυφος", "σισυφοσ", false, FOLD_BASE},
		{"one&mdash;two&hellip; it&rsquo;s", "one—two… it’s", true, FOLD_CASE},
		{"&Sigma;&iota;&sigmaf; &Scaron;&#x301;", "σισ š́", true, FOLD_CASE},
		{"&#0;&#x110000;&#;&;", "��&#;&;", true, FOLD_CASE},
		{"one<b>two</b><p>three</p><p>four", "onetwo three  four", true,
			FOLD_CASE},
		{"a<style>b{c:d}</style>e<SCRIPT x>f<g</script>h", "a  e  h", true,
			FOLD_CASE},
		{"Cafe\314\201 CAF\303\211", "café café", false, FOLD_CASE},
		{"Café ÅNGSTRÖM łódź Tiếng Việt", "cafe angstrom lodz tieng viet", false,
			FOLD_BASE},
		{"\314\201e&#x301;", "\314\201é", true, FOLD_CASE},
		{"ЁЖ и ЙОД", "еж и йод", false, FOLD_BASE},
		{"がぎ 한글", "がぎ 한글", false, FOLD_BASE},
		{"&thorn;&yuml;&nbsp;", "þÿ\302\240", true, FOLD_CASE},
		{"<scripts>a</scripts>b<emphasis>c<EM\t>d</", " a b cd ", true,
			FOLD_CASE},
		{"<!>a<b", " a", true, FOLD_CASE},
		{"a<B>b</B>c<H1>d</H1>e<SPAN id='x'>f</Span>g, and more of it",
			"abc d efg, and more of it", true, FOLD_CASE},
		{"a<emphasis0123456789>b<abcdefghijklmnopqrstuvwxyz>c, and more of it",
			"a b c, and more of it", true, FOLD_CASE},
		{"a<sixteen0letters0>b<sixteen0letters0", "a b ", true, FOLD_CASE},
	};
	struct buf out = BUF_INIT(0);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		fold_text(&out, cases[i].text, strlen(cases[i].text), cases[i].html,
			cases[i].how);
		assert_string_equal(buf_str(&out), cases[i].folded);
	}
	buf_done(&out);
}

/* HTML's names of U+00A0 to U+00FF. */
static void
references_by_name_are_characters(void **state)
{
	(void)state;
	static const char *const names[] = {"nbsp", "iexcl", "cent", "pound", "curren",
		"yen", "brvbar", "sect", "uml", "copy", "ordf", "laquo", "not", "shy",
		"reg", "macr", "deg", "plusmn", "sup2", "sup3", "acute", "micro", "para",
		"middot", "cedil", "sup1", "ordm", "raquo", "frac14", "frac12", "frac34",
		"iquest", "Agrave", "Aacute", "Acirc", "Atilde", "Auml", "Aring", "AElig",
		"Ccedil", "Egrave", "Eacute", "Ecirc", "Euml", "Igrave", "Iacute",
		"Icirc", "Iuml", "ETH", "Ntilde", "Ograve", "Oacute", "Ocirc", "Otilde",
		"Ouml", "times", "Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute",
		"THORN", "szlig", "agrave", "aacute", "acirc", "atilde", "auml", "aring",
		"aelig", "ccedil", "egrave", "eacute", "ecirc", "euml", "igrave",
		"iacute", "icirc", "iuml", "eth", "ntilde", "ograve", "oacute", "ocirc",
		"otilde", "ouml", "divide", "oslash", "ugrave", "uacute", "ucirc", "uuml",
		"yacute", "thorn", "yuml"};
	struct buf found = BUF_INIT(0), folded = BUF_INIT(0);
	assert_int_equal(COUNT_OF(names), 0x100 - 0xa0);
	for (uint32_t i = 0; i < COUNT_OF(names); i++) {
		char text[16], character[8] = "";
		size_t n = utf8_encode(0xa0 + i, character);
		snprintf(text, sizeof text, "&%s;", names[i]);
		fold_text(&found, text, strlen(text), true, FOLD_CASE);
		fold_text(&folded, character, n, true, FOLD_CASE);
		assert_string_equal(buf_str(&found), buf_str(&folded));
		text[strlen(text) - 2] = '~';
		fold_text(&found, text, strlen(text), true, FOLD_CASE);
		assert_int_equal(buf_str(&found)[0], '&');
	}
	buf_done(&found);
	buf_done(&folded);
}

/* Each letter at each offset: folding many bytes at a time and folding single ones must
 * both agree with the ASCII table. */
static void
folding_is_right_for_every_byte(void **state)
{
	(void)state;
	struct buf out = BUF_INIT(0);
	for (int c = 1; c < 128; c++)
		for (size_t at = 0; at < 19; at++) {
			char text[20] = "-------------------";
			text[at] = (char)c;
			fold_text(&out, text, 19, false, FOLD_CASE);
			int want = c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
			assert_int_equal((unsigned char)out.data[at], want);
			assert_int_equal(out.len, 19);
			for (size_t i = 0; i < 19; i++)
				if (i != at)
					assert_int_equal(out.data[i], '-');
		}
	buf_done(&out);
}

/* Bytes that end a run of plain text, at each position within a vector. */
static void
folding_stops_where_it_must(void **state)
{
	(void)state;
	static const struct {
		const char *text, *folded;
	} stops[] = {{"&amp;", "&"}, {"&", "&"}, {"<b>", ""}, {"</p>", " "}, {"<", "<"},
		{"É", "é"}, {"\xff", "\357\277\275"}, {"<B>É&lt;</B>", "é<"}};
	struct buf out = BUF_INIT(0);
	for (size_t i = 0; i < COUNT_OF(stops); i++)
		for (int at = 0; at < 40; at++) {
			char text[80], want[80];
			snprintf(text, sizeof text, "%.*s%s%.*s", at,
				"QRSTUVWXYZ[@`{|}QRSTUVWXYZ[@`{|}QRSTUVWXYZ",
				stops[i].text, 40 - at,
				"1234567890123456789012345678901234567890");
			snprintf(want, sizeof want, "%.*s%s%.*s", at,
				"qrstuvwxyz[@`{|}qrstuvwxyz[@`{|}qrstuvwxyz",
				stops[i].folded, 40 - at,
				"1234567890123456789012345678901234567890");
			fold_text(&out, text, strlen(text), true, FOLD_CASE);
			assert_string_equal(buf_str(&out), want);
		}
	buf_done(&out);
}

/* The CPU seconds that folding takes for size bytes of the same part, repeated. */
static double
cost(const char *part, size_t size)
{
	struct buf text = BUF_INIT(0), out = BUF_INIT(0);
	while (text.len < size)
		buf_adds(&text, part);
	clock_t start = clock();
	fold_text(&out, text.data, text.len, true, FOLD_CASE);
	double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
	buf_done(&text);
	buf_done(&out);
	return seconds;
}

/* Markup that is never closed: an item with 1 MB of it once kept every search busy for
 * minutes. The larger text has 16 times the size of the smaller, and must not cost 256
 * times as much. */
static void
time_is_linear(void **state)
{
	(void)state;
	static const char *const parts[] = {"<script>", "<style>", "<script a='",
		"<style </", "<!-- ", "<a ", "&#", "&amp", "</", "<",
		"e\xcc\x81\xcc\x81"};
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		double small = cost(parts[i], 20000), large = cost(parts[i], 320000);
		if (large > 0.02 + 64 * small)
			fail_msg("%s: %f s and %f s", parts[i], small, large);
	}
}

/* The words as "word@position", with pairs and the last of a run marked. */
static const char *
words_of(const char *text)
{
	static char out[512];
	struct word_walk walk = word_walk(span_of(text));
	size_t len = 0;
	out[0] = '\0';
	while (word_next(&walk) && len < sizeof out - 80)
		len += (size_t)snprintf(out + len, sizeof out - len, "%s%.*s@%u%s",
			len ? " " : "", SPAN_FMT(walk.word), (unsigned)walk.position,
			walk.last ? "!" : "");
	return out;
}

static void
words_are_runs_of_letters_and_pairs_of_ideographs(void **state)
{
	(void)state;
	static const struct {
		const char *text, *words;
	} cases[] = {
		{"", ""},
		{" .,!? ", ""},
		{"one two-three", "one@0 two@1 three@2"},
		{"don't node.js c++", "don@0 t@1 node@2 js@3 c@4"},
		{"école größe дом 2026", "école@0 größe@1 дом@2 2026@3"},
		{"東京都", "東京@0 京都@1 都@2!"},
		{"東", "東@0"},
		{"東京 tower", "東京@0 京@1! tower@2"},
		{"東京tower。都", "東京@0 京@1! tower@2 都@3"},
		{"カタカナ", "カタ@0 タカ@1 カナ@2 ナ@3!"},
		{"한국어", "한국@0 국어@1 어@2!"},
		{"العربية עברית", "العربية@0 עברית@1"},
		{"हिन्दी", "हिन्दी@0"},
		{"\xff\xfe word", "word@0"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_string_equal(words_of(cases[i].text), cases[i].words);
}

static void
a_beginning_ends_at_markup(void **state)
{
	struct buf out = BUF_INIT(0);
	const char text[] = "<p>One <b>tw</b>o</p>Three four<i> five";
	(void)state;
	fold_start(&out, text, sizeof text - 1, true, FOLD_CASE, 8);
	assert_string_equal(buf_str(&out), " one two three four");
	fold_start(&out, text, sizeof text - 1, true, FOLD_CASE, 1);
	assert_string_equal(buf_str(&out), " one ");
	buf_done(&out);
}

static void
long_words_are_cut(void **state)
{
	(void)state;
	char text[201];
	memset(text, 'x', 200);
	text[200] = '\0';
	struct word_walk walk = word_walk(span_of(text));
	assert_true(word_next(&walk));
	assert_int_equal(walk.word.n, WORD_MAX);
	assert_false(word_next(&walk));
}

/* Gets the next word, many at a time where possible. */
static bool
next_word(struct word_walk *walk, struct span *word, uint32_t *position)
{
	static struct span some[WORD_MANY + 7];
	static size_t len, at;
	if (at == len) {
		at = 0;
		len = word_next_many(walk, some, COUNT_OF(some));
		assert_true(len <= COUNT_OF(some));
		if (!len && !word_next(walk))
			return false;
		if (!len) {
			*word = walk->word;
			*position = walk->position;
			return true;
		}
	}
	*word = some[at++];
	*position = walk->count - (uint32_t)(len - at) - 1;
	return true;
}

/* Blocks may end anywhere within words, and other characters may occur anywhere. */
static void
make_text(uint32_t round, char text[static 2048])
{
	static const char *const parts[] = {"a", "word", "12", "Z", "abcdefghijklmnop",
		"x", " ", " ", " ", ", ", "\n\n", "é", "東京都", "\314\201", "\377",
		"@[`{/:",
		"0123456789012345678901234567890123456789012345678901234567890123456789"};
	uint32_t seed = round * 2654435761, rare = round % 5 ? 11 : 17, n = round % 90;
	char *end = text;
	*end = '\0';
	for (uint32_t i = 0; i < n && end < text + 2048 - 100; i++) {
		seed = seed * 1664525 + 1013904223;
		end = stpcpy(end, parts[(seed >> 16) % rare]);
	}
}

static void
many_words_at_once_are_those_one_by_one(void **state)
{
	(void)state;
	for (uint32_t round = 0; round < 3000; round++) {
		char text[2048];
		make_text(round, text);
		struct word_walk one = word_walk(span_of(text)), some = one;
		struct span word;
		uint32_t position;
		while (word_next(&one)) {
			assert_true(next_word(&some, &word, &position));
			assert_ptr_equal(word.p, one.word.p);
			assert_int_equal(word.n, one.word.n);
			assert_int_equal(position, one.position);
		}
		assert_false(next_word(&some, &word, &position));
	}
}

/* ---- Words that a filter may have. */

static bool
is_wanted(struct span word, uint32_t round)
{
	return (word.n + (unsigned char)word.p[0] + round) % 7 == 0;
}

/* The next word is this one, or one that comes later, if those before are not wanted.
 * Returns how many are passed over. */
static size_t
pass_to(struct word_walk *walk, struct span word, uint32_t round)
{
	for (size_t n = 0;; n++) {
		assert_true(word_next(walk));
		if (walk->word.p == word.p) {
			assert_int_equal(walk->word.n, word.n);
			return n;
		}
		assert_false(is_wanted(walk->word, round));
	}
}

static void
a_filter_passes_all_words_that_it_has(void **state)
{
	(void)state;
	size_t passed = 0;
	for (uint32_t round = 0; round < 3000; round++) {
		char text[2048];
		struct word_filter filter = {.brief = false};
		struct span some[2 * WORD_MANY];
		make_text(round, text);
		struct word_walk one = word_walk(span_of(text)), likely = one;
		while (word_next(&one))
			if (is_wanted(one.word, round))
				word_filter_add(&filter, one.word);
		one = word_walk(span_of(text));
		bool more = true;
		while (more) {
			size_t n =
				word_next_likely(&likely, &filter, some, COUNT_OF(some));
			for (size_t i = 0; i < n; i++)
				passed += pass_to(&one, some[i], round);
			more = word_next(&likely);
			if (more)
				passed += pass_to(&one, likely.word, round);
		}
		while (word_next(&one))
			assert_false(is_wanted(one.word, round));
	}
	assert_true(passed > 10000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(folding_drops_case_and_markup),
		cmocka_unit_test(references_by_name_are_characters),
		cmocka_unit_test(folding_is_right_for_every_byte),
		cmocka_unit_test(folding_stops_where_it_must),
		cmocka_unit_test(time_is_linear),
		cmocka_unit_test(words_are_runs_of_letters_and_pairs_of_ideographs),
		cmocka_unit_test(a_beginning_ends_at_markup),
		cmocka_unit_test(long_words_are_cut),
		cmocka_unit_test(many_words_at_once_are_those_one_by_one),
		cmocka_unit_test(a_filter_passes_all_words_that_it_has),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
