/*
 * Fetch over TLS: what a certificate has to be, and what a feed may have of its own (case
 * 86); one connection where HTTP/2 is spoken (cases 73, 94); what must not leave it (case
 * 28).
 */
#include "config.h"

#include "unit.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "../http/certificate.h"
#include "../http/relay.h"
#include "../http/server.h"
#include "base/mem.h"
#include "base/str.h"
#include "fetch/fetch.h"
#include "fetch/own.h"
#include "fetch/transfer.h"
#include "fetch_helper.h"

#define DAY 86400L

enum file {
	AUTHORITY,
	GOOD,
	EXPIRED,
	EARLY,
	OTHER,
	ALONE,
	WEAK,
	STAPLE_GOOD,
	STAPLE_REVOKED,
	CLIENT,
	CLIENT_KEY,
	FILES,
};

struct fixture {
	char dir[64];
	char files[FILES][PATH_MAX];
	char pin[128], other_pin[128];
	struct http_server *server;
	struct http_relay *relay;
	struct fetch *fetch;
};

static void
make(struct fixture *f, enum file file, enum file key, char *pin, size_t room,
	const struct certificate_wish *wish)
{
	struct certificate *c = certificate_new(wish);
	certificate_write(c, f->files[file], key == FILES ? NULL : f->files[key]);
	if (pin)
		certificate_pin(c, pin, room);
	certificate_free(c);
}

static void
make_files(struct fixture *f)
{
	struct certificate *ca = certificate_new(&(struct certificate_wish){
		.name = "An authority", .authority = true, .from = -DAY, .to = DAY});
	char dir[] = "/tmp/courant-tls.XXXXXX";
	assert_non_null(mkdtemp(dir));
	snprintf(f->dir, sizeof f->dir, "%s", dir);
	for (int i = 0; i < FILES; i++)
		snprintf(f->files[i], sizeof f->files[i], "%s/%d.pem", dir, i);
	certificate_write(ca, f->files[AUTHORITY], NULL);
	struct certificate *good = certificate_new(
		&(struct certificate_wish){"localhost", ca, false, -DAY, DAY, false});
	certificate_write(good, f->files[GOOD], NULL);
	certificate_pin(good, f->pin, sizeof f->pin);
	certificate_staple(good, ca, false, f->files[STAPLE_GOOD]);
	certificate_staple(good, ca, true, f->files[STAPLE_REVOKED]);
	certificate_free(good);
	make(f, WEAK, FILES, NULL, 0,
		&(struct certificate_wish){"localhost", ca, false, -DAY, DAY, true});
	make(f, EXPIRED, FILES, NULL, 0,
		&(struct certificate_wish){
			"localhost", ca, false, -2 * DAY, -DAY, false});
	make(f, EARLY, FILES, NULL, 0,
		&(struct certificate_wish){"localhost", ca, false, DAY, 2 * DAY, false});
	make(f, OTHER, FILES, f->other_pin, sizeof f->other_pin,
		&(struct certificate_wish){"other.example", ca, false, -DAY, DAY, false});
	make(f, ALONE, FILES, NULL, 0,
		&(struct certificate_wish){"localhost", NULL, false, -DAY, DAY, false});
	make(f, CLIENT, CLIENT_KEY, NULL, 0,
		&(struct certificate_wish){"me.example", ca, false, -DAY, DAY, false});
	certificate_free(ca);
}

static int
set_up(void **state)
{
	struct fixture *f = mem_zalloc(sizeof *f);
	struct err err;
	make_files(f);
	f->server =
		http_server_start("/feed\n\tbody secret\n"
				  "/down\n\tstatus 301\n\theader Location: @URL@/feed\n",
			NULL);
	assert_int_equal(fetch_new(&f->fetch, &fetch_helper_config, &err), OK);
	*state = f;
	return 0;
}

static int
tear_down(void **state)
{
	struct fixture *f = *state;
	fetch_free(f->fetch);
	http_relay_stop(f->relay);
	http_server_stop(f->server);
	for (int i = 0; i < FILES; i++)
		unlink(f->files[i]);
	rmdir(f->dir);
	free(f);
	return 0;
}

/* TLS in front of the server. */
static void
put_in_front(struct fixture *f, struct relay_config with)
{
	http_relay_stop(f->relay);
	with.kind = RELAY_TLS;
	with.to = http_server_port(f->server);
	f->relay = http_relay_start(&with);
}

static void
add(struct fixture *f, uint64_t tag, int port, const char *path, struct fetch_own own)
{
	char url[128];
	snprintf(url, sizeof url, "https://localhost:%d%s", port, path);
	own.user_agent = FETCH_HELPER_AGENT;
	own.proxy = "";
	fetch_add(f->fetch, &(struct fetch_request){.tag = tag, .url = url, .own = &own});
}

static struct fetch_result *
get(struct fixture *f, const char *path, struct fetch_own own)
{
	add(f, 1, http_relay_port(f->relay), path, own);
	return fetch_helper_await(f->fetch, 1);
}

static void
want_feed(struct fixture *f, struct fetch_own own)
{
	struct fetch_result *r = get(f, "/feed", own);
	if (r->status != OK)
		fail_msg("%s", r->err.text);
	assert_int_equal(r->http_status, 200);
	assert_string_equal(buf_str(&r->body), "secret");
	fetch_result_free(r);
}

/* The sentence, whole: one, with the host and the reason. */
static void
want_error(struct fixture *f, const char *path, struct fetch_own own, const char *text)
{
	struct fetch_result *r = get(f, path, own);
	assert_int_not_equal(r->status, OK);
	assert_string_equal(r->err.text, text);
	assert_int_equal(r->body.len, 0);
	fetch_result_free(r);
}

/* Case 86, as are the five below: each refusal says why, and nothing was fetched. */
static void
certificates_are_verified(void **state)
{
	struct fixture *f = *state;
	static const struct {
		enum file certificate;
		bool trusted;
		const char *text;
	} cases[] = {
		{GOOD, false,
			"localhost: the certificate is signed by an authority that is "
			"not trusted here (ca-file can name it); nothing was fetched"},
		{ALONE, true,
			"localhost: the certificate is signed by an authority that is "
			"not trusted here (ca-file can name it); nothing was fetched"},
		{EXPIRED, true,
			"localhost: the certificate has expired; nothing was fetched"},
		{EARLY, true,
			"localhost: the certificate is not valid yet; check this "
			"computer's clock; nothing was fetched"},
		{OTHER, true,
			"localhost: the certificate is for another host; nothing was "
			"fetched"},
		{WEAK, true,
			"localhost: the certificate is signed too weakly; nothing was "
			"fetched"},
	};
	struct http_log log;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		put_in_front(f, (struct relay_config){
					.certificate = f->files[cases[i].certificate],
					.weak = cases[i].certificate == WEAK});
		want_error(f, "/feed",
			(struct fetch_own){
				.ca_file = cases[i].trusted ? f->files[AUTHORITY] : NULL},
			cases[i].text);
	}
	http_server_log(f->server, &log);
	assert_int_equal(log.count, 0);
	http_log_done(&log);
}

static void
authority_of_a_feed_is_trusted_for_it_alone(void **state)
{
	struct fixture *f = *state;
	put_in_front(f, (struct relay_config){.certificate = f->files[GOOD]});
	want_feed(f, (struct fetch_own){.ca_file = f->files[AUTHORITY]});
	want_error(f, "/feed", (struct fetch_own){0},
		"localhost: the certificate is signed by an authority that is not "
		"trusted here (ca-file can name it); nothing was fetched");
	want_error(f, "/feed", (struct fetch_own){.ca_file = "/nonexistent.pem"},
		"localhost: the file of trusted certificates cannot be read");
}

/* One handle, one request after the other, where no bundle of the system was found. */
static void
authority_does_not_stay_on_a_handle(void **state)
{
	struct fixture *f = *state;
	struct fetch_budget budget = {.max = SIZE_MAX};
	struct fetch_transfer *t =
		fetch_transfer_new(&fetch_helper_config, NULL, &budget);
	char url[128];
	put_in_front(f, (struct relay_config){.certificate = f->files[GOOD]});
	snprintf(url, sizeof url, "https://localhost:%d/feed", http_relay_port(f->relay));
	for (int i = 0; i < 3; i++) {
		bool trusted = i != 1;
		struct fetch_own own = fetch_helper_config.all;
		own.ca_file = trusted ? f->files[AUTHORITY] : NULL;
		assert_int_equal(fetch_helper_perform(t, url, &own, NULL, NULL),
			trusted ? CURLE_OK : CURLE_PEER_FAILED_VERIFICATION);
	}
	fetch_transfer_free(t);
}

static void
client_shows_its_certificate(void **state)
{
	struct fixture *f = *state;
	put_in_front(f, (struct relay_config){.certificate = f->files[GOOD],
				.client_ca = f->files[AUTHORITY]});
	struct fetch_own own = {.ca_file = f->files[AUTHORITY]};
	want_error(f, "/feed", own,
		"localhost: the server wants a client certificate; set client-cert");
	own.client_cert = f->files[CLIENT];
	own.client_key = f->files[CLIENT_KEY];
	want_feed(f, own);
	own.client_cert = "/nonexistent.pem";
	want_error(f, "/feed", own,
		"localhost: your certificate or its key cannot be used; check "
		"client-cert and client-key");
}

static void
pin_has_to_fit(void **state)
{
	struct fixture *f = *state;
	put_in_front(f, (struct relay_config){.certificate = f->files[GOOD]});
	want_feed(f, (struct fetch_own){.ca_file = f->files[AUTHORITY], .pin = f->pin});
	want_error(f, "/feed",
		(struct fetch_own){.ca_file = f->files[AUTHORITY], .pin = f->other_pin},
		"localhost: the server's key is not the pinned one; "
		"nothing was fetched");
}

/* Whoever does not ask is not told; whoever does wants an answer, and a good one. */
static void
revocation_is_told_by_the_server(void **state)
{
	struct fixture *f = *state;
	struct fetch_own own = {.ca_file = f->files[AUTHORITY]};
	struct relay_config with = {
		.certificate = f->files[GOOD], .issuer = f->files[AUTHORITY]};
	if (!fetch_own_can_staple()) {
		print_message("# this libcurl asks for no OCSP\n");
		skip();
	}
	with.staple = f->files[STAPLE_REVOKED];
	put_in_front(f, with);
	want_feed(f, own);
	own.ocsp_staple = true;
	want_error(f, "/feed", own,
		"localhost: the certificate was revoked; nothing was fetched");
	with.staple = f->files[STAPLE_GOOD];
	put_in_front(f, with);
	want_feed(f, own);
	with.staple = NULL;
	put_in_front(f, with);
	want_error(f, "/feed", own,
		"localhost: the certificate was not confirmed by its issuer; nothing was "
		"fetched");
	own.ocsp_staple = false;
	want_feed(f, own);
}

static void
neither_plain_text_nor_old_versions(void **state)
{
	struct fixture *f = *state;
	struct fetch_own own = {.ca_file = f->files[AUTHORITY]};
	put_in_front(f,
		(struct relay_config){.certificate = f->files[GOOD], .outdated = true});
	want_error(f, "/feed", own,
		"localhost: the server speaks only outdated versions of TLS; nothing was "
		"fetched");
	/* A server of plain HTTP waits for the end of the request. */
	struct fetch_config hasty = fetch_helper_config;
	struct err err;
	hasty.connect_timeout_ms = 500;
	fetch_free(f->fetch);
	assert_int_equal(fetch_new(&f->fetch, &hasty, &err), OK);
	add(f, 1, http_server_port(f->server), "/feed", own);
	struct fetch_result *r = fetch_helper_await(f->fetch, 1);
	assert_string_equal(r->err.text,
		"localhost: setting up the encrypted connection took too long");
	fetch_result_free(r);
}

/* Case 83: what was asked under TLS is not given away without. */
static void
no_way_from_https_to_http(void **state)
{
	struct fixture *f = *state;
	struct http_log log;
	put_in_front(f, (struct relay_config){.certificate = f->files[GOOD]});
	struct fetch_result *r = get(f, "/down",
		(struct fetch_own){.ca_file = f->files[AUTHORITY],
			.login = "me:hunter2",
			.headers = "X-Token: hunter2"});
	assert_int_equal(r->status, ERR_DENIED);
	assert_non_null(strstr(r->err.text, "which is not encrypted: refused"));
	assert_null(strstr(r->err.text, "hunter2"));
	fetch_result_free(r);
	http_server_log(f->server, &log);
	assert_int_equal(log.count, 1);
	char *token = http_request_value(&log.requests[0], "X-Token");
	char *login = http_request_value(&log.requests[0], "Authorization");
	assert_string_equal(token, "hunter2");
	assert_string_equal(login, "Basic bWU6aHVudGVyMg==");
	free(token);
	free(login);
	http_log_done(&log);
}

static bool
speaks_http2(void)
{
	return curl_version_info(CURLVERSION_NOW)->features & CURL_VERSION_HTTP2;
}

/* The relay answers when three are asked at once, so they are in flight together; and
 * all of them over one connection. */
static void
http2_takes_one_connection(void **state)
{
	struct fixture *f = *state;
	if (!speaks_http2()) {
		print_message("# this libcurl has no HTTP/2\n");
		skip();
	}
	put_in_front(
		f, (struct relay_config){.certificate = f->files[GOOD], .streams = 3});
	for (uint64_t i = 0; i < 6; i++)
		add(f, i, http_relay_port(f->relay), "/x",
			(struct fetch_own){.ca_file = f->files[AUTHORITY]});
	for (size_t left = 6; left > 0;) {
		for (struct fetch_result *r = fetch_helper_await(f->fetch, 1), *next; r;
			r = next, left--) {
			next = r->next;
			if (r->status != OK)
				fail_msg("%s", r->err.text);
			assert_int_equal(r->http_status, 200);
			assert_string_equal(buf_str(&r->body), "two");
			fetch_result_free(r);
		}
	}
	assert_int_equal(http_relay_connections(f->relay), 1);
}

/* But for files of episodes, of which many have no other server. A password stays. */
static void
files_come_without_encryption(void **state)
{
	struct fixture *f = *state;
	struct http_log log;
	struct fetch_own own = {.user_agent = FETCH_HELPER_AGENT,
		.proxy = "",
		.ca_file = f->files[AUTHORITY]};
	char url[128];
	const struct fetch_file file = {
		.dir = open(f->dir, O_RDONLY | O_DIRECTORY), .name = "file"};
	put_in_front(f, (struct relay_config){.certificate = f->files[GOOD]});
	snprintf(url, sizeof url, "https://ann:secret@localhost:%d/down",
		http_relay_port(f->relay));
	fetch_add(f->fetch, &(struct fetch_request){
				    .tag = 1, .url = url, .own = &own, .file = &file});
	struct fetch_result *r = fetch_helper_await(f->fetch, 1);
	if (r->status != OK)
		fail_msg("%s", r->err.text);
	assert_true(r->complete);
	assert_true(str_starts(r->url, "http://"));
	fetch_result_free(r);
	http_server_log(f->server, &log);
	assert_null(http_request_value(&log.requests[log.count - 1], "Authorization"));
	http_log_done(&log);
	assert_int_equal(unlinkat(file.dir, "file", 0), 0);
	close(file.dir);
}

/* Case 94. */
static void
connection_that_goes_away_is_tried_once_more(void **state)
{
	struct fixture *f = *state;
	if (!speaks_http2()) {
		print_message("# this libcurl has no HTTP/2\n");
		skip();
	}
	put_in_front(f,
		(struct relay_config){
			.certificate = f->files[GOOD], .streams = 1, .goes_away = true});
	struct fetch_result *r =
		get(f, "/x", (struct fetch_own){.ca_file = f->files[AUTHORITY]});
	if (r->status != OK)
		fail_msg("%s", r->err.text);
	assert_string_equal(buf_str(&r->body), "two");
	assert_int_equal(http_relay_connections(f->relay), 2);
	fetch_result_free(r);
}

int
main(void)
{
#define WITH_TLS(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		WITH_TLS(certificates_are_verified),
		WITH_TLS(authority_of_a_feed_is_trusted_for_it_alone),
		WITH_TLS(authority_does_not_stay_on_a_handle),
		WITH_TLS(client_shows_its_certificate),
		WITH_TLS(pin_has_to_fit),
		WITH_TLS(revocation_is_told_by_the_server),
		WITH_TLS(neither_plain_text_nor_old_versions),
		WITH_TLS(no_way_from_https_to_http),
		WITH_TLS(files_come_without_encryption),
		WITH_TLS(http2_takes_one_connection),
		WITH_TLS(connection_that_goes_away_is_tried_once_more),
	};
	return UNIT_RUN(tests);
}
