/*
 * What requests send, and what redirects change about it: methods, bodies, header lines,
 * ranges. And what is kept of answers.
 */
#include "config.h"

#include "../unit/unit.h"

#include "../unit/fetch_helper.h"
#include "base/str.h"
#include "body.h"

#define FORM "application/x-www-form-urlencoded"

static const char script[] =
	"/here\n\tbody here\n"
	"/301\n\tredirect 301 /here\n"
	"/302\n\tredirect 302 /here\n"
	"/303\n\tredirect 303 /here\n"
	"/307\n\tredirect 307 /here\n"
	"/308\n\tredirect 308 /here\n"
	"/self\n\tredirect 303 /self\nthen\n\tbody done\n"
	"/away/302\n\tredirect 302 @ELSEWHERE@/there\n"
	"/away/307\n\tredirect 307 @ELSEWHERE@/there\n"
	"/away/308\n\tredirect 308 @ELSEWHERE@/there\n"
	"/kept\n\theader X-Reader-Zone1-Usage: 17\n\theader x-mixed:  a: b \n\theader "
	"X-Other: no\n\theader X-Esc: a\\x1bb\n"
	"/401\n\tstatus 401\n\theader Google-Bad-Token: true\n\tbody "
	"{\"why\":\"token\"}\n"
	"/401-gzip\n\tstatus 401\n\tgzip\n\tbody who are you?\n"
	"/500-endless\n\tstatus 500\n\tendless no\n"
	"/500-gzip-endless\n\tstatus 500\n\theader Content-Encoding: gzip\n\tendless no\n"
	"/large\n\trepeat 30000 0123456789\n"
	"/part\n\tranges\n\trepeat 1000 0123456789\n"
	"/no-part\n\trepeat 1000 0123456789\n"
	"/no-part-endless\n\tendless 0123456789\n"
	"/wrong-part\n\tstatus 206\n\theader Content-Range: bytes 0-9/10000\n\tbody "
	"0123456789\n"
	"/gone\n\traw\n";

static const char *
name_of(enum fetch_method method)
{
	static const char *const names[] = {"GET", "POST", "PUT", "PATCH", "DELETE"};
	return names[method];
}

static struct fetch_request
of_method(enum fetch_method method, const char *body)
{
	return (struct fetch_request){
		.method = method, .body = span_of(body), .body_type = FORM};
}

/* All share one handle, so each must leave it as it was. */
static void
methods_and_bodies(void **state)
{
	struct body_fixture *f = *state;
	struct fetch_config one = fetch_helper_config;
	static const struct {
		enum fetch_method method;
		const char *body, *length, *type;
	} cases[] = {
		{FETCH_GET, "", NULL, NULL},
		{FETCH_POST, "i=1&a=read", "10", FORM},
		{FETCH_GET, "", NULL, NULL},
		{FETCH_PUT, "{\"read\":[1,2]}", "14", FORM},
		{FETCH_DELETE, "", NULL, NULL},
		{FETCH_PATCH, "x", "1", FORM},
		{FETCH_DELETE, "{\"ids\":[7]}", "11", FORM},
		{FETCH_POST, "", "0", FORM},
		{FETCH_GET, "", NULL, NULL},
	};
	one.window = 1;
	body_start(f, script, NULL, &one);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_result *r =
			body_get(f, "/here", of_method(cases[i].method, cases[i].body));
		assert_int_equal(r->status, OK);
		assert_int_equal(r->http_status, 200);
		assert_string_equal(buf_str(&r->body), "here");
		fetch_result_free(r);
		const struct http_request *request = body_asked(f, "/here", i);
		assert_string_equal(request->method, name_of(cases[i].method));
		assert_string_equal(request->body ? request->body : "", cases[i].body);
		assert_true(body_sent(request, "Content-Length", cases[i].length));
		assert_true(body_sent(request, "Content-Type", cases[i].type));
		assert_true(body_sent(request, "Expect", NULL));
	}
}

/* All byte values, and more than fits into one write to the socket. */
static void
body_arrives_as_it_is(void **state)
{
	struct body_fixture *f = *state;
	struct buf body = BUF_INIT(0);
	for (int i = 0; i < 200000; i++)
		buf_addc(&body, (char)(i * 7 + i / 256));
	body_start(f, script, NULL, &fetch_helper_config);
	struct fetch_result *r = body_get(f, "/here",
		(struct fetch_request){
			.method = FETCH_PUT, .body = {body.data, body.len}});
	assert_int_equal(r->status, OK);
	fetch_result_free(r);
	const struct http_request *request = body_asked(f, "/here", 0);
	assert_int_equal(request->body_len, body.len);
	assert_memory_equal(request->body, body.data, body.len);
	assert_true(body_sent(request, "Content-Type", NULL));
	buf_done(&body);
}

/* RFC 9110, section 15.4: 301 and 302 turn only a POST into a GET, 303 every method, 307
 * and 308 none. */
static void
redirects_keep_or_change_the_method(void **state)
{
	struct body_fixture *f = *state;
	static const struct {
		const char *path;
		enum fetch_method method, then;
	} cases[] = {
		{"/301", FETCH_POST, FETCH_GET},
		{"/302", FETCH_POST, FETCH_GET},
		{"/303", FETCH_POST, FETCH_GET},
		{"/307", FETCH_POST, FETCH_POST},
		{"/308", FETCH_POST, FETCH_POST},
		{"/301", FETCH_PUT, FETCH_PUT},
		{"/302", FETCH_PATCH, FETCH_PATCH},
		{"/303", FETCH_PUT, FETCH_GET},
		{"/307", FETCH_PUT, FETCH_PUT},
		{"/308", FETCH_PATCH, FETCH_PATCH},
		{"/302", FETCH_DELETE, FETCH_DELETE},
		{"/303", FETCH_DELETE, FETCH_GET},
		{"/302", FETCH_GET, FETCH_GET},
	};
	body_start(f, script, NULL, &fetch_helper_config);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		bool keeps = cases[i].then != FETCH_GET;
		struct fetch_result *r =
			body_get(f, cases[i].path, of_method(cases[i].method, "a=b"));
		assert_int_equal(r->status, OK);
		assert_int_equal(r->http_status, 200);
		fetch_result_free(r);
		const struct http_request *request = body_asked(f, "/here", i);
		assert_string_equal(request->method, name_of(cases[i].then));
		assert_string_equal(
			request->body ? request->body : "", keeps ? "a=b" : "");
		assert_true(body_sent(request, "Content-Type", keeps ? FORM : NULL));
	}
}

/* A redirect to the same address is fine when it turns a POST into a GET. */
static void
post_leads_to_its_own_page(void **state)
{
	struct body_fixture *f = *state;
	body_start(f, script, NULL, &fetch_helper_config);
	struct fetch_result *r = body_get(f, "/self", of_method(FETCH_POST, "a=b"));
	assert_int_equal(r->status, OK);
	assert_string_equal(buf_str(&r->body), "done");
	fetch_result_free(r);
}

static void
redirect_as_an_answer(void **state)
{
	struct body_fixture *f = *state;
	struct fetch_request request = of_method(FETCH_POST, "a=b");
	request.no_redirects = true;
	request.keep = "location";
	body_start(f, script, NULL, &fetch_helper_config);
	struct fetch_result *r = body_get(f, "/302", request);
	assert_int_equal(r->status, OK);
	assert_int_equal(r->http_status, 302);
	assert_true(span_eq(fetch_result_header(r, "Location"), "/here"));
	fetch_result_free(r);
	assert_int_equal(body_times_asked(f, "/here"), 0);
}

/* Case 28. */
static void
headers_stay_with_their_host(void **state)
{
	struct body_fixture *f = *state;
	static const char lines[] = "Authorization: GoogleLogin auth=a|b/c\nX-App: 1|2\n";
	struct http_log log;
	body_start(f, script, "*\n\tbody there\n", &fetch_helper_config);
	static const char *const paths[] = {"/302", "/away/302"};
	for (size_t i = 0; i < COUNT_OF(paths); i++) {
		struct fetch_request request = of_method(FETCH_POST, "T=secret");
		request.headers = lines;
		request.secret = true; /* to this machine it may go without TLS */
		struct fetch_result *r = body_get(f, paths[i], request);
		assert_int_equal(r->status, OK);
		assert_string_equal(buf_str(&r->body), i ? "there" : "here");
		fetch_result_free(r);
	}
	for (size_t i = 0; i < 3; i++) {
		const struct http_request *request = body_asked(f, NULL, i);
		assert_true(
			body_sent(request, "Authorization", "GoogleLogin auth=a|b/c"));
		assert_true(body_sent(request, "X-App", "1|2"));
	}
	http_server_log(f->elsewhere, &log);
	assert_int_equal(log.count, 1);
	assert_string_equal(log.requests[0].method, "GET");
	assert_true(body_sent(&log.requests[0], "Authorization", NULL));
	assert_true(body_sent(&log.requests[0], "X-App", NULL));
	assert_true(body_sent(&log.requests[0], "Content-Type", NULL));
	assert_null(log.requests[0].body);
	http_log_done(&log);
}

/* A body may hold a password, and what is to be deleted here must not be deleted there.
 */
static void
other_hosts_get_no_method_and_no_body(void **state)
{
	struct body_fixture *f = *state;
	static const struct {
		const char *path;
		enum fetch_method method;
	} cases[] = {
		{"/away/307", FETCH_POST},
		{"/away/308", FETCH_PUT},
		{"/away/302", FETCH_DELETE},
	};
	struct http_log log;
	body_start(f, script, "*\n\tbody there\n", &fetch_helper_config);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_result *r = body_get(
			f, cases[i].path, of_method(cases[i].method, "Passwd=hunter2"));
		assert_int_equal(r->status, ERR_DENIED);
		assert_non_null(strstr(r->err.text, "localhost"));
		assert_null(strstr(r->err.text, "hunter2"));
		fetch_result_free(r);
	}
	http_server_log(f->elsewhere, &log);
	assert_int_equal(log.count, 0);
	http_log_done(&log);
}

/* Case 87. */
static void
secrets_want_tls(void **state)
{
	struct body_fixture *f = *state;
	body_start(f, script, NULL, &fetch_helper_config);
	struct fetch_request request = of_method(FETCH_POST, "Passwd=hunter2");
	request.url = "http://reader.example/accounts/ClientLogin";
	request.secret = true;
	fetch_add(f->fetch, &request);
	struct fetch_result *r = fetch_helper_await(f->fetch, 1);
	assert_int_equal(r->status, ERR_DENIED);
	assert_non_null(strstr(r->err.text, "without https the password would be"));
	fetch_result_free(r);
}

static void
header_lines_with_controls_are_refused(void **state)
{
	struct body_fixture *f = *state;
	static const char *const lines[] = {
		"X-A: b\r\nX-B: c", "X-A: \x01", "X-A: b\rX-B: c", "X: \x7f"};
	body_start(f, script, NULL, &fetch_helper_config);
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		struct fetch_result *r =
			body_get(f, "/here", (struct fetch_request){.headers = lines[i]});
		assert_int_equal(r->status, ERR_INVALID);
		fetch_result_free(r);
	}
	assert_int_equal(body_times_asked(f, NULL), 0);
}

/* The second of two requests reuses the connection of the first, and the server closes it
 * without an answer. It may have done what it was asked to. */
static void
post_is_sent_once(void **state)
{
	struct body_fixture *f = *state;
	static const struct {
		enum fetch_method method;
		size_t sent;
		bool once;
	} cases[] = {
		{FETCH_POST, 1, false},
		{FETCH_PATCH, 1, false},
		{FETCH_GET, 2, false},
		{FETCH_PUT, 2, false},
		{FETCH_PUT, 1, true},
	};
	struct fetch_config single = fetch_helper_config;
	size_t before = 0;
	single.host_connections = 1;
	body_start(f, script, NULL, &single);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_request request = of_method(cases[i].method, "a=b");
		fetch_add(f->fetch, &(struct fetch_request){.url = body_url(f, "/here")});
		request.url = body_url(f, "/gone");
		request.tag = 1;
		request.once = cases[i].once;
		fetch_add(f->fetch, &request);
		struct fetch_result *all = fetch_helper_await(f->fetch, 2);
		assert_int_equal(all->status, OK);
		assert_int_equal(all->next->tag, 1);
		assert_int_equal(all->next->status, ERR_NETWORK);
		fetch_helper_free(all);
		size_t now = body_times_asked(f, "/gone");
		assert_int_equal(now - before, cases[i].sent);
		before = now;
	}
}

/* Requests of an account follow one another: each would begin with a handshake. */
static void
accounts_keep_their_connection(void **state)
{
	struct body_fixture *f = *state;
	body_start(f, script, NULL, &fetch_helper_config);
	for (int i = 0; i < 4; i++) {
		struct fetch_request request =
			of_method(i % 2 ? FETCH_POST : FETCH_GET, i % 2 ? "a=b" : "");
		request.api = true;
		fetch_result_free(body_get(f, "/here", request));
	}
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(body_asked(f, "/here", i)->connection, 1);
	/* Others do not. */
	for (int i = 0; i < 2; i++)
		fetch_result_free(body_get(f, "/large", (struct fetch_request){0}));
	assert_int_equal(body_asked(f, "/large", 0)->connection, 1);
	assert_int_equal(body_asked(f, "/large", 1)->connection, 2);
}

static void
answer_headers_are_kept(void **state)
{
	struct body_fixture *f = *state;
	const struct fetch_request keep = {
		.keep = "X-Reader-Zone1-Usage, X-Mixed,X-Absent, X-Esc"};
	body_start(f, script, NULL, &fetch_helper_config);
	struct fetch_result *r = body_get(f, "/kept", keep);
	assert_true(span_eq(fetch_result_header(r, "x-reader-zone1-usage"), "17"));
	assert_true(span_eq(fetch_result_header(r, "X-MIXED"), "a: b"));
	assert_null(fetch_result_header(r, "X-Absent").p);
	assert_null(fetch_result_header(r, "X-Other").p);
	assert_null(fetch_result_header(r, "X-Esc").p); /* no control gets through */
	fetch_result_free(r);
	r = body_get(f, "/kept", (struct fetch_request){0});
	assert_null(fetch_result_header(r, "X-Mixed").p);
	fetch_result_free(r);
	/* The redirect's own headers are not those of the answer. */
	r = body_get(f, "/302", (struct fetch_request){.keep = "Location"});
	assert_null(fetch_result_header(r, "Location").p);
	fetch_result_free(r);
}

static void
bodies_of_errors_are_kept_where_wanted(void **state)
{
	struct body_fixture *f = *state;
	const struct fetch_request wanted = {
		.error_body = true, .keep = "Google-Bad-Token"};
	body_start(f, script, NULL, &fetch_helper_config);
	struct fetch_result *r = body_get(f, "/401", wanted);
	assert_int_equal(r->http_status, 401);
	assert_string_equal(buf_str(&r->body), "{\"why\":\"token\"}");
	assert_true(span_eq(fetch_result_header(r, "Google-Bad-Token"), "true"));
	fetch_result_free(r);
	r = body_get(f, "/401-gzip", wanted);
	assert_int_equal(r->status, OK);
	assert_string_equal(buf_str(&r->body), "who are you?");
	fetch_result_free(r);
	r = body_get(f, "/500-endless", wanted);
	assert_int_equal(r->status, OK);
	assert_int_equal(r->http_status, 500);
	assert_int_equal(r->body.len, FETCH_ERROR_BODY_MAX);
	fetch_result_free(r);
	r = body_get(f, "/500-gzip-endless", wanted);
	assert_int_equal(r->status, OK);
	assert_int_equal(r->http_status, 500);
	assert_int_equal(r->body.len, 0);
	fetch_result_free(r);
	r = body_get(f, "/401", (struct fetch_request){0});
	assert_int_equal(r->body.len, 0);
	fetch_result_free(r);
}

static void
each_request_has_its_own_limit(void **state)
{
	struct body_fixture *f = *state;
	static const struct {
		int64_t max;
		int status;
	} cases[] = {
		{0, ERR_LIMIT},
		{300000, OK},
		{299999, ERR_LIMIT},
		{INT64_MAX, OK},
	};
	body_start(f, script, NULL, &fetch_helper_config);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_result *r = body_get(
			f, "/large", (struct fetch_request){.body_max = cases[i].max});
		assert_int_equal(r->status, cases[i].status);
		assert_int_equal(r->body.len, r->status == OK ? 300000 : 0);
		fetch_result_free(r);
	}
}

static void
part_of_a_document(void **state)
{
	struct body_fixture *f = *state;
	static const struct {
		const char *path;
		int64_t first, len;
		int status;
		long http_status;
		const char *body;
	} cases[] = {
		{"/part", 0, 4, OK, 206, "0123"},
		{"/part", 9995, 10, OK, 206, "56789"},
		{"/part", 17, 5, OK, 206, "78901"},
		{"/part", 9999, INT64_MAX, OK, 206, "9"},
		{"/part", 10000, 5, OK, 416, ""},
		{"/no-part", 0, 4, OK, 200, "0123"},
		{"/no-part", 17, 5, OK, 200, "78901"},
		{"/no-part", 9995, 10, OK, 200, "56789"},
		{"/no-part-endless", 9995, 10, OK, 200, "5678901234"},
		{"/no-part-endless", 10000000, 10, ERR_LIMIT, 200, ""},
		{"/wrong-part", 17, 5, ERR_NETWORK, 206, ""},
	};
	body_start(f, script, NULL, &fetch_helper_config);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_result *r = body_get(f, cases[i].path,
			(struct fetch_request){.range_first = cases[i].first,
				.range_len = cases[i].len});
		assert_int_equal(r->status, cases[i].status);
		assert_int_equal(r->http_status, cases[i].http_status);
		assert_string_equal(buf_str(&r->body), cases[i].body);
		if (r->body.len > 0)
			assert_int_equal(r->first, cases[i].first);
		if (r->http_status == 206 && r->status == OK)
			assert_int_equal(r->total, 10000);
		fetch_result_free(r);
	}
	const struct http_request *request = body_asked(f, "/part", 2);
	assert_true(body_sent(request, "Range", "bytes=17-21"));
	assert_true(body_sent(request, "Accept-Encoding", "identity"));
	/* and the next of the same handle is as before */
	fetch_result_free(body_get(f, "/here", (struct fetch_request){0}));
	request = body_asked(f, "/here", 0);
	assert_true(body_sent(request, "Range", NULL));
	assert_true(body_sent(request, "Accept-Encoding", "gzip"));
}

int
main(void)
{
#define WITH_FIXTURE(test)                                                               \
	cmocka_unit_test_setup_teardown(test, body_set_up, body_tear_down)
	const struct CMUnitTest tests[] = {
		WITH_FIXTURE(methods_and_bodies),
		WITH_FIXTURE(body_arrives_as_it_is),
		WITH_FIXTURE(redirects_keep_or_change_the_method),
		WITH_FIXTURE(post_leads_to_its_own_page),
		WITH_FIXTURE(redirect_as_an_answer),
		WITH_FIXTURE(headers_stay_with_their_host),
		WITH_FIXTURE(other_hosts_get_no_method_and_no_body),
		WITH_FIXTURE(secrets_want_tls),
		WITH_FIXTURE(header_lines_with_controls_are_refused),
		WITH_FIXTURE(post_is_sent_once),
		WITH_FIXTURE(accounts_keep_their_connection),
		WITH_FIXTURE(answer_headers_are_kept),
		WITH_FIXTURE(bodies_of_errors_are_kept_where_wanted),
		WITH_FIXTURE(each_request_has_its_own_limit),
		WITH_FIXTURE(part_of_a_document),
	};
	return UNIT_RUN(tests);
}
