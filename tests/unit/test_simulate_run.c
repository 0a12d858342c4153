/*
 * A replay's results must not depend on how many threads made them.
 */
#include "config.h"

#include "unit.h"

#include <inttypes.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/vec.h"
#include "schedule/strategies.h"
#include "simulate/compare.h"
#include "simulate/report.h"
#include "simulate/summary.h"
#include "simulate/trace.h"

#define FEEDS 12
#define DAYS (SANITIZED ? 10 : 40)

/* Feeds of all paces: feed i posts every 3 + i hours, a little later each time. */
static void
make(struct simulate_traces *out)
{
	for (int64_t i = 0; i < FEEDS; i++) {
		struct simulate_trace *feed = VEC_PUSH(out->list, out->len, out->cap);
		*feed = (struct simulate_trace){.id = mem_strdup("feed"),
			.kind = mem_strdup("blog"),
			.window = 10,
			.end = DAYS * TIME_DAY};
		for (int64_t at = i * 977, n = 0; at < feed->end; n++) {
			*VEC_PUSH(feed->times, feed->len, feed->cap) = at;
			at += (3 + i) * TIME_HOUR + n * i * 13 % 5000;
		}
	}
}

/* Every figure with all of its digits. */
static void
put_figures(struct buf *out, const struct simulate_traces *traces,
	const struct simulate_job *jobs, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		struct simulate_summary sum;
		simulate_summarise(&sum, jobs[i].results, traces->list, traces->len,
			&jobs[i].days, NULL);
		for (const struct simulate_figure *f = simulate_figures; f->key; f++) {
			const void *at = (const char *)&sum + f->offset;
			if (f->whole)
				buf_addf(out, "%s %" PRIu64 "\n", f->key,
					*(const uint64_t *)at);
			else
				buf_addf(out, "%s %a\n", f->key, *(const double *)at);
		}
	}
}

/* The bytes that users get, and the figures after them. */
static void
print(const struct simulate_traces *traces, size_t threads, struct buf *out)
{
	static const char *const names[] = {
		"moving-average", "least-delay", "allocation", "best-effort"};
	struct simulate_job jobs[COUNT_OF(names)] = {{0}};
	const struct simulate_setup setup = {.traces = traces,
		.rules = {2 * TIME_MINUTE, 31 * TIME_DAY, 0, 0},
		.threads = threads};
	struct err err;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		jobs[i].name = names[i];
		jobs[i].target = 600;
		assert_int_equal(strategies_choose(&jobs[i].choice, names[i], &err), OK);
	}
	simulate_run(&setup, jobs, COUNT_OF(jobs));
	put_figures(out, traces, jobs, COUNT_OF(jobs));
	simulate_report_table(out, traces, jobs, COUNT_OF(jobs), true);
	simulate_jobs_done(jobs, COUNT_OF(jobs));
}

static void
threads_change_no_byte(void **unused)
{
	static const size_t threads[] = {2, 5};
	struct simulate_traces traces = {0};
	struct buf one = BUF_INIT(0);
	(void)unused;
	make(&traces);
	print(&traces, 1, &one);
	assert_true(one.len > 1000);
	for (size_t i = 0; i < COUNT_OF(threads); i++) {
		struct buf more = BUF_INIT(0);
		print(&traces, threads[i], &more);
		assert_string_equal(buf_str(&more), buf_str(&one));
		buf_done(&more);
	}
	buf_done(&one);
	simulate_traces_done(&traces);
}

/* Ten items, in two days: at 48 requests after half an hour, at 24 after an hour and a
 * half, at 48 after half an hour and a second. */
static void
strategies_are_compared(void **unused)
{
	(void)unused;
	static int64_t times[10];
	struct simulate_trace feed = {
		.times = times, .len = 10, .end = 2 * TIME_DAY, .window = 10};
	const struct simulate_traces traces = {.list = &feed, .len = 1};
	struct simulate_result results[] = {
		{.polls = 96, .items = 10, .delay = 18000, .observed = 172800},
		{.polls = 48, .items = 10, .delay = 54000, .observed = 172800},
		{.polls = 96, .items = 10, .delay = 18001, .observed = 172800}};
	const struct simulate_job jobs[] = {{.name = "now", .results = &results[0]},
		{.name = "other", .results = &results[1]},
		{.name = "same", .results = &results[2]}};
	struct buf out = BUF_INIT(0);
	simulate_report_compared(&out, &traces, jobs, COUNT_OF(jobs));
	assert_string_equal(buf_str(&out),
		"other would have shown you items 1 h later than now, at 24 fewer "
		"requests a day\n"
		"same would have shown you items as soon as now, at as many requests\n");
	buf_clear(&out);
	const struct simulate_job back[] = {jobs[1], jobs[0]};
	simulate_report_compared(&out, &traces, back, COUNT_OF(back));
	assert_string_equal(buf_str(&out),
		"now would have shown you items 1 h sooner than other, at 24 more "
		"requests a day\n");
	buf_done(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_change_no_byte),
		cmocka_unit_test(strategies_are_compared),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
