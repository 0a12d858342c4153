/*
 * Markup that is rare: what browsers show of it is shown, as text, links and notes.
 * Styles are not seen here.
 */
#include "config.h"

#include <locale.h>
#include <stdio.h>

#include "unit.h"

#include "base/attr.h"
#include "base/buf.h"
#include "model/item.h"
#include "render_text.h"

#define PAGE "https://blog.example/post"

struct written {
	const char *name, *html;
	size_t width;
	const char *want;
};

static void
check(const struct written *cases, size_t n)
{
	bool failed = false;
	for (size_t i = 0; i < n; i++) {
		struct text text = {.type = TEXT_HTML, .base = (char[]){PAGE}};
		struct render_about about = {.page = PAGE,
			.title = "The title",
			.signs = true,
			.joined = true};
		text.text = (char *)(uintptr_t)cases[i].html;
		struct render_doc *doc =
			render_doc_new(&text, strlen(cases[i].html), &about);
		lay_out(doc, cases[i].width);
		char *lines = doc_text(doc, false);
		const char *fault = doc_fault(doc, cases[i].width);
		bool wrong = fault || strcmp(lines, cases[i].want) != 0;
		if (wrong)
			print_message("# %s: %s\nwanted:\n%s\ngot:\n%s\n", cases[i].name,
				fault ? fault : "", cases[i].want, lines);
		failed |= wrong;
		free(lines);
		render_doc_free(doc);
	}
	assert_false(failed);
}

static void
tables_have_their_feet_below(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"before the body",
			"<table><thead><tr><th>Item<th>Price</thead><tfoot><tr><td>Sum"
			"<td>7</tfoot><tbody><tr><td>Pear<td>3<tr><td>Fig<td>4</table>",
			30,
			"Item │ Price\n─────┼──────\nPear │     3\nFig  │     4\n"
			"Sum  │     7"},
		{"without end tags",
			"<TABLE><TFOOT><TR><TD>Sum<TD>7<TBODY><TR><TD>Pear<TD>7</TABLE>x",
			30, "Pear │ 7\nSum  │ 7\n\nx"},
		{"where it belongs",
			"<table><tr><td>Pear<td>7<tfoot><tr><td>Sum<td>7</tfoot></table>",
			30, "Pear │ 7\nSum  │ 7"},
		{"of a table that never ends",
			"<table><tfoot><tr><td>a<td>b</tfoot><tr><td>c<td>d", 30,
			"a │ b\nc │ d"},
		{"two of them",
			"<table><tfoot><tr><td>a<td>b</tfoot><tfoot><tr><td>c<td>d"
			"</tfoot><tr><td>e<td>f</table>",
			30, "c │ d\ne │ f\na │ b"},
		{"in two tables",
			"<table><tfoot><tr><td>a<td>b</tfoot><tr><td>c<td>d</table>"
			"<table><tfoot><tr><td>e<td>f</tfoot><tr><td>g<td>h</table>",
			30, "c │ d\na │ b\n\ng │ h\ne │ f"},
	};
	check(cases, COUNT_OF(cases));
}

static void
maps_are_links(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"parts with names",
			"<p><img src=/m.png alt=Map usemap=\"#m\"><map name=m><area "
			"shape=rect href=/n alt=North><AREA HREF='/s' ALT=\"South &amp; "
			"more\"/></map>",
			60, "[image: Map 1] North[2] South & more[3]"},
		{"without names", "<map><area href=\"https://e.example/x\"></map>", 60,
			"https://e.example/x[1]"},
		{"a title", "<area href=/n title=\"a < b\">", 60, "a < b[1]"},
		{"nowhere", "<map><area nohref alt=x><area alt=y></map>z", 60, "z"},
	};
	check(cases, COUNT_OF(cases));
}

static void
code_that_is_not_escaped(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"an example", "<p>So:<xmp><b>bold</b> &amp;\n  <p>x</xmp>y", 60,
			"So:\n\n<b>bold</b> &amp;\n  <p>x\n\ny"},
		{"not its end", "<XMP><a></xm></XMP >b", 60, "<a></xm>\n\nb"},
		{"endless", "a <xmp> b", 60, "a <xmp> b"},
		{"all the rest", "a<plaintext>b</p>\n<i>&lt;", 60, "a\n\nb</p>\n<i>&lt;"},
		{"what is there to be copied",
			"<p>Embed:</p><textarea readonly>&lt;iframe src=\"/x\"&gt;"
			"</textarea>y",
			60, "Embed:\n\n<iframe src=\"/x\">\n\ny"},
		{"… not escaped", "<textarea><a href=/x>y</a></textarea>z", 60,
			"<a href=/x>y</a>\n\nz"},
		{"… hidden", "<textarea style=\"display:none\"><a></textarea>z", 60, "z"},
		{"a field of a form", "<textarea>Your comment</textarea>z", 60, "z"},
		{"in an item", "<ul><li>a<xmp><b></xmp><li>c</ul>", 60,
			"• a\n\n  <b>\n\n• c"},
	};
	check(cases, COUNT_OF(cases));
}

static void
drawings_say_what_they_say(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"their title", "a <svg><title>Sales</title><path d=\"\"/></svg> b", 60,
			"a [image: Sales] b"},
		{"their label", "<svg role=img aria-label=\"Sales &amp; more\"/></svg> b",
			60, "[image: Sales & more] b"},
		{"their words",
			"<svg><text x=1>Jan</text><text x=2><tspan>F</tspan><tspan>eb"
			"</tspan></text><style>.a{}</style><defs><text>no</text></defs>"
			"</svg>",
			60, "Jan Feb"},
		{"words of HTML",
			"<svg><foreignObject><div>a</div><div>b</div>"
			"</foreignObject></svg>",
			60, "a b"},
		{"not those of signs",
			"a <svg width=16 height=16><title>Star</title></svg>b "
			"<svg class=icon-x><title>Star</title></svg>c",
			60, "a b c"},
		{"… unless they are all of a link",
			"<a href=/x><svg width=16 "
			"height=16><title>Star</title></svg></a>",
			60, "[image: Star 1]"},
		{"not ornaments", "<svg aria-hidden=true><title>x</title></svg>a", 60,
			"a"},
		{"nothing", "<svg><path d=x></svg>a", 60, "a"},
	};
	check(cases, COUNT_OF(cases));
}

static void
frames_have_documents(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"in an attribute",
			"a<iframe srcdoc=\"&lt;p&gt;b &lt;b&gt;c&lt;/b&gt;\"></iframe>d",
			60, "a\n\nb c\n\nd"},
		{"not escaped", "<iframe srcdoc='<p>a &amp;amp; b</p>'>x</iframe>c", 60,
			"a & b\n\nc"},
		{"with tags that never end",
			"<p>a<iframe srcdoc=\"<ul><li>b<li><b>c\"></iframe>d", 60,
			"a\n\n• b\n• c\n\nd"},
		{"not in each other",
			"<iframe srcdoc=\"a<iframe srcdoc='b'></iframe>c\"></iframe>", 60,
			"ac"},
		{"of a player",
			"<iframe src=https://www.youtube.com/embed/abc "
			"srcdoc=\"<a>Play</a>\"></iframe>",
			60, "[video: youtube.com 1]"},
	};
	check(cases, COUNT_OF(cases));
}

static void
new_lines_between_items_are_none(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"by a program", "<ul>\n<br><li>a</li><br>\n<br/><li>b</li><br></ul>c",
			60, "• a\n• b\n\nc"},
		{"of terms", "<dl><dt>a</dt><br><dd>b</dd><br><dt>c</dt></dl>", 60,
			"a\n    b\nc"},
		{"in items they are", "<ul><li>a<br><br>b</li></ul>", 60, "• a\n\n  b"},
		{"lists between items are in them",
			"<ul><li>a</li><ul><li>b</li><ol><li>c</ol></ul><li>d</li></ul>",
			60, "• a\n  ◦ b\n    1. c\n• d"},
		{"in lists that only indent", "<ul>a<br>b<br><br><i>c</i><br>d</ul>", 60,
			"a\nb\n\nc\nd"},
	};
	check(cases, COUNT_OF(cases));
}

static void
words_that_nobody_else_says_are_shown(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"a paragraph", "<p aria-hidden=true>The text.</p>a", 60,
			"The text.\n\na"},
		{"stars", "It is <span aria-hidden=\"true\">★★★★☆</span> good", 60,
			"It is ★★★★☆ good"},
		{"an initial",
			"<p><span aria-hidden=true>O</span><span aria-hidden=true>nce"
			"</span><span class=sr-only>Once</span> more",
			60, "Once more"},
		{"not an arrow", "<a href=/x>More <i ARIA-HIDDEN=TRUE>→</i></a>", 60,
			"More[1]"},
		{"not the name of a sign",
			"<i class=material-icons aria-hidden=true>home</i>a", 60, "a"},
		{"not what is said beside it",
			"<h2><span aria-hidden=true>Head</span><span class=sr-only>Head"
			"</span></h2>a",
			60, "Head\n\na"},
		{"not numbers of lines", "<pre><i aria-hidden=true>12</i>a\n</pre>", 60,
			"a"},
		{"not a formula's other form",
			"<span class=katex><math><mi>x</mi></math><span class=katex-html "
			"aria-hidden=true>x</span></span>",
			60, "x"},
	};
	check(cases, COUNT_OF(cases));
}

static void
brackets_are_not_in_brackets(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"around a link", "see [<a href=/x>3</a>], then", 60, "see [3][1], then"},
		{"raised", "Fact<sup>[<a href=/x>12</a>]</sup>.", 60, "Fact¹²[1]."},
		{"in a style", "Fact [<i><a href=/x>source needed</a></i>].", 60,
			"Fact [source needed][1]."},
		{"around more", "see [<a href=/x>3</a>, <a href=/y>4</a>]", 60,
			"see [3[1], 4[2]]"},
		{"none behind it", "see [<a href=/x>3</a>", 60, "see [3[1]"},
	};
	check(cases, COUNT_OF(cases));
}

static void
what_is_struck_out_has_signs(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"words", "<p>Costs <del>50</del> <ins>40</ins>.", 60,
			"Costs ~~50~~ 40."},
		{"by a style",
			"<span style=\"text-decoration: line-through\">a <b>b</b></span>",
			60, "~~a b~~"},
		{"paragraphs", "<del><p>a</p><p>b</p></del>c", 60, "~~a~~\n\n~~b~~\n\nc"},
		{"a link", "<s><a href=/x>a</a></s> b", 60, "~~a[1]~~ b"},
		{"in cells", "<table><tr><td><s>a</s><td>b<tr><td>c<td><s>d</s></table>",
			60, "~~a~~ │ b\nc     │ ~~d~~"},
	};
	check(cases, COUNT_OF(cases));
}

static void
titles_of_all_pictures_are_shown(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"below one caption",
			"<figure><img src=/a.jpg alt=A title=\"One joke about it\"><img "
			"src=/b.jpg alt=B title=\"Two jokes about it\"><figcaption>Both"
			"</figcaption></figure>c",
			60,
			"[image: A 1] [image: B 2]\nBoth\nOne joke about it\n"
			"Two jokes about it\n\nc"},
		{"of the first",
			"<figure><img src=/a.jpg alt=A title=\"One joke about it\"><img "
			"src=/b.jpg alt=B><figcaption>Both</figcaption></figure>",
			60, "[image: A 1] [image: B 2]\nBoth\nOne joke about it"},
	};
	check(cases, COUNT_OF(cases));
}

static void
narrow_lines_break_where_people_do(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"prose that stands as code",
			"<pre>This is a long line of words, that somebody has put there, "
			"and it goes on</pre>",
			40,
			"This is a long line of words, that\n↪ somebody has put there, "
			"and "
			"it goes on"},
		{"bars without blanks",
			"<table><tr><th>Name<th>Says<th>Where<tr><td>Alpha<td>first "
			"letter<td>Athens</table>",
			26,
			"Name │Says        │Where\n─────┼────────────┼──────\n"
			"Alpha│first letter│Athens"},
		{"… not where words do not fit either",
			"<table><tr><th>Name<th>Says<tr><td>aaaaaaaaaa<td>bbbbbbbbbb"
			"</table>",
			21, "Name: aaaaaaaaaa\nSays: bbbbbbbbbb"},
		{"… but of more than a few columns",
			"<table><tr><th>One<th>Two<th>Six<th>Ten<tr><td>aaaaa<td>bbbbb"
			"<td>ccccc<td>ddddd</table>",
			24,
			"One  │Two  │Six  │Ten\n─────┼─────┼─────┼─────\n"
			"aaaaa│bbbbb│ccccc│ddddd"},
	};
	check(cases, COUNT_OF(cases));
}

static void
marks_and_signs_of_other_writers(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"MathML with a prefix",
			"<mml:math><mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn>"
			"</mml:msup></mml:math> <m:math><m:mi>y</m:mi></m:math>",
			60, "x² y"},
		{"blanks that end names of operators",
			"$n\\times m$, $a \\cdot b$, $\\alpha x$", 60, "n×m, a · b, α x"},
		{"a mark for the second time",
			"<p>a<sup><a href=\"#n\">[1]</a></sup> b<sup><a href=\"#n\">[1:1]"
			"</a></sup></p><p id=n>c",
			60, "a¹ b¹\n\nc"},
		{"digits of others",
			"<table><tr><th>A<th>Number<tr><td>a<td>١٢<tr><td>b<td>３"
			"</table>",
			60, "A │ Number\n──┼───────\na │     ١٢\nb │     ３"},
	};
	check(cases, COUNT_OF(cases));
}

static void
families_of_pictographs_stay_joined(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"people", "a 👩\u200d👩\u200d👧 b", 60, "a 👩\u200d👩\u200d👧 b"},
		{"with selectors", "🏳\ufe0f\u200d🌈 ❤\ufe0f\u200d🔥", 60,
			"🏳\u200d🌈 ❤\u200d🔥"},
		{"not torn at a line's end", "aaaa 👩\u200d👩\u200d👧 b", 10,
			"aaaa\n👩\u200d👩\u200d👧 b"},
		{"not with letters", "a\u200db 👩\u200db", 60, "ab 👩b"},
	};
	check(cases, COUNT_OF(cases));
}

int
main(void)
{
	setlocale(LC_ALL, "");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables_have_their_feet_below),
		cmocka_unit_test(maps_are_links),
		cmocka_unit_test(code_that_is_not_escaped),
		cmocka_unit_test(drawings_say_what_they_say),
		cmocka_unit_test(frames_have_documents),
		cmocka_unit_test(new_lines_between_items_are_none),
		cmocka_unit_test(words_that_nobody_else_says_are_shown),
		cmocka_unit_test(brackets_are_not_in_brackets),
		cmocka_unit_test(what_is_struck_out_has_signs),
		cmocka_unit_test(titles_of_all_pictures_are_shown),
		cmocka_unit_test(marks_and_signs_of_other_writers),
		cmocka_unit_test(families_of_pictographs_stay_joined),
		cmocka_unit_test(narrow_lines_break_where_people_do),
	};
	return UNIT_RUN(tests);
}
