#include "config.h"

#include "unit.h"

#include "base/err.h"
#include "base/str.h"
#include "fetch/address.h"

static void
requests_only_over_http(void **state)
{
	(void)state;
	static const struct {
		const char *url, *want; /* want NULL: refused */
	} cases[] = {
		{"http://example.org", "http://example.org/"},
		{"HTTPS://Example.ORG:8443/A?b=C#d", "https://example.org:8443/A?b=C"},
		{"https://u:p@example.org/", "https://u:p@example.org/"},
		{"http://example.org/caf\xc3\xa9?q=\xc3\xbc b",
			"http://example.org/caf%C3%A9?q=%C3%BC%20b"},
		{" http://example.org/x ", "http://example.org/x"},
		{"http://[::1]:80/x", "http://[::1]:80/x"},
		{"http://b\xc3\xbc"
		 "cher.example/",
			"http://xn--bcher-kva.example/"},
		/* case 93; a capital, a mark of its own, several labels */
		{"http://B\xc3\x9c"
		 "CHER.example/",
			"http://xn--bcher-kva.example/"},
		{"http://bu\xcc\x88"
		 "cher.example/",
			"http://xn--bcher-kva.example/"},
		{"https://\xd0\xbf\xd1\x80\xd0\xb8\xd0\xbc\xd0\xb5\xd1\x80."
		 "\xd0\xb8\xd1\x81\xd0\xbf\xd1\x8b\xd1\x82\xd0\xb0\xd0\xbd\xd0"
		 "\xb8\xd0\xb5:8080/",
			"https://xn--e1afmkfd.xn--80akhbyknj4f:8080/"},
		{"file:///etc/passwd", NULL},
		{"gopher://example.org/", NULL},
		{"ftp://example.org/", NULL},
		{"javascript:alert(1)", NULL},
		{"example.org/feed", NULL},
		{"http://", NULL},
		{"http:///path", NULL},
		{"-x", NULL},
		{"", NULL},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *out = NULL;
		struct err err;
		int status = fetch_address_prepare(cases[i].url, &out, &err);
		if (cases[i].want) {
			assert_int_equal(status, OK);
			assert_string_equal(out, cases[i].want);
		} else {
			assert_int_equal(status, ERR_DENIED);
			assert_non_null(strstr(err.text, "http and https"));
			assert_null(out);
		}
		free(out);
	}
}

static void
redirects(void **state)
{
	(void)state;
	static const struct {
		const char *from, *location, *want;
		int status;
	} cases[] = {
		{"http://a.example/x/y?q", "z", "http://a.example/x/z", OK},
		{"http://a.example/x/y", "/z?q=1", "http://a.example/z?q=1", OK},
		{"http://a.example/x/y", "?q=1", "http://a.example/x/y?q=1", OK},
		{"http://a.example/x", "//b.example/z", "http://b.example/z", OK},
		{"http://a.example/x", "https://a.example/x", "https://a.example/x", OK},
		{"https://a.example/x", " HTTPS://B.example ", "https://b.example/", OK},
		{"http://a.example/x", "/caf\xc3\xa9", "http://a.example/caf%C3%A9", OK},
		{"http://a.example/x", "/b#frag", "http://a.example/b", OK},
		/* case 28: user info within one origin only, and only the user's own */
		{"https://u:p@a.example/x", "/y", "https://u:p@a.example/y", OK},
		{"https://u:p@a.example/x", "https://a.example:443/y",
			"https://u:p@a.example:443/y", OK},
		{"https://u:p@a.example/x", "https://b.example/y", "https://b.example/y",
			OK},
		{"https://u:p@a.example/x", "https://a.example:8443/y",
			"https://a.example:8443/y", OK},
		{"http://u:p@a.example/x", "https://a.example/y", "https://a.example/y",
			OK},
		{"http://a.example/x", "http://v:w@a.example/y", "http://a.example/y",
			OK},
		{"http://u:p@a.example/x", "http://v:w@a.example/y",
			"http://u:p@a.example/y", OK},
		{"https://u:p@a.example/x", "https://a.example.evil.example/y",
			"https://a.example.evil.example/y", OK},
		/* case 83 */
		{"https://a.example/x", "http://a.example/x", NULL, ERR_DENIED},
		{"http://a.example/x", "", NULL, ERR_NETWORK},
		{"http://a.example/x", " \t", NULL, ERR_NETWORK},
		{"http://a.example/x", NULL, NULL, ERR_NETWORK},
		/* case 26 */
		{"http://a.example/x", "file:///etc/passwd", NULL, ERR_DENIED},
		{"http://a.example/x", "gopher://a.example/", NULL, ERR_DENIED},
		{"http://a.example/x", "data:text/xml,x", NULL, ERR_DENIED},
		{"http://a.example/x", "http://", NULL, ERR_DENIED},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *out = NULL;
		struct err err = {OK, ""};
		int status = fetch_address_redirect(
			cases[i].from, cases[i].location, false, &out, &err);
		assert_int_equal(status, cases[i].status);
		if (cases[i].want) {
			assert_string_equal(out, cases[i].want);
		} else {
			assert_null(out);
			assert_true(err.text[0] != '\0');
		}
		free(out);
	}
}

/* Cases 5, 7 and 29: what a sentence shows. */
static void
shown_addresses_keep_secrets_and_steer_nothing(void **state)
{
	(void)state;
	static const char *const cases[] = {
		"https://user:hunter2@a.example/f?token=hunter2&x=hunter2",
		"http://hunter2@a.example/",
		"http://a.example/\x1b[2Jx\xe2\x80\xae?key=hunter2",
		"http://a\xe2\x80\xae.example/\xff",
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *shown = fetch_address_show(cases[i]);
		char *host = fetch_address_host(cases[i]);
		assert_null(strstr(shown, "hunter2"));
		assert_null(strstr(host, "hunter2"));
		assert_null(strpbrk(shown, "\x1b\n\r\x7f"));
		assert_null(strstr(shown, "\xe2\x80\xae"));
		assert_null(strstr(host, "\xe2\x80\xae"));
		assert_null(strstr(shown, "\xff"));
		free(shown);
		free(host);
	}
	char *public = fetch_address_public("https://u:p@a.example/x?y=z");
	assert_string_equal(public, "https://a.example/x?y=z");
	free(public);
}

/* In private networks several servers share a machine. */
static void
servers_of_addresses(void **state)
{
	(void)state;
	static const struct {
		const char *url, *want;
	} cases[] = {
		{"https://a.example/x", "a.example"},
		{"https://u:p@a.example:8443/x", "a.example"},
		{"http://127.0.0.1:8080/x", "127.0.0.1:8080"},
		{"http://127.0.0.1/x", "127.0.0.1"},
		{"http://u:p@192.168.1.7:1200/x", "192.168.1.7:1200"},
		{"http://[::1]:81/", "[::1]:81"},
		{"http://8.8.8.8:81/", "8.8.8.8"},
		{"http://nas:81/", "nas:81"},
		{"http://rsshub.local:1200/", "rsshub.local:1200"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_true(span_eq(fetch_address_server(cases[i].url), cases[i].want));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(requests_only_over_http),
		cmocka_unit_test(redirects),
		cmocka_unit_test(servers_of_addresses),
		cmocka_unit_test(shown_addresses_keep_secrets_and_steer_nothing),
	};
	return UNIT_RUN(tests);
}
