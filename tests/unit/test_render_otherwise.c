/*
 * What test_render_kinds.c has, written in other ways: other elements, attributes and
 * classes, other scripts, escaped differently.
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
		struct render_about about = {PAGE, "The title"};
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
tables_written_otherwise(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"heads by thead",
			"<table><thead><tr><td>a<td>b<tbody><tr><td>1<td>2</table>", 20,
			"a │ b\n──┼──\n1 │ 2"},
		{"heads by bold letters",
			"<table><tr><td><b>a</b><td><strong>b</strong>"
			"<tr><td>c<td>d</table>",
			20, "a │ b\n──┼──\nc │ d"},
		{"a bold table has none",
			"<table><tr><td><b>a</b><td><b>b</b>"
			"<tr><td><b>c</b><td><b>d</b></table>",
			20, "a │ b\nc │ d"},
		{"over all columns by a hundred",
			"<table><tr><td>a<td>b<tr><td colspan=\"100%\">all of it here"
			"</table>",
			20, "a │ b\nall of it here"},
		{"over all columns by a thousand",
			"<table><tr><td>a<td>b<tr><td colspan=1000>all</table>", 20,
			"a │ b\nall"},
		{"right by class",
			"<table><tr><th class=has-text-align-right>Points<th>n"
			"<tr><td class=\"has-text-align-right\">x<td>y</table>",
			20, "Points │ n\n───────┼──\n     x │ y"},
		{"numbers of lines in spans",
			"<pre><span class=ln>1</span>a\n<span class=ln>2</span>b</pre>",
			20, "a\nb"},
	};
	check(cases, COUNT_OF(cases));
}

static void
text_written_otherwise(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"code in old elements", "<xmp>a\n  b</xmp><listing>c\n  d</listing>", 20,
			"a\n  b\n\nc\n  d"},
		{"an em is two cells", "f():<br>&emsp;a<br>&ensp;b", 20, "f():\n  a\n b"},
		{"the title, bold", "<p><b>The title</b><p>x", 20, "x"},
		{"the title behind a picture",
			"<img src=/a.jpg alt=A><h1>The title</h1><p>x", 20,
			"[image: A 1]\n\nx"},
		{"a first paragraph of these words stays", "<p>The title<p>x", 20,
			"The title\n\nx"},
		{"a caption of WordPress",
			"<div class=wp-caption><img src=/a.jpg alt=\"A fox\">"
			"<p class=wp-caption-text>A fox</div><p>x",
			20, "[image: A fox 1]\n\nx"},
		{"GitHub's notes", "<blockquote>\n<p>[!NOTE]<br>\na</p></blockquote>", 20,
			"│ Note\n│ a"},
		{"escaped twice, by numbers",
			"&#60;p&#62;a&#60;/p&#62;&#60;p&#62;b&#60;/p&#62;", 20, "a\n\nb"},
		{"escaped twice, in an element",
			"<div>&lt;p&gt;a&lt;/p&gt;&lt;p&gt;b&lt;/p&gt;</div>", 20,
			"a\n\nb"},
		{"escaped thrice", "&amp;lt;p&amp;gt;a&amp;lt;/p&amp;gt;", 20, "a"},
		{"code is not escaped twice",
			"<pre>&lt;p&gt;a&lt;/p&gt;\n&lt;p&gt;b&lt;/p&gt;</pre>", 20,
			"<p>a</p>\n<p>b</p>"},
		{"nor is a sentence", "<p>&lt;b&gt; is bold, &lt;i&gt; is not.</p>", 40,
			"<b> is bold, <i> is not."},
		{"items of Word",
			"<p>·<span>&nbsp;&nbsp;&nbsp; </span>one two three four</p>", 16,
			"• one two three\n  four"},
		{"definitions in paragraphs", "<dl><dt>t<dd><p>a</p><p>b</p></dl>", 20,
			"t\n    a\n\n    b"},
		{"lines by style",
			"<span style=\"display:block\">a</span>"
			"<span style=\"display: block\">b</span>c",
			20, "a\nb\nc"},
		{"hidden by sizes of nothing",
			"<p style=\"opacity:0.0\">x</p><p "
			"style=\"font-size:0.8em\">y</p>",
			20, "y"},
		{"hidden by their place",
			"<div style=\"position:absolute;left:-9999px\">x</div>"
			"<div style=\"height:0;overflow:hidden\">y</div><p>z",
			20, "z"},
		{"a box of no height that holds a film",
			"<div style=\"height:0;padding-bottom:56%\">"
			"<iframe src=https://www.youtube.com/embed/a></iframe></div>",
			40, "[video: youtube.com 1]"},
		{"a formula in a script",
			"<script type=\"math/tex\">x^2</script> and "
			"<script type=\"math/tex; mode=display\">% <![CDATA[\na < b "
			"%]]></script><script>no()</script>",
			20, "x² and\na < b"},
		{"words and functions in formulas",
			"<math><mi>x</mi><mtext> if </mtext><mi>sin</mi>"
			"<mo>&#x2061;</mo><mi>y</mi></math>",
			20, "x if sin y"},
		{"relations in formulas, by name",
			"<math><mi>x</mi><mo>&le;</mo><mi>sin</mi><mo>&af;</mo><mi>y</mi>"
			"<mo>→</mo><mtext>all</mtext></math>",
			30, "x ≤ sin y → all"},
		{"relations below a letter",
			"<math><munder><mo>lim</mo><mrow><mi>n</mi><mo>→</mo><mi>∞</mi>"
			"</mrow></munder><msub><mi>a</mi><mi>n</mi></msub></math>",
			30, "lim_{n→∞} aₙ"},
		{"matrices",
			"<math><mo>(</mo><mtable><mtr><mtd>1</mtd><mtd>0</mtd></mtr>"
			"<mtr><mtd>0</mtd><mtd>1</mtd></mtr></mtable><mo>)</mo></math>",
			20, "(1 0; 0 1)"},
		{"a product below the line",
			"<math><mfrac><mi>a</mi><mrow><mn>2</mn><mi>c</mi></mrow></mfrac>"
			"</math>",
			20, "a/(2c)"},
	};
	check(cases, COUNT_OF(cases));
}

static void
links_written_otherwise(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"an address before other scripts", "<p>見てhttps://e.example/aを</p>",
			40, "見てhttps://e.example/a[1]を"},
		{"an address with letters of Latin", "https://bücher.example/ä!", 40,
			"https://bücher.example/ä[1]!"},
		{"an address that may break", "https://<wbr>e.example/<wbr>a", 40,
			"https://e.example/a[1]"},
		{"a permalink by where it leads",
			"<h2 id=y>Use <a href=\"#y\">link</a></h2><p>x", 20, "Use\n\nx"},
		{"a permalink by its class",
			"<h2>Use <a class=heading-anchor href=\"#q\">Copy</a></h2><p>x",
			20, "Use\n\nx"},
		{"a permalink with blanks and selectors",
			"<h2>Use <a href=\"#q\">🔗\xef\xb8\x8e</a><a "
			"href=\"#q\">#&nbsp;</a>"
			"</h2><p>x",
			20, "Use\n\nx"},
		{"a permalink with a picture",
			"<h2>Use <a href=\"#q\"><img src=/l.svg alt=l></a></h2><p>x", 20,
			"Use\n\nx"},
		{"a whole heading that is a link stays",
			"<h2 id=y><a class=anchor href=\"#y\">Use</a></h2><p>x", 20,
			"Use\n\nx"},
		{"links for sharing",
			"<p>a</p><a href=\"https://www.addtoany.com/add_to/x\">"
			"<img src=/x.png alt=X></a><p>b",
			20, "a\n\nb"},
		{"a picture in brackets", "<p>(<img src=/a.jpg alt=A>)", 20,
			"([image: A 1])"},
		{"pictures that scripts load",
			"<img data-lazy-srcset=\"/a.jpg 100w\" alt=A>"
			"<picture><source srcset=\"/b.avif 800w\"><img alt=B></picture>"
			"<amp-img src=/c.jpg alt=C></amp-img>",
			60, "[image: A 1] [image: B 2] [image: C 3]"},
		{"a player as an object",
			"<object data=https://www.youtube.com/v/a></object>", 40,
			"[video: youtube.com 1]"},
	};
	check(cases, COUNT_OF(cases));
}

static void
places_by_style(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"right", "<p style=\"text-align: right;\">one two three four</p>", 10,
			"   one two\nthree four"},
		{"right by an attribute", "<div align=right>a<p>b</p></div>c", 10,
			"         a\n\n         b\n\nc"},
		{"what goes from right to left is there anyway",
			"<p style=\"text-align:right\">שלום</p>", 10, "שלום"},
		{"a margin", "<p style=\"margin-left: 40px\">aa bb cc</p>e", 10,
			"     aa bb\n     cc\n\ne"},
		{"room inside", "<p style=\"padding-left:30px\">a</p>", 20, "    a"},
		{"in a row of four", "<div style=\"margin: 0 0 0 2em\">a</div>b", 20,
			"    a\nb"},
		{"answers to answers",
			"<div style=\"margin-left:16px\">a<div "
			"style=\"margin-left:16px\">b</div></div>c",
			20, "  a\n    b\nc"},
		{"never far", "<p style=\"margin-left:900px\">a</p>", 20, "        a"},
		{"not for a box", "<div style=\"margin: 0 40px\">a</div>", 20, "a"},
		{"not for both sides",
			"<div style=\"padding: 1px 40px 1px 40px\">a</div>", 20, "a"},
		{"not for a few pixels", "<p style=\"margin-left:8px\">a</p>", 20, "a"},
		{"not by a share", "<p style=\"margin-left:auto\">a</p>", 20, "a"},
		{"not to the left", "<p style=\"margin-left:-40px\">a</p>", 20, "a"},
		{"not in tables",
			"<table><tr><td><p style=\"margin-left:40px\">a</p><td>b<tr><td>c"
			"<td>d</table>",
			20, "a │ b\nc │ d"},
	};
	check(cases, COUNT_OF(cases));
}

static char *
lines_of(const char *html)
{
	struct text text = {.type = TEXT_HTML, .text = (char *)(uintptr_t)html};
	struct render_doc *doc = render_doc_new(&text, strlen(html), NULL);
	lay_out(doc, 60);
	char *lines = doc_text(doc, true);
	render_doc_free(doc);
	return lines;
}

/* Code in colours, in more than one part, is what it is without them. */
static void
spans_without_a_meaning_change_nothing(void **state)
{
	(void)state;
	struct buf plain = BUF_INIT(0), spans = BUF_INIT(0);
	buf_adds(&plain, "<pre>");
	buf_adds(&spans, "<pre><span class=\"x\">");
	for (int i = 0; i < 900; i++) {
		const char *gap = i % 7 ? "\t" : "";
		buf_addf(&plain, "%sword %d &amp; more\n%s", gap, i, i % 5 ? "" : "\n");
		buf_addf(&spans,
			"<span class=\"line k%d\"><span>%sword</span> <span "
			"style=\"color: red\">%d</span> &amp; more\n</span>%s",
			i, gap, i, i % 5 ? "" : "\n");
	}
	buf_adds(&plain, "</pre><p>end</p>");
	buf_adds(&spans, "</span></pre><p>end</p>");
	char *want = lines_of(buf_str(&plain)), *got = lines_of(buf_str(&spans));
	assert_string_equal(got, want);
	free(want);
	free(got);
	buf_done(&plain);
	buf_done(&spans);
	static const struct written cases[] = {
		{"what is faint until a script shows it",
			"<p style=\"opacity:0\"><span>shown</span></p>", 20, "shown"},
		{"a place in the text",
			"<p><a href=\"#b\">to</a></p><p><span id=b>there</span></p>", 20,
			"to\n\nthere"},
		{"not closed", "<p>a<span class=x>b<p>c", 20, "ab\n\nc"},
		{"no entity is joined", "<p>&am<span>p;</span></p>", 20, "&amp;"},
	};
	check(cases, COUNT_OF(cases));
}

static void
marks_stand_before_their_notes(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"raised, with a link back",
			"<sup><a id=fn.1 href=\"#fnr.1\">1</a></sup> <div><p>The "
			"note.</p>"
			"</div>",
			20, "¹ The note."},
		{"raised, without one", "<div><sup>12</sup><p>The note.</p></div>", 20,
			"¹² The note."},
		{"in brackets",
			"<aside id=id2><span>[</span><a href=\"#id1\">1</a><span>]</span>"
			"<p>The note.</p></aside><p id=id1>x</p>",
			20, "[1] The note.\n\nx"},
		{"not behind a text", "<p>So<sup>1</sup></p><p>next</p>", 20,
			"So¹\n\nnext"},
		{"nor words", "<p><sup>a note on this</sup></p><p>next</p>", 20,
			"a note on this\n\nnext"},
		{"lines of poems",
			"<p>one<br><span style=\"margin-left: 2em\">two</span><br>"
			"three <span style=\"margin-left: 2em\">four</span></p>",
			20, "one\n    two\nthree four"},
	};
	check(cases, COUNT_OF(cases));
}

static void
elements_of_scripts(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"a player with a name",
			"<lite-youtube videoid=dQw4w9WgXcQ videotitle=Song><a "
			"href=\"https://youtu.be/dQw4w9WgXcQ\">Play</a></lite-youtube>x",
			30, "[video: Song 1]\nx"},
		{"two of them, not closed",
			"<lite-youtube videoid=dQw4w9WgXcQ><lite-vimeo videoid=123>x", 30,
			"[video: youtube.com 1]\n[video: player.vimeo.com 2]\nx"},
		{"AMP's", "<amp-youtube data-videoid=dQw4w9WgXcQ></amp-youtube>", 30,
			"[video: youtube.com 1]"},
		{"AMP's frames", "<amp-iframe src=\"https://a.example/f\"></amp-iframe>x",
			30, "[page: a.example 1]\nx"},
		{"an empty box", "<div class=youtube-player data-id=dQw4w9WgXcQ></div>x",
			30, "[video: youtube.com 1]\nx"},
		{"not a number of something else", "<div data-id=12345678901></div>x", 30,
			"x"},
		{"notes in the margin",
			"<p>Text<label for=a></label><input id=a type=checkbox "
			"class=margin-toggle><span class=sidenote>Note.</span> on</p>",
			30, "Text (Note.) on"},
		{"notes in a bubble",
			"<p>a<span "
			"class=\"modern-footnotes-footnote__note\">b</span>.</p>",
			30, "a (b)."},
		{"buttons of players",
			"<div class=kg-card><audio "
			"src=\"https://a.example/s.mp3\"></audio>"
			"<div class=kg-audio-title>S</div><div class=kg-audio-player>"
			"<span>0:00</span>/<span>191</span></div></div>",
			30, "[audio: a.example 1]\nS"},
		{"what an enlarged picture says",
			"<p><a class=lightbox href=\"https://a.example/l.png\"><img "
			"src=\"https://a.example/s.png\" alt=shot><div class=meta>shot"
			"<span>9 KB</span></div></a></p>",
			30, "[image: shot 1]"},
		{"who asks for an address",
			"<p>a</p><div class=subscription-widget><p>Subscribe</p></div>",
			30, "a"},
		{"names below a card",
			"<span>Site</span><span "
			"class=kg-bookmark-publisher>Person</span>",
			30, "Site\nPerson"},
		{"TeX that a picture stands for",
			"<p>so <img src=x.png alt=\"$a^2$\"></p>", 30, "so a²"},
	};
	check(cases, COUNT_OF(cases));
}

static void
dialogs_are_shown_when_open(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"closed", "<p>a</p><dialog class=x><p>no</p></dialog><p>b</p>", 40,
			"a\n\nb"},
		{"open", "<p>a</p><dialog open><p>yes</p></dialog><p>b</p>", 40,
			"a\n\nyes\n\nb"},
		{"endless", "<dialog><p>a</p>", 40, "a"},
		{"beside text", "a<DIALOG OPEN>b</DIALOG>c", 40, "a\nb\nc"},
		{"closed, with an end that is missing in it",
			"a<dialog><div>no</dialog> b", 40, "a b"},
	};
	check(cases, COUNT_OF(cases));
}

static void
forms_stand_by_themselves(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"form", "a<form action=/>b <input name=c></form>d", 40, "a\nb\nd"},
		{"fieldset", "a<fieldset><legend>b</legend>c</fieldset>d", 40,
			"a\nb\nc\nd"},
		{"search", "a<search>b</search>c", 40, "a\nb\nc"},
		{"around rows",
			"<table><form><tr><td>a</td><td>b</td></tr>"
			"<tr><td>c</td><td>d</td></tr></form></table>",
			40, "a │ b\nc │ d"},
	};
	check(cases, COUNT_OF(cases));
}

static void
captions_behind_rows_stand_below(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"last",
			"<table><tr><th>a<th>b<tr><td>1<td>2<caption>c</caption></"
			"table>d",
			40, "a │ b\n──┼──\n1 │ 2\n\nc\n\nd"},
		{"between rows, without an end",
			"<table><tbody><tr><td>1<td>2</tbody><CAPTION ALIGN=bottom>c"
			"<tr><td>3<td>4</table>",
			40, "1 │ 2\n3 │ 4\n\nc"},
		{"with a foot that comes first",
			"<table><tfoot><tr><td>=<td>3</tfoot><tr><td>1<td>2"
			"<caption><b>c</caption></table>d",
			40, "1 │ 2\n= │ 3\n\nc\n\nd"},
		{"of a table in a cell",
			"<table><tr><td><table><tr><td>1<td>2<tr><td>3<td>4"
			"<caption>c</caption></table><td>d</table>",
			40, "1 │ 2\n3 │ 4\n\nc\n\nd"},
		{"of a table without an end", "<table><tr><td>1<caption>c</caption>", 40,
			"1\n\nc"},
	};
	check(cases, COUNT_OF(cases));
}

static void
empty_declarations_are_comments(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"of nothing", "a<!>b", 40, "ab"},
		{"of a hyphen", "a<!->b", 40, "ab"},
		{"code", "if a<! b", 40, "if a<! b"},
	};
	check(cases, COUNT_OF(cases));
}

static void
drawings_lead_on(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"a link around a word",
			"a <svg><a href='https://e.example/1'><text>b</text></a></svg> c",
			60, "a b[1] c"},
		{"by its older name, around shapes",
			"<svg><A XLINK:HREF=/2><title>b</title><path d=''/></A></svg>",
			60, "b[1]"},
		{"around shapes without a name",
			"a <svg><a href=/3><circle r=1 /></a></svg> b", 60, "a b"},
		{"without an end",
			"<svg><a href=/1><text>a</text><a href=/2><text>b</text></svg> c",
			60, "a[1] b[2] c"},
		{"in a link", "<a href=/1><svg><a href=/2><text>a</text></a></svg></a>",
			60, "a[1]"},
		{"to a script", "<svg><a href='javascript:x'><text>a</text></a></svg>",
			60, "a"},
	};
	check(cases, COUNT_OF(cases));
}

static void
quotes_nest(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"two deep", "<p><q>a <q>b</q> c</q> <q>d</q>", 40, "“a ‘b’ c” “d”"},
		{"three deep, with words between",
			"<p><q><b>a</b> <i><q>b <q>c</q></q></i></q>", 40, "“a ‘b “c”’”"},
	};
	check(cases, COUNT_OF(cases));
}

static void
tables_in_cells_are_lines(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"of a table with names",
			"<table><tr><th>Name<th>Sizes<tr><td>Bolt<td><table><tr><td>M4<"
			"td>"
			"20 mm<tr><td>M5<td>30 mm</table><tr><td>Nut<td>one</table>",
			40,
			"Name │ Sizes\n─────┼───────────\nBolt │ M4 · 20 mm\n"
			"     │ M5 · 30 mm\n─────┼───────────\nNut  │ one"},
		{"as records",
			"<table><tr><th>Name<th>Sizes<tr><td>Boltboltboltbolt<td><table>"
			"<tr><td>M4<td>20<tr><td>M5<td>supercalifragil</table></table>",
			24,
			"Name:  Boltboltboltbolt\nSizes: M4 · 20\n       M5 ·\n"
			"       supercalifragil"},
		{"of a page of mail: its own",
			"<table><tr><th><table><tr><td>a<td>b<tr><td>c<td>d</table><th>e"
			"<tr><td>f<td>g</table>",
			40, "a │ b\nc │ d\n\ne\n\nf\ng"},
	};
	check(cases, COUNT_OF(cases));
}

static void
sections_end_at_their_brackets(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"in a paragraph", "<p>Before <![CDATA[in & out]]> after ]]></p>", 60,
			"Before in & out after ]]>"},
		{"around elements", "<![CDATA[<p>One</p><p>Two</p>]]>", 60, "One\n\nTwo"},
		{"two", "<p><![CDATA[a]]><![CDATA[b]]> c</p>", 60, "ab c"},
		{"one within another", "<![CDATA[a <![CDATA[b]]> c", 60, "a b c"},
		{"endless", "<p><![CDATA[a &lt; b</p>", 60, "a < b"},
		{"ends in a tag", "<![CDATA[a <b title=']]>'>b</b> c]]>", 60, "a b c]]>"},
		{"in the middle of a reference", "<![CDATA[a &am]]>p; b", 60,
			"a &amp; b"},
	};
	check(cases, COUNT_OF(cases));
}

static void
ends_without_a_start(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"of paragraphs", "First paragraph.</p>Second one.</p>Third one.</p>", 30,
			"First paragraph.\n\nSecond one.\n\nThird one."},
		{"of more than were open", "<p>One</p>two</p>three", 20,
			"One\n\ntwo\n\nthree"},
		{"leave no blank lines", "</p></p><p>a</p></p></p><p>b</p></p>", 20,
			"a\n\nb"},
		{"in a box and in bold", "<div>a</p><b>b</p>c</b></div></p>d", 20,
			"a\n\nb\n\nc\n\nd"},
		{"in a link", "<a href=\"https://e.example/\">a</p>b</a>", 20,
			"a\n\nb[1]"},
		{"in items", "<ul></p><li>a</p></li></p><li>b</p>c</li></p></ul>", 20,
			"• a\n• b\n  c"},
		{"in terms", "<dl><dt>a</p></dt></p><dd>b</p></dd></dl>", 20, "a\n    b"},
		{"in quotes", "<blockquote>a</p>b</p></blockquote>", 20, "│ a\n│\n│ b"},
		{"in headings", "<h2>a</p></h2>b", 20, "a\n\nb"},
		{"in tables",
			"<table></p><tr></p><td>a</p><td>b</p></tr></p><tr><td>c<td>d"
			"</table>",
			20, "a │ b\nc │ d"},
		{"of lines", "a</br>b</BR >c", 20, "a\nb\nc"},
		{"of lines that have started", "a<br></br>b<br class=x></br>c", 20,
			"a\nb\nc"},
		{"of others", "a</span></div></li></h2></section></img>b", 20, "ab"},
	};
	check(cases, COUNT_OF(cases));
}

static void
code_is_not_cut_before_what_ends_a_part(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"a comma", "<pre>call(x, abcdefghijklm, y)</pre>", 21,
			"call(x,\n↪ abcdefghijklm, y)"},
		{"brackets", "<pre>while (a[abcdefghijkl])</pre>", 21,
			"while\n↪ (a[abcdefghijkl])"},
		{"commas without blanks", "<pre>f(x,abcdefghijklmnop)</pre>", 20,
			"f(x,\n↪ abcdefghijklmnop)"},
		{"behind the indentation", "<pre>    abcdefghijklmnop, y</pre>", 20,
			"    abcdefghijklmnop\n  ↪ , y"},
		{"a word that does not fit anyway", "<pre>f abcdefghijklmnopqr, y</pre>",
			20, "f abcdefghijklmnopqr\n↪ , y"},
		{"brackets around nothing", "<pre>obj.call(abcd).mnop()qrs</pre>", 20,
			"obj.call(abcd)\n↪ .mnop()qrs"},
	};
	check(cases, COUNT_OF(cases));
}

#define JOKE                                                                             \
	"title=\"So much for \xc3\x9c"                                                   \
	"bung.\""
static void
titles_of_pictures_say_more(void **state)
{
	(void)state;
	static const struct written cases[] = {
		{"a comic", "<img src=/c.png alt=Comic " JOKE ">", 40,
			"[image: Comic 1]\nSo much for Übung."},
		{"among words", "<p>a <img src=/c.png alt=Comic " JOKE "> b</p>", 40,
			"a [image: Comic 1]\nSo much for Übung.\nb"},
		{"in a link",
			"<a href=\"https://e.example/\"><img src=/c.png alt=Comic " JOKE
			"></a><p>b",
			40, "[image: Comic 1]\nSo much for Übung.\n\nb"},
		{"twice, for who runs no scripts",
			"<img data-src=/c.png alt=Comic " JOKE
			"><noscript><img src=/c.png "
			"alt=Comic " JOKE "></noscript>",
			40, "[image: Comic 1]\nSo much for Übung."},
		{"said by the other text",
			"<img src=/c.png alt=\"And so, much for übung!\" " JOKE ">", 60,
			"[image: And so, much for übung! 1]"},
		{"it stands for the other text", "<img src=/c.png " JOKE ">", 60,
			"[image: So much for Übung. 1]"},
		{"said by the caption",
			"<figure><a><img src=/c.png alt=A " JOKE
			"></a><figcaption>And so "
			"much for übung that day</figcaption></figure>b",
			60, "[image: A 1]\nAnd so much for übung that day\n\nb"},
		{"another caption",
			"<figure><img src=/c.png alt=A " JOKE
			"><figcaption>Cap</figcaption></figure>b",
			60, "[image: A 1]\nCap\nSo much for Übung.\n\nb"},
		{"a caption that the note says",
			"<figure><img src=/c.png alt=Cap " JOKE
			"><figcaption>Cap</figcaption></figure>b",
			60, "[image: Cap 1]\nSo much for Übung.\n\nb"},
		{"the name of its file",
			"<img src=/my-summer-party.jpg alt=A title=\"My summer party\">",
			60, "[image: A 1]"},
		{"an address",
			"<img src=/c.jpg alt=A title=\"at https://e.example/ now\">", 60,
			"[image: A 1]"},
		{"two words", "<img src=/c.jpg alt=A title=\"Click here\">", 60,
			"[image: A 1]"},
	};
	check(cases, COUNT_OF(cases));
}

int
main(void)
{
	setlocale(LC_ALL, "");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables_written_otherwise),
		cmocka_unit_test(text_written_otherwise),
		cmocka_unit_test(places_by_style),
		cmocka_unit_test(spans_without_a_meaning_change_nothing),
		cmocka_unit_test(marks_stand_before_their_notes),
		cmocka_unit_test(elements_of_scripts),
		cmocka_unit_test(links_written_otherwise),
		cmocka_unit_test(dialogs_are_shown_when_open),
		cmocka_unit_test(forms_stand_by_themselves),
		cmocka_unit_test(captions_behind_rows_stand_below),
		cmocka_unit_test(empty_declarations_are_comments),
		cmocka_unit_test(drawings_lead_on),
		cmocka_unit_test(quotes_nest),
		cmocka_unit_test(tables_in_cells_are_lines),
		cmocka_unit_test(sections_end_at_their_brackets),
		cmocka_unit_test(ends_without_a_start),
		cmocka_unit_test(titles_of_pictures_say_more),
		cmocka_unit_test(code_is_not_cut_before_what_ends_a_part),
	};
	return UNIT_RUN(tests);
}
