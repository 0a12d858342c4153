/*
 * No key waits: each command of the table, in each of its contexts, on a store of so many
 * items and on one of twice as many. Work is counted, not timed: libui is compiled for
 * this test so that each stretch of straight code counts one (trace-pc), which sees every
 * loop of the reader, whoever wrote it. Twice the items may cost twice the work, and a
 * turn of the loop, after which keys are looked at, never more than a fixed amount.
 */
#include "config.h"

#include "ui_long.h"

#include <inttypes.h>
#include <locale.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/str.h"

#define ITEMS 20000
#define TURN_MAX 100000 /* two slices of a walk, and a frame */
#define SLACK 20000     /* that has nothing to do with how many there are */
#define FEEDS 500
#define MARKS 2000
#define RUNS_MAX 1024
#define HITS 500

static uint64_t counted;

/* Called by the compiler's code; declared nowhere. */
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
	put_subscriptions(r->store, feeds, COUNT_OF(feeds));
	long_poll(r->store, 1, "a", len / 2);
	long_poll(r->store, 2, "b", len / 4);
	long_poll(r->store, 3, "c", len / 4);
	if (!read)
		return;
	long_read_all(r->store);
	/* So that the counts do not save looking for it. */
	for (uint32_t feed = 1; feed <= 3; feed++)
		long_flag(r->store, feed, (feed == 1 ? len / 2 : len / 4) - 1,
			ITEM_UNREAD, 0);
}

/* ---- where a command is given */

static void
run_all(struct reader *r)
{
	while (ui_step(&r->ui))
		;
	ui_draw(&r->ui);
}

static void
go(struct reader *r, const char *command)
{
	reader_command(r, command);
	run_all(r);
}

static void
to_feeds(struct reader *r)
{
	(void)r;
}

static void
to_feeds_unread(struct reader *r)
{
	go(r, "show-read");
}

static void
to_items(struct reader *r)
{
	go(r, "all-items");
}

static void
to_last(struct reader *r)
{
	go(r, "all-items");
	go(r, "last");
}

static void
to_hidden(struct reader *r)
{
	go(r, "all-items");
	go(r, "last");
	go(r, "show-read");
}

static void
to_unread(struct reader *r)
{
	go(r, "unread-items");
	go(r, "last");
}

static void
to_feed(struct reader *r)
{
	go(r, "open");
	go(r, "last");
}

static void
to_tag(struct reader *r)
{
	go(r, "down");
	go(r, "down");
	go(r, "open");
	go(r, "last");
}

/* A search that finds everything. */
static void
to_found(struct reader *r)
{
	const struct store_scope all = {.kind = STORE_ALL};
	struct store_key hits[HITS], after;
	struct store_view view;
	ui_run_command(&r->ui, ui_command("search"), "x");
	assert_int_equal(store_view_begin(r->store->store, &view, NULL), OK);
	for (size_t len = HITS, seen = 0; len == HITS; seen += len) {
		assert_int_equal(
			store_keys(&view, &all, seen ? &after : NULL, hits, HITS, &len),
			OK);
		after = hits[len - 1];
		answer(r, (struct engine_event){.kind = ENGINE_HITS,
				  .search = r->ui.search,
				  .hits_len = len,
				  .hits = hits,
				  .done = len < HITS});
	}
	store_view_end(&view);
	run_all(r);
}

static void
to_found_last(struct reader *r)
{
	to_found(r);
	go(r, "last");
}

static void
to_found_read(struct reader *r)
{
	to_found(r);
	go(r, "mark-read");
}

static void
to_article(struct reader *r)
{
	to_items(r);
	go(r, "open");
}

static void
to_article_last(struct reader *r)
{
	to_feed(r);
	go(r, "open");
}

static void
to_article_found(struct reader *r)
{
	to_found_read(r);
	go(r, "open");
}

static void
to_help(struct reader *r)
{
	go(r, "help");
}

static void
to_schedule(struct reader *r)
{
	go(r, "schedule");
}

static void
to_schedule_all(struct reader *r)
{
	go(r, "schedule-all");
}

static const struct place {
	const char *name;
	void (*go)(struct reader *r);
} places[] = {
	{"feeds", to_feeds},
	{"feeds, unread only", to_feeds_unread},
	{"all items", to_items},
	{"all items, the last", to_last},
	{"all items, unread only", to_hidden},
	{"unread items", to_unread},
	{"a feed, the last item", to_feed},
	{"a tag, the last item", to_tag},
	{"a search", to_found},
	{"a search, the last hit", to_found_last},
	{"a search, marked read", to_found_read},
	{"an article", to_article},
	{"the last article", to_article_last},
	{"an article of a search", to_article_found},
	{"help", to_help},
	{"schedule", to_schedule},
	{"schedule of all", to_schedule_all},
};

/* ---- one command */

struct run {
	const struct place *place;
	const char *command;
	uint64_t turn, all; /* the most of a turn, the sum */
};

struct runs {
	struct run list[RUNS_MAX];
	size_t len;
};

/* What commands are given, so that they do not stop at a prompt. */
static const char *
argument(const char *command)
{
	static const struct {
		const char *command, *text;
	} given[] = {
		{"search", "x"},
		{"save-search", "x"},
		{"find", "nowhere"},
		{"go-to-feed", "nowhere"},
		{"add", "http://x.example/"},
		{"import", "/dev/null"},
		{"tag", "x -y"},
		{"rename", "x"},
		{"retag", "x"},
		{"move", "http://x.example/"},
		{"merge", "http://b.example/f"},
		{"set", "keep-days 3"},
		{"strategy", "fixed"},
		{"min-interval", "1h"},
		{"max-interval", "1h"},
		{"priority", "2"},
		{"pick-link", "1"},
	};
	for (size_t i = 0; i < COUNT_OF(given); i++)
		if (str_eq(given[i].command, command))
			return given[i].text;
	return NULL;
}

/* A reader of its own, with the cursor where the command is to be given. */
static void
start(struct reader *r, const struct place *place)
{
	ui_done(&r->ui);
	ui_init(&r->ui, &r->setup);
	reader_widen(r, READER_WIDTH);
	reader_open(r);
	run_all(r);
	place->go(r);
}

static void
end_turn(struct run *run)
{
	run->all += counted;
	if (counted > run->turn)
		run->turn = counted;
	counted = 0;
}

/* The turns of the loop until nothing is left to do. Frames are few then. */
static void
take_turns(struct reader *r, struct run *run)
{
	ui_draw(&r->ui);
	for (bool more = true; more && !r->ui.leave;) {
		more = ui_step(&r->ui);
		end_turn(run);
	}
	ui_draw(&r->ui);
	end_turn(run);
}

static struct run *
next_run(struct runs *runs, const struct place *place, const char *command)
{
	assert_true(runs->len < RUNS_MAX);
	struct run *run = &runs->list[runs->len++];
	*run = (struct run){.place = place, .command = command};
	counted = 0;
	return run;
}

/* These need a terminal. */
static bool
is_left_out(const struct ui_command *command)
{
	return str_eq(command->name, "redraw") || str_eq(command->name, "suspend");
}

static void
run_place(struct reader *r, const struct place *place, struct runs *runs)
{
	for (const struct ui_command *c = ui_commands; c->name; c++) {
		start(r, place);
		if (!(c->contexts & r->ui.focus->class->context) || is_left_out(c))
			continue;
		struct run *run = next_run(runs, place, c->name);
		ui_run_command(&r->ui, c, argument(c->name));
		take_turns(r, run);
	}
	start(r, place);
	struct run *run = next_run(runs, place, "(the store changed)");
	ui_reload(&r->ui);
	take_turns(r, run);
}

static struct runs *
run_table(size_t len, bool read)
{
	struct runs *runs = calloc(1, sizeof *runs);
	void *state;
	assert_non_null(runs);
	assert_int_equal(reader_setup(&state), 0);
	fill(state, len, read);
	reader_open(state);
	for (size_t i = 0; i < COUNT_OF(places); i++)
		run_place(state, &places[i], runs);
	reader_teardown(&state);
	return runs;
}

/* ---- what it may cost */

static bool
is_linear(uint64_t one, uint64_t two)
{
	return two <= 2 * one + one / 5 + SLACK;
}

/* The items of a search's list are handed over as they are: a copy of their numbers. */
static bool
hands_over(const struct run *run)
{
	return str_starts(run->place->name, "a search") &&
	       str_eq(run->command, "mark-read");
}

static void
compare(const struct run *one, const struct run *two, size_t *faults)
{
	bool linear = is_linear(one->all, two->all);
	bool bounded = two->turn <= TURN_MAX || hands_over(two);
	if (linear && bounded)
		return;
	(*faults)++;
	print_error("%s: %s: %" PRIu64 " in all, %" PRIu64
		    " in a turn; with twice the items %" PRIu64 ", %" PRIu64 "\n",
		one->place->name, one->command, one->all, one->turn, two->all, two->turn);
}

static void
run_both(bool read)
{
	struct runs *one = run_table(ITEMS, read), *two = run_table(2 * ITEMS, read);
	size_t faults = 0;
	assert_int_equal(one->len, two->len);
	for (size_t i = 0; i < one->len; i++) {
		compare(&one->list[i], &two->list[i], &faults);
		if (getenv("WORK_SHOW"))
			print_message("%-24s %-20s %8" PRIu64 " %8" PRIu64 " %8" PRIu64
				      " %8" PRIu64 "\n",
				one->list[i].place->name, one->list[i].command,
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

/* ---- other things that there may be many of */

/* A list of feeds that hides what is read, and shows what was seen before. */
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
	ui_reload(&r->ui);
	counted = 0;
	ui_reload(&r->ui);
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

/* What was done to single items, with a worker that stores nothing of it. */
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
	ui_reload(&r->ui);
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
