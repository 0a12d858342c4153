/*
 * Downloads that break off again and again, from servers that have another file each
 * time: whatever they say of it, what arrives is one of their files, never parts of two.
 * RUNS=10000 in the environment makes more of them than usual, and SEED others.
 */
#include "config.h"

#include "../unit/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../unit/fetch_helper.h"
#include "base/str.h"
#include "body.h"

#define USUAL 60
#define VERSIONS 3
#define ANSWERS 8
#define SLICE 250 /* runs with one server */
#define NAME "Episode.mp3"

static uint64_t
next(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static uint64_t
number(const char *name, uint64_t usual)
{
	const char *value = getenv(name);
	return str_empty(value) ? usual : strtoull(value, NULL, 10);
}

/* One file in several versions, and how the server tells them from each other. */
struct run {
	int64_t sizes[VERSIONS];
	bool tags; /* a version has an ETag of its own; otherwise all have the same */
	bool ranges;
};

static struct run
make_run(uint64_t *state)
{
	struct run run = {.tags = next(state) % 2, .ranges = next(state) % 4 != 0};
	bool same = next(state) % 2;
	for (int v = 0; v < VERSIONS; v++)
		run.sizes[v] = same && v ? run.sizes[0]
					 : 100000 + (int64_t)(next(state) % 200000);
	return run;
}

/* Each answer is of any version and cut anywhere, but for the last ones. */
static void
put_run(struct buf *script, int i, const struct run *run, uint64_t *state)
{
	buf_addf(script, "/%d\n", i);
	for (int a = 0; a < ANSWERS; a++) {
		int v = (int)(next(state) % VERSIONS);
		buf_addf(script, "%s\tmade %" PRId64 " %d\n\tetag \"%d\"\n%s",
			a ? "then\n" : "", run->sizes[v], v + 1, run->tags ? v : 7,
			run->ranges ? "\tranges\n" : "");
		if (a < ANSWERS - 1)
			buf_addf(script, "\tcut %" PRIu64 "\n",
				next(state) % (uint64_t)run->sizes[v]);
	}
}

static bool
is_one_version(const struct body_fixture *f, const struct run *run)
{
	for (int v = 0; v < VERSIONS; v++)
		if (body_size(f, NAME) == run->sizes[v] &&
			body_is(f, NAME, run->sizes[v], (uint64_t)v + 1))
			return true;
	return false;
}

/* Goes on as downloads do, with what the last try said of the file. */
static void
download(struct body_fixture *f, int i)
{
	char path[16];
	struct fetch_file file = {.dir = f->dir, .name = NAME};
	struct fetch_result *r = NULL, *last = NULL;
	bool complete = false;
	snprintf(path, sizeof path, "/%d", i);
	for (int tries = 0; !complete && tries < 2 * ANSWERS; tries++) {
		r = body_get(f, path,
			(struct fetch_request){
				.file = &file, .body_max = 1 << 20, .bulk = true});
		complete = r->complete;
		fetch_result_free(last);
		last = r;
		file.validator = r->validator;
		file.total = r->total;
	}
	fetch_result_free(last);
	assert_true(complete);
}

static void
nothing_is_spliced(void **state)
{
	struct body_fixture *f = *state;
	uint64_t random = number("SEED", 20261130), runs = number("RUNS", USUAL);
	for (uint64_t done = 0; done < runs; done += SLICE) {
		struct run list[SLICE];
		struct buf script = BUF_INIT(0);
		int len = runs - done < SLICE ? (int)(runs - done) : SLICE;
		for (int i = 0; i < len; i++) {
			list[i] = make_run(&random);
			put_run(&script, i, &list[i], &random);
		}
		body_start(f, buf_str(&script), NULL, &fetch_helper_config);
		buf_done(&script);
		for (int i = 0; i < len; i++) {
			download(f, i);
			if (!is_one_version(f, &list[i]))
				fail_msg("run %" PRIu64 ": parts of two files",
					done + (uint64_t)i);
			unlinkat(f->dir, NAME, 0);
		}
		fetch_free(f->fetch);
		http_server_stop(f->server);
		f->fetch = NULL;
		f->server = NULL;
	}
}

/* The part of another version stays, with what is known of it, until there is as much of
 * the new one as would be asked for again. */
static void
part_stays_until_enough_of_another_has_come(void **state)
{
	struct body_fixture *f = *state;
	static const char script[] =
		"/early\n\tmade 200000 2\n\tetag \"two\"\n\tcut 65000\n"
		"/late\n\tmade 210000 2\n\tetag \"two\"\n\tcut 100000\n"
		"/small\n\tbody 0123456789\n";
	static const struct {
		const char *path, *validator;
		int64_t size, total;
		uint64_t seed;
	} cases[] = {
		{"/early", "\"one\"", 150000, 199999, 1},
		{"/late", "\"two\"", 100000, 210000, 2},
	};
	body_start(f, script, NULL, &fetch_helper_config);
	struct fetch_file file = {
		.dir = f->dir, .name = NAME, .validator = "\"one\"", .total = 199999};
	const struct fetch_request request = {.file = &file, .body_max = 1 << 20};
	body_write(f, NAME ".part", 150000, 1);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_result *r = body_get(f, cases[i].path, request);
		assert_int_equal(r->status, ERR_NETWORK);
		assert_int_equal(r->size, cases[i].size);
		assert_int_equal(r->total, cases[i].total);
		assert_string_equal(r->validator, cases[i].validator);
		assert_true(r->restarted);
		fetch_result_free(r);
		assert_true(body_is(f, NAME ".part", cases[i].size, cases[i].seed));
	}
	struct fetch_result *r = body_get(f, "/small", request);
	assert_true(r->complete);
	fetch_result_free(r);
	assert_int_equal(body_size(f, NAME), 10);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			nothing_is_spliced, body_set_up, body_tear_down),
		cmocka_unit_test_setup_teardown(
			part_stays_until_enough_of_another_has_come, body_set_up,
			body_tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
