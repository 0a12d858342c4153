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
	{"[fec0::1]", false},
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
		cmocka_unit_test(copies_are_whole),
	};
	return UNIT_RUN(tests);
}
