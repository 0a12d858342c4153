#include "config.h"

#include <locale.h>

#include "unit.h"

#include "base/attr.h"
#include "base/buf.h"
#include "model/item.h"
#include "render_text.h"

#define LONG 5000 /* times that a line has the same words */

static void
plain_text_keeps_lines_and_finds_addresses(void **state)
{
	(void)state;
	static const struct {
		const char *text, *want, *links;
	} cases[] = {
		{"one\ntwo\n\nthree", "one\ntwo\n\nthree", ""},
		{"a\r\nb\r\n\r\n\r\n\r\nc\r\n", "a\nb\n\nc", ""},
		{"  \n\n a  b \n", " a  b", ""},
		{"1 < 2 & <b>", "1 < 2 & <b>", ""},
		{"See https://a.example/x.", "See https://a.example/x[1].",
			"https://a.example/x"},
		{"(http://a.example/b_(c))", "(http://a.example/b_(c)[1])",
			"http://a.example/b_(c)"},
		{"<http://a.example/?q=1&r=2>, \"https://b.example\"",
			"<http://a.example/?q=1&r=2[1]>, \"https://b.example[2]\"",
			"http://a.example/?q=1&r=2 https://b.example"},
		{"http://a.example http://a.example",
			"http://a.example[1]\n"
			"http://a.example[1]",
			"http://a.example"},
		{"xhttp://a.example http:// ftp://a.example",
			"xhttp://a.example http://\nftp://a.example", ""},
		{"HTTP://A.example", "HTTP://A.example[1]", "HTTP://A.example"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct render_doc *doc =
			doc_of(cases[i].text, strlen(cases[i].text), TEXT_PLAIN);
		lay_out(doc, 30);
		char *text = doc_text(doc, false);
		struct buf links = BUF_INIT(0);
		for (size_t k = 0; k < render_links_len(doc); k++)
			buf_addf(&links, "%s%s", k ? " " : "",
				render_link_at(doc, k)->url);
		assert_null(doc_fault(doc, 30));
		assert_string_equal(buf_str(&links), cases[i].links);
		if (i != 6) /* that one wraps; only its links are tested */
			assert_string_equal(text, cases[i].want);
		free(text);
		buf_done(&links);
		render_doc_free(doc);
	}
}

/* A line without end is read in parts, too: the first do not reach its end, and no
 * character, word or line is torn. */
static void
long_lines_are_read_in_parts(void **state)
{
	(void)state;
	static const char words[] = "wörter 日本 e\xcc\x81t http://a.example/ü ";
	struct buf source = BUF_INIT(0);
	for (size_t i = 0; i < LONG; i++)
		buf_adds(&source, words);
	buf_adds(&source, "end\r\n  next\n\nlast");
	struct render_doc *doc = doc_of(source.data, source.len, TEXT_PLAIN);
	size_t len, read;
	render_text(doc, &read);
	assert_in_range(read, 1, source.len / 2);
	lay_out(doc, 80);
	assert_null(doc_fault(doc, 80));
	const char *text = render_text(doc, &len);
	size_t of_words = 0;
	for (const char *p = text; (p = strstr(p, "wörter 日本 e\xcc\x81t http://")); p++)
		of_words++;
	assert_int_equal(of_words, LONG);
	size_t lines = render_lines_len(doc);
	assert_string_equal(render_line_text(render_line_at(doc, lines - 1)), "last");
	assert_string_equal(render_line_text(render_line_at(doc, lines - 2)), "");
	assert_string_equal(render_line_text(render_line_at(doc, lines - 3)), "  next");
	render_doc_free(doc);
	buf_done(&source);
}

int
main(void)
{
	setlocale(LC_ALL, "");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_text_keeps_lines_and_finds_addresses),
		cmocka_unit_test(long_lines_are_read_in_parts),
	};
	return UNIT_RUN(tests);
}
