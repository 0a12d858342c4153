#include "config.h"

#include <locale.h>
#include <stdio.h>

#include "unit.h"

#include "base/attr.h"
#include "model/item.h"
#include "render_text.h"

struct lines_case {
	const char *name, *html;
	size_t width;
	const char *want;
};

static void
check(const struct lines_case *cases, size_t n)
{
	bool failed = false;
	for (size_t i = 0; i < n; i++) {
		struct render_doc *doc =
			doc_of(cases[i].html, strlen(cases[i].html), TEXT_HTML);
		lay_out(doc, cases[i].width);
		char *text = doc_text(doc, false);
		const char *fault =
			doc_fault(doc, cases[i].width < 10 ? 10 : cases[i].width);
		if (fault || strcmp(text, cases[i].want) != 0)
			print_message("# %s: %s\nwanted:\n%s\ngot:\n%s\n", cases[i].name,
				fault ? fault : "", cases[i].want, text);
		failed |= fault || strcmp(text, cases[i].want) != 0;
		free(text);
		render_doc_free(doc);
	}
	assert_false(failed);
}

static void
paragraphs_wrap_at_blanks(void **state)
{
	(void)state;
	static const struct lines_case cases[] = {
		{"empty", "", 20, ""},
		{"white space alone", " \n\t<p> &nbsp; </p>\r\n", 20, ""},
		{"one line", "Hello, world.", 20, "Hello, world."},
		{"white space collapses", "  a \n\t b<b> c</b>  d ", 20, "a b c d"},
		{"wrapped", "one two three four", 10, "one two\nthree four"},
		{"exactly the width", "abcde fghi", 10, "abcde fghi"},
		{"paragraphs", "<p>a</p><p>b</p>", 20, "a\n\nb"},
		{"left open", "<p>a<p>b", 20, "a\n\nb"},
		{"empty ones leave no lines", "<p>a</p><p></p><p>&nbsp;</p><p>b", 20,
			"a\n\nb"},
		{"text around", "a<p>b</p>c", 20, "a\n\nb\n\nc"},
		{"divs are lines", "<div>a</div><div><div>b</div></div>c", 20, "a\nb\nc"},
		{"br", "a<br>b<br/>c", 20, "a\nb\nc"},
		{"two br are a blank line, ten no more", "a<br><br>b<br> <br>\n<br><br>c",
			20, "a\n\nb\n\nc"},
		{"br at the ends", "<p><br>a<br></p><p>b</p>", 20, "a\n\nb"},
		{"a word across elements", "<b>bo</b>ld and <i>it</i>alic", 10,
			"bold and\nitalic"},
		{"long word", "abcdefghijklmnopqrstuvwxyz", 10,
			"abcdefghij\nklmnopqrst\nuvwxyz"},
		{"long word after a short one", "a bcdefghijklmno", 10,
			"a\nbcdefghijk\nlmno"},
		{"no-break space", "12 34&nbsp;km/h", 10, "12 34 km/h"},
		{"no-break space at the edge", "12 345&nbsp;km/h", 10, "12\n345 km/h"},
		{"entities", "&lt;p&gt; &amp;amp; &eacute;&hellip; &#8364; &notit;", 40,
			"<p> &amp; é… € ¬it;"},
		{"less-than signs", "a < b <3 <- <b", 20, "a < b <3 <- <b"},
		{"heading", "<h1>Title</h1>text<h2>Sub</h2><p>more", 20,
			"Title\n\ntext\n\n\nSub\n\nmore"},
		{"rule", "a<hr>b", 10, "a\n\n──────────\n\nb"},
		{"width below the least is the least", "one two three", 1,
			"one two\nthree"},
	};
	check(cases, COUNT_OF(cases));
}

static void
wide_characters_break_between(void **state)
{
	(void)state;
	static const struct lines_case cases[] = {
		{"between any two", "日本語日本語日本語", 10, "日本語日本\n語日本語"},
		{"never half a cell", "a日本語日本語", 10, "a日本語日\n本語"},
		{"no full stop at the start", "日本語日本。語", 10, "日本語日\n本。語"},
		{"no bracket at the end", "日本語日「本語", 10, "日本語日\n「本語"},
		{"a Latin word stays whole", "日本語 reader", 10, "日本語\nreader"},
		{"behind a dash", "letters—letters", 10, "letters—\nletters"},
		{"combining marks stay",
			"e\xcc\x81"
			"bcdefghijk",
			10,
			"e\xcc\x81"
			"bcdefghij\nk"},
	};
	check(cases, COUNT_OF(cases));
}

static void
lists_have_markers(void **state)
{
	(void)state;
	static const struct lines_case cases[] = {
		{"bullets", "<ul><li>a</li><li>b c d e f</li></ul>", 10,
			"• a\n• b c d e\n  f"},
		{"left open", "<ul><li>a<li>b</ul>c", 20, "• a\n• b\n\nc"},
		{"nested", "a<ul><li>b<ul><li>c<ul><li>d</ul></ul><li>e</ul>f", 20,
			"a\n\n• b\n  ◦ c\n    ▪ d\n• e\n\nf"},
		{"numbers", "<ol><li>a<li>b</ol>", 20, "1. a\n2. b"},
		{"numbers stand at the right", "<ol start=9><li>a<li>b</ol>", 20,
			" 9. a\n10. b"},
		{"value", "<ol><li>a<li value=7>b<li>c</ol>", 20, "1. a\n7. b\n8. c"},
		{"reversed", "<ol reversed><li>a<li>b<li>c</ol>", 20, "3. a\n2. b\n1. c"},
		{"letters", "<ol type=a start=26><li>x<li>y</ol>", 20, " z. x\naa. y"},
		{"Roman", "<ol type=I start=1994><li>x</ol>", 20, "MCMXCIV. x"},
		{"Roman, the longest within", "<ol type=i><li>x<li>x<li>y<li>z</ol>", 20,
			"  i. x\n ii. x\niii. y\n iv. z"},
		{"a table first in an item",
			"<ul><li><table><tr><td>a<td>b<tr><td>c<td>d</table>e<li>f</ul>",
			20, "• a │ b\n  c │ d\n\n  e\n• f"},
		{"… of one row", "<ul><li><table><tr><td>a<td>b</table><li>c</ul>", 20,
			"• a\n  b\n\n• c"},
		{"… too wide",
			"<ol><li><table><tr><th>abcdefghijk<th>lmnopqrstuv<tr><td>a<td>b"
			"</table></ol>",
			20, "1. abcdefgh: a\n   lmnopqrs: b"},
		{"lists in cells",
			"<ul><li><table><tr><td><ul><li>a<li>b</ul><td><ul><li>c<li>d</"
			"ul>"
			"<tr><td>e<td>f</table></ul>",
			30, "• ◦ a │ ◦ c\n  ◦ b │ ◦ d\n  ────┼────\n  e   │ f"},
		{"numbers in bullets", "<ul><li>a<ol><li>b<li>c</ol><li>d</ul>", 20,
			"• a\n  1. b\n  2. c\n• d"},
		{"loose", "<ul><li><p>a</p><li><p>b</p></ul>", 20, "• a\n\n• b"},
		{"a list first in an item", "<ul><li><ul><li>a</ul></ul>", 20, "• ◦ a"},
		{"empty items", "<ul><li></li><li>a</li></ul>", 20, "• a"},
		{"item without a list", "<li>a<li>b", 20, "• a\n• b"},
		{"absurd numbers", "<ol start=99999999999><li>a</ol>", 20, "1. a"},
		{"definitions", "<dl><dt>Term<dd>What it means<dt>Other<dd>x</dl>", 12,
			"Term\n    What it\n    means\nOther\n    x"},
	};
	check(cases, COUNT_OF(cases));
}

static void
quotes_and_code_keep_their_shape(void **state)
{
	(void)state;
	static const struct lines_case cases[] = {
		{"quote", "a<blockquote><p>b c d e f<p>g</blockquote>h", 10,
			"a\n\n│ b c d e\n│ f\n│\n│ g\n\nh"},
		{"quote in quote", "<blockquote>a<blockquote>b</blockquote>c", 10,
			"│ a\n│\n│ │ b\n│\n│ c"},
		{"list in quote", "<blockquote><ul><li>a b c d e<li>x</ul></blockquote>",
			11, "│ • a b c d\n│   e\n│ • x"},
		{"code", "<pre>int x;\n\n\tif (x)\n  y;\n</pre>", 20,
			"int x;\n\n    if (x)\n  y;"},
		{"tabs go to every fourth column", "<pre>ab\tc\n\td</pre>", 20,
			"ab  c\n    d"},
		{"… and in a wide line to every eighth", "<pre>ab\tc\n\td</pre>", 60,
			"ab      c\n        d"},
		{"long line of code", "<pre>0123 56789abc</pre>", 10,
			"0123 56789\n↪ abc"},
		{"elements in code", "<pre><code><b>a</b>\n b</code></pre>", 20, "a\n b"},
		{"code between text", "a <code>x = 1</code> b", 20, "a x = 1 b"},
		{"q", "say <q>yes</q>", 20, "say “yes”"},
		{"half of the width is for text",
			"<blockquote><blockquote><blockquote><blockquote>abcdefg", 10,
			"│ │ abcdef\n│ │ g"},
	};
	check(cases, COUNT_OF(cases));
}

static void
tables_are_grids_where_they_fit(void **state)
{
	(void)state;
	static const struct lines_case cases[] = {
		{"grid",
			"<table><tr><th>Name<th>Size<tr><td>a<td>12<tr><td>bcd<td>7"
			"</table>",
			20, "Name │ Size\n─────┼─────\na    │   12\nbcd  │    7"},
		{"no head", "<table><tr><td>a<td>b<tr><td>c<td>d</table>", 20,
			"a │ b\nc │ d"},
		{"caption", "<table><caption>Cap</caption><tr><td>a<td>b<tr><td>c<td>d",
			20, "Cap\n\na │ b\nc │ d"},
		{"wrapped cells are ruled off",
			"<table><tr><td>one two three<td>x<tr><td>four<td>y</table>", 13,
			"one two   │ x\nthree     │\n──────────┼──\nfour      │ y"},
		{"a column that needs little has it",
			"<table><tr><td>row 1<td>one two three four five six seven"
			"<tr><td>row 2<td>x</table>",
			24,
			"row 1 │ one two three\n      │ four five six\n      │ seven\n"
			"──────┼─────────────────\nrow 2 │ x"},
		{"too narrow, without names: row by row",
			"<table><tr><td>aaaaaaaa<td>bbbbbbbb<tr><td>c<td>d</table>", 12,
			"aaaaaaaa ·\n  bbbbbbbb\nc · d"},
		{"colspan",
			"<table><tr><td colspan=2>a b c<tr><td>dd<td>ee<tr><td>f<td>g",
			20, "a b c\ndd │ ee\nf  │ g"},
		{"rowspan", "<table><tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e", 20,
			"a │ b\n  │ c\nd │ e"},
		{"one row is layout", "<table><tr><td>a<td>b</table>", 20, "a\nb"},
		{"a table around a table is layout",
			"<table><tr><td><table><tr><td>a<td>b<tr><td>c<td>d</table>"
			"<tr><td>x</table>",
			20, "a │ b\nc │ d\n\nx"},
		{"blocks in cells", "<table><tr><td><p>a<p>b<td>c<tr><td>d<td>e</table>",
			20, "a │ c\n  │\nb │\n──┼──\nd │ e"},
		{"in a quote", "<blockquote><table><tr><td>a<td>b<tr><td>c<td>d</table>",
			20, "│ a │ b\n│ c │ d"},
	};
	check(cases, COUNT_OF(cases));
}

static void
what_is_no_text_is_left_out_or_noted(void **state)
{
	(void)state;
	static const struct lines_case cases[] = {
		{"script and style",
			"a<script>if (a<b) x('</p>')</script><style>p{}</style>b", 20,
			"ab"},
		{"script without an end", "a<script>alert(1)", 20, "a<script>alert(1)"},
		{"comments", "a<!-- <p>x --><!----><!-->b<!-- y -->", 20, "ab"},
		{"noscript is for us", "<noscript>a</noscript>", 20, "a"},
		{"hidden",
			"a<p hidden>b</p><div style='color:red; Display : none'>c</div>d",
			20, "ad"},
		{"hidden elements that nobody knows", "a<x-y hidden>b</x-y>c", 20, "ac"},
		{"image", "<img src='/cat.jpg' alt='A  cat'>", 20, "[image: A cat 1]"},
		{"image without words", "<img src=/1f3a.png>", 20, "[image 1]"},
		{"… whose name says something", "<img src=/team%20photo.png>", 30,
			"[image: team photo 1]"},
		{"image in a link", "<a href=/big><img src=/small alt=x></a>", 20,
			"[image: x 1]"},
		{"tracking pixels",
			"a<img src=/t width=1 height=1><img src=/t "
			"style='width:1px;height:1px'>b",
			20, "ab"},
		{"late images",
			"<img src='data:image/gif;base64,R0' data-src=/x.png alt=x>"
			"<noscript><img src=/x.png alt=x></noscript>",
			20, "[image: x 1]"},
		{"pictures of characters",
			"<img class='wp-smiley' alt='🙂' src=/s.png> "
			"<img class=latex alt='x^2' src=/l.png>",
			20, "🙂 x²"},
		{"figure",
			"<figure><img src=/c "
			"alt=C><figcaption>Cap</figcaption></figure>d",
			20, "[image: C 1]\nCap\n\nd"},
		{"frame", "<iframe src='https://www.video.example/e/1'>old</iframe>", 40,
			"[page: video.example 1]"},
		{"video", "<video><source src=/v.webm>no video</video>", 40,
			"[video: example.org 1]"},
		{"audio", "<audio src=/a.ogg title=Talk controls></audio>", 40,
			"[audio: Talk 1]"},
		{"forms", "<form><select><option>a</select><input value=b>c</form>", 20,
			"c"},
		{"ruby", "<ruby>漢<rp>(<rt>kan<rp>)</ruby>", 20, "漢(kan)"},
		{"raised and lowered",
			"10<sup>6</sup> H<sub>2</sub>O x<sup>n+1</sup> 1<sup>st</sup>",
			40, "10⁶ H₂O xⁿ⁺¹ 1st"},
		{"details", "<details><summary>More</summary>text</details>", 20,
			"More\ntext"},
	};
	check(cases, COUNT_OF(cases));
}

static void
broken_markup_keeps_its_text(void **state)
{
	(void)state;
	static const struct lines_case cases[] = {
		{"crossed", "<b>a<i>b</b>c</i>d", 20, "abcd"},
		{"unmatched ends", "a</div></b></table></li></h2>b", 20, "ab"},
		{"cells without a table", "<td>a</td><tr>b", 20, "ab"},
		{"text in a table", "<table>a<tr><td>b<td>c<tr><td>d<td>e</table>", 20,
			"a\n\nb │ c\nd │ e"},
		{"attributes without quotes", "<a href=/x?a=1&b=2>a</a>", 20, "a[1]"},
		{"a quote left open", "a<a href=\"/x>b</a>", 20, "ab[1]"},
		{"names in capitals", "<P>a<BLOCKQUOTE>b</BlockQuote>c", 20,
			"a\n\n│ b\n\nc"},
		{"a tag made by leaving out another", "<<x>b>a", 20, "<b>a"},
		{"an entity made by leaving out a tag", "&l<wbr>t;b&gt;", 20, "&lt;b>"},
		{"CDATA", "<![CDATA[a]]>", 20, "a"},
		{"declarations", "<?xml version='1.0'?><!DOCTYPE x>a", 20, "a"},
	};
	check(cases, COUNT_OF(cases));
}

int
main(void)
{
	setlocale(LC_ALL, "");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(paragraphs_wrap_at_blanks),
		cmocka_unit_test(wide_characters_break_between),
		cmocka_unit_test(lists_have_markers),
		cmocka_unit_test(quotes_and_code_keep_their_shape),
		cmocka_unit_test(tables_are_grids_where_they_fit),
		cmocka_unit_test(what_is_no_text_is_left_out_or_noted),
		cmocka_unit_test(broken_markup_keeps_its_text),
	};
	return UNIT_RUN(tests);
}
