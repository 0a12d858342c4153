#include "config.h"

#include <locale.h>

#include "unit.h"

#include "base/attr.h"
#include "model/item.h"
#include "render/markdown.h"
#include "render_text.h"

/* Expectations follow the CommonMark specification and GitHub's for tables and tasks. */
static const struct {
	const char *html, *want;
} cases[] = {
	{"<p>a</p><p>b</p>", "a\n\nb\n"},
	{"<div>a</div><div>b</div>", "a\n\nb\n"},
	{"<h3>a <b>b</b></h3>", "### a b\n"},
	{"<b>a</b> <i>b</i> <del>c</del> <code>d</code>", "**a** *b* ~~c~~ `d`\n"},
	{"<b>a <i>b</i></b> c", "**a** ***b*** c\n"},
	{"<i>a <b>b</b></i>", "*a* ***b***\n"},
	{"<i>a<b>b</b>c</i>", "*a**b**c*\n"},
	{"<b>a<i>b</b>c</i>", "**a*b***<!-- -->*c*\n"},
	{"<i>a</i><b>b</b>", "*a*<!-- -->**b**\n"},
	{"<del>a<b>b</b></del>", "~~a**b**~~\n"},
	{"<b>\u201ca\u201d</b>b<i>.</i>c <b>d.</b> e",
		"**\u201ca\u201d**<!-- -->b<!-- -->*.*<!-- -->c **d.** e\n"},
	{"<b>\u6587\u3002</b>\u5b57<b>\uff08</b>",
		"**\u6587\u3002**<!-- -->\u5b57<!-- -->**\uff08**\n"},
	{"<b><code>a</code></b>b", "**`a`**<!-- -->b\n"},
	{"<h2>C#</h2><h2>No #</h2><h2>##</h2>", "## C#\n\n## No \\#\n\n## \\#\\#\n"},
	{"<code>a`b</code>", "`` a`b ``\n"},
	{"<a href=/x>a</a>", "[a](<https://example.org/x>)\n"},
	{"a!<a href=/x>b</a>", "a\\![b](<https://example.org/x>)\n"},
	{"<a href='/x?a&amp;lt;'>a</a>", "[a](<https://example.org/x?a\\&lt;>)\n"},
	{"<img src=/x.png alt='a]'>", "![a\\]](<https://example.org/x.png>)\n"},
	{"<a href=/x><img src=/y.png alt=a></a>",
		"[image: a](<https://example.org/x>)\n"},
	{"<a href=/x.png><img src=/y.png alt=a></a>",
		"![a](<https://example.org/x.png>)\n"},
	{"a<br>b", "a\\\nb\n"},
	{"1. a<br># b<br>- c<br>+ d<br>&gt; e",
		"1\\. a\\\n\\# b\\\n\\- c\\\n\\+ d\\\n\\> e\n"},
	{"a * b _c_ [d] `e` \\ &lt;f&gt; &amp;amp; &amp;",
		"a \\* b \\_c\\_ \\[d\\] \\`e\\` \\\\ \\<f> \\&amp; &\n"},
	{"<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c\n"},
	{"<ul><li>a</ul><ul><li>b</ul>", "- a\n\n<!-- -->\n\n- b\n"},
	{"<dl><dd><ol><li>a</ol><dd><ol><li>b</ol></dl>", "1. a\n\n<!-- -->\n\n1. b\n"},
	{"<ul><li>a<ul><li>b</ul><ul><li>c</ul><ol><li>d</ol></ul>",
		"- a\n  - b\n\n  <!-- -->\n\n  - c\n\n  1. d\n"},
	{"<blockquote><ul><li>a</ul></blockquote><ul><li>b</ul>", "> - a\n\n- b\n"},
	{"<ol><li>a<ol start=3><li>b<li>c</ol><li>d</ol>",
		"1. a\n\n   3. b\n   4. c\n2. d\n"},
	{"<ul><li><table><tr><td>a<td>b<tr><td>c<td>d</table><li>e</ul>",
		"- |  |  |\n  | --- | --- |\n  | a | b |\n  | c | d |\n\n- e\n"},
	{"<ul><li><table><tr><td>a</table><li>b</ul>", "- a\n\n- b\n"},
	{"<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>", "- a\n  - b\n- c\n"},
	{"<ul><li><p>a<p>b<li><p>c</ul>", "- a\n\n  b\n\n- c\n"},
	{"<ol start=9><li>a<li>b<p>c</ol>", "9. a\n10. b\n\n    c\n"},
	{"<ul><li><input type=checkbox checked>a<li><input type=checkbox>b</ul>",
		"- [x] a\n- [ ] b\n"},
	{"<blockquote><p>a<br>b<ul><li>c</ul></blockquote>d",
		"> a\\\n> b\n>\n> - c\n\nd\n"},
	{"<pre>a\n\n  ```b</pre>", "````\na\n\n  ```b\n````\n"},
	{"<ul><li><pre>a\nb</pre></ul>", "- ```\n  a\n  b\n  ```\n"},
	{"<pre><ol class=linenums><li>a</li><li>  b</li></ol></pre><pre>c</pre>",
		"```\na\n  b\n```\n\n```\nc\n```\n"},
	{"a<hr>b", "a\n\n***\n\nb\n"},
	{"<table><tr><th>a<th>b<tr><td>c|d<td>1</table>",
		"| **a** | **b** |\n| --- | --: |\n| c\\|d | 1 |\n"},
	{"<table><tr><td><code>a|b</code><td>b<tr><td>c<td>d</table>",
		"|  |  |\n| --- | --- |\n| `a\\|b` | b |\n| c | d |\n"},
	{"<table><tr><td>a<td>b<tr><td>c<td>d</table>",
		"|  |  |\n| --- | --- |\n| a | b |\n| c | d |\n"},
	{"x<sup>2</sup> a&shy;b", "x² a\xc2\xad"
				  "b\n"},
};

static void
documents_are_markdown(void **state)
{
	(void)state;
	bool failed = false;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf out = BUF_INIT(0);
		struct render_doc *doc =
			doc_of(cases[i].html, strlen(cases[i].html), TEXT_HTML);
		lay_out(doc, 40);
		render_markdown(doc, &out);
		bool wrong = strcmp(buf_str(&out), cases[i].want) != 0;
		if (wrong)
			print_message("# %s\nwanted:\n%s\ngot:\n%s\n", cases[i].html,
				cases[i].want, buf_str(&out));
		failed |= wrong;
		buf_done(&out);
		render_doc_free(doc);
	}
	assert_false(failed);
}

int
main(void)
{
	setlocale(LC_ALL, "");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(documents_are_markdown),
	};
	return UNIT_RUN(tests);
}
