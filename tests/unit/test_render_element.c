/*
 * Reading in parts gives the same document, wherever the source is cut.
 */
#include "config.h"

#include <locale.h>

#include "unit.h"

#include "base/mem.h"
#include "render/element.h"
#include "render/flow.h"
#include "render_text.h"

static char *
read_in_parts(const char *html, size_t part)
{
	struct render_doc *doc = mem_zalloc(sizeof *doc);
	doc->flow = mem_zalloc(sizeof *doc->flow);
	doc->flow->doc = doc;
	doc->flow->base = TEST_BASE;
	doc->html = render_element_new(doc->flow, html, strlen(html), part);
	while (!render_element_step(doc->html))
		;
	doc->parsed = true;
	doc->ready = doc->blocks_len;
	lay_out(doc, 24);
	assert_null(doc_fault(doc, 24));
	char *text = doc_text(doc, true);
	render_doc_free(doc);
	return text;
}

static void
parts_of_any_size_give_one_document(void **state)
{
	(void)state;
	static const char *const cases[] = {
		"<p>one <b>two <i>three</b> four</i> five</p>six<p>seven",
		"<div><div>a</div> b <span>c</span><p>d e</div>f",
		"<ul><li>a<li>b <ul><li>c<li>d</ul>e</ul>f<ul><li><p>g<p>h</ul>",
		"<blockquote><p>a<blockquote>b</blockquote>c</blockquote>d",
		"a<pre>\n b\n\n  c <b>d\n\ne</b>\n</pre>f<pre>\n\n\ng</pre>",
		"<table><caption>Cap</caption><thead><tr><th>a<th>b<tbody><tr><td>c d"
		"<td>e<tr><td colspan=2>f</table>g",
		"<table><tr><td><table><tr><td>a<td>b<tr><td>c<td>d</table>e</table>",
		"<a href=/x>one <img src=/i alt='two three'> four</a> five "
		"<a href=/y><h2>six</h2><p>seven</a>",
		"a &amp; b &eacute;&hellip; c&nbsp;d é日本語 &bogus; &#x41;",
		"<dl><dt>a<dd>b<p>c<dt>d</dl><hr>e<br><br>f<br>g",
		"<figure><img src=/c alt=C><figcaption>D</figcaption></figure>"
		"<iframe src=/f></iframe><script>x</script>e",
		"<p>x<sup>y+1</sup> H<sub>2</sub>O 1<sup>st</sup> z<sup><a "
		"href=#n>[1]</a></sup>",
		"<p>see http://a.example/b_(c), <b>http://b.example</b>. <abbr "
		"title='Tag "
		"Line'>TL</abbr>",
		"<div>a</div><div><br></div><div>&nbsp;&nbsp;b</div><p><a "
		"href=/x><div>c</div>"
		" d</a> e",
		"<table><tr><td><pre>1\n2</pre><td><pre>a\nb</pre></"
		"table><table><tr><th>a<th>b"
		"<tr><td><p>c<p>d<td><ul><li>e<li>f</ul><tr><td colspan=2>g</table>",
		"<ul><li><input type=checkbox checked> a<li><input type=checkbox> b</ul>",
		"<p>$\\alpha_{i} \\leq x^2$ soft&shy;hyphen&shy;ation <wbr>x<h2>h</h2>",
		"<blockquote><p>[!NOTE]<br>a</p></blockquote><iframe "
		"src='//youtu.be/x'></iframe>b",
		"<div><a href=#r>1</a><div><p>The "
		"note.</p></div></div><math><mi>x</mi></math>",
		"<p hidden>a<b>b</b></p>c<div style='display:none'><p>d</div>e",
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *whole = read_in_parts(cases[i], 1000000);
		for (size_t part = 1; part <= 60; part++) {
			char *text = read_in_parts(cases[i], part);
			if (strcmp(text, whole) != 0)
				print_message("# case %zu in parts of %zu\n", i, part);
			assert_string_equal(text, whole);
			free(text);
		}
		free(whole);
	}
}

int
main(void)
{
	setlocale(LC_ALL, "");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_of_any_size_give_one_document),
	};
	return UNIT_RUN(tests);
}
