/*
 * Where pictures stand among the lines, and how large; lines of equal width.
 */
#include "config.h"

#include <locale.h>

#include "unit.h"

#include "base/attr.h"
#include "model/item.h"
#include "render_text.h"

static struct render_doc *
laid_out(const char *html, size_t pixels_wide, size_t pixels_high, size_t cols)
{
	struct render_doc *doc = doc_of(html, strlen(html), TEXT_HTML);
	for (size_t i = 0; i < render_pictures_len(doc); i++)
		render_picture_size(doc, i, pixels_wide, pixels_high, cols);
	lay_out(doc, 20);
	assert_null(doc_fault(doc, 20));
	return doc;
}

/* Which lines are of pictures: their rows as digits, text as a dot. */
static char *
shape(const struct render_doc *doc)
{
	struct buf out = BUF_INIT(0);
	for (size_t i = 0; i < render_lines_len(doc); i++) {
		const struct render_line *line = render_line_at(doc, i);
		buf_addc(&out, line->picture ? (char)('0' + line->row) : '.');
	}
	return buf_take(&out);
}

static void
pictures_stand_above_their_notes(void **state)
{
	(void)state;
	static const struct {
		const char *html, *shape;
	} cases[] = {
		{"<img src=/a>", "012."},
		{"<p>a<p><img src=/a><p>b", "..012..."},
		/* in a text that is wrapped: above the line of the note */
		{"aaa bbb ccc ddd eee fff <img src=/a> ggg", ".012."},
		{"<ul><li>x<li><img src=/a></ul>", ".012."},
		{"<img src=/a><img src=/b>", "012012."},
		{"<a href=/p><img src=/a></a>", "012."},
		{"no picture", "."},
		{"<img src=/a width=1 height=1>x", "."},
		/* in cells there is no room */
		{"<table><tr><td><img src=/a><td>b<tr><td>c<td>d</table>", ".."},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct render_doc *doc = laid_out(cases[i].html, 60, 36, 10);
		char *is = shape(doc);
		assert_string_equal(is, cases[i].shape);
		free(is);
		render_doc_free(doc);
	}
}

static void
pictures_fit_the_measure(void **state)
{
	(void)state;
	static const struct {
		const char *html;
		size_t width, height, cols; /* pixels; cells at most */
		size_t want_cols, want_rows, indent;
	} cases[] = {
		{"<img src=/a>", 400, 200, 0, 20, 5, 0},
		{"<img src=/a>", 400, 200, 8, 8, 2, 0}, /* small ones do not grow */
		{"<blockquote><img src=/a></blockquote>", 400, 200, 0, 18, 5, 2},
		{"<img src=/a>", 10, 400, 0, 1, 20, 0}, /* high ones become narrow */
		{"<img src=/a>", 100, 400, 0, 12, 24, 0},
		{"<img src=/a>", 400, 1, 0, 20, 1, 0},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct render_doc *doc = laid_out(
			cases[i].html, cases[i].width, cases[i].height, cases[i].cols);
		const struct render_shown *shown =
			render_shown_at(doc, render_line_at(doc, 0));
		assert_int_equal(shown->cols, cases[i].want_cols);
		assert_int_equal(shown->rows, cases[i].want_rows);
		assert_int_equal(shown->indent, cases[i].indent);
		render_doc_free(doc);
	}
}

/* Thousands of them, over the ends of the chunks that lines are kept in. */
static void
many_pictures_keep_their_order(void **state)
{
	(void)state;
	struct buf html = BUF_INIT(0);
	for (int i = 0; i < 2000; i++)
		buf_addf(&html, "<p>p%d <img src=/%d></p>", i, i);
	struct render_doc *doc = doc_of(html.data, html.len, TEXT_HTML);
	lay_out(doc, 40);
	size_t without = render_lines_len(doc);
	assert_int_equal(render_pictures_len(doc), 2000);
	for (size_t i = 0; i < 2000; i++)
		render_picture_size(doc, i, 40, 20, 4);
	lay_out(doc, 40);
	assert_int_equal(render_lines_len(doc), without + 2000);
	assert_null(doc_fault(doc, 40));
	uint32_t before = 0;
	for (size_t i = 0; i < render_lines_len(doc); i++) {
		assert_true(render_line_at(doc, i)->at >= before);
		before = render_line_at(doc, i)->at;
	}
	assert_string_equal(render_picture_url(doc, 7), "https://example.org/7");
	render_doc_free(doc);
	buf_done(&html);
}

static void
lines_are_equally_wide_on_demand(void **state)
{
	(void)state;
	static const struct {
		const char *html, *want;
	} cases[] = {
		{"<p>aaaa bbb cccc ddd eeee ffff ggg</p>",
			"aaaa  bbb  cccc  ddd\neeee ffff ggg"},
		{"<p>aaaa bbb cccc ddd eeee ffff ggg</p>",
			"aaaa  bbb  cccc  ddd\neeee ffff ggg"},
		/* not with blanks that are too wide, nor where lines end by themselves */
		{"<p>aaaaaa bbbbb cccccccccccccccc</p>",
			"aaaaaa bbbbb\ncccccccccccccccc"},
		{"<p>aaaa bbb<br>cccc</p>", "aaaa bbb\ncccc"},
		{"<pre>aaaa bbb cccc ddd eeee ffff ggg</pre>",
			"aaaa bbb cccc ddd\n↪ eeee ffff ggg"},
		{"<h3>aaaa bbb cccc ddd eeee</h3>", "aaaa bbb cccc ddd\neeee"},
		{"<ul><li>aa bbb cccc ddd eeee ffff</ul>",
			"• aa  bbb  cccc  ddd\n  eeee ffff"},
		{"<p>aaaa <b>bbb cc</b>cc ddd eeee ffff</p>",
			"aaaa  bbb  cccc  ddd\neeee ffff"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct render_doc *doc =
			doc_of(cases[i].html, strlen(cases[i].html), TEXT_HTML);
		render_layout_justify(doc, true);
		lay_out(doc, 20);
		assert_null(doc_fault(doc, 20));
		char *text = doc_text(doc, false);
		assert_string_equal(text, cases[i].want);
		free(text);
		render_doc_free(doc);
	}
}

int
main(void)
{
	setlocale(LC_ALL, "");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pictures_stand_above_their_notes),
		cmocka_unit_test(pictures_fit_the_measure),
		cmocka_unit_test(many_pictures_keep_their_order),
		cmocka_unit_test(lines_are_equally_wide_on_demand),
	};
	return UNIT_RUN(tests);
}
