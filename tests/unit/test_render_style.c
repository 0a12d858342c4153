#include "config.h"

#include <locale.h>

#include "unit.h"

#include "base/attr.h"
#include "model/item.h"
#include "render_text.h"

/* <letters number>text<>: see put_styles in render_text.h. */
static void
styles_cover_what_they_mean(void **state)
{
	(void)state;
	static const struct {
		const char *html, *want;
	} cases[] = {
		{"a <b>b</b> <em>c</em>", "a <b>b<> <i>c<>"},
		{"<b>a <i>b</i></b>", "<b>a <><bi>b<>"},
		{"<u>u</u><del>d</del><code>c</code>", "<u>u<><s>d<><c>c<>"},
		{"<b>two words</b>", "<b>two words<>"},
		{"<h2>Head</h2>", "<bH2>Head<>"},
		{"<blockquote>q <b>b</b></blockquote>", "<qm>│<><q> q <><bq>b<>"},
		{"<ul><li>a</ul>", "<m>•<> a"},
		{"<pre>x</pre>", "<c>x<>"},
		{"see <a href=/x>the page</a>.", "see <l1>the page<><m1>[1]<>."},
		{"<a href=/x><b>a</b> b</a> c", "<bl1>a<><l1> b<><m1>[1]<> c"},
		{"<img src=/x alt=Cat>", "<mn1>[image: Cat 1]<>"},
		{"<b>leak<p>no</p>", "<b>leak<>\n\n<b>no<>"},
		{"<p><b>leak<p>no</p>", "<b>leak<>\n\nno"},
		{"<table><tr><th>a<th>b<tr><td>c<td>d</table>",
			"<b>a<> <m>│<> <b>b<>\n<m>──┼──<>\nc <m>│<> d"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct render_doc *doc =
			doc_of(cases[i].html, strlen(cases[i].html), TEXT_HTML);
		lay_out(doc, 40);
		char *text = doc_text(doc, true);
		assert_null(doc_fault(doc, 40));
		assert_string_equal(text, cases[i].want);
		free(text);
		render_doc_free(doc);
	}
}

/* The same document at two widths: links and text do not depend on the width. */
static void
another_width_is_another_layout(void **state)
{
	(void)state;
	static const char html[] = "<p>one two three <a href=/x>four</a></p>";
	struct render_doc *doc = doc_of(html, sizeof html - 1, TEXT_HTML);
	static const struct {
		size_t width;
		const char *want;
	} cases[] = {{40, "one two three four[1]"}, {10, "one two\nthree\nfour[1]"},
		{14, "one two three\nfour[1]"}, {40, "one two three four[1]"}};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		lay_out(doc, cases[i].width);
		char *text = doc_text(doc, false);
		assert_string_equal(text, cases[i].want);
		free(text);
		assert_int_equal(render_links_len(doc), 1);
	}
	render_doc_free(doc);
}

int
main(void)
{
	setlocale(LC_ALL, "");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(styles_cover_what_they_mean),
		cmocka_unit_test(another_width_is_another_layout),
	};
	return UNIT_RUN(tests);
}
