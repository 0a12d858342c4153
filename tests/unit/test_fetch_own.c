/*
 * What may differ from feed to feed: proxies (cases 29, 91), logins (cases 28, 87), and
 * the headers of a feed's own; and what a server behind a proxy may not lead to (case
 * 27).
 */
#include "config.h"

#include "unit.h"

#include <netdb.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../http/relay.h"
#include "../http/server.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "fetch/fetch.h"
#include "fetch/private.h"
#include "fetch/transfer.h"
#include "fetch_helper.h"

struct fixture {
	struct http_server *server;
	struct http_relay *relay;
	struct fetch *fetch;
	struct http_log log;
	char proxy[64];
};

/* RFC 7616, 3.3: what a server that wants Digest says. */
#define DIGEST                                                                           \
	"\theader WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\"\n"

static const char script[] =
	"/feed\n\tbody yes\n"
	"/basic\n\tstatus 401\n\theader WWW-Authenticate: Basic realm=\"r\"\n"
	"/digest\n\tstatus 401\n" DIGEST "then\n\tbody in\n"
	"/digest-no\n\tstatus 401\n" DIGEST
	"/home\n\tstatus 302\n\theader Location: /feed\n"
	"/away\n\tstatus 302\n\theader Location: http://elsewhere.example/feed\n"
	"/inside\n\tstatus 302\n\theader Location: http://127.0.0.1/feed\n"
	"/router\n\tstatus 302\n\theader Location: http://192.168.1.1/feed\n";

static int
set_up(void **state)
{
	struct fixture *f = mem_zalloc(sizeof *f);
	struct err err;
	f->server = http_server_start(script, NULL);
	assert_int_equal(fetch_new(&f->fetch, &fetch_helper_config, &err), OK);
	*state = f;
	return 0;
}

static int
tear_down(void **state)
{
	struct fixture *f = *state;
	http_log_done(&f->log);
	fetch_free(f->fetch);
	http_relay_stop(f->relay);
	http_server_stop(f->server);
	free(f);
	return 0;
}

static const char *
start_proxy(struct fixture *f, const char *before, struct relay_config with)
{
	http_relay_stop(f->relay);
	with.to = http_server_port(f->server);
	f->relay = http_relay_start(&with);
	snprintf(f->proxy, sizeof f->proxy, "%s127.0.0.1:%d", before,
		http_relay_port(f->relay));
	return f->proxy;
}

static struct fetch_result *
get(struct fixture *f, const char *url, struct fetch_own own)
{
	own.user_agent = FETCH_HELPER_AGENT;
	fetch_add(f->fetch, &(struct fetch_request){.url = url, .own = &own});
	return fetch_helper_await(f->fetch, 1);
}

static struct fetch_result *
get_here(struct fixture *f, const char *path, struct fetch_own own)
{
	char url[128];
	snprintf(url, sizeof url, "%s%s", http_server_url(f->server), path);
	own.proxy = "";
	return get(f, url, own);
}

static void
want_body(struct fetch_result *r, const char *body)
{
	if (r->status != OK)
		fail_msg("%s", r->err.text);
	assert_int_equal(r->http_status, 200);
	assert_string_equal(buf_str(&r->body), body);
	fetch_result_free(r);
}

static void
want_error(struct fetch_result *r, const char *text)
{
	assert_int_not_equal(r->status, OK);
	assert_string_equal(r->err.text, text);
	fetch_result_free(r);
}

/* The nth request's header; "" when it has none. */
static bool
sent(struct fixture *f, size_t n, const char *name, const char *value)
{
	http_log_done(&f->log);
	http_server_log(f->server, &f->log);
	assert_true(n < f->log.count);
	char *got = http_request_value(&f->log.requests[n], name);
	bool same = str_eq(got ? got : "", value);
	free(got);
	return same;
}

/* ---- Proxies */

/* The names of hosts are for the proxy to look up: none is asked for here. */
static void
socks_proxy_looks_names_up(void **state)
{
	struct fixture *f = *state;
	const char *proxy =
		start_proxy(f, "socks5h://", (struct relay_config){.kind = RELAY_SOCKS});
	want_body(get(f, "http://feeds.example/feed", (struct fetch_own){.proxy = proxy}),
		"yes");
	assert_string_equal(http_relay_asked(f->relay), "feeds.example:80");
	assert_true(sent(f, 0, "Host", "feeds.example"));
}

static void
http_proxy_takes_whole_addresses(void **state)
{
	struct fixture *f = *state;
	const char *proxy =
		start_proxy(f, "http://", (struct relay_config){.kind = RELAY_HTTP});
	want_body(get(f, "http://feeds.example/feed", (struct fetch_own){.proxy = proxy}),
		"yes");
	assert_string_equal(http_relay_asked(f->relay), "feeds.example");
	/* A proxy's password stays with the proxy. */
	assert_true(sent(f, 0, "Proxy-Authorization", ""));
}

static void
proxy_wants_a_login(void **state)
{
	struct fixture *f = *state;
	char text[256];
	/* RFC 7617: base64 of me:pw */
	const struct relay_config with = {.kind = RELAY_HTTP, .wants = "Basic bWU6cHc="};
	struct fetch_own own = {.proxy = start_proxy(f, "http://", with)};
	struct fetch_result *r = get(f, "http://feeds.example/feed", own);
	assert_int_equal(r->http_status, 407);
	fetch_result_free(r);
	snprintf(text, sizeof text,
		"feeds.example: the proxy http://127.0.0.1:%d wants a user name and a "
		"password; add them to the proxy setting",
		http_relay_port(f->relay));
	want_error(get(f, "https://feeds.example/feed", own), text);
	own.proxy = start_proxy(f, "http://me:pw@", with);
	want_body(get(f, "http://feeds.example/feed", own), "yes");
}

static void
proxy_that_is_down_is_named(void **state)
{
	struct fixture *f = *state;
	char text[256];
	const char *proxy = start_proxy(
		f, "http://me:pw@", (struct relay_config){.kind = RELAY_HTTP});
	snprintf(text, sizeof text,
		"feeds.example: the proxy http://127.0.0.1:%d does not take connections; "
		"check the proxy setting",
		http_relay_port(f->relay));
	http_relay_stop(f->relay);
	f->relay = NULL;
	want_error(
		get(f, "http://feeds.example/feed", (struct fetch_own){.proxy = proxy}),
		text);
}

/* proxy NULL: curl(1), ENVIRONMENT. */
static void
environment_names_a_proxy(void **state)
{
	struct fixture *f = *state;
	const char *proxy =
		start_proxy(f, "http://", (struct relay_config){.kind = RELAY_HTTP});
	setenv("http_proxy", proxy, 1);
	setenv("no_proxy", "127.0.0.1", 1);
	want_body(get(f, "http://feeds.example/feed", (struct fetch_own){.proxy = NULL}),
		"yes");
	assert_int_equal(http_relay_connections(f->relay), 1);
	char url[128];
	snprintf(url, sizeof url, "%s/feed", http_server_url(f->server));
	want_body(get(f, url, (struct fetch_own){.proxy = NULL}), "yes");
	assert_int_equal(http_relay_connections(f->relay), 1);
	unsetenv("http_proxy");
	unsetenv("no_proxy");
}

/* A proxy on this machine does not make the feeds after it local. */
static void
private_networks_are_not_led_to(void **state)
{
	struct fixture *f = *state;
	static const struct {
		const char *path, *target;
	} cases[] = {
		{"/inside", "http://127.0.0.1/feed"},
		{"/router", "http://192.168.1.1/feed"},
	};
	const char *proxy =
		start_proxy(f, "http://", (struct relay_config){.kind = RELAY_HTTP});
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char url[128], text[512];
		snprintf(url, sizeof url, "http://feeds.example%s", cases[i].path);
		snprintf(text, sizeof text,
			"%s leads to %s, which is on a private network: refused; "
			"subscribe to that address itself if it is right",
			url, cases[i].target);
		want_error(get(f, url, (struct fetch_own){.proxy = proxy}), text);
	}
	http_server_log(f->server, &f->log);
	assert_int_equal(http_log_count(&f->log, "/feed"), 0);
}

/* A name of this machine that does not look like one, at a private address of IPv4. */
static bool
own_name(char *name, size_t room)
{
	struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM};
	struct addrinfo *found = NULL;
	if (gethostname(name, room) != 0 || fetch_private_host(span_of(name)) ||
		getaddrinfo(name, NULL, &hints, &found) != 0)
		return false;
	bool private = fetch_private_address(found->ai_addr);
	freeaddrinfo(found);
	return private;
}

/* What a public list names is nowhere on the local network, by number or by name. */
static void
confined_addresses_are_public(void **state)
{
	struct fixture *f = *state;
	char name[256], urls[2][300];
	bool named = own_name(name, sizeof name);
	snprintf(urls[0], sizeof urls[0], "%s/feed", http_server_url(f->server));
	snprintf(urls[1], sizeof urls[1], "http://%s:%d/feed", named ? name : "localhost",
		http_server_port(f->server));
	for (size_t i = 0; i < COUNT_OF(urls); i++) {
		fetch_add(f->fetch,
			&(struct fetch_request){.url = urls[i], .confined = true});
		struct fetch_result *r = fetch_helper_await(f->fetch, 1);
		assert_int_equal(r->status, ERR_DENIED);
		assert_non_null(strstr(r->err.text, "private network"));
		fetch_result_free(r);
	}
	http_server_log(f->server, &f->log);
	assert_int_equal(http_log_count(&f->log, "/feed"), 0);
}

/* What no_proxy excepts is asked directly: no way into the local network either. */
static void
excepted_hosts_are_not_led_to(void **state)
{
	struct fixture *f = *state;
	char name[256], text[512];
	if (!own_name(name, sizeof name)) {
		print_message("# this machine's name has no private address\n");
		skip();
	}
	snprintf(text, sizeof text,
		"/out\n\tstatus 302\n\theader Location: http://%s/feed\n", name);
	http_server_stop(f->server);
	f->server = http_server_start(text, NULL);
	const char *proxy =
		start_proxy(f, "http://", (struct relay_config){.kind = RELAY_HTTP});
	setenv("http_proxy", proxy, 1);
	setenv("no_proxy", name, 1);
	snprintf(text, sizeof text,
		"http://feeds.example:80 leads to http://%s/feed, which is on a private "
		"network: refused; subscribe to that address itself if it is right",
		name);
	want_error(get(f, "http://feeds.example/out", (struct fetch_own){.proxy = NULL}),
		text);
	/* A proxy that the user names has the same exceptions. */
	want_error(get(f, "http://feeds.example/out", (struct fetch_own){.proxy = proxy}),
		text);
	unsetenv("http_proxy");
	unsetenv("no_proxy");
}

/* Case 93; RFC 3492's form of the name, RFC 3986's of the path. */
static void
names_beyond_ascii_are_mapped(void **state)
{
	struct fixture *f = *state;
	const char *proxy =
		start_proxy(f, "http://", (struct relay_config){.kind = RELAY_HTTP});
	struct fetch_result *r =
		get(f, "http://B\u00fccher.example/caf\u00e9 1?q=\u00fc#x",
			(struct fetch_own){.proxy = proxy});
	assert_int_equal(r->status, OK);
	fetch_result_free(r);
	assert_string_equal(http_relay_asked(f->relay), "xn--bcher-kva.example");
	assert_true(sent(f, 0, "Host", "xn--bcher-kva.example"));
	assert_string_equal(f->log.requests[0].target, "/caf%C3%A9%201?q=%C3%BC");
}

/* Case 92: one family that refuses, or leads nowhere (RFC 6666), is not the end. */
static void
one_family_fails_without_the_other(void **state)
{
	struct fixture *f = *state;
	static const char *const addresses[] = {
		"[::1],127.0.0.1", "127.0.0.1,[::1]", "[100::1],127.0.0.1"};
	const struct fetch_own own = {.user_agent = FETCH_HELPER_AGENT, .proxy = ""};
	int port = http_server_port(f->server);
	char url[64], resolve[128];
	snprintf(url, sizeof url, "http://both.example:%d/feed", port);
	for (size_t i = 0; i < COUNT_OF(addresses); i++) {
		struct fetch_budget budget = {.max = SIZE_MAX};
		struct fetch_transfer *t =
			fetch_transfer_new(&fetch_helper_config, NULL, &budget);
		long status = 0;
		snprintf(resolve, sizeof resolve, "both.example:%d:%s", port,
			addresses[i]);
		assert_int_equal(
			fetch_helper_perform(t, url, &own, resolve, &status), CURLE_OK);
		assert_int_equal(status, 200);
		fetch_transfer_free(t);
	}
}

/* ---- Logins */

/* Case 28. */
static void
secrets_stay_with_the_feeds_own_host(void **state)
{
	struct fixture *f = *state;
	struct fetch_own own = {.login = "me:pw",
		.headers = "X-Token: t | X-Other: o",
		.plain_login = true};
	own.proxy = start_proxy(f, "http://", (struct relay_config){.kind = RELAY_HTTP});
	want_body(get(f, "http://feeds.example/home", own), "yes");
	for (size_t i = 0; i < 2; i++) {
		assert_true(sent(f, i, "Authorization", "Basic bWU6cHc="));
		assert_true(sent(f, i, "X-Token", "t"));
		assert_true(sent(f, i, "X-Other", "o"));
	}
	want_body(get(f, "http://feeds.example/away", own), "yes");
	assert_true(sent(f, 2, "X-Token", "t"));
	assert_true(sent(f, 3, "Host", "elsewhere.example"));
	assert_true(sent(f, 3, "Authorization", ""));
	assert_true(sent(f, 3, "X-Token", ""));
}

/* Case 87. */
static void
passwords_do_not_travel_in_the_open(void **state)
{
	struct fixture *f = *state;
	struct fetch_own own = {.login = "me:pw"};
	own.proxy = start_proxy(f, "http://", (struct relay_config){.kind = RELAY_HTTP});
	want_error(get(f, "http://feeds.example/feed", own),
		"http://feeds.example/feed: without https the password would be readable "
		"on its way; use https, or set plain-login");
	assert_int_equal(http_relay_connections(f->relay), 0);
}

static void
digest_is_answered_once(void **state)
{
	struct fixture *f = *state;
	const struct fetch_own own = {.login = "me:pw"};
	want_body(get_here(f, "/digest", own), "in");
	http_server_log(f->server, &f->log);
	assert_int_equal(f->log.count, 2);
	char *answer = http_request_value(&f->log.requests[1], "Authorization");
	assert_non_null(answer);
	assert_true(str_starts(answer, "Digest username=\"me\""));
	assert_null(strstr(answer, "pw"));
	free(answer);
	/* Refused is refused: no storm of tries. */
	static const char *const paths[] = {"/digest-no", "/basic"};
	for (size_t i = 0; i < COUNT_OF(paths); i++) {
		struct fetch_result *r = get_here(f, paths[i], own);
		assert_int_equal(r->http_status, 401);
		fetch_result_free(r);
	}
	http_log_done(&f->log);
	http_server_log(f->server, &f->log);
	/* At most one for each scheme, and one for a nonce that may be stale. */
	assert_in_range(http_log_count(&f->log, "/digest-no"), 2, 3);
	assert_int_equal(http_log_count(&f->log, "/basic"), 1);
}

static void
netrc_is_asked_where_wanted(void **state)
{
	struct fixture *f = *state;
	static const char text[] = "machine 127.0.0.1 login me password pw\n";
	char dir[] = "/tmp/courant-netrc.XXXXXX", path[64];
	struct err err;
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/.netrc", dir);
	assert_int_equal(file_write(path, text, sizeof text - 1, 0600, &err), OK);
	setenv("HOME", dir, 1);
	want_body(get_here(f, "/feed", (struct fetch_own){.netrc = true}), "yes");
	want_body(get_here(f, "/feed", (struct fetch_own){.netrc = false}), "yes");
	assert_true(sent(f, 0, "Authorization", "Basic bWU6cHc="));
	assert_true(sent(f, 1, "Authorization", ""));
	unlink(path);
	rmdir(dir);
}

int
main(void)
{
#define WITH_SERVER(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		WITH_SERVER(socks_proxy_looks_names_up),
		WITH_SERVER(http_proxy_takes_whole_addresses),
		WITH_SERVER(proxy_wants_a_login),
		WITH_SERVER(proxy_that_is_down_is_named),
		WITH_SERVER(environment_names_a_proxy),
		WITH_SERVER(private_networks_are_not_led_to),
		WITH_SERVER(confined_addresses_are_public),
		WITH_SERVER(excepted_hosts_are_not_led_to),
		WITH_SERVER(names_beyond_ascii_are_mapped),
		WITH_SERVER(one_family_fails_without_the_other),
		WITH_SERVER(secrets_stay_with_the_feeds_own_host),
		WITH_SERVER(passwords_do_not_travel_in_the_open),
		WITH_SERVER(digest_is_answered_once),
		WITH_SERVER(netrc_is_asked_where_wanted),
	};
	return UNIT_RUN(tests);
}
