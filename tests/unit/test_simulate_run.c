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
#include "simulate/report.h"
#include "simulate/run.h"
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

/* The bytes that users get, and the figures behind them. */
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_change_no_byte),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
