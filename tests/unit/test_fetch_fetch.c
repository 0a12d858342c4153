/*
 * Fetch against the loopback server: what users and the standards demand of a transfer,
 * as results and as the server's log shows it.
 */
#include "config.h"

#include "unit.h"

#include <dlfcn.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../http/server.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/thread.h"
#include "base/time.h"
#include "fetch/fetch.h"
#include "fetch_helper.h"

#define SOON_MS 8000 /* below the time-outs; a busy machine takes its time, too */

struct fixture {
	struct http_server *server, *elsewhere;
	struct fetch *fetch;
	struct http_log log;
};

/* The script with the address of the second server, by the name of another host. */
static char *
full_script(const struct http_server *elsewhere)
{
	struct buf script = BUF_INIT(0), text = BUF_INIT(0);
	struct err err;
	const char *srcdir = getenv("srcdir");
	buf_addf(&text, "%s/tests/http/fetch.script", srcdir ? srcdir : ".");
	if (file_read(buf_str(&text), &script, &err) != OK)
		fail_msg("%s", err.text);
	buf_clear(&text);
	const char *mark = strstr(buf_str(&script), "@ELSEWHERE@");
	buf_add(&text, buf_str(&script), (size_t)(mark - buf_str(&script)));
	buf_addf(&text, "http://localhost:%d%s", http_server_port(elsewhere),
		mark + strlen("@ELSEWHERE@"));
	buf_done(&script);
	return buf_take(&text);
}

static int
set_up(void **state)
{
	struct fixture *f = mem_zalloc(sizeof *f);
	f->elsewhere = http_server_start("*\n\tbody elsewhere\n", NULL);
	char *text = full_script(f->elsewhere);
	f->server = http_server_start(text, NULL);
	free(text);
	*state = f;
	return 0;
}

static int
tear_down(void **state)
{
	struct fixture *f = *state;
	http_log_done(&f->log);
	fetch_free(f->fetch);
	http_server_stop(f->server);
	http_server_stop(f->elsewhere);
	free(f);
	return 0;
}

static void
start(struct fixture *f, const struct fetch_config *with)
{
	struct err err;
	assert_int_equal(fetch_new(&f->fetch, with, &err), OK);
}

static void
add(struct fixture *f, uint64_t tag, const char *path)
{
	char url[256];
	snprintf(url, sizeof url, "%s%s", http_server_url(f->server), path);
	fetch_add(f->fetch, &(struct fetch_request){.tag = tag, .url = url});
}

static struct fetch_result *
get(struct fixture *f, const char *path)
{
	add(f, 1, path);
	struct fetch_result *result = fetch_helper_await(f->fetch, 1);
	assert_int_equal(result->tag, 1);
	fetch_result_unpack(result);
	return result;
}

static void
answer_and_its_header(void **state)
{
	struct fixture *f = *state;
	start(f, &fetch_helper_config);
	struct fetch_result *r = get(f, "/feed");
	assert_int_equal(r->status, OK);
	assert_int_equal(r->http_status, 200);
	assert_string_equal(buf_str(&r->body), "<rss/>");
	assert_string_equal(r->etag, "W/\"a\\ b\"");
	assert_string_equal(r->last_modified, "Sun, 06 Nov 1994 08:49:37 GMT");
	assert_string_equal(r->content_type, "application/rss+xml; charset=utf-8");
	assert_int_equal(r->max_age, 900);
	assert_int_equal(r->retry_after, -1);
	assert_int_equal(r->bytes, 6);
	assert_null(r->moved_to);
	assert_true(r->ended_ms >= r->started_ms);
	fetch_result_free(r);

	/* Case 32: an honest name, and nothing that follows the user about. */
	http_server_log(f->server, &f->log);
	const struct http_request *request = http_log_find(&f->log, "/feed", 0);
	char *agent = http_request_value(request, "User-Agent");
	assert_string_equal(agent, FETCH_HELPER_AGENT);
	free(agent);
	static const char *const absent[] = {"Cookie", "Referer", "Authorization",
		"If-None-Match", "If-Modified-Since"};
	for (size_t i = 0; i < COUNT_OF(absent); i++)
		assert_null(http_request_value(request, absent[i]));
}

/* Cases 74 and 75. */
static void
validators_go_out_as_they_came(void **state)
{
	struct fixture *f = *state;
	char url[128];
	static const char *const paths[] = {"/feed", "/302", "/new-etag"};
	start(f, &fetch_helper_config);
	for (uint64_t i = 0; i < COUNT_OF(paths); i++) {
		snprintf(url, sizeof url, "%s%s", http_server_url(f->server), paths[i]);
		fetch_add(f->fetch,
			&(struct fetch_request){.tag = i,
				.url = url,
				.etag = "W/\"a\\ b\"",
				.last_modified = "Sun, 06 Nov 1994 08:49:37 GMT",
				.own = &(struct fetch_own){
					.user_agent = "other/2", .proxy = ""}});
	}
	struct fetch_result *all = fetch_helper_await(f->fetch, COUNT_OF(paths));
	for (struct fetch_result *r = all; r; r = r->next) {
		assert_int_equal(r->http_status, 304);
		assert_int_equal(r->body.len, 0);
		assert_string_equal(r->etag, r->tag == 2 ? "\"second\"" : "W/\"a\\ b\"");
	}
	fetch_helper_free(all);
	http_server_log(f->server, &f->log);
	assert_int_equal(f->log.count, 4);
	for (size_t i = 0; i < f->log.count; i++) {
		const struct http_request *request = &f->log.requests[i];
		char *etag = http_request_value(request, "If-None-Match");
		char *date = http_request_value(request, "If-Modified-Since");
		char *agent = http_request_value(request, "User-Agent");
		assert_string_equal(etag, "W/\"a\\ b\"");
		assert_string_equal(date, "Sun, 06 Nov 1994 08:49:37 GMT");
		assert_string_equal(agent, "other/2");
		free(etag);
		free(date);
		free(agent);
	}
}

static void
bodies_in_every_framing(void **state)
{
	struct fixture *f = *state;
	static const struct {
		const char *path;
		size_t len;
	} cases[] = {
		{"/gzip", 10000},
		{"/chunked", 1000},
		{"/close-delimited", 1000},
		{"/empty", 0},
		{"/fills", FETCH_HELPER_BODY_MAX},
	};
	start(f, &fetch_helper_config);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_result *r = get(f, cases[i].path);
		assert_int_equal(r->status, OK);
		assert_int_equal(r->http_status, 200);
		assert_int_equal(r->body.len, cases[i].len);
		fetch_result_free(r);
	}
}

/* Cases 66 to 68 and 84: each is an error with a sentence, and leaves nothing. */
static void
broken_and_hostile_answers(void **state)
{
	struct fixture *f = *state;
	static const struct {
		const char *path;
		int status;
		const char *says;
	} cases[] = {
		{"/too-long", ERR_LIMIT, "longer than 262144 bytes"},
		{"/bomb", ERR_LIMIT, "longer than 262144 bytes"},
		{"/endless", ERR_LIMIT, "longer than 262144 bytes"},
		{"/endless-chunked", ERR_LIMIT, "longer than 262144 bytes"},
		{"/endless-headers", ERR_LIMIT, "header is longer than 16384 bytes"},
		{"/long-header", ERR_LIMIT, "line of the answer's header is too long"},
		{"/cut", ERR_NETWORK, "ended before its announced length"},
		{"/short", ERR_NETWORK, "ended before its announced length"},
		/* The answer broke off, or the connection: libcurl says now this, now
		 * that. */
		{"/reset", ERR_NETWORK, "broke"},
		{"/bad-chunk", ERR_NETWORK, "malformed"},
		{"/gzip-lie", ERR_SYNTAX, "answer is damaged"},
		{"/gzip-cut", ERR_NETWORK, "ended before its announced length"},
		{"/gzip-torn", ERR_SYNTAX, "answer is damaged"},
		{"/gzip-twice", ERR_LIMIT, "longer than 262144 bytes"},
		{"/unknown-encoding", ERR_SYNTAX, "cannot decode"},
		{"/no-http", ERR_NETWORK, "does not answer in HTTP"},
		{"/nothing", ERR_NETWORK, "without an answer"},
	};
	start(f, &fetch_helper_config);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		int64_t began = time_mono_ms();
		struct fetch_result *r = get(f, cases[i].path);
		assert_int_equal(r->status, cases[i].status);
		assert_int_equal(r->err.status, cases[i].status);
		if (!strstr(r->err.text, cases[i].says))
			fail_msg("%s: %s", cases[i].path, r->err.text);
		assert_non_null(strstr(r->err.text, "127.0.0.1"));
		assert_int_equal(r->body.len, 0);
		assert_null(r->etag);
		assert_true(time_mono_ms() - began < SOON_MS);
		fetch_result_free(r);
	}
}

/* An answer whose code says all: its endless page is not waited for. */
static void
page_of_an_error_is_not_read(void **state)
{
	struct fixture *f = *state;
	start(f, &fetch_helper_config);
	struct fetch_result *r = get(f, "/404");
	assert_int_equal(r->status, OK);
	assert_int_equal(r->http_status, 404);
	assert_int_equal(r->body.len, 0);
	fetch_result_free(r);
	r = get(f, "/429");
	assert_int_equal(r->status, OK);
	assert_int_equal(r->http_status, 429);
	assert_int_equal(r->retry_after, 7);
	assert_int_equal(r->body.len, 0);
	fetch_result_free(r);
}

static long
peak_kb(void)
{
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

/* Many endless bodies at once: those that need too much memory together wait for others
 * to end, and all of them end. */
static void
bodies_share_their_memory(void **state)
{
	struct fixture *f = *state;
	struct fetch_config config = fetch_helper_config;
	config.body_max = (size_t)1 << 20;
	config.bodies_max = (size_t)1 << 19;
	config.window = config.host_connections = 10;
	config.domain_connections = 0;
	config.total_timeout_ms = 60000;
	start(f, &config);
	fetch_result_free(get(f, "/feed"));
	long before = peak_kb();
	for (uint64_t i = 0; i < 10; i++)
		add(f, i, "/endless");
	struct fetch_result *list = fetch_helper_await(f->fetch, 10);
	for (struct fetch_result *next; list; list = next) {
		next = list->next;
		assert_int_equal(list->status, ERR_LIMIT);
		fetch_result_free(list);
	}
	/* All at once would take 10 MB. */
	assert_true(SANITIZED || peak_kb() - before < 6 << 10);
}

/* Case 69; the other feed does not wait for them. */
static void
silence_and_slowness_end_in_time(void **state)
{
	struct fixture *f = *state;
	struct fetch_config hasty = fetch_helper_config;
	hasty.low_speed_ms = 1000;
	hasty.total_timeout_ms = 10 * SOON_MS; /* which is not what ends them */
	start(f, &hasty);
	add(f, 1, "/silent");
	add(f, 2, "/slow");
	add(f, 3, "/stall");
	add(f, 4, "/feed");
	int64_t began = time_mono_ms();
	struct fetch_result *all = fetch_helper_await(f->fetch, 4);
	assert_int_equal(all->tag, 4);
	assert_true(all->ended_ms - began < SOON_MS);
	for (struct fetch_result *r = all->next; r; r = r->next) {
		assert_int_equal(r->status, ERR_TIMEOUT);
		assert_non_null(strstr(r->err.text, "127.0.0.1: the "));
		assert_true(r->ended_ms - began < hasty.total_timeout_ms / 2);
	}
	fetch_helper_free(all);
}

static void
total_time_ends_a_transfer(void **state)
{
	struct fixture *f = *state;
	struct fetch_config hasty = fetch_helper_config;
	hasty.total_timeout_ms = 300;
	start(f, &hasty);
	int64_t began = time_mono_ms();
	struct fetch_result *r = get(f, "/silent");
	assert_int_equal(r->status, ERR_TIMEOUT);
	assert_non_null(strstr(r->err.text, "did not answer in time"));
	assert_in_range(time_mono_ms() - began, 290, SOON_MS);
	fetch_result_free(r);
}

/* Case 72: with a window of one, 20 of 60 ms wait longer than the time that each has. */
static void
waiting_in_the_queue_takes_no_time_of_a_transfer(void **state)
{
	struct fixture *f = *state;
	struct fetch_config narrow = fetch_helper_config;
	narrow.window = 1;
	narrow.total_timeout_ms = 1000;
	start(f, &narrow);
	for (uint64_t i = 0; i < 20; i++)
		add(f, i, "/delay/x");
	struct fetch_result *all = fetch_helper_await(f->fetch, 20);
	for (struct fetch_result *r = all; r; r = r->next)
		assert_int_equal(r->status, OK);
	fetch_helper_free(all);
}

/* Case 82: moved_to only where every step was permanent. */
static void
redirects_are_followed(void **state)
{
	struct fixture *f = *state;
	static const struct {
		const char *path;
		bool moved;
	} cases[] = {
		{"/301", true},
		{"/308", true},
		{"/302", false},
		{"/301-302", false},
		{"/302-301", false},
	};
	start(f, &fetch_helper_config);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char target[128];
		struct fetch_result *r = get(f, cases[i].path);
		snprintf(target, sizeof target, "%s/feed", http_server_url(f->server));
		assert_int_equal(r->status, OK);
		assert_int_equal(r->http_status, 200);
		assert_string_equal(r->url, target);
		if (cases[i].moved)
			assert_string_equal(r->moved_to, target);
		else
			assert_null(r->moved_to);
		fetch_result_free(r);
	}
	struct fetch_result *r = get(f, "/to-missing");
	assert_int_equal(r->http_status, 404);
	fetch_result_free(r);
	http_server_log(f->server, &f->log);
	for (size_t i = 0; i < f->log.count; i++) {
		assert_null(http_request_value(&f->log.requests[i], "Cookie"));
		assert_null(http_request_value(&f->log.requests[i], "Referer"));
	}
}

static void
assert_cookie(const struct http_request *request, const char *want)
{
	char *cookie = http_request_value(request, "Cookie");
	if (want)
		assert_string_equal(cookie, want);
	else
		assert_null(cookie);
	free(cookie);
}

/* Cookies live as long as one chain of redirects. */
static void
cookies_open_one_door(void **state)
{
	struct fixture *f = *state;
	static const char *const paths[] = {"/cookie", "/door", "/feed"};
	start(f, &fetch_helper_config);
	for (size_t i = 0; i < COUNT_OF(paths); i++) {
		struct fetch_result *r = get(f, paths[i]);
		assert_int_equal(r->status, OK);
		assert_int_equal(r->http_status, 200);
		fetch_result_free(r);
	}
	struct fetch_result *r = get(f, "/no-door");
	assert_int_equal(r->status, ERR_LIMIT);
	fetch_result_free(r);
	http_server_log(f->server, &f->log);
	assert_cookie(http_log_find(&f->log, "/feed", 0), "a=b");
	assert_cookie(http_log_find(&f->log, "/door", 0), NULL);
	assert_cookie(http_log_find(&f->log, "/door", 1), "pass=1");
	assert_cookie(http_log_find(&f->log, "/feed", 1), NULL);
	assert_int_equal(http_log_count(&f->log, "/no-door"), 2);
}

/* What got no answer is asked for again, as often as the settings say. */
static void
no_answer_is_retried(void **state)
{
	struct fixture *f = *state;
	struct fetch_config config = fetch_helper_config;
	static const struct {
		int retries, status;
	} cases[] = {{0, ERR_NETWORK}, {1, OK}};
	config.accept = "text/x-feed";
	start(f, &config);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		config.all.retries = cases[i].retries;
		fetch_configure(f->fetch, &config);
		struct fetch_result *r = get(f, "/flaky");
		assert_int_equal(r->status, cases[i].status);
		fetch_result_free(r);
	}
	http_server_log(f->server, &f->log);
	assert_int_equal(http_log_count(&f->log, "/flaky"), 3);
	char *accept = http_request_value(http_log_find(&f->log, "/flaky", 0), "Accept");
	assert_string_equal(accept, "text/x-feed");
	free(accept);
}

/* Cases 26 and 83. */
static void
redirects_are_refused(void **state)
{
	struct fixture *f = *state;
	static const struct {
		const char *path;
		int status;
		const char *says;
	} cases[] = {
		{"/loop", ERR_LIMIT, "in a circle or more than 10 times"},
		{"/to-file", ERR_DENIED, "neither http nor https"},
		{"/to-nowhere", ERR_NETWORK, "does not say where to"},
		{"/no-location", ERR_NETWORK, "does not say where to"},
	};
	start(f, &fetch_helper_config);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_result *r = get(f, cases[i].path);
		assert_int_equal(r->status, cases[i].status);
		if (!strstr(r->err.text, cases[i].says))
			fail_msg("%s: %s", cases[i].path, r->err.text);
		fetch_result_free(r);
	}
	http_server_log(f->server, &f->log);
	assert_int_equal(http_log_count(&f->log, "/loop"), 6);
	assert_int_equal(http_log_count(&f->log, "/loop2"), 5);
}

static void
only_http_is_fetched(void **state)
{
	struct fixture *f = *state;
	static const char *const urls[] = {"file:///etc/passwd", "gopher://127.0.0.1/",
		"dict://127.0.0.1/", "example.org", ""};
	start(f, &fetch_helper_config);
	for (uint64_t i = 0; i < COUNT_OF(urls); i++)
		fetch_add(f->fetch, &(struct fetch_request){.tag = i, .url = urls[i]});
	fetch_wait(f->fetch, 60000, -1); /* their results are there: no sleep */
	struct fetch_result *all = fetch_step(f->fetch);
	uint64_t tag = 0;
	for (struct fetch_result *r = all; r; r = r->next) {
		assert_int_equal(r->tag, tag++);
		assert_int_equal(r->status, ERR_DENIED);
		assert_non_null(strstr(r->err.text, "http and https"));
	}
	assert_int_equal(tag, COUNT_OF(urls));
	fetch_helper_free(all);
}

/* Cases 28 and 29. */
static void
credentials_stay_with_their_host(void **state)
{
	struct fixture *f = *state;
	struct http_log elsewhere;
	char url[128];
	static const char *const paths[] = {"/301", "/elsewhere", "/cut?token=hunter2"};
	start(f, &fetch_helper_config);
	for (uint64_t i = 0; i < COUNT_OF(paths); i++) {
		snprintf(url, sizeof url, "http://me:hunter2@127.0.0.1:%d%s",
			http_server_port(f->server), paths[i]);
		fetch_add(f->fetch, &(struct fetch_request){.tag = i, .url = url});
	}
	struct fetch_result *all = fetch_helper_await(f->fetch, COUNT_OF(paths));
	for (struct fetch_result *r = all; r; r = r->next) {
		assert_null(strstr(r->url, "me:"));
		assert_null(strstr(r->err.text, "hunter2"));
		assert_int_equal(r->status, r->tag == 2 ? ERR_NETWORK : OK);
		if (r->tag == 1)
			assert_string_equal(buf_str(&r->body), "elsewhere");
	}
	fetch_helper_free(all);
	http_server_log(f->server, &f->log);
	for (size_t i = 0; i < f->log.count; i++) {
		char *sent = http_request_value(&f->log.requests[i], "Authorization");
		/* RFC 7617: base64 of me:hunter2 */
		assert_string_equal(sent, "Basic bWU6aHVudGVyMg==");
		free(sent);
	}
	http_server_log(f->elsewhere, &elsewhere);
	assert_int_equal(elsewhere.count, 1);
	assert_null(http_request_value(&elsewhere.requests[0], "Authorization"));
	http_log_done(&elsewhere);
}

static int
busiest(const struct http_log *log)
{
	int most = 0;
	for (size_t i = 0; i < log->count; i++)
		if (log->requests[i].busy > most)
			most = log->requests[i].busy;
	return most;
}

static void
window_is_filled_and_kept(void **state)
{
	struct fixture *f = *state;
	struct fetch_config five = fetch_helper_config;
	five.window = 5;
	start(f, &five);
	for (uint64_t i = 0; i < 20; i++)
		add(f, i, "/delay/x");
	assert_int_equal(fetch_waiting(f->fetch), 20);
	fetch_helper_free(fetch_step(f->fetch));
	assert_int_equal(fetch_running(f->fetch), 5);
	assert_int_equal(fetch_waiting(f->fetch), 15);
	fetch_helper_free(fetch_helper_await(f->fetch, 20));
	assert_int_equal(fetch_running(f->fetch) + fetch_waiting(f->fetch), 0);
	http_server_log(f->server, &f->log);
	assert_int_equal(f->log.count, 20);
	assert_in_range(busiest(&f->log), 2, 5);
}

/* Paper 2's three ways, on the same requests: one of four is slow, and the window is two.
 * What the second of a batch waits for tells them apart. */
static void
modes_start_in_their_own_order(void **state)
{
	struct fixture *f = *state;
	static const struct {
		enum fetch_mode mode;
		int at_once;
		bool waits; /* the third for the first, which is slow */
	} cases[] = {
		{FETCH_SEQUENTIAL, 1, true},
		{FETCH_BATCH, 2, true},
		{FETCH_ROLLING, 2, false},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_config with = fetch_helper_config;
		struct fetch_result none = {0}, *by_tag[4] = {&none, &none, &none, &none};
		with.mode = cases[i].mode;
		with.window = 2;
		start(f, &with);
		add(f, 0, "/long");
		for (uint64_t k = 1; k < 4; k++)
			add(f, k, "/quick/x");
		assert_null(fetch_step(f->fetch));
		assert_int_equal(fetch_running(f->fetch), cases[i].at_once);
		struct fetch_result *all = fetch_helper_await(f->fetch, 4);
		for (struct fetch_result *r = all; r; r = r->next)
			by_tag[r->tag] = r;
		assert_int_equal(
			by_tag[2]->started_ms >= by_tag[0]->ended_ms, cases[i].waits);
		if (cases[i].mode == FETCH_SEQUENTIAL)
			for (int k = 1; k < 4; k++)
				assert_true(
					by_tag[k]->started_ms >= by_tag[k - 1]->ended_ms);
		fetch_helper_free(all);
		fetch_free(f->fetch);
		f->fetch = NULL;
	}
}

/* Case 73: two at once on one host, over two connections, used again. */
static void
host_limit_and_connections(void **state)
{
	struct fixture *f = *state;
	struct fetch_config polite = fetch_helper_config;
	polite.host_connections = 2;
	start(f, &polite);
	for (uint64_t i = 0; i < 10; i++)
		add(f, i, "/delay/x");
	fetch_helper_free(fetch_helper_await(f->fetch, 10));
	http_server_log(f->server, &f->log);
	assert_int_equal(f->log.count, 10);
	assert_in_range(busiest(&f->log), 1, 2);
	for (size_t i = 0; i < f->log.count; i++)
		assert_in_range(f->log.requests[i].connection, 1, 2);
}

static void
gap_between_requests(void **state)
{
	struct fixture *f = *state;
	struct fetch_config polite = fetch_helper_config;
	polite.host_gap_ms = 80;
	start(f, &polite);
	for (uint64_t i = 0; i < 8; i++)
		add(f, i, "/quick/x");
	struct fetch_result *all = fetch_helper_await(f->fetch, 8);
	for (struct fetch_result *r = all; r->next; r = r->next)
		assert_true(r->next->started_ms - r->started_ms >= 80);
	fetch_helper_free(all);
}

/* Case 73: after a 429 nothing more is asked before the caller could say for how long. */
static void
refusal_pauses_the_host(void **state)
{
	struct fixture *f = *state;
	struct fetch_config single = fetch_helper_config;
	single.host_connections = 1;
	start(f, &single);
	add(f, 1, "/refuse");
	add(f, 2, "/quick/x");
	struct fetch_result *r = fetch_helper_await(f->fetch, 1);
	assert_int_equal(r->http_status, 429);
	assert_int_equal(fetch_running(f->fetch), 0);
	assert_int_equal(fetch_waiting(f->fetch), 1);
	fetch_result_free(r);
	r = fetch_helper_await(f->fetch, 1);
	assert_int_equal(r->tag, 2);
	fetch_result_free(r);
}

static void
priority_before_order(void **state)
{
	struct fixture *f = *state;
	struct fetch_config single = fetch_helper_config;
	single.window = 1;
	start(f, &single);
	for (uint64_t i = 0; i < 6; i++) {
		char url[128];
		snprintf(url, sizeof url, "%s/quick/%d", http_server_url(f->server),
			(int)i);
		fetch_add(f->fetch, &(struct fetch_request){
					    .tag = i, .url = url, .priority = i >= 4});
	}
	static const uint64_t want[] = {4, 5, 0, 1, 2, 3};
	struct fetch_result *all = fetch_helper_await(f->fetch, 6);
	size_t n = 0;
	for (struct fetch_result *r = all; r; r = r->next)
		assert_int_equal(r->tag, want[n++]);
	fetch_helper_free(all);
}

static void
cancelled_requests_give_nothing(void **state)
{
	struct fixture *f = *state;
	struct fetch_config two = fetch_helper_config;
	two.window = 2;
	start(f, &two);
	add(f, 1, "/silent");
	add(f, 2, "/silent");
	add(f, 3, "/quick/never");
	add(f, 4, "/quick/x");
	fetch_helper_free(fetch_step(f->fetch));
	fetch_add(f->fetch, &(struct fetch_request){.tag = 5, .url = "file:///x"});
	fetch_cancel(f->fetch, 1);
	fetch_cancel(f->fetch, 3);
	fetch_cancel(f->fetch, 5);
	fetch_cancel(f->fetch, 77);
	struct fetch_result *r = fetch_helper_await(f->fetch, 1);
	assert_int_equal(r->tag, 4);
	assert_null(r->next);
	fetch_result_free(r);
	fetch_cancel_all(f->fetch);
	assert_int_equal(fetch_running(f->fetch) + fetch_waiting(f->fetch), 0);
	assert_null(fetch_step(f->fetch));
	r = get(f, "/feed");
	assert_int_equal(r->http_status, 200);
	fetch_result_free(r);
	http_server_log(f->server, &f->log);
	assert_int_equal(http_log_count(&f->log, "/quick/never"), 0);
}

static void
wake_from_thread(void *data)
{
	fetch_wake(data);
}

static void
wake_ends_a_wait(void **state)
{
	struct fixture *f = *state;
	struct thread *thread;
	struct err err;
	start(f, &fetch_helper_config);
	int64_t began = time_mono_ms();
	fetch_wake(f->fetch); /* before the wait: remembered */
	fetch_wake(f->fetch);
	fetch_wait(f->fetch, FETCH_HELPER_DEADLINE_MS, -1);
	assert_true(time_mono_ms() - began < SOON_MS);
	assert_int_equal(
		thread_start(&thread, "waker", wake_from_thread, f->fetch, &err), OK);
	fetch_wait(f->fetch, FETCH_HELPER_DEADLINE_MS, -1);
	assert_true(time_mono_ms() - began < SOON_MS);
	assert_true(thread_join(thread, FETCH_HELPER_DEADLINE_MS));
	/* and none is left over */
	began = time_mono_ms();
	fetch_wait(f->fetch, 50, -1);
	assert_true(time_mono_ms() - began >= 50);
}

static void
another_descriptor_ends_a_wait(void **state)
{
	struct fixture *f = *state;
	int fds[2];
	start(f, &fetch_helper_config);
	assert_int_equal(pipe(fds), 0);
	assert_int_equal(write(fds[1], "x", 1), 1);
	add(f, 1, "/silent");
	fetch_helper_free(fetch_step(f->fetch));
	int64_t began = time_mono_ms();
	fetch_wait(f->fetch, FETCH_HELPER_DEADLINE_MS, fds[0]);
	assert_true(time_mono_ms() - began < SOON_MS);
	close(fds[0]);
	close(fds[1]);
}

/* Case 70, as far as loopback goes: neither a step nor the end waits for a server. */
static void
nothing_blocks_on_a_silent_server(void **state)
{
	struct fixture *f = *state;
	start(f, &fetch_helper_config);
	for (uint64_t i = 0; i < 8; i++)
		add(f, i, "/silent");
	int64_t began = time_mono_ms();
	for (int i = 0; i < 20; i++) {
		assert_null(fetch_step(f->fetch));
		fetch_wait(f->fetch, 1, -1);
	}
	fetch_free(f->fetch);
	f->fetch = NULL;
	assert_true(time_mono_ms() - began < SOON_MS);
}

static void
port_without_a_server(void **state)
{
	struct fixture *f = *state;
	char url[64];
	start(f, &fetch_helper_config);
	snprintf(url, sizeof url, "http://127.0.0.1:%d/", http_server_port(f->elsewhere));
	http_server_stop(f->elsewhere);
	f->elsewhere = NULL;
	fetch_add(f->fetch, &(struct fetch_request){.tag = 1, .url = url});
	struct fetch_result *r = fetch_helper_await(f->fetch, 1);
	assert_int_equal(r->status, ERR_NETWORK);
	assert_string_equal(r->err.text, "127.0.0.1: the server refuses connections");
	fetch_result_free(r);
}

/* Case 147: 30 requests with a window of 100, but few descriptors. */
static void
few_descriptors_shrink_the_window(void **state)
{
	struct fixture *f = *state;
	struct fetch_config wide = fetch_helper_config;
	struct rlimit old, few;
	wide.window = 100;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
	few = old;
	few.rlim_cur = 48;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	start(f, &wide);
	for (uint64_t i = 0; i < 30; i++)
		add(f, i, "/delay/x");
	struct fetch_result *all = fetch_helper_await(f->fetch, 30);
	for (struct fetch_result *r = all; r; r = r->next)
		assert_int_equal(r->status, OK);
	fetch_helper_free(all);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &old), 0);
	http_server_log(f->server, &f->log);
	assert_in_range(busiest(&f->log), 2, 16);
}

/* Stands in front of libcurl's: so many are refused. */
static int refused;

CURLMcode
curl_multi_add_handle(CURLM *multi, CURL *easy)
{
	CURLMcode (*add_handle)(CURLM *, CURL *);
	void *found = dlsym(RTLD_NEXT, "curl_multi_add_handle");
	assert_non_null(found);
	memcpy(&add_handle, &found, sizeof found);
	return refused > 0 ? (refused--, CURLM_INTERNAL_ERROR) : add_handle(multi, easy);
}

/* A request that libcurl does not even take fails with a sentence, and neither it nor its
 * place in the window is lost. */
static void
what_can_not_be_begun_has_failed(void **state)
{
	struct fixture *f = *state;
	struct fetch_config config = fetch_helper_config;
	config.window = 2;
	start(f, &config);
	refused = 3;
	for (uint64_t i = 1; i <= 5; i++)
		add(f, i, "/feed");
	struct fetch_result *all = fetch_helper_await(f->fetch, 5);
	size_t failed = 0;
	for (struct fetch_result *r = all; r; r = r->next) {
		failed += r->status != OK;
		if (r->status == OK) {
			assert_int_equal(r->http_status, 200);
			continue;
		}
		assert_int_equal(r->status, ERR_IO);
		assert_non_null(strstr(r->err.text, "/feed: the request could not"));
		assert_int_equal(r->http_status, 0);
		assert_false(r->unheard);
	}
	assert_int_equal(failed, 3);
	assert_int_equal(fetch_running(f->fetch), 0);
	fetch_helper_free(all);
	fetch_result_free(get(f, "/feed"));
	http_server_log(f->server, &f->log);
	assert_int_equal(http_log_count(&f->log, "/feed"), 3);
}

static void
characters_of_an_address_are_escaped(void **state)
{
	struct fixture *f = *state;
	start(f, &fetch_helper_config);
	fetch_result_free(get(f, "/quick/caf\xc3\xa9 x?q=\xc3\xbc#part"));
	http_server_log(f->server, &f->log);
	assert_string_equal(f->log.requests[0].target, "/quick/caf%C3%A9%20x?q=%C3%BC");
}

static void
version_names_the_tls_library(void **state)
{
	(void)state;
	struct buf text = BUF_INIT(0);
	fetch_version(&text);
	assert_true(str_starts(buf_str(&text), "libcurl "));
	assert_null(strchr(buf_str(&text), '/'));
	buf_done(&text);
}

int
main(void)
{
#define WITH_SERVER(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		WITH_SERVER(answer_and_its_header),
		WITH_SERVER(validators_go_out_as_they_came),
		WITH_SERVER(bodies_in_every_framing),
		WITH_SERVER(broken_and_hostile_answers),
		WITH_SERVER(page_of_an_error_is_not_read),
		WITH_SERVER(bodies_share_their_memory),
		WITH_SERVER(silence_and_slowness_end_in_time),
		WITH_SERVER(total_time_ends_a_transfer),
		WITH_SERVER(waiting_in_the_queue_takes_no_time_of_a_transfer),
		WITH_SERVER(redirects_are_followed),
		WITH_SERVER(cookies_open_one_door),
		WITH_SERVER(no_answer_is_retried),
		WITH_SERVER(redirects_are_refused),
		WITH_SERVER(only_http_is_fetched),
		WITH_SERVER(credentials_stay_with_their_host),
		WITH_SERVER(window_is_filled_and_kept),
		WITH_SERVER(modes_start_in_their_own_order),
		WITH_SERVER(host_limit_and_connections),
		WITH_SERVER(gap_between_requests),
		WITH_SERVER(refusal_pauses_the_host),
		WITH_SERVER(priority_before_order),
		WITH_SERVER(cancelled_requests_give_nothing),
		WITH_SERVER(wake_ends_a_wait),
		WITH_SERVER(another_descriptor_ends_a_wait),
		WITH_SERVER(nothing_blocks_on_a_silent_server),
		WITH_SERVER(port_without_a_server),
		WITH_SERVER(few_descriptors_shrink_the_window),
		WITH_SERVER(what_can_not_be_begun_has_failed),
		WITH_SERVER(characters_of_an_address_are_escaped),
		cmocka_unit_test(version_names_the_tls_library),
	};
	return UNIT_RUN(tests);
}
