/*
 * Bodies that go to files: complete ones, resumed ones, servers that get ranges wrong,
 * full disks, and other files that are in the way (cases 23, 24, 35, 36).
 */
#include "config.h"

#include "../unit/unit.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "../store/fault.h"
#include "../unit/fetch_helper.h"
#include "answer.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "body.h"
#include "model/http.h"

#define SIZE 200000
#define HAVE 150000
#define OVERLAP 65536 /* bytes that are asked for again, and compared */
#define MODIFIED "Sun, 06 Nov 1994 08:49:37 GMT"

#define HOP "\tredirect 302 @PATH@x\nthen\n"
#define HOPS HOP HOP HOP HOP HOP
#define CHAIN HOPS HOPS HOPS HOPS /* twenty redirects, from one path to itself */

static const char script[] =
	"/whole\n\tmade 200000 1\n\tranges\n\tetag \"one\"\n"
	"/huge\n\tmade 5000000000 1\n\tranges\n\tetag \"one\"\n"
	"/modified\n\tmade 200000 1\n\tranges\n\tmodified " MODIFIED
	"\n\theader Date: Sun, 06 Nov 1994 08:50:37 GMT\n"
	"/modified-now\n\tmade 200000 1\n\tranges\n\tmodified " MODIFIED
	"\n\theader Date: Sun, 06 Nov 1994 08:50:36 GMT\n"
	"/weak\n\tmade 200000 1\n\tranges\n\tetag W/\"one\"\n"
	"/no-ranges\n\tmade 200000 1\n\tetag \"one\"\n"
	"/changed\n\tmade 200000 2\n\tranges\n\tetag \"two\"\n"
	"/liar\n\tmade 200000 2\n\tranges\n\tetag \"one\"\n"
	"/other-tag\n\tmade 200000 1\n\tranges any\n\tetag \"two\"\n"
	"/longer\n\tmade 250000 1\n\tranges\n\tetag \"one\"\n"
	"/shrunk\n\tmade 50000 2\n\tranges\n\tetag \"one\"\n"
	"/grown\n\tmade 250000 2\n\tranges\n\tetag \"one\"\n"
	"/ignores\n\tstatus 206\n\tetag \"two\"\n\theader Content-Range: bytes "
	"84464-199999/200000\n\tmade 115536 2\nthen\n\tmade 200000 2\n\tetag \"two\"\n"
	"/behind\n\tstatus 206\n\theader Content-Range: bytes 150001-199999/200000\n"
	"\tmade 49999 2\nthen\n\tmade 200000 2\n\tetag \"two\"\n"
	"/no-content-range\n\tstatus 206\n\tmade 115536 2\nthen\n\tmade 200000 2\n"
	"/multipart\n\tstatus 206\n\theader Content-Type: multipart/byteranges; "
	"boundary=x\n\tbody --x\\r\\n\nthen\n\tmade 200000 2\n"
	"/refuses\n\tstatus 416\nthen\n\tmade 200000 2\n"
	"/always-206\n\tstatus 206\n\theader Content-Range: bytes 7-9/200000\n\tbody "
	"abc\n"
	"/cut\n\tmade 200000 1\n\tranges\n\tetag \"one\"\n\tcut 150000\nthen\n"
	"\tmade 200000 1\n\tranges\n\tetag \"one\"\n"
	"/reset\n\tmade 200000 1\n\tranges\n\treset 150000\nthen\n"
	"\tmade 200000 1\n\tranges\n"
	"/chunked-cut\n\tchunked 1000\n\tcut 5000\n\trepeat 2000 0123456789\n"
	"/long-lie\n\tlength 30000\n\trepeat 2000 0123456789\n"
	"/short-lie\n\tlength 10000\n\trepeat 2000 0123456789\n"
	"/overflow\n\tlength none\n\theader Content-Length: 9223372036854775808\n"
	"\trepeat 2000 0123456789\n"
	"/zero\n\tlength 0\n\trepeat 2000 0123456789\n"
	"/less\n\tstatus 206\n\theader Content-Range: bytes 84464-149993/200000\n"
	"\trepeat 6553 4567890123\n"
	"/close\n\tlength none\n\trepeat 2000 0123456789\n"
	"/chunked\n\tchunked 1000\n\trepeat 2000 0123456789\n"
	"/empty\n\tbody\n"
	"/page\n\theader Content-Type: audio/mpeg\n\tbody \\n\\n<!DOCTYPE html>\n"
	"/page-bom\n\tbody \\xef\\xbb\\xbf <html>\n"
	"/json\n\tbody {\"error\":1}\n"
	"/page-type\n\theader Content-Type: text/html; charset=utf-8\n\tbody Log in\n"
	"/sound-called-page\n\theader Content-Type: text/html\n\tbody ID3 0123456789\n"
	"/gzip\n\tgzip\n\tbody 0123456789\n"
	"/404\n\tstatus 404\n\tbody not here\n"
	"/204\n\tstatus 204\n"
	"/503\n\tstatus 503\n\theader Retry-After: 7\n\tbody later\n"
	"/away\n\tredirect 302 @ELSEWHERE@/there\n"
	"/slow\n\tmade 200000 1\n\tranges\n\tetag \"one\"\n\tslow 10000 20ms\n"
	"/stall\n\tmade 200000 1\n\tranges\n\tetag \"one\"\n\tstall 150000\nthen\n"
	"\tmade 200000 1\n\tranges\n\tetag \"one\"\n"
	"/trackers*\n" CHAIN "\tmade 200000 1\n"
	"/circle*\n" CHAIN HOP "\tmade 200000 1\n"
	"/endless\n\tendless 0123456789\n";

#define NAME "Episode 7.mp3"
#define PART NAME ".part"

static int
set_up(void **state)
{
	body_set_up(state);
	body_start(*state, script, "/there\n\tmade 200000 1\n\tetag \"there\"\n",
		&fetch_helper_config);
	return 0;
}

static struct fetch_file
file_of(const struct body_fixture *f)
{
	return (struct fetch_file){.dir = f->dir, .name = NAME};
}

/* The file is what the server has at path. */
static struct fetch_result *
get(struct body_fixture *f, const char *path, const struct fetch_file *file)
{
	return body_get(f, path,
		(struct fetch_request){.file = file, .body_max = 1 << 20, .bulk = true});
}

static void
want_complete(struct body_fixture *f, struct fetch_result *r, int64_t size, uint64_t seed)
{
	if (r->status != OK)
		fail_msg("%s", r->err.text);
	assert_true(r->complete);
	assert_int_equal(r->size, size);
	assert_int_equal(r->body.len, 0);
	assert_true(body_is(f, NAME, size, seed));
	assert_false(body_is_there(f, PART));
	fetch_result_free(r);
}

static void
want_failure(struct fetch_result *r, int status, const char *says)
{
	if (r->status != status || !strstr(r->err.text, says))
		fail_msg("%d: %s", r->status, r->err.text);
	assert_false(r->complete);
	fetch_result_free(r);
}

static void
whole_file(void **state)
{
	struct body_fixture *f = *state;
	struct fetch_file file = file_of(f);
	struct stat st;
	umask(022);
	struct fetch_result *r = get(f, "/whole", &file);
	assert_int_equal(r->http_status, 200);
	assert_int_equal(r->bytes, SIZE);
	assert_int_equal(r->total, SIZE);
	assert_string_equal(r->validator, "\"one\"");
	assert_false(r->restarted);
	want_complete(f, r, SIZE, 1);
	assert_int_equal(fstatat(f->dir, NAME, &st, 0), 0);
	assert_int_equal(st.st_mode & 07777, 0644);
	assert_int_equal(st.st_nlink, 1);
	const struct http_request *request = body_asked(f, "/whole", 0);
	assert_true(body_sent(request, "Accept-Encoding", "identity"));
	assert_true(body_sent(request, "Range", NULL));
	assert_true(body_sent(request, "If-Range", NULL));
	assert_true(body_sent(request, "If-None-Match", NULL));
}

/* In whatever way the end of it is told. */
static void
framings(void **state)
{
	struct body_fixture *f = *state;
	static const struct {
		const char *path;
		int64_t size, total;
	} cases[] = {
		{"/chunked", 20000, -1},
		{"/close", 20000, -1},
		{"/overflow", 20000, -1}, /* a length that is none */
		/* What follows is not of the body (RFC 9112, section 6.3). */
		{"/short-lie", 10000, 10000},
	};
	const struct fetch_file file = file_of(f);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_result *r = get(f, cases[i].path, &file);
		assert_int_equal(r->status, OK);
		assert_true(r->complete);
		assert_int_equal(r->size, cases[i].size);
		assert_int_equal(r->total, cases[i].total);
		assert_int_equal(body_size(f, NAME), cases[i].size);
		fetch_result_free(r);
		unlinkat(f->dir, NAME, 0);
	}
}

/* What has not the published sum is not kept. If the beginning was here before, it may be
 * that which is wrong: then all of it comes once more. */
static void
files_without_their_sum(void **state)
{
	struct body_fixture *f = *state;
	for (int have = 0; have <= HAVE; have += HAVE) {
		struct fetch_file file = file_of(f);
		file.integrity = "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=";
		if (have)
			body_write(f, PART, have, 1);
		size_t asked = body_times_asked(f, "/whole");
		want_failure(get(f, "/whole", &file), ERR_DAMAGED, "integrity");
		assert_int_equal(body_times_asked(f, "/whole"), asked + (have ? 2 : 1));
		assert_int_equal(body_size(f, PART), 0);
		assert_false(body_is_there(f, NAME));
	}
}

/* An earlier run left a part, with a validator to know it by or without one. */
static void
rest_of_a_file(void **state)
{
	struct body_fixture *f = *state;
	static const struct {
		const char *path, *validator;
		int64_t total;
	} cases[] = {
		{"/whole", "\"one\"", SIZE},
		{"/modified", MODIFIED, SIZE},
		{"/weak", NULL, -1},
		{"/whole", NULL, 0},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_file file = file_of(f);
		file.validator = cases[i].validator;
		file.total = cases[i].total;
		body_write(f, PART, HAVE, 1);
		size_t asked = body_times_asked(f, NULL);
		struct fetch_result *r = get(f, cases[i].path, &file);
		assert_int_equal(r->http_status, 206);
		assert_int_equal(r->bytes, SIZE - HAVE + OVERLAP);
		assert_false(r->restarted);
		want_complete(f, r, SIZE, 1);
		const struct http_request *request = body_asked(f, NULL, asked);
		assert_true(body_sent(request, "Range", "bytes=84464-"));
		assert_true(body_sent(request, "If-Range", cases[i].validator));
		assert_int_equal(body_times_asked(f, NULL), asked + 1);
		unlinkat(f->dir, NAME, 0);
	}
}

/* Podcast fault 16: sizes and places that 32 bits do not hold. */
static void
rest_of_a_file_of_5_gb(void **state)
{
	struct body_fixture *f = *state;
	const int64_t size = 5000000000, have = size - 100000;
	char overlap[OVERLAP], end[1000], want[1000];
	struct fetch_file file = file_of(f);
	file.validator = "\"one\"";
	file.total = size;
	int fd = openat(f->dir, PART, O_RDWR | O_CREAT, 0644);
	answer_make(overlap, sizeof overlap, have - OVERLAP, 1);
	assert_int_equal(pwrite(fd, overlap, OVERLAP, have - OVERLAP), OVERLAP);
	struct fetch_result *r = body_get(f, "/huge",
		(struct fetch_request){
			.file = &file, .body_max = size + 1, .bulk = true});
	assert_int_equal(r->status, OK);
	assert_true(r->complete);
	assert_int_equal(r->size, size);
	assert_int_equal(r->bytes, size - have + OVERLAP);
	assert_int_equal(body_size(f, NAME), size);
	assert_int_equal(pread(fd, end, sizeof end, size - 1000), 1000);
	answer_make(want, sizeof want, size - 1000, 1);
	assert_memory_equal(end, want, sizeof end);
	close(fd);
	fetch_result_free(r);
}

/* RFC 9110, sections 8.8.2.2 and 13.1.5. */
static void
only_strong_validators_are_kept(void **state)
{
	struct body_fixture *f = *state;
	static const struct {
		const char *path, *validator;
	} cases[] = {
		{"/whole", "\"one\""},
		{"/modified", MODIFIED},
		{"/modified-now", NULL},
		{"/weak", NULL},
	};
	const struct fetch_file file = file_of(f);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_result *r = get(f, cases[i].path, &file);
		if (cases[i].validator)
			assert_string_equal(r->validator, cases[i].validator);
		else
			assert_null(r->validator);
		want_complete(f, r, SIZE, 1);
		unlinkat(f->dir, NAME, 0);
	}
}

/* The file is fetched from the start, and two versions are never mixed. */
static void
another_version(void **state)
{
	struct body_fixture *f = *state;
	static const struct {
		const char *path;
		size_t requests;
		int64_t size;
		uint64_t seed;
	} cases[] = {
		{"/no-ranges", 1, SIZE, 1},
		{"/changed", 1, SIZE, 2},
		{"/liar", 2, SIZE, 2}, /* the bytes tell it */
		/* the bytes do not, but what is said of them */
		{"/other-tag", 2, SIZE, 1},
		{"/longer", 2, 250000, 1},
		{"/shrunk", 2, 50000, 2},
		{"/grown", 2, 250000, 2},
		{"/ignores", 2, SIZE, 2},
		{"/behind", 2, SIZE, 2},
		{"/no-content-range", 2, SIZE, 2},
		{"/multipart", 2, SIZE, 2},
		{"/refuses", 2, SIZE, 2},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_file file = file_of(f);
		file.validator = "\"one\"";
		file.total = SIZE;
		body_write(f, PART, HAVE, 1);
		struct fetch_result *r = get(f, cases[i].path, &file);
		assert_int_equal(r->http_status, 200);
		assert_true(r->restarted);
		want_complete(f, r, cases[i].size, cases[i].seed);
		assert_int_equal(body_times_asked(f, cases[i].path), cases[i].requests);
		assert_true(body_sent(
			body_asked(f, cases[i].path, 0), "Range", "bytes=84464-"));
		if (cases[i].requests > 1)
			assert_true(body_sent(
				body_asked(f, cases[i].path, 1), "Range", NULL));
		unlinkat(f->dir, NAME, 0);
	}
}

static void
no_rest_is_asked_for(void **state)
{
	struct body_fixture *f = *state;
	static const struct {
		int64_t have, total;
		bool afresh;
	} cases[] = {
		{HAVE, SIZE, true},      /* as the caller wishes */
		{OVERLAP, SIZE, false},  /* all that is there would come again */
		{HAVE, HAVE - 1, false}, /* it can't be the same */
		{HAVE * 2, SIZE, false},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_file file = file_of(f);
		file.total = cases[i].total;
		file.afresh = cases[i].afresh;
		body_write(f, PART, cases[i].have, 1);
		struct fetch_result *r = get(f, "/whole", &file);
		assert_int_equal(r->http_status, 200);
		want_complete(f, r, SIZE, 1);
		assert_true(body_sent(body_asked(f, "/whole", i), "Range", NULL));
		unlinkat(f->dir, NAME, 0);
	}
}

/* After a crash between the last byte and the renaming. */
static void
part_that_is_whole_gets_its_name(void **state)
{
	struct body_fixture *f = *state;
	struct fetch_file file = file_of(f);
	body_write(f, PART, SIZE, 1);
	struct fetch_result *r = get(f, "/whole", &file);
	assert_int_equal(r->bytes, OVERLAP);
	want_complete(f, r, SIZE, 1);
}

/* It has less than what was asked for, and says so. */
static void
part_of_the_rest(void **state)
{
	struct body_fixture *f = *state;
	struct fetch_file file = file_of(f);
	int fd = openat(f->dir, PART, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	for (int i = 0; i < HAVE / 10; i++)
		assert_int_equal(write(fd, "0123456789", 10), 10);
	close(fd);
	struct fetch_result *r = get(f, "/less", &file);
	assert_int_equal(r->http_status, 206);
	assert_false(r->restarted);
	assert_int_equal(r->size, HAVE);
	assert_int_equal(r->total, SIZE);
	want_failure(r, ERR_NETWORK, "");
	assert_false(body_is_there(f, NAME));
}

static void
server_that_never_tells_the_right_part(void **state)
{
	struct body_fixture *f = *state;
	struct fetch_file file = file_of(f);
	body_write(f, PART, HAVE, 1);
	want_failure(get(f, "/always-206", &file), ERR_NETWORK,
		"a different part of the file");
	assert_true(body_is(f, PART, HAVE, 1));
	assert_int_equal(body_times_asked(f, "/always-206"), 2);
}

static void
broken_transfers_go_on(void **state)
{
	struct body_fixture *f = *state;
	static const struct {
		const char *path, *validator;
	} cases[] = {
		{"/cut", "\"one\""},
		{"/reset", NULL},
	};
	struct stat st;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_file file = file_of(f);
		struct fetch_result *r = get(f, cases[i].path, &file);
		assert_int_equal(r->status, ERR_NETWORK);
		assert_null(strstr(r->err.text, "discarded"));
		assert_int_equal(r->trouble, TROUBLE_BROKEN);
		assert_false(r->complete);
		assert_int_equal(r->total, SIZE);
		assert_true(r->size > OVERLAP);
		assert_true(body_is(f, PART, r->size, 1));
		assert_false(body_is_there(f, NAME));
		assert_int_equal(fstatat(f->dir, PART, &st, 0), 0);
		assert_int_equal(st.st_mode & 07777, 0600);
		if (cases[i].validator)
			assert_string_equal(r->validator, cases[i].validator);
		else
			assert_null(r->validator);
		file.validator = r->validator;
		file.total = r->total;
		int64_t had = r->size;
		struct fetch_result *rest = get(f, cases[i].path, &file);
		fetch_result_free(r);
		assert_int_equal(rest->http_status, 206);
		assert_int_equal(rest->bytes, SIZE - had + OVERLAP);
		want_complete(f, rest, SIZE, 1);
		unlinkat(f->dir, NAME, 0);
	}
}

static void
broken_bodies_get_no_name(void **state)
{
	struct body_fixture *f = *state;
	static const struct {
		const char *path;
		int status;
		const char *says;
	} cases[] = {
		{"/chunked-cut", ERR_NETWORK, "the answer ended before"},
		{"/long-lie", ERR_NETWORK, "before its announced length"},
		{"/empty", ERR_NETWORK, "an empty file"},
		{"/zero", ERR_NETWORK, "an empty file"},
		{"/gzip", ERR_SYNTAX, "cannot decode"},
	};
	const struct fetch_file file = file_of(f);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		want_failure(
			get(f, cases[i].path, &file), cases[i].status, cases[i].says);
		assert_false(body_is_there(f, NAME));
		assert_true(body_is_there(f, PART));
	}
}

/* The page of a hotel's network must not cost the bytes that are there already. */
static void
pages_are_no_files(void **state)
{
	struct body_fixture *f = *state;
	static const char *const paths[] = {"/page", "/page-bom", "/json", "/page-type"};
	struct fetch_file file = file_of(f);
	body_write(f, PART, HAVE, 1);
	for (size_t i = 0; i < COUNT_OF(paths); i++) {
		file.no_page = true;
		file.validator = "\"one\"";
		struct fetch_result *r = get(f, paths[i], &file);
		assert_int_equal(r->trouble, TROUBLE_LOGIN);
		assert_int_equal(r->size, HAVE);
		assert_string_equal(r->validator, "\"one\"");
		want_failure(r, ERR_SYNTAX, "a web page came");
		assert_true(body_is(f, PART, HAVE, 1));
	}
	file.no_page = false;
	struct fetch_result *r = get(f, "/page", &file);
	assert_int_equal(r->status, OK);
	assert_true(r->complete);
	fetch_result_free(r);
}

static void
sound_may_be_called_a_page(void **state)
{
	struct body_fixture *f = *state;
	struct fetch_file file = file_of(f);
	file.no_page = true;
	struct fetch_result *r = get(f, "/sound-called-page", &file);
	assert_int_equal(r->status, OK);
	assert_true(r->complete);
	fetch_result_free(r);
}

static void
other_answers_change_nothing(void **state)
{
	struct body_fixture *f = *state;
	static const struct {
		const char *path;
		long http_status;
	} cases[] = {
		{"/404", 404},
		{"/204", 204},
		{"/503", 503},
	};
	struct fetch_file file = file_of(f);
	file.validator = "\"one\"";
	body_write(f, PART, HAVE, 1);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_result *r = get(f, cases[i].path, &file);
		assert_int_equal(r->status, OK);
		assert_int_equal(r->http_status, cases[i].http_status);
		assert_int_equal(r->retry_after, cases[i].http_status == 503 ? 7 : -1);
		assert_false(r->complete);
		assert_int_equal(r->size, HAVE);
		assert_string_equal(r->validator, "\"one\"");
		assert_true(body_is(f, PART, HAVE, 1));
		assert_false(body_is_there(f, NAME));
		fetch_result_free(r);
	}
}

/* Every hop asks for the rest, but only the first host gets the headers. */
static void
redirects_lead_to_files(void **state)
{
	struct body_fixture *f = *state;
	struct fetch_file file = file_of(f);
	struct http_log log;
	body_write(f, PART, HAVE, 1);
	struct fetch_result *r = body_get(f, "/away",
		(struct fetch_request){
			.file = &file, .body_max = 1 << 20, .headers = "X-Token: t"});
	assert_string_equal(r->validator, "\"there\"");
	assert_non_null(strstr(r->url, "/there"));
	want_complete(f, r, SIZE, 1);
	assert_true(body_sent(body_asked(f, "/away", 0), "X-Token", "t"));
	http_server_log(f->elsewhere, &log);
	assert_int_equal(log.count, 1);
	assert_true(body_sent(&log.requests[0], "X-Token", NULL));
	assert_true(body_sent(&log.requests[0], "Range", "bytes=84464-"));
	http_log_done(&log);
}

/* The config allows ten of them, for documents. */
static void
long_chains_lead_to_files(void **state)
{
	struct body_fixture *f = *state;
	const struct fetch_file file = file_of(f);
	want_complete(f, get(f, "/trackers", &file), SIZE, 1);
	unlinkat(f->dir, NAME, 0);
	want_failure(get(f, "/circle", &file), ERR_LIMIT, "more than 20 times");
}

static void
limits_hold_for_files(void **state)
{
	struct body_fixture *f = *state;
	const struct fetch_file file = file_of(f);
	struct fetch_request request = {.file = &file, .body_max = SIZE - 1};
	/* The length is announced, so not a byte is written. */
	struct fetch_result *r = body_get(f, "/whole", request);
	assert_int_equal(r->size, 0);
	assert_int_equal(r->total, SIZE);
	want_failure(r, ERR_LIMIT, "longer than 199999 bytes");
	request.body_max = SIZE;
	want_complete(f, body_get(f, "/whole", request), SIZE, 1);
	unlinkat(f->dir, NAME, 0);
	r = body_get(f, "/endless", request);
	assert_in_range(r->size, 1, SIZE);
	want_failure(r, ERR_LIMIT, "longer than 200000 bytes");
	/* without one of its own, the config's */
	request.body_max = 0;
	want_failure(body_get(f, "/endless", request), ERR_LIMIT, "262144 bytes");
}

/* ---- names */

static void
nothing_is_overwritten(void **state)
{
	struct body_fixture *f = *state;
	struct fetch_file file = file_of(f);
	struct err err;
	body_write(f, NAME, 10, 3);
	want_failure(get(f, "/whole", &file), ERR_DENIED, "exists already");
	assert_int_equal(body_times_asked(f, NULL), 0);
	assert_true(body_is(f, NAME, 10, 3));
	unlinkat(f->dir, NAME, 0);

	/* It appears during the download: NAME.part is complete and can be renamed. */
	fetch_add(f->fetch,
		&(struct fetch_request){
			.url = body_url(f, "/slow"), .file = &file, .body_max = 1 << 20});
	while (body_size(f, PART) < 10000) {
		assert_null(fetch_step(f->fetch));
		fetch_wait(f->fetch, 100, -1);
	}
	body_write(f, NAME, 10, 3);
	want_failure(fetch_helper_await(f->fetch, 1), ERR_DENIED, "exists already");
	assert_true(body_is(f, NAME, 10, 3));
	assert_true(body_is(f, PART, SIZE, 1));
	assert_int_equal(fetch_file_publish(f->dir, PART, NAME, &err), ERR_DENIED);
	assert_int_equal(fetch_file_publish(f->dir, PART, "other", &err), OK);
	assert_true(body_is(f, "other", SIZE, 1));
	assert_false(body_is_there(f, PART));
}

static void
caller_names_the_file(void **state)
{
	struct body_fixture *f = *state;
	struct fetch_file file = file_of(f);
	struct err err;
	file.keep_part = true;
	body_write(f, NAME, 10, 3); /* is of no concern */
	struct fetch_result *r = get(f, "/whole", &file);
	assert_int_equal(r->status, OK);
	assert_true(r->complete);
	fetch_result_free(r);
	assert_true(body_is(f, PART, SIZE, 1));
	assert_int_equal(fetch_file_publish(f->dir, PART, "Episode 7 (2).mp3", &err), OK);
	assert_true(body_is(f, "Episode 7 (2).mp3", SIZE, 1));
	assert_true(body_is(f, NAME, 10, 3));
}

/* A crash between link and unlink. */
static void
both_names_are_one_file(void **state)
{
	struct body_fixture *f = *state;
	struct fetch_file file = file_of(f);
	body_write(f, NAME, SIZE, 1);
	assert_int_equal(linkat(f->dir, NAME, f->dir, PART, 0), 0);
	want_failure(get(f, "/whole", &file), ERR_DENIED, "exists already");
	assert_false(body_is_there(f, PART));
	assert_true(body_is(f, NAME, SIZE, 1));
}

static void
make_link(struct body_fixture *f)
{
	body_write(f, "victim", 10, 3);
	assert_int_equal(symlinkat("victim", f->dir, PART), 0);
}

static void
make_dangling_link(struct body_fixture *f)
{
	assert_int_equal(symlinkat("nowhere", f->dir, PART), 0);
}

static void
make_hard_link(struct body_fixture *f)
{
	body_write(f, "victim", 10, 3);
	assert_int_equal(linkat(f->dir, "victim", f->dir, PART, 0), 0);
}

static void
make_fifo(struct body_fixture *f)
{
	assert_int_equal(mkfifoat(f->dir, PART, 0600), 0);
}

static void
make_dir(struct body_fixture *f)
{
	assert_int_equal(mkdirat(f->dir, PART, 0700), 0);
}

static void
make_others_file(struct body_fixture *f)
{
	body_write(f, PART, 10, 3);
	if (fchownat(f->dir, PART, 65534, (gid_t)-1, 0) != 0)
		make_link((unlinkat(f->dir, PART, 0), f)); /* only root can */
}

static void
what_is_in_the_way_is_left_alone(void **state)
{
	struct body_fixture *f = *state;
	static void (*const make[])(struct body_fixture *) = {make_link,
		make_dangling_link, make_hard_link, make_fifo, make_dir,
		make_others_file};
	const struct fetch_file file = file_of(f);
	for (size_t i = 0; i < COUNT_OF(make); i++) {
		make[i](f);
		want_failure(get(f, "/whole", &file), ERR_DENIED, "is in the way");
		assert_true(!body_is_there(f, "victim") || body_is(f, "victim", 10, 3));
		assert_false(body_is_there(f, "nowhere"));
		assert_false(body_is_there(f, NAME));
		if (unlinkat(f->dir, PART, 0) != 0)
			assert_int_equal(unlinkat(f->dir, PART, AT_REMOVEDIR), 0);
		unlinkat(f->dir, "victim", 0);
	}
	assert_int_equal(body_times_asked(f, NULL), 0);
}

/* A second download of the same name would mix its bytes with the first one's. */
static void
file_has_one_writer(void **state)
{
	struct body_fixture *f = *state;
	const struct fetch_file file = file_of(f);
	body_write(f, PART, HAVE, 1);
	int fd = openat(f->dir, PART, O_RDWR | O_CLOEXEC);
	assert_int_equal(flock(fd, LOCK_EX | LOCK_NB), 0);
	want_failure(get(f, "/whole", &file), ERR_BUSY, "already being downloaded");
	close(fd);
	want_complete(f, get(f, "/whole", &file), SIZE, 1);
}

static void
names_are_names(void **state)
{
	struct body_fixture *f = *state;
	char longest[252], too_long[253];
	memset(longest, 'x', sizeof longest);
	memset(too_long, 'x', sizeof too_long);
	longest[250] = too_long[251] = '\0';
	const char *const names[] = {
		"", ".", "..", "a/b", "/etc/passwd", "../x", NULL, too_long};
	struct fetch_file file = file_of(f);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		file.name = names[i];
		want_failure(get(f, "/whole", &file), ERR_INVALID,
			"is not the name of a file");
	}
	assert_int_equal(body_times_asked(f, NULL), 0);
	file.name = longest;
	struct fetch_result *r = get(f, "/whole", &file);
	assert_int_equal(r->status, OK);
	assert_true(body_is(f, longest, SIZE, 1));
	fetch_result_free(r);
	/* what a terminal shows of a name can't steer it (case 5) */
	file.name = "a\x1b[2Jb";
	body_write(f, file.name, 1, 1);
	r = get(f, "/whole", &file);
	assert_null(strchr(r->err.text, '\x1b'));
	want_failure(r, ERR_DENIED, "exists already");
}

/* ---- disks */

/* RLIMIT_FSIZE is a disk that has no room after a certain byte. */
static void
disk_that_is_full_at_a_byte(void **state)
{
	struct body_fixture *f = *state;
	struct fetch_file file = file_of(f);
	struct rlimit old, small;
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	small = old;
	small.rlim_cur = 123456;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	struct fetch_result *r = get(f, "/whole", &file);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
	assert_int_equal(r->trouble, TROUBLE_LOCAL);
	assert_int_equal(r->size, 123456);
	assert_int_equal(r->total, SIZE);
	assert_string_equal(r->validator, "\"one\"");
	want_failure(r, ERR_FULL, "what has arrived is kept and can be resumed");
	assert_true(body_is(f, PART, 123456, 1));
	assert_false(body_is_there(f, NAME));

	file.validator = "\"one\"";
	r = get(f, "/whole", &file);
	assert_int_equal(r->http_status, 206);
	want_complete(f, r, SIZE, 1);
}

/* Whichever call fails, either the file is complete, or it has no name yet and can be
 * resumed. */
static void
disk_that_fails_at_any_call(void **state)
{
	struct body_fixture *f = *state;
	static const enum fault_kind kinds[] = {FAULT_FULL, FAULT_BROKEN};
	static const int status[] = {ERR_FULL, ERR_IO};
	static const char *const says[] = {"the disk is full", "cannot write"};
	const struct fetch_file file = file_of(f);
	for (size_t k = 0; k < COUNT_OF(kinds); k++) {
		int n = 1;
		for (bool hit = true; hit; n++) {
			fault_set(kinds[k], n);
			struct fetch_result *r = get(f, "/whole", &file);
			hit = fault_hit();
			fault_set(FAULT_NONE, 0);
			/* that the directory can't be synced is no failure */
			if (r->complete) {
				want_complete(f, r, SIZE, 1);
				unlinkat(f->dir, NAME, 0);
				continue;
			}
			assert_true(body_is(f, PART, r->size, 1));
			want_failure(r, status[k], says[k]);
			assert_false(body_is_there(f, NAME));
			want_complete(f, get(f, "/whole", &file), SIZE, 1);
			unlinkat(f->dir, NAME, 0);
		}
		assert_true(n > 3); /* how many there are depends on the sockets */
	}
}

static void
room_is_left_for_others(void **state)
{
	struct body_fixture *f = *state;
	struct fetch_file file = file_of(f);
	file.keep_free = INT64_MAX / 2;
	body_write(f, PART, HAVE, 1);
	struct fetch_result *r = get(f, "/whole", &file);
	assert_int_equal(r->size, HAVE);
	want_failure(r, ERR_FULL, "too little space on the disk");
	file.keep_free = 1;
	want_complete(f, get(f, "/whole", &file), SIZE, 1);
}

/* ---- interrupted */

static void
cancelled_files_go_on(void **state)
{
	struct body_fixture *f = *state;
	const struct fetch_file file = file_of(f);
	struct fetch_progress progress = {0};
	const struct fetch_request request = {.tag = 5,
		.url = body_url(f, "/stall"),
		.file = &file,
		.body_max = 1 << 20,
		.bulk = true};
	assert_false(fetch_progress(f->fetch, 5, &progress));
	fetch_add(f->fetch, &request);
	int64_t end = time_mono_ms() + FETCH_HELPER_DEADLINE_MS;
	while (progress.size < HAVE) {
		assert_true(time_mono_ms() < end);
		assert_null(fetch_step(f->fetch));
		fetch_wait(f->fetch, 100, -1);
		if (fetch_progress(f->fetch, 5, &progress))
			assert_true(progress.size <= HAVE);
	}
	assert_int_equal(progress.total, SIZE);
	assert_string_equal(progress.validator, "\"one\"");
	fetch_cancel(f->fetch, 5);
	assert_false(fetch_progress(f->fetch, 5, &progress));
	/* at once again: the first may still be about to close it */
	struct fetch_result *r = get(f, "/stall", &file);
	assert_int_equal(r->http_status, 206);
	want_complete(f, r, SIZE, 1);
}

/* While the file is being opened, transferred, or closed. */
static void
cancelled_at_any_step(void **state)
{
	struct body_fixture *f = *state;
	const struct fetch_file file = file_of(f);
	for (int steps = 0; steps < 12; steps++) {
		fetch_add(f->fetch, &(struct fetch_request){.tag = 5,
					    .url = body_url(f, "/whole"),
					    .file = &file,
					    .body_max = 1 << 20,
					    .bulk = true});
		struct fetch_result *done = NULL;
		for (int i = 0; i < steps && !done; i++) {
			done = fetch_step(f->fetch);
			fetch_wait(f->fetch, 20, -1);
		}
		fetch_result_free(done);
		fetch_cancel(f->fetch, 5);
		assert_null(fetch_step(f->fetch));
		/* the next in line is not blocked */
		fetch_result_free(body_get(f, "/404", (struct fetch_request){0}));
		if (body_is_there(f, NAME))
			assert_true(body_is(f, NAME, SIZE, 1));
		unlinkat(f->dir, NAME, 0);
		unlinkat(f->dir, PART, 0);
	}
}

static void
end_does_not_wait(void **state)
{
	struct body_fixture *f = *state;
	const struct fetch_file file = file_of(f);
	fetch_add(f->fetch, &(struct fetch_request){.url = body_url(f, "/stall"),
				    .file = &file,
				    .body_max = 1 << 20});
	while (body_size(f, PART) < OVERLAP) {
		assert_null(fetch_step(f->fetch));
		fetch_wait(f->fetch, 100, -1);
	}
	int64_t began = time_mono_ms();
	fetch_free(f->fetch);
	f->fetch = NULL;
	assert_true(time_mono_ms() - began < 5000);
	assert_true(body_is(f, PART, body_size(f, PART), 1));
}

/* kill -9 at any byte: what is there is the beginning of the file, and is resumed. */
static void
killed_downloads_go_on(void **state)
{
	struct body_fixture *f = *state;
	const struct fetch_file file = file_of(f);
	for (int64_t at = 20000; at < SIZE; at += 60000) {
		pid_t pid = fork();
		assert_true(pid >= 0);
		if (pid == 0) {
			struct fetch *fetch;
			if (fetch_new(&fetch, &fetch_helper_config, NULL) != OK)
				_exit(1);
			fetch_add(fetch,
				&(struct fetch_request){.url = body_url(f, "/slow"),
					.file = &file,
					.body_max = 1 << 20});
			while (!fetch_step(fetch))
				fetch_wait(fetch, 100, -1);
			_exit(0);
		}
		int64_t end = time_mono_ms() + FETCH_HELPER_DEADLINE_MS;
		while (body_size(f, PART) < at && !body_is_there(f, NAME)) {
			assert_true(time_mono_ms() < end);
			usleep(1000);
		}
		kill(pid, SIGKILL);
		assert_int_equal(waitpid(pid, NULL, 0), pid);
		int64_t had = body_size(f, PART);
		if (had >= 0)
			assert_true(body_is(f, PART, had, 1));
	}
	struct fetch_result *r = get(f, "/whole", &file);
	if (r->status == ERR_DENIED) /* the last one was quicker */
		fetch_result_free(r);
	else
		want_complete(f, r, SIZE, 1);
	assert_true(body_is(f, NAME, SIZE, 1));
}

int
main(void)
{
#define WITH_SERVERS(test) cmocka_unit_test_setup_teardown(test, set_up, body_tear_down)
	const struct CMUnitTest tests[] = {
		WITH_SERVERS(whole_file),
		WITH_SERVERS(framings),
		WITH_SERVERS(files_without_their_sum),
		WITH_SERVERS(rest_of_a_file),
		WITH_SERVERS(rest_of_a_file_of_5_gb),
		WITH_SERVERS(only_strong_validators_are_kept),
		WITH_SERVERS(another_version),
		WITH_SERVERS(no_rest_is_asked_for),
		WITH_SERVERS(part_that_is_whole_gets_its_name),
		WITH_SERVERS(part_of_the_rest),
		WITH_SERVERS(server_that_never_tells_the_right_part),
		WITH_SERVERS(broken_transfers_go_on),
		WITH_SERVERS(broken_bodies_get_no_name),
		WITH_SERVERS(pages_are_no_files),
		WITH_SERVERS(sound_may_be_called_a_page),
		WITH_SERVERS(other_answers_change_nothing),
		WITH_SERVERS(redirects_lead_to_files),
		WITH_SERVERS(long_chains_lead_to_files),
		WITH_SERVERS(limits_hold_for_files),
		WITH_SERVERS(nothing_is_overwritten),
		WITH_SERVERS(caller_names_the_file),
		WITH_SERVERS(both_names_are_one_file),
		WITH_SERVERS(what_is_in_the_way_is_left_alone),
		WITH_SERVERS(file_has_one_writer),
		WITH_SERVERS(names_are_names),
		WITH_SERVERS(disk_that_is_full_at_a_byte),
		WITH_SERVERS(disk_that_fails_at_any_call),
		WITH_SERVERS(room_is_left_for_others),
		WITH_SERVERS(cancelled_files_go_on),
		WITH_SERVERS(cancelled_at_any_step),
		WITH_SERVERS(end_does_not_wait),
		WITH_SERVERS(killed_downloads_go_on),
	};
	return UNIT_RUN(tests);
}
