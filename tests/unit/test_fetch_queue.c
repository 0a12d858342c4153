#include "config.h"

#include "unit.h"

#include <stdio.h>

#include "base/mem.h"
#include "fetch/fetch.h"
#include "fetch/fetch_job.h"
#include "fetch/memory.h"
#include "fetch/own.h"
#include "fetch/request_queue.h"

static uint64_t order;

static struct fetch_job *
new_job(uint64_t tag, const char *url, int priority)
{
	struct fetch_job *job = mem_zalloc(sizeof *job);
	job->tag = tag;
	job->order = order++;
	job->priority = priority;
	job->url = mem_strdup(url);
	return job;
}

static void
add(struct fetch_queue *queue, uint64_t tag, const char *url, int priority)
{
	fetch_queue_add(queue, new_job(tag, url, priority), 0);
}

/* The tag of the job that starts at now, 0 for none; the job is done at once. */
static uint64_t
take(struct fetch_queue *queue, int64_t now)
{
	struct fetch_job *job = fetch_queue_take(queue, now);
	if (!job)
		return 0;
	uint64_t tag = job->tag;
	fetch_queue_release(queue, job, now);
	fetch_job_free(job);
	return tag;
}

static void
higher_priority_first_then_in_order(void **state)
{
	(void)state;
	struct fetch_queue queue;
	fetch_queue_init(&queue, &(struct fetch_limits){0});
	add(&queue, 1, "http://a/1", 0);
	add(&queue, 2, "http://b/1", 0);
	add(&queue, 3, "http://a/2", 5);
	add(&queue, 4, "http://c/1", -1);
	add(&queue, 5, "http://b/2", 5);
	add(&queue, 6, "http://a/3", 0);
	assert_int_equal(queue.waiting, 6);
	static const uint64_t want[] = {3, 5, 1, 2, 6, 4, 0};
	for (size_t i = 0; i < COUNT_OF(want); i++)
		assert_int_equal(take(&queue, 0), want[i]);
	assert_int_equal(queue.waiting, 0);
	fetch_queue_done(&queue);
}

static void
host_limit_lets_other_hosts_pass(void **state)
{
	(void)state;
	struct fetch_queue queue;
	struct fetch_job *running[3];
	fetch_queue_init(&queue, &(struct fetch_limits){.host_max = 2});
	for (uint64_t i = 1; i <= 4; i++)
		add(&queue, i, i % 2 ? "http://A.example:81/" : "https://a.example/", 0);
	add(&queue, 5, "http://b.example/", 0);
	for (size_t i = 0; i < 3; i++)
		running[i] = fetch_queue_take(&queue, 0);
	assert_int_equal(running[0]->tag, 1);
	assert_int_equal(running[1]->tag, 2);
	assert_int_equal(running[2]->tag, 5); /* scheme, port and case do not count */
	assert_null(fetch_queue_take(&queue, 0));
	assert_true(fetch_queue_has_more(running[0]));
	assert_false(fetch_queue_has_more(running[2]));
	fetch_queue_release(&queue, running[1], 0);
	assert_int_equal(take(&queue, 0), 3);
	assert_int_equal(take(&queue, 0), 4);
	assert_int_equal(take(&queue, 0), 0);
	fetch_queue_release(&queue, running[0], 0);
	fetch_queue_release(&queue, running[2], 0);
	for (size_t i = 0; i < 3; i++)
		fetch_job_free(running[i]);
	fetch_queue_done(&queue);
}

static void
gap_between_starts(void **state)
{
	(void)state;
	struct fetch_queue queue;
	fetch_queue_init(&queue, &(struct fetch_limits){.gap_ms = 100});
	for (uint64_t i = 1; i <= 6; i++)
		add(&queue, i, "http://a/", 0);
	add(&queue, 10, "http://b/1", 0);
	assert_int_equal(take(&queue, 1000), 1);
	assert_int_equal(take(&queue, 1000), 10);
	assert_int_equal(take(&queue, 1000), 0);
	assert_int_equal(fetch_queue_due(&queue), 1100);
	assert_int_equal(take(&queue, 1099), 0);
	for (uint64_t i = 2; i <= 6; i++)
		assert_int_equal(take(&queue, 900 + 100 * (int64_t)i), i);
	assert_int_equal(fetch_queue_due(&queue), INT64_MAX);
	fetch_queue_done(&queue);
}

/* A handful of feeds is asked without a gap, also when more come after a quiet time. */
static void
no_gap_for_a_handful(void **state)
{
	(void)state;
	struct fetch_queue queue;
	fetch_queue_init(&queue, &(struct fetch_limits){.gap_ms = 500});
	for (uint64_t i = 1; i <= 5; i++)
		add(&queue, i, "http://a/", 0);
	for (uint64_t i = 1; i <= 5; i++)
		assert_int_equal(take(&queue, 10), i);
	/* the sixth makes it more than a handful, though the others are long done */
	fetch_queue_add(&queue, new_job(6, "http://a/", 0), 20);
	assert_int_equal(take(&queue, 509), 0);
	assert_int_equal(take(&queue, 510), 6);
	int64_t quiet = 510 + FETCH_QUIET_MS + 1;
	for (uint64_t i = 7; i <= 8; i++)
		fetch_queue_add(&queue, new_job(i, "http://a/", 0), quiet);
	assert_int_equal(take(&queue, quiet), 7);
	assert_int_equal(take(&queue, quiet), 8);
	fetch_queue_done(&queue);
}

/* Hosts below one registered domain share its limits; those of a public suffix, and
 * addresses in numbers, do not (publicsuffix.org: co.uk, github.io). */
static void
hosts_of_a_domain_share_its_limits(void **state)
{
	(void)state;
	static const struct {
		const char *a, *b;
		bool shared;
	} cases[] = {
		{"http://a.example.co.uk/", "http://b.example.co.uk/", true},
		{"http://example.com/", "http://www.news.Example.com/", true},
		{"http://one.co.uk/", "http://two.co.uk/", false},
		{"http://one.github.io/", "http://two.github.io/", false},
		{"http://10.0.0.1/", "http://10.1.0.1/", false},
		{"http://[2001:db8::1]/", "http://[2001:db8::2]/", false},
		{"http://localhost/", "http://elsewhere/", false},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fetch_queue queue;
		fetch_queue_init(&queue, &(struct fetch_limits){.domain_max = 1});
		add(&queue, 1, cases[i].a, 0);
		add(&queue, 2, cases[i].b, 0);
		struct fetch_job *one = fetch_queue_take(&queue, 0);
		struct fetch_job *two = fetch_queue_take(&queue, 0);
		assert_int_equal(two == NULL, cases[i].shared);
		fetch_queue_release(&queue, one, 0);
		if (two)
			fetch_queue_release(&queue, two, 0);
		else
			assert_int_equal(take(&queue, 0), 2);
		fetch_job_free(one);
		fetch_job_free(two);
		fetch_queue_done(&queue);
	}
}

/* Starts a job at now, answers it, and tells when the next may start. */
static int64_t
gap_after(struct fetch_queue *queue, bool slow, int64_t now)
{
	struct fetch_job *job = fetch_queue_take(queue, now);
	assert_non_null(job);
	fetch_queue_answered(queue, job, slow, now);
	fetch_queue_release(queue, job, now);
	fetch_job_free(job);
	int64_t due = fetch_queue_due(queue);
	return due == INT64_MAX ? 0 : due - now;
}

static void
too_many_requests_make_the_gap_grow(void **state)
{
	(void)state;
	struct fetch_queue queue;
	int64_t now = 0, gap = 0;
	fetch_queue_init(&queue, &(struct fetch_limits){0});
	for (uint64_t i = 1; i <= 60; i++)
		add(&queue, i, "http://a.example.org/", 0);
	assert_int_equal(gap_after(&queue, false, now), 0);
	for (int64_t want = 1000; want < 60000; want *= 2) {
		now += gap;
		gap = gap_after(&queue, true, now);
		assert_int_equal(gap, want);
	}
	for (int i = 0; i < 3; i++) {
		now += gap;
		gap = gap_after(&queue, true, now);
		assert_int_equal(gap, 60000); /* the most */
	}
	for (int i = 1; i <= FETCH_EASE; i++) {
		now += gap;
		gap = gap_after(&queue, false, now);
		assert_int_equal(gap, i < FETCH_EASE ? 60000 : 30000);
	}
	fetch_queue_done(&queue);
}

static void
pause_of_a_host(void **state)
{
	(void)state;
	struct fetch_queue queue;
	fetch_queue_init(&queue, &(struct fetch_limits){0});
	add(&queue, 1, "http://a/1", 9);
	add(&queue, 2, "http://b/1", 0);
	fetch_queue_pause(&queue, SPAN_LIT("A"), 500, 0);
	fetch_queue_pause(&queue, SPAN_LIT("a"), 300, 0); /* shortens nothing */
	assert_int_equal(take(&queue, 0), 2);
	assert_int_equal(take(&queue, 499), 0);
	assert_int_equal(fetch_queue_due(&queue), 500);
	assert_int_equal(take(&queue, 500), 1);
	/* a pause before the first request of a host holds, too */
	fetch_queue_pause(&queue, SPAN_LIT("c"), 900, 500);
	add(&queue, 3, "http://c/1", 0);
	assert_int_equal(take(&queue, 899), 0);
	assert_int_equal(take(&queue, 900), 3);
	fetch_queue_done(&queue);
}

static void
dropping_by_tag(void **state)
{
	(void)state;
	struct fetch_queue queue;
	fetch_queue_init(&queue, &(struct fetch_limits){0});
	for (uint64_t i = 0; i < 60; i++)
		add(&queue, i % 3 + 1, i % 2 ? "http://a/" : "http://b/", (int)(i % 7));
	fetch_queue_drop(&queue, 2, 0);
	assert_int_equal(queue.waiting, 40);
	for (size_t i = 0; i < 40; i++)
		assert_int_not_equal(take(&queue, 0), 2);
	assert_int_equal(take(&queue, 0), 0);
	add(&queue, 9, "http://a/", 0);
	fetch_queue_drop_all(&queue);
	assert_int_equal(queue.waiting, 0);
	assert_int_equal(take(&queue, 0), 0);
	add(&queue, 10, "http://a/", 0);
	assert_int_equal(take(&queue, 0), 10);
	fetch_queue_done(&queue);
}

/* Many hosts and priorities against a plain search for the best. */
static void
thousands_come_in_order(void **state)
{
	(void)state;
	enum {
		COUNT = 5000
	};
	struct fetch_queue queue;
	static int priority[COUNT + 1];
	uint32_t random = 1;
	fetch_queue_init(&queue, &(struct fetch_limits){.host_max = 1});
	for (uint64_t i = 1; i <= COUNT; i++) {
		char url[64];
		random = random * 1664525u + 1013904223u;
		priority[i] = (int)(random >> 24) % 5;
		snprintf(url, sizeof url, "http://h%u/%u", (unsigned)(random >> 8) % 97,
			(unsigned)i);
		add(&queue, i, url, priority[i]);
	}
	uint64_t last = take(&queue, 0);
	for (size_t i = 1; i < COUNT; i++) {
		uint64_t tag = take(&queue, 0);
		bool later = tag > last;
		assert_true(priority[tag] < priority[last] ||
			    (priority[tag] == priority[last] && later));
		last = tag;
	}
	assert_int_equal(take(&queue, 0), 0);
	fetch_queue_done(&queue);
}

/* Who waits at a limit starts when it is lifted; above a new limit nothing starts. */
static void
limits_change(void **state)
{
	(void)state;
	struct fetch_queue queue;
	struct fetch_job *running[3];
	fetch_queue_init(&queue, &(struct fetch_limits){.host_max = 1, .gap_ms = 100});
	for (uint64_t i = 1; i <= 8; i++)
		add(&queue, i, "http://a.example.org/", 0);
	running[0] = fetch_queue_take(&queue, 1000);
	assert_int_equal(running[0]->tag, 1);
	assert_null(fetch_queue_take(&queue, 1200));
	fetch_queue_limit(&queue, &(struct fetch_limits){.host_max = 3}, 1200);
	running[1] = fetch_queue_take(&queue, 1200);
	running[2] = fetch_queue_take(&queue, 1200);
	assert_int_equal(running[1]->tag, 2);
	assert_int_equal(running[2]->tag, 3); /* nor is there a gap any more */
	assert_null(fetch_queue_take(&queue, 1200));
	fetch_queue_limit(&queue, &(struct fetch_limits){.host_max = 2}, 1300);
	fetch_queue_release(&queue, running[0], 1300);
	assert_null(fetch_queue_take(&queue, 1300));
	fetch_queue_release(&queue, running[1], 1300);
	assert_int_equal(take(&queue, 1300), 4);
	fetch_queue_limit(&queue, &(struct fetch_limits){.gap_ms = 500}, 1300);
	assert_int_equal(fetch_queue_due(&queue), 1800);
	fetch_queue_release(&queue, running[2], 1300);
	for (size_t i = 0; i < COUNT_OF(running); i++)
		fetch_job_free(running[i]);
	assert_int_equal(queue.waiting, 4);
	fetch_queue_done(&queue);
}

static void
jobs_keep_what_holds_now(void **state)
{
	(void)state;
	struct fetch_queue queue;
	const struct fetch_own own = {.user_agent = "now"}, other = {.user_agent = "x"};
	fetch_queue_init(&queue, &(struct fetch_limits){0});
	add(&queue, 1, "http://a/", 0);
	struct fetch_job *with = new_job(2, "http://b/", 0);
	with->own = fetch_own_dup(&other);
	fetch_queue_add(&queue, with, 0);
	fetch_queue_keep(&queue, &own);
	add(&queue, 3, "http://c/", 0);
	static const char *const want[] = {"now", "x", NULL};
	for (size_t i = 0; i < COUNT_OF(want); i++) {
		struct fetch_job *job = fetch_queue_take(&queue, 0);
		if (want[i])
			assert_string_equal(job->own->user_agent, want[i]);
		else
			assert_null(job->own);
		fetch_queue_release(&queue, job, 0);
		fetch_job_free(job);
	}
	assert_true(fetch_own_equal(&own, &own));
	assert_false(fetch_own_equal(&own, &other));
	assert_false(fetch_own_equal(
		&own, &(struct fetch_own){.user_agent = "now", .netrc = true}));
	assert_false(fetch_own_equal(
		&own, &(struct fetch_own){.user_agent = "now", .proxy = ""}));
	fetch_queue_done(&queue);
}

/* What one transfer frees is for those that wait, as soon as it is enough for one. */
static void
memory_of_all_bodies(void **state)
{
	int one, two, three;
	struct fetch_budget b = {.max = 100};
	(void)state;
	fetch_budget_retry(&b);
	assert_true(fetch_budget_take(&b, &one, 60));
	assert_true(fetch_budget_take(&b, &two, 40));
	assert_true(fetch_budget_take(&b, &one, 30)); /* the first may continue */
	assert_false(fetch_budget_take(&b, &three, 50));
	assert_false(fetch_budget_take(&b, &three, 20));
	b.waiting = 1;
	assert_false(fetch_budget_free(&b));
	fetch_budget_give(&b, &two, 40);
	assert_false(fetch_budget_free(&b)); /* 10 are left, 20 wanted */
	b.max += 10;
	assert_true(fetch_budget_free(&b));
	fetch_budget_give(&b, &one, 90);
	assert_true(fetch_budget_free(&b));
	assert_true(fetch_budget_take(&b, &three, 50));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(higher_priority_first_then_in_order),
		cmocka_unit_test(host_limit_lets_other_hosts_pass),
		cmocka_unit_test(gap_between_starts),
		cmocka_unit_test(no_gap_for_a_handful),
		cmocka_unit_test(hosts_of_a_domain_share_its_limits),
		cmocka_unit_test(too_many_requests_make_the_gap_grow),
		cmocka_unit_test(pause_of_a_host),
		cmocka_unit_test(dropping_by_tag),
		cmocka_unit_test(thousands_come_in_order),
		cmocka_unit_test(limits_change),
		cmocka_unit_test(memory_of_all_bodies),
		cmocka_unit_test(jobs_keep_what_holds_now),
	};
	return UNIT_RUN(tests);
}
