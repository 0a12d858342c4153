/*
 * What test_render_kinds.c has, written in other ways: other elements, attributes and
 * classes, other scripts, escaped differently.
 */
#include "config.h"

#include <locale.h>
#include <stdio.h>

#include "unit.h"

#include "base/attr.h"
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

int
main(void)
{
	setlocale(LC_ALL, "");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables_written_otherwise),
		cmocka_unit_test(text_written_otherwise),
		cmocka_unit_test(links_written_otherwise),
	};
	return UNIT_RUN(tests);
}
