#include "config.h"

#include "tests/unit/unit.h"

#include "base/buf.h"
#include "base/host.h"
#include "base/url.h"

/* RFC 3986, section 5.4: the reference resolution examples, normal and abnormal. */
static void
resolves_the_examples_of_rfc_3986(void **state)
{
	(void)state;
	static const char *const cases[][2] = {
		{"g:h", "g:h"},
		{"g", "http://a/b/c/g"},
		{"./g", "http://a/b/c/g"},
		{"g/", "http://a/b/c/g/"},
		{"/g", "http://a/g"},
		{"//g", "http://g"},
		{"?y", "http://a/b/c/d;p?y"},
		{"g?y", "http://a/b/c/g?y"},
		{"#s", "http://a/b/c/d;p?q#s"},
		{"g#s", "http://a/b/c/g#s"},
		{"g?y#s", "http://a/b/c/g?y#s"},
		{";x", "http://a/b/c/;x"},
		{"g;x", "http://a/b/c/g;x"},
		{"g;x?y#s", "http://a/b/c/g;x?y#s"},
		{"", "http://a/b/c/d;p?q"},
		{".", "http://a/b/c/"},
		{"./", "http://a/b/c/"},
		{"..", "http://a/b/"},
		{"../", "http://a/b/"},
		{"../g", "http://a/b/g"},
		{"../..", "http://a/"},
		{"../../", "http://a/"},
		{"../../g", "http://a/g"},
		{"../../../g", "http://a/g"},
		{"../../../../g", "http://a/g"},
		{"/./g", "http://a/g"},
		{"/../g", "http://a/g"},
		{"g.", "http://a/b/c/g."},
		{".g", "http://a/b/c/.g"},
		{"g..", "http://a/b/c/g.."},
		{"..g", "http://a/b/c/..g"},
		{"./../g", "http://a/b/g"},
		{"./g/.", "http://a/b/c/g/"},
		{"g/./h", "http://a/b/c/g/h"},
		{"g/../h", "http://a/b/c/h"},
		{"g;x=1/./y", "http://a/b/c/g;x=1/y"},
		{"g;x=1/../y", "http://a/b/c/y"},
		{"g?y/./x", "http://a/b/c/g?y/./x"},
		{"g#s/../x", "http://a/b/c/g#s/../x"},
	};
	struct arena arena = ARENA_INIT;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_string_equal(
			url_resolve(&arena, "http://a/b/c/d;p?q", span_of(cases[i][0])),
			cases[i][1]);
	arena_done(&arena);
}

static void
resolves_what_feeds_write(void **state)
{
	(void)state;
	static const struct {
		const char *base, *ref, *want;
	} cases[] = {
		{"https://x.example", "a", "https://x.example/a"},
		{"https://x.example?q", "a", "https://x.example/a"},
		{NULL, " a b ", "a%20b"},
		{"relative/only", "a", "a"},
		{"https://x.example/", "\n  /a\n\tb ", "https://x.example/ab"},
		{"https://x.example/f", "//y.example/z", "https://y.example/z"},
		{"https://x.example/f", "mailto:a@b.example", "mailto:a@b.example"},
	};
	struct arena arena = ARENA_INIT;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_string_equal(
			url_resolve(&arena, cases[i].base, span_of(cases[i].ref)),
			cases[i].want);
	arena_done(&arena);
}

static void
normalizes_what_users_type(void **state)
{
	(void)state;
	static const char *const cases[][2] = {
		{"  https://Example.ORG  ", "https://example.org/"},
		{"example.org/feed", "https://example.org/feed"},
		{"//example.org/feed", "https://example.org/feed"},
		{"example.org:8080/feed", "https://example.org:8080/feed"},
		{"feed://example.org/x", "https://example.org/x"},
		{"feed:https://example.org/x", "https://example.org/x"},
		{"feed:http://example.org/x", "http://example.org/x"},
		{"HTTP://example.org:80/A?b#c", "http://example.org/A?b"},
		{"https://example.org:443/", "https://example.org/"},
		{"https://example.org:65535/", "https://example.org:65535/"},
		{"https://example.org:/", "https://example.org/"},
		{"https://u:a b@example.org/", "https://u:a%20b@example.org/"},
		{"https://u:p@Example.org/a b", "https://u:p@example.org/a%20b"},
		{"http://[::1]:8080/x", "http://[::1]:8080/x"},
	};
	struct arena arena = ARENA_INIT;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *out;
		struct err err;
		assert_int_equal(
			url_normalize(&arena, span_of(cases[i][0]), &out, &err), OK);
		assert_string_equal(out, cases[i][1]);
	}
	arena_done(&arena);
}

static void
refuses_other_schemes_and_controls(void **state)
{
	(void)state;
	static const char *const cases[] = {"", "  ", "file:///etc/passwd", "gopher://x/",
		"javascript:alert(1)", "http://", "http:///x", "https://a\001b/",
		"http://a/x\ny", "http://a/\x7f", "http://a/?q=\033[2J", "https://a b/",
		"http://a:x/", "http://a:80:80/", "http://a:0/", "http://a:65536/",
		"http://a:-1/", "http://u:p@a:b c"};
	struct arena arena = ARENA_INIT;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *out;
		struct err err;
		assert_int_equal(url_normalize(&arena, span_of(cases[i]), &out, &err),
			ERR_INVALID);
		assert_true(strlen(err.text) > 0);
	}
	arena_done(&arena);
}

/* Case 29: neither password nor token reaches a log. */
static void
masks_secrets(void **state)
{
	(void)state;
	static const char *const cases[][2] = {
		{"https://u:p@h/f?token=abc", "https://…@h/f?token=…"},
		{"https://h/f?a=1&b&c=3#x", "https://h/f?a=…&b&c=…"},
		{"https://h/f", "https://h/f"},
		{"filter:sed s/a@b/c/:https://u:p@h/f?token=abc",
			"filter:sed s/a@b/c/:https://…@h/f?token=…"},
		{"exec:get https://u:p@x:q@h/ http://h/@x 'ftp://v@h' a@b",
			"exec:get https://…@h/ http://h/@x 'ftp://…@h' a@b"},
		{"exec:get http://h/?x http://u@h", "exec:get http://h/?x http://…@h"},
		{"https://h/https://u:p@i/", "https://h/https://…@i/"},
		{"exec:x ://@", "exec:x ://@"},
		{"watch:#price:https://u:p@h/f?token=abc#x",
			"watch:#price:https://…@h/f?token=…#x"},
		{"html:a[href^=\"#\"] b#c:https://h/?t=1",
			"html:a[href^=\"#\"] b#c:https://h/?t=…"},
		{"filter:sed s/#.*//:https://u:p@h/", "filter:sed s/#.*//:https://…@h/"},
	};
	struct arena arena = ARENA_INIT;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_string_equal(url_mask(&arena, cases[i][0]), cases[i][1]);
	arena_done(&arena);
}

/* Cases 21 and 25. */
static void
only_web_addresses_are_handed_out(void **state)
{
	(void)state;
	assert_true(url_is_web("https://example.org/a?b"));
	assert_true(url_is_web("HTTP://example.org"));
	static const char *const bad[] = {"--remote-cmd=x", "-x", "javascript:x",
		"data:,x", "file:///x", "ssh://-oProxyCommand=x", "http://",
		"https://a b/", "https://a\n/", ""};
	for (size_t i = 0; i < COUNT_OF(bad); i++)
		assert_false(url_is_web(bad[i]));
	assert_false(url_is_web(NULL));
}

#define LABEL_63 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

static void
hosts_become_ascii(void **state)
{
	(void)state;
	static const char *const cases[][2] = {
		{"Example.ORG", "example.org"},
		{"Bücher.example", "xn--bcher-kva.example"},
		{"Φάρος.gr", "xn--hxa2bffq.gr"},
		{"bu\xcc\x88"
		 "cher.example",
			"xn--bcher-kva.example"},
		{"\xe2\x84\xaa.example", "k.example"}, /* KELVIN SIGN, in lower case */
		{"[2001:DB8::1]", "[2001:db8::1]"},
		{"", ""},
		{".", "."},
		/* No real label has more than 63 characters, but this one must not be
		 * mistaken for another host. */
		{LABEL_63 "\xc3\xa9.example", LABEL_63 "%c3%a9.example"},
		{LABEL_63 "B.example", LABEL_63 "b.example"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf out = BUF_INIT(0);
		host_ascii(&out, span_of(cases[i][0]));
		assert_string_equal(buf_str(&out), cases[i][1]);
		buf_done(&out);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(resolves_the_examples_of_rfc_3986),
		cmocka_unit_test(resolves_what_feeds_write),
		cmocka_unit_test(normalizes_what_users_type),
		cmocka_unit_test(refuses_other_schemes_and_controls),
		cmocka_unit_test(masks_secrets),
		cmocka_unit_test(only_web_addresses_are_handed_out),
		cmocka_unit_test(hosts_become_ascii),
	};
	return UNIT_RUN(tests);
}
