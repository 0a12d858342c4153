#include "config.h"

#include <locale.h>

#include "unit.h"

#include "base/buf.h"
#include "model/item.h"
#include "render/link_list.h"
#include "render_text.h"

/* Case 17. Names from RFC 3492, section 7.1, and the registered test names. */
static void
foreign_hosts_show_what_is_asked_for(void **state)
{
	(void)state;
	static const struct {
		const char *url, *want;
	} cases[] = {
		{"https://example.org/é?x", "https://example.org/é?x"},
		{"https://bücher.example/a",
			"https://bücher.example/a (xn--bcher-kva.example)"},
		{"http://Bücher.EXAMPLE",
			"http://Bücher.EXAMPLE (xn--bcher-kva.example)"},
		{"http://пример.испытание/",
			"http://пример.испытание/ (xn--e1afmkfd.xn--80akhbyknj4f)"},
		{"http://例え.テスト/", "http://例え.テスト/ (xn--r8jz45g.xn--zckzah)"},
		{"https://аррӏе.example",
			"https://аррӏе.example (xn--80ak6aa92e.example)"},
		{"https://a\u202eb.example/\x1b[2J",
			"https://ab.example/[2J (xn--ab-qfp.example)"},
	};
	struct arena arena = ARENA_INIT;
	for (size_t i = 0; i < COUNT_OF(cases) - 1; i++)
		assert_string_equal(
			render_link_show(&arena, cases[i].url), cases[i].want);
	/* Hidden characters are not displayed, not even in hosts (cases 3, 7). */
	const char *shown = render_link_show(&arena, cases[COUNT_OF(cases) - 1].url);
	assert_null(strchr(shown, '\x1b'));
	assert_null(strstr(shown, "\u202e"));
	arena_done(&arena);
}

static void
addresses_that_mislead_are_told(void **state)
{
	(void)state;
	static const struct {
		const char *shown, *url;
		bool misleads;
	} cases[] = {
		{"https://bank.example", "http://evil.example/", true},
		{"bank.example/login", "http://evil.example/", true},
		{"www.bank.example", "https://evil.example/", true},
		{"https://bank.example", "https://bank.example.evil.example/", true},
		{"https://bank.example/a", "https://bank.example/b", false},
		{"http://www.bank.example", "https://bank.example/", false},
		{"HTTPS://BANK.example", "https://bank.example/", false},
		{"our bank", "http://evil.example/", false},
		{"version 1.2", "http://evil.example/", false},
		{"node.js", "http://evil.example/", false},
		{"bank.com", "http://evil.example/", true},
		{"Bank.COM", "https://www.bank.com/login", false},
		{"online.bank.co.uk", "http://evil.example/", true},
		{"(bank.de).", "http://evil.example/", true},
		{"банк.рф", "http://evil.example/", true},
		{"bank.com", "https://bank.com.evil.example/", true},
		{"me@bank.com", "http://evil.example/", false},
		{"README.md", "http://evil.example/", false},
		{"main.rs", "http://evil.example/", false},
		{"1.2.3", "http://evil.example/", false},
		{".com", "http://evil.example/", false},
		{"Log in at bank.com", "http://evil.example/", false},
		{"bank.com:443/login", "http://evil.example/", true},
		{"//bank.example/", "http://evil.example/", true},
		{"ba\x03nk\x02.com", "http://evil.example/", true},
		{"https://ba\x02nk.com/", "https://bank.com/", false},
		{"192.168.1.1/login", "http://evil.example/", true},
		{"1.5/2", "http://evil.example/", false},
		{"$5.00/month", "http://evil.example/", false},
		{"v2.0/beta", "http://evil.example/", false},
		{"U.S./China", "http://evil.example/", false},
		{"So...what?", "http://evil.example/", false},
		{"README.txt#install", "http://evil.example/", false},
		{"main.c:12", "http://evil.example/", false},
		{"mailto:me@bank.com", "http://evil.example/", false},
		{"https://bücher.example", "https://xn--bcher-kva.example/", false},
		{"https://аррӏе.example", "https://apple.example/", true},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(
			render_link_misleads(span_of(cases[i].shown), cases[i].url),
			cases[i].misleads);
}

static void
links_are_numbered_once(void **state)
{
	(void)state;
	static const struct {
		const char *html, *lines, *links;
	} cases[] = {
		{"<a href=/a>x</a> <a href=b>y</a> <a href='/a'>z</a>", "x[1] y[2] z[1]",
			"https://example.org/a https://example.org/blog/b"},
		{"<a href='http://evil.example/'>https://bank.example</a>",
			"https://bank.example[1: evil.example]", "http://evil.example/"},
		{"<a href=#top>top</a><a name=x>y</a><a href='/e'></a>", "topy", ""},
		{"<a href='javascript:alert(1)'>a</a> <a href=' java\tscript:x'>b</a> "
		 "<a href=data:text/html,x>c</a>",
			"a b c", ""},
		{"<a href='mailto:a@b.example'>mail</a>", "mail[1]",
			"mailto:a@b.example"},
		{"<a href='/a b\n\x1b[2J\u202e'>x</a>", "x[1]",
			"https://example.org/a%20b[2J"},
		{"<a href=/a><h2>Head</h2><p>text</p></a><p>next",
			"Head\n\ntext[1]\n\nnext", "https://example.org/a"},
		{"<a href=/a>words </a>next", "words[1] next", "https://example.org/a"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct render_doc *doc =
			doc_of(cases[i].html, strlen(cases[i].html), TEXT_HTML);
		lay_out(doc, 60);
		char *text = doc_text(doc, false);
		struct buf links = BUF_INIT(0);
		for (size_t k = 0; k < render_links_len(doc); k++)
			buf_addf(&links, "%s%s", k ? " " : "",
				render_link_at(doc, k)->url);
		assert_string_equal(text, cases[i].lines);
		assert_string_equal(buf_str(&links), cases[i].links);
		assert_null(doc_fault(doc, 60));
		free(text);
		buf_done(&links);
		render_doc_free(doc);
	}
}

int
main(void)
{
	setlocale(LC_ALL, "");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(foreign_hosts_show_what_is_asked_for),
		cmocka_unit_test(addresses_that_mislead_are_told),
		cmocka_unit_test(links_are_numbered_once),
	};
	return UNIT_RUN(tests);
}
