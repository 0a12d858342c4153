/*
 * No key waits: runs each command of the table in each of its contexts, on a store of N
 * items and on one of 2N. Work is counted, not timed: for this test libui is compiled so
 * that every basic block counts one (trace-pc), which covers every loop of the reader.
 * Twice the items may cost twice the work, and no turn of the loop, after which the
 * keyboard is checked, may cost more than a fixed amount.
 */
#include "config.h"

#include "ui_long.h"
#include "ui_table.h"

#include <inttypes.h>
#include <locale.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/str.h"
#include "model/item.h"
#include "ui/core/pending.h"
#include "ui/feeds/feeds.h"

#define ITEMS 20000
/* Basic blocks: under a millisecond; reading the config takes most. A compiler that does
 * not optimize makes more of them. */
#ifdef __OPTIMIZE__
#define TURN_MAX 600000
#else
#define TURN_MAX 800000
#endif
#define SLACK 20000 /* work that does not depend on the number of items */
#define FEEDS 500
#define MARKS 2000

static uint64_t counted;

/* Called by the code that the compiler inserts. */
void __sanitizer_cov_trace_pc(void);

void
__sanitizer_cov_trace_pc(void)
{
	counted++;
}

/* ---- the stores */

static const char *const feeds[] = {
	"http://a.example/f", "http://b.example/f t/a", "http://c.example/f t/b",
	"http://d.example/f", /* nothing in it */
};

static void
fill(struct reader *r, size_t len, bool read)
{
	static const uint32_t all[] = {1, 2, 3};
	put_subscriptions(r->store, feeds, COUNT_OF(feeds));
	long_poll(r->store, 1, "a", len / 2);
	long_poll(r->store, 2, "b", len / 4);
	long_poll(r->store, 3, "c", len / 4);
	if (read)
		long_read_newer(r->store, all, COUNT_OF(all));
}

static uint64_t
meter(void)
{
	return counted;
}

static struct table_runs *
run_table(size_t len, bool read)
{
	struct table_runs *runs = calloc(1, sizeof *runs);
	void *state;
	assert_non_null(runs);
	runs->meter = meter;
	assert_int_equal(reader_setup(&state), 0);
	fill(state, len, read);
	reader_open(state);
	ui_table_run(state, runs);
	reader_teardown(&state);
	return runs;
}

/* ---- what it may cost */

static bool
is_linear(uint64_t one, uint64_t two)
{
	return two <= 2 * one + one / 5 + SLACK;
}

static void
compare(const struct table_run *one, const struct table_run *two, size_t *faults)
{
	/* How far that goes is left to chance. */
	bool chance = str_eq(one->command, "random-unread");
	bool linear = chance || is_linear(one->all, two->all);
	bool bounded = two->turn <= TURN_MAX;
	if (linear && bounded)
		return;
	(*faults)++;
	print_error("%s: %s: %" PRIu64 " in all, %" PRIu64
		    " in a turn; with twice the items %" PRIu64 ", %" PRIu64 "\n",
		one->place, one->command, one->all, one->turn, two->all, two->turn);
}

static void
run_both(bool read)
{
	struct table_runs *one = run_table(ITEMS, read),
			  *two = run_table(2 * ITEMS, read);
	size_t faults = 0;
	assert_int_equal(one->len, two->len);
	for (size_t i = 0; i < one->len; i++) {
		compare(&one->list[i], &two->list[i], &faults);
		if (getenv("WORK_SHOW"))
			print_message("%-24s %-20s %8" PRIu64 " %8" PRIu64 " %8" PRIu64
				      " %8" PRIu64 "\n",
				one->list[i].place, one->list[i].command,
				one->list[i].all, two->list[i].all, one->list[i].turn,
				two->list[i].turn);
	}
	free(one);
	free(two);
	assert_int_equal(faults, 0);
}

static void
commands_on_read_items(void **state)
{
	(void)state;
	run_both(true);
}

static void
commands_on_unread_items(void **state)
{
	(void)state;
	run_both(false);
}

/* ---- many feeds, many pending items */

/* A list of feeds that hides read ones, but keeps those that it has shown. */
static uint64_t
reload_feeds(size_t len)
{
	char *lines[2 * FEEDS];
	struct reader *r;
	void *state;
	assert_int_equal(reader_setup(&state), 0);
	r = state;
	for (size_t i = 0; i < len; i++) {
		lines[i] = malloc(40);
		assert_non_null(lines[i]);
		snprintf(lines[i], 40, "http://%zu.example/f t%zu", i, i % 10);
	}
	put_subscriptions(r->store, (const char *const *)lines, len);
	for (size_t i = 0; i < len; i++) {
		long_poll(r->store, (uint32_t)i + 1, "a", 1);
		free(lines[i]);
	}
	r->ui.show_read = false;
	reader_open(r);
	long_read_all(r->store);
	ui_feeds_reload(&r->ui);
	counted = 0;
	ui_feeds_reload(&r->ui);
	uint64_t work = counted;
	reader_teardown(&state);
	return work;
}

static void
lists_of_feeds(void **state)
{
	(void)state;
	assert_true(is_linear(reload_feeds(FEEDS), reload_feeds(2 * FEEDS)));
}

/* Many single items changed, and a worker that stores none of it. */
static uint64_t
overlay_items(size_t len)
{
	struct reader *r;
	void *state;
	assert_int_equal(reader_setup(&state), 0);
	r = state;
	put_subscriptions(r->store, feeds, 1);
	long_poll(r->store, 1, "a", len);
	reader_open(r);
	counted = 0;
	for (uint64_t id = 1; id <= len; id++)
		ui_pending_flag(&r->ui.pending, id, 1, 0, ITEM_UNREAD);
	ui_feeds_reload(&r->ui);
	assert_int_equal(r->ui.pending.flags_len, len);
	for (uint64_t id = 1; id <= len; id++)
		assert_false(ui_pending_gone(&r->ui.pending, id));
	uint64_t work = counted;
	reader_teardown(&state);
	return work;
}

static void
items_that_wait_for_the_worker(void **state)
{
	(void)state;
	assert_true(is_linear(overlay_items(MARKS), overlay_items(2 * MARKS)));
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(commands_on_read_items),
		cmocka_unit_test(commands_on_unread_items),
		cmocka_unit_test(lists_of_feeds),
		cmocka_unit_test(items_that_wait_for_the_worker),
	};
	return UNIT_RUN(tests);
}
