#include "config.h"

#include "unit.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>

#include "base/mem.h"
#include "base/str.h"
#include "fetch/domain.h"
#include "fetch/fetch.h"
#include "fetch/own.h"
#include "fetch/private.h"
#include "fetch/proxy.h"
#include "fetch/window.h"

/* RFC 6890, RFC 6598, RFC 4193, RFC 4291. */
static const struct {
	const char *host;
	bool private;
} hosts[] = {
	{"127.0.0.1", true},
	{"127.1", true},
	{"0x7f.0.0.1", true},
	{"0.0.0.0", true},
	{"10.255.255.255", true},
	{"11.0.0.0", false},
	{"100.63.255.255", false},
	{"100.64.0.1", true},
	{"100.128.0.0", false},
	{"169.254.169.254", true},
	{"172.15.0.1", false},
	{"172.16.0.1", true},
	{"172.31.9.9", true},
	{"172.32.0.1", false},
	{"192.168.1.1", true},
	{"192.169.1.1", false},
	{"93.184.216.34", false},
	{"[::1]", true},
	{"::1", true},
	{"[::]", true},
	{"[fe80::1%25eth0]", true},
	{"[febf::1]", true},
	{"[fec0::1]", true},
	{"[feff::1]", true},
	{"[ff02::1]", true},
	{"224.0.0.1", true},
	{"255.255.255.255", true},
	{"223.255.255.255", false},
	{"2130706433", true},
	{"0x7f000001", true},
	{"0177.0.0.1", true},
	{"10.1", true},
	{"3627733026", false},
	{"[::7f00:1]", true},
	{"[::93.184.216.34]", false},
	{"[::ffff:0:10.0.0.1]", true},
	{"[2002:7f00:1::]", true},
	{"[2002:c0a8:101::1]", true},
	{"[2002:5db8:d822::1]", false},
	{"[64:ff9b:1::1]", true},
	{"[64:ff9b::5db8:d822]", false},
	{"[2001:0:a00:1::1]", true},
	{"[fd00::1]", true},
	{"[fbff::1]", false},
	{"[2001:db8::1]", false},
	{"[::ffff:10.0.0.1]", true},
	{"[::ffff:93.184.216.34]", false},
	{"[64:ff9b::a00:1]", true},
	{"localhost", true},
	{"LOCALHOST.", true},
	{"feeds.localhost", true},
	{"printer.local", true},
	{"example.org", false},
	{"local.example.org", false},
	{"", false},
};

static void
private_hosts(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(hosts); i++)
		if (fetch_private_host(span_of(hosts[i].host)) != hosts[i].private)
			fail_msg("%s", hosts[i].host);
	assert_true(fetch_private_loopback(SPAN_LIT("127.3.2.1")));
	assert_true(fetch_private_loopback(SPAN_LIT("[::1]")));
	assert_true(fetch_private_loopback(SPAN_LIT("localhost")));
	assert_false(fetch_private_loopback(SPAN_LIT("10.0.0.1")));
	assert_false(fetch_private_loopback(SPAN_LIT("example.org")));
}

static void
private_addresses(void **state)
{
	(void)state;
	struct sockaddr_in in = {.sin_family = AF_INET};
	struct sockaddr_in6 in6 = {.sin6_family = AF_INET6};
	inet_pton(AF_INET, "192.168.0.1", &in.sin_addr);
	assert_true(fetch_private_address((struct sockaddr *)&in));
	inet_pton(AF_INET, "93.184.216.34", &in.sin_addr);
	assert_false(fetch_private_address((struct sockaddr *)&in));
	inet_pton(AF_INET6, "fe80::1", &in6.sin6_addr);
	assert_true(fetch_private_address((struct sockaddr *)&in6));
	inet_pton(AF_INET6, "2001:db8::1", &in6.sin6_addr);
	assert_false(fetch_private_address((struct sockaddr *)&in6));
}

static void
proxies_are_shown_without_their_password(void **state)
{
	(void)state;
	static const char *const cases[][2] = {
		{"socks5h://me:secret@proxy.example:1080",
			"socks5h://proxy.example:1080"},
		{"proxy.example:3128", "http://proxy.example:3128"},
		{"http://[::1]:8080/", "http://[::1]:8080"},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *shown = fetch_proxy_show(cases[i][0]);
		assert_string_equal(shown, cases[i][1]);
		free(shown);
	}
	assert_true(fetch_proxy_named(
		"http://proxy.example:1", "Failed to connect to proxy.example port 1"));
	assert_false(fetch_proxy_named(
		"http://proxy.example:1", "Failed to connect to example.org port 80"));
}

/* curl(1), section ENVIRONMENT. */
static void
the_environment_names_a_proxy(void **state)
{
	(void)state;
	static const char *const names[] = {"http_proxy", "HTTP_PROXY", "https_proxy",
		"HTTPS_PROXY", "all_proxy", "ALL_PROXY"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		unsetenv(names[i]);
	assert_null(fetch_proxy_of(NULL, "http://a/"));
	setenv("HTTP_PROXY", "capitals", 1);
	assert_null(fetch_proxy_of(NULL, "http://a/"));
	setenv("all_proxy", "every", 1);
	assert_string_equal(fetch_proxy_of(NULL, "http://a/"), "every");
	assert_string_equal(fetch_proxy_of(NULL, "https://a/"), "every");
	setenv("https_proxy", "tls", 1);
	assert_string_equal(fetch_proxy_of(NULL, "https://a/"), "tls");
	assert_string_equal(fetch_proxy_of("mine", "https://a/"), "mine");
	assert_null(fetch_proxy_of("", "https://a/"));
	unsetenv("HTTP_PROXY");
	unsetenv("all_proxy");
	unsetenv("https_proxy");
}

/* curl(1), NO_PROXY: domains with all below them, addresses, blocks. */
static void
the_environment_excepts_hosts(void **state)
{
	(void)state;
	static const struct {
		const char *list, *url;
		bool excepted;
	} cases[] = {
		{"", "http://a.example/", false},
		{"*", "http://a.example/", true},
		{"example", "http://a.example/", true},
		{"a.example", "http://A.Example:8080/x", true},
		{".a.example", "http://a.example/", true},
		{"a.example.", "http://a.example/", true},
		{"a.example", "http://a.example./", true},
		{"a.example", "http://ba.example/", false},
		{"b.example, a.example", "https://a.example/", true},
		{"b.example a.example", "http://a.example/", true},
		{"b.example,,c.example", "http://a.example/", false},
		{"a.example.org", "http://a.example/", false},
		{"10.0.0.1", "http://10.0.0.1/", true},
		{"10.0.0.1", "http://10.0.0.11/", false},
		{"0.0.1", "http://10.0.0.1/", false},
		{"10.0.0.0/8", "http://10.9.8.7/", true},
		{"10.0.0.0/8", "http://11.9.8.7/", false},
		{"192.168.128.0/17", "http://192.168.127.1/", false},
		{"10.0.0.0/33", "http://10.0.0.0/", false},
		{"10.0.0.0/x", "http://10.0.0.0/", false},
		{"::1", "http://[::1]:80/", true},
		{"[::1]", "http://[::1]/", true},
		{"fd00::/8", "http://[fd12::1]/", true},
		{"fd00::/8", "http://[fe12::1]/", false},
		{"fd00::/8", "http://10.0.0.1/", false},
	};
	unsetenv("NO_PROXY");
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		setenv("no_proxy", cases[i].list, 1);
		if (!fetch_proxy_of("mine", cases[i].url) != cases[i].excepted)
			fail_msg("%s: %s", cases[i].list, cases[i].url);
	}
	unsetenv("no_proxy");
	setenv("NO_PROXY", "a.example", 1);
	assert_null(fetch_proxy_of("mine", "http://a.example/"));
	unsetenv("NO_PROXY");
	assert_non_null(fetch_proxy_of("mine", "http://a.example/"));
}

/* Cases 71 and 95; since when: CURLOPT_CA_CACHE_TIMEOUT(3). */
static void
slow_tls_makes_the_window_small(void **state)
{
	(void)state;
	static const struct {
		const char *tls;
		unsigned version;
		bool slow;
	} cases[] = {
		{"OpenSSL/3.0.22", 0x075801, false},
		{"OpenSSL/3.0.22", 0x075600, true},
		{"GnuTLS/3.7.9", 0x075801, true},
		{"GnuTLS/3.8.9", 0x080900, false},
		{"mbedTLS/2.28.3", 0x080900, true},
		{NULL, 0x075801, false},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(fetch_window_is_slow(cases[i].tls, cases[i].version),
			cases[i].slow);
	struct fetch_config config = {.window = 128};
	assert_int_equal(fetch_window_wanted(&config, false), 128);
	assert_int_equal(fetch_window_wanted(&config, true), 16);
	config.window = 8;
	assert_int_equal(fetch_window_wanted(&config, true), 8);
	config.mode = FETCH_SEQUENTIAL;
	assert_int_equal(fetch_window_wanted(&config, true), 1);
	/* --version says so. */
	struct buf version = BUF_INIT(0);
	fetch_version(&version);
	assert_int_equal(
		strstr(buf_str(&version), "slow") != NULL, fetch_window_tls_is_slow());
	buf_done(&version);
}

static void
copies_are_whole(void **state)
{
	(void)state;
	const struct fetch_own own = {.user_agent = "a",
		.headers = "b",
		.login = "c",
		.netrc = true,
		.proxy = "d",
		.ca_file = "e",
		.client_cert = "f",
		.client_key = "g",
		.pin = "h"};
	struct fetch_own *copy = fetch_own_dup(&own);
	assert_string_equal(copy->user_agent, "a");
	assert_string_equal(copy->headers, "b");
	assert_string_equal(copy->login, "c");
	assert_string_equal(copy->proxy, "d");
	assert_string_equal(copy->ca_file, "e");
	assert_string_equal(copy->client_cert, "f");
	assert_string_equal(copy->client_key, "g");
	assert_string_equal(copy->pin, "h");
	assert_true(copy->netrc);
	assert_ptr_not_equal(copy->pin, own.pin);
	fetch_own_free(copy);
	assert_null(fetch_own_dup(NULL));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(private_hosts),
		cmocka_unit_test(private_addresses),
		cmocka_unit_test(proxies_are_shown_without_their_password),
		cmocka_unit_test(the_environment_names_a_proxy),
		cmocka_unit_test(the_environment_excepts_hosts),
		cmocka_unit_test(slow_tls_makes_the_window_small),
		cmocka_unit_test(copies_are_whole),
	};
	return UNIT_RUN(tests);
}
