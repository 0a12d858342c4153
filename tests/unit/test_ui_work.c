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

#include <dirent.h>
#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/spawn.h"
#include "base/str.h"
#include "conf/key.h"
#include "model/http.h"
#include "model/item.h"
#include "store/db/db.h"
#include "store/journal/journal.h"
#include "store/media/download.h"
#include "store/media/episode_queue.h"
#include "store/media/track.h"
#include "store/poll/poll.h"
#include "ui/catalog/pending.h"
#include "ui/command/command.h"
#include "ui/core/stack.h"
#include "ui/feeds/feeds.h"
#include "ui/items/items.h"
#include "ui/items/items_inside.h"
#include "ui/items/select.h"
#include "ui/keys/keys.h"
#include "ui/outside/outside.h"
#include "ui/ui_inside.h"

#define ITEMS 5000
#define TURN_MAX 900000 /* basic blocks: about a millisecond */
#define CONFIG 600000   /* to read the config again */
#define SLACK 20000     /* work that does not depend on the number of items */
#define FEEDS 400
#define MARKS 2000

#define READ 50 /* of the store, in basic blocks; freeing memory costs about as much */
#define LINE 64 /* bytes that are moved while a basic block runs */
#define CROWD 20000
#define CROWD_TURN 600000 /* basic blocks, for what is done to a crowd */

static uint64_t counted;

/* Called by the code that the compiler inserts. */
void __sanitizer_cov_trace_pc(void);

void
__sanitizer_cov_trace_pc(void)
{
	counted++;
}

int __wrap_mdb_get(MDB_txn *txn, MDB_dbi table, MDB_val *k, MDB_val *v);
int __wrap_mdb_cursor_get(MDB_cursor *cursor, MDB_val *k, MDB_val *v, MDB_cursor_op op);
int __real_mdb_get(MDB_txn *txn, MDB_dbi table, MDB_val *k, MDB_val *v);
int __real_mdb_cursor_get(MDB_cursor *cursor, MDB_val *k, MDB_val *v, MDB_cursor_op op);

/* The linker puts these two before each read of the store. */
int
__wrap_mdb_get(MDB_txn *txn, MDB_dbi table, MDB_val *k, MDB_val *v)
{
	counted += READ;
	return __real_mdb_get(txn, table, k, v);
}

int
__wrap_mdb_cursor_get(MDB_cursor *cursor, MDB_val *k, MDB_val *v, MDB_cursor_op op)
{
	counted += READ;
	return __real_mdb_cursor_get(cursor, k, v, op);
}

/* No time passes: what a slice may do is bounded on the fastest machine too. */
int64_t __wrap_time_mono_ms(void);

int64_t
__wrap_time_mono_ms(void)
{
	return 1000;
}

static uint64_t moved; /* within lists */

void *__real_memmove(void *to, const void *from, size_t n);
void *__wrap_memmove(void *to, const void *from, size_t n);

void *
__wrap_memmove(void *to, const void *from, size_t n)
{
	moved += n / LINE;
	return __real_memmove(to, from, n);
}

void __real_free(void *p);
void __wrap_free(void *p);

void
__wrap_free(void *p)
{
	counted += p ? READ : 0;
	__real_free(p);
}

/* ---- the stores */

static const char *const feeds[] = {
	"http://a.example/f", "http://b.example/f t/a", "http://c.example/f t/b",
	"http://d.example/f", /* nothing in it */
};

/* The newest of a feed. */
static void
newest(struct fixture *f, uint32_t feed, uint64_t *ids, size_t max)
{
	const struct store_scope scope = {.kind = STORE_FEED, .feed = feed};
	struct store_key *keys = calloc(max, sizeof *keys);
	struct store_view view;
	size_t len = 0;
	assert_non_null(keys);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_item_keys(&view, &scope, NULL, keys, max, &len), OK);
	assert_int_equal(len, max);
	store_view_end(&view);
	for (size_t i = 0; i < max; i++)
		ids[i] = keys[i].id;
	free(keys);
}

static void
put_track(struct store_batch *batch, uint64_t item)
{
	static const char said[] = "WEBVTT\n\n00:00.000 --> 00:05.000\nHello.\n\n"
				   "00:05.000 --> 00:09.000\nGood bye.\n";
	static const char chapters[] = "{\"version\":\"1.2.0\",\"chapters\":["
				       "{\"startTime\":0,\"title\":\"One\"},"
				       "{\"startTime\":9,\"title\":\"Two\"}]}";
	assert_int_equal(store_media_track_put(batch, item, STORE_ITEM_TRANSCRIPT,
				 &(struct store_track){.text = said, .time = T0}, NULL),
		OK);
	assert_int_equal(
		store_media_track_put(batch, item, STORE_ITEM_CHAPTERS,
			&(struct store_track){.text = chapters, .time = T0}, NULL),
		OK);
}

/* Some of the episodes are queued, and the others wait to be downloaded. */
static void
put_episodes(struct fixture *f, uint32_t feed, size_t len, size_t queued)
{
	struct feed *document = make_numbered("e", len, "<p>A text.</p>");
	uint64_t *ids = calloc(len, sizeof *ids), group = 0;
	size_t changed = 0;
	assert_non_null(ids);
	for (size_t i = 0; i < len; i++) {
		struct item *item = &document->items[i];
		item->enclosures =
			arena_zalloc(&document->arena, sizeof *item->enclosures);
		item->enclosures->url =
			arena_printf(&document->arena, "http://e.example/%zu.mp3", i);
		item->enclosures_len = 1;
		item->link = arena_printf(&document->arena, "http://e.example/%zu", i);
		item->published = 1601000000 + (int64_t)i;
	}
	poll_feed(f, feed, T0, document);
	newest(f, feed, ids, len);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
	assert_int_equal(
		store_media_queue_add(batch, ids, queued, false, T0, &changed, NULL), OK);
	assert_int_equal(changed, queued);
	assert_int_equal(store_media_download_act(batch, ACTION_DOWNLOAD, ids + queued,
				 len - queued, T0, &changed, NULL),
		OK);
	put_track(batch, ids[0]);
	commit_batch(batch);
	free(ids);
}

static void
fill_unread(struct fixture *f, size_t len)
{
	put_subscriptions(f, feeds, COUNT_OF(feeds));
	long_poll(f, 1, "a", len / 2);
	long_poll(f, 2, "b", len / 4);
	long_poll(f, 3, "c", len / 8);
	put_episodes(f, 3, len / 8, len / 16);
}

static void
fill_read(struct fixture *f, size_t len)
{
	static const uint32_t all[] = {1, 2, 3};
	fill_unread(f, len);
	long_read_newer(f, all, COUNT_OF(all));
}

/* One item each, but for some episodes; all but the first have tags; every second one
 * fails. */
static void
fill_feeds(struct fixture *f, size_t len)
{
	static char gone[] = "HTTP 404";
	char *lines[2 * FEEDS] = {NULL};
	for (size_t i = 0; i < len; i++) {
		lines[i] = malloc(40);
		assert_non_null(lines[i]);
		snprintf(lines[i], 40, "http://%zu.example/%s%zu", i, i ? "f t" : "f",
			i % 10);
	}
	put_subscriptions(f, (const char *const *)lines, len);
	for (uint32_t i = 0; i < len; i++) {
		const struct http_state http = {.error = gone, .failures = i % 2};
		struct store_poll poll = {.feed = i + 1, .now = T0, .http = &http};
		long_poll(f, i + 1, "a", 1);
		assert_int_equal(put_poll(f->store, &poll, NULL), OK);
		free(lines[i]);
	}
	put_episodes(f, 1, 4, 2);
}

static uint64_t
meter(void)
{
	return counted;
}

static struct table_runs *
run_table(void (*fill)(struct fixture *f, size_t len), size_t len)
{
	struct table_runs *runs = calloc(1, sizeof *runs);
	struct reader *r;
	void *state;
	assert_non_null(runs);
	runs->meter = meter;
	assert_int_equal(reader_setup(&state), 0);
	r = state;
	fill(r->store, len);
	reader_open(r);
	ui_table_run(r, runs);
	reader_teardown(&state);
	return runs;
}

/* ---- what it may cost */

static bool
is_linear(uint64_t one, uint64_t two)
{
	return two <= 2 * one + one / 5 + SLACK;
}

static bool
reads_config(const char *command)
{
	return str_eq(command, "set") || str_eq(command, "keys") ||
	       str_eq(command, "reload-config") || str_eq(command, "more-downloads");
}

static void
compare(const struct table_run *one, const struct table_run *two, size_t *faults)
{
	/* How far that goes is left to chance. */
	bool chance = str_eq(one->command, "random-unread");
	bool linear = chance || is_linear(one->all, two->all);
	bool bounded = two->turn <= TURN_MAX + (reads_config(two->command) ? CONFIG : 0);
	if (linear && bounded)
		return;
	(*faults)++;
	print_error("%s: %s: %" PRIu64 " in all, %" PRIu64
		    " in a turn; with twice the items %" PRIu64 ", %" PRIu64 "\n",
		one->place, one->command, one->all, one->turn, two->all, two->turn);
}

static void
check_all_ran(const struct table_runs *runs)
{
	size_t missing = 0;
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c)) {
		size_t i = 0;
		while (i < runs->len && !str_eq(runs->list[i].command, c->name))
			i++;
		if (i < runs->len || ui_table_leaves_out(c))
			continue;
		print_error("%s: never run\n", c->name);
		missing++;
	}
	assert_int_equal(missing, 0);
}

static void
show(const struct table_run *one, const struct table_run *two)
{
	print_message("%-24s %-20s %8" PRIu64 " %8" PRIu64 " %8" PRIu64 " %8" PRIu64 "\n",
		one->place, one->command, one->all, two->all, one->turn, two->turn);
}

static void
run_both(void (*fill)(struct fixture *f, size_t len), size_t len)
{
	struct table_runs *one = run_table(fill, len), *two = run_table(fill, 2 * len);
	size_t faults = 0;
	assert_int_equal(one->len, two->len);
	for (size_t i = 0; i < one->len; i++) {
		compare(&one->list[i], &two->list[i], &faults);
		if (getenv("WORK_SHOW"))
			show(&one->list[i], &two->list[i]);
	}
	check_all_ran(one);
	free(one);
	free(two);
	assert_int_equal(faults, 0);
}

static void
commands_on_read_items(void **state)
{
	(void)state;
	run_both(fill_read, ITEMS);
}

static void
commands_on_unread_items(void **state)
{
	(void)state;
	run_both(fill_unread, ITEMS);
}

static void
commands_on_feeds(void **state)
{
	(void)state;
	run_both(fill_feeds, FEEDS / 4);
}

/* ---- many feeds, many pending items */

/* A list of feeds that hides read ones, but keeps those that it has shown. */
static uint64_t
reload_feeds(size_t len)
{
	struct reader *r;
	void *state;
	assert_int_equal(reader_setup(&state), 0);
	r = state;
	fill_feeds(r->store, len);
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
		ui_pending_flag(&r->ui.pending, &r->ui.catalog, id, 1, 0, ITEM_UNREAD);
	ui_feeds_reload(&r->ui);
	assert_int_equal(r->ui.pending.flags_len, len);
	for (uint64_t id = 1; id <= len; id++)
		assert_false(ui_pending_deleted(&r->ui.pending, id));
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

/* ---- crowds: whatever is done to all items takes turns */

/* Works until nothing is left; fails if a turn, or what came before it since `before`,
 * does too much. ui.dirty says afterwards whether the last turn is to be seen. */
static void
take_turns(struct reader *r, uint64_t before, const char *what)
{
	for (bool more = true; more;) {
		arena_reset(&r->ui.scratch);
		r->ui.dirty = false;
		more = ui_step(&r->ui);
		if (counted - before > CROWD_TURN)
			fail_msg("%s: %" PRIu64 " in a turn", what, counted - before);
		before = counted;
	}
}

static void
do_to_crowd(struct reader *r, const char *command)
{
	uint64_t before = counted;
	reader_begin(r, command);
	take_turns(r, before, command);
}

static void
reload_crowd(struct reader *r)
{
	uint64_t before = counted;
	ui_feeds_reload(&r->ui);
	take_turns(r, before, "(the store changed)");
}

static struct reader *
open_crowd(void **state)
{
	struct reader *r;
	assert_int_equal(reader_setup(state), 0);
	r = *state;
	put_subscriptions(r->store, feeds, 1);
	put_episodes(r->store, 1, CROWD, CROWD / 2);
	reader_open(r);
	return r;
}

/* Nothing of it is stored; then all is, as the worker says. */
static void
all_items_are_selected_and_changed(void **state)
{
	static const char *const acts[] = {"star", "toggle-read", "delete"};
	struct reader *r = open_crowd(state);
	do_to_crowd(r, "all-items");
	do_to_crowd(r, "select-all");
	assert_int_equal(ui_items_select_len(&r->ui), CROWD);
	do_to_crowd(r, "select-all");
	assert_int_equal(ui_items_select_len(&r->ui), 0);
	for (size_t i = 0; i < COUNT_OF(acts); i++) {
		do_to_crowd(r, "select-all");
		assert_int_equal(ui_items_select_len(&r->ui), CROWD);
		do_to_crowd(r, acts[i]);
		assert_int_equal(r->ui.pending.flags_len, CROWD);
		reload_crowd(r);
		do_to_crowd(r, "mark-read");
		reload_crowd(r);
	}
	for (size_t i = 0; i < 2 * COUNT_OF(acts); i++) {
		uint64_t before = counted;
		assert_int_equal(r->ui.pending.flags_len, CROWD);
		answer(r,
			(struct engine_event){.kind = ENGINE_ACTED, .act = ACTION_STAR});
		take_turns(r, before, "(all is stored)");
	}
	assert_int_equal(r->ui.pending.flags_len, 0);
	reader_teardown(state);
}

/* What a query finds, in a list that no query can name: all of it is looked for once. */
static void
hits_are_selected_in_a_given_list(void **state)
{
	enum {
		HITS = 256
	};
	struct reader *r = open_crowd(state);
	uint64_t *ids = calloc(CROWD, sizeof *ids);
	struct store_key hits[HITS];
	assert_non_null(ids);
	newest(r->store, 1, ids, CROWD);
	ui_push(&r->ui, ui_items_fixed_list(&r->ui, ids, CROWD - 1, "All of them"));
	for (size_t i = 0; i < HITS; i++)
		hits[i] = (struct store_key){T0, ids[CROWD - 1 - i]};
	uint64_t before = counted;
	ui_run_command(&r->ui, ui_command("select-matching"), "is:unread");
	take_turns(r, before, "select-matching");
	before = counted;
	answer(r, (struct engine_event){.kind = ENGINE_HITS,
			  .search = r->ui.search,
			  .hits = hits,
			  .hits_len = HITS,
			  .done = true});
	take_turns(r, before, "(hits)");
	assert_int_equal(ui_items_select_len(&r->ui), HITS - 1);
	free(ids);
	reader_teardown(state);
}

/* Before anything was found as well; what is found afterwards is not selected. */
static void
escape_ends_a_search_that_selects(void **state)
{
	struct reader *r = open_crowd(state);
	struct store_key hit = {T0, 0};
	newest(r->store, 1, &hit.id, 1);
	do_to_crowd(r, "all-items");
	ui_run_command(&r->ui, ui_command("select-matching"), "is:unread");
	ui_key(&r->ui, KEY_ESCAPE);
	assert_string_equal(asked(r), "stop search");
	assert_int_equal(r->ui.focus->class->context, UI_ITEMS);
	answer(r, (struct engine_event){.kind = ENGINE_HITS,
			  .search = r->ui.search,
			  .hits = &hit,
			  .hits_len = 1,
			  .done = true});
	assert_int_equal(ui_items_select_len(&r->ui), 0);
	reader_teardown(state);
}

/* ---- lists that are not read again */

/* Sets or clears a flag of all items but the first and the last. */
static void
flag_inner(struct fixture *f, size_t len, int set, int clear)
{
	uint64_t *ids = calloc(len, sizeof *ids);
	assert_non_null(ids);
	newest(f, 1, ids, len);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(
		store_mark_put_flags(batch, ids + 1, len - 2, set, clear, NULL, NULL),
		OK);
	commit_batch(batch);
	free(ids);
}

/* A list in an order of its own while most of it is hidden, and shown again. */
static uint64_t
hide_and_undo(size_t len)
{
	struct reader *r;
	void *state;
	assert_int_equal(reader_setup(&state), 0);
	r = state;
	put_subscriptions(r->store, feeds, 1);
	long_poll(r->store, 1, "a", len);
	reader_open(r);
	reader_begin(r, "all-items");
	ui_run_command(&r->ui, ui_command("sort"), "title");
	take_turns(r, counted, "sort");
	const struct ui_items *list = (struct ui_items *)ui_find(&r->ui, UI_ITEMS);
	assert_int_equal(list->now.keys.len, len);
	struct store_key *sorted =
		mem_dup(list->now.keys.list, len * sizeof *list->now.keys.list);
	flag_inner(r->store, len, ITEM_HIDDEN, 0);
	counted = moved = 0;
	reload_crowd(r);
	assert_int_equal(list->now.keys.len, 2);
	uint64_t work = counted + moved;
	flag_inner(r->store, len, 0, ITEM_HIDDEN);
	counted = moved = 0;
	reload_crowd(r);
	work += counted + moved;
	assert_int_equal(list->now.keys.len, len);
	for (size_t i = 1; i < len; i++)
		assert_true(list->now.keys.list[i].id == sorted[i].id);
	free(sorted);
	reader_teardown(&state);
	return work;
}

static void
what_is_hidden_and_comes_back(void **state)
{
	(void)state;
	assert_true(is_linear(hide_and_undo(ITEMS / 2), hide_and_undo(ITEMS)));
}

/* ---- what gives many items away */

#define GIVEN 1000

static struct {
	size_t programs; /* that were started */
	off_t input;     /* bytes that the last of them was given */
	bool run_on;     /* none ends */
} given;

int __wrap_spawn_program(const struct spawn *spawn, pid_t *pid, struct err *err);
bool __wrap_spawn_reap(pid_t pid, int *code);

int
__wrap_spawn_program(const struct spawn *spawn, pid_t *pid, struct err *err)
{
	struct stat st = {0};
	(void)err;
	if (spawn->in)
		assert_int_equal(fstat(spawn->in, &st), 0);
	given.input = st.st_size;
	given.programs++;
	*pid = 1;
	return OK;
}

bool
__wrap_spawn_reap(pid_t pid, int *code)
{
	(void)pid;
	*code = 0;
	return !given.run_on;
}

/* How many files with such an ending a directory has; they are removed. */
static size_t
take_files(const char *dir, const char *ending)
{
	size_t count = 0;
	char path[1024];
	DIR *d = opendir(dir);
	assert_non_null(d);
	for (struct dirent *e = readdir(d); e; e = readdir(d))
		if (strstr(e->d_name, ending)) {
			snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
			assert_int_equal(unlink(path), 0);
			count++;
		}
	closedir(d);
	return count;
}

static void
set_option(char **option, const char *value)
{
	free(*option);
	*option = mem_strdup(value);
}

static struct reader *
open_given(void **state)
{
	static char word[] = "pocket", share[] = "add %u";
	static char *words[] = {word, share, NULL};
	static struct config_words line = {.words = words, .raw = words, .len = 2};
	struct reader *r = open_crowd(state);
	struct settings *settings = r->setup.settings;
	setenv("DISPLAY", ":0", 1); /* the browser runs beside the reader */
	set_option(&settings->options.bookmark_command, "buku --add %u");
	set_option(&settings->options.mail_command, "compose %u");
	settings->config.shares = &line;
	settings->config.shares_len = 1;
	do_to_crowd(r, "all-items");
	return r;
}

/* Ends programs as well, until nothing is left to do. */
static void
give_turns(struct reader *r, const char *what)
{
	do {
		uint64_t before = counted;
		ui_outside_run_reap(&r->ui);
		take_turns(r, before, what);
	} while (r->ui.job);
	ui_outside_run_reap(&r->ui);
}

static void
give(struct reader *r, const char *command, const char *arg)
{
	given.programs = 0;
	given.input = 0;
	uint64_t before = counted;
	ui_items_select_count(&r->ui, GIVEN);
	take_turns(r, before, "select");
	assert_int_equal(ui_items_select_len(&r->ui), GIVEN);
	before = counted;
	ui_run_command(&r->ui, ui_command(command), arg);
	assert_non_null(r->ui.job);
	take_turns(r, before, command);
}

/* Not in one turn, and all of them. */
static void
selected_items_are_given_away_in_slices(void **state)
{
	static const struct {
		const char *command, *arg;
		size_t programs;
		bool input;
	} rows[] = {
		{"copy", "text", 1, true},
		{"pipe", "-b html cat", 1, true},
		{"run", "-b echo %t", GIVEN, false},
		{"browser", NULL, GIVEN, false},
		{"browser-and-mark", NULL, GIVEN, false},
		{"bookmark", NULL, GIVEN, false},
		{"mail", NULL, GIVEN, false},
		{"share", NULL, GIVEN, false},
	};
	struct reader *r = open_given(state);
	set_option(&r->setup.settings->options.clipboard_command, "xsel");
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		give(r, rows[i].command, rows[i].arg);
		give_turns(r, rows[i].command);
		assert_int_equal(given.programs, rows[i].programs);
		assert_int_equal(given.input >= 10 * GIVEN, rows[i].input);
		ui_items_select_drop(&r->ui);
	}
	reader_teardown(state);
}

/* What was typed goes to the end even if the list is closed meanwhile. */
static void
selected_items_are_saved_in_slices(void **state)
{
	struct reader *r = open_given(state);
	const char *dir = r->store->dir;
	for (int closed = 0; closed < 2; closed++) {
		ui_items_select_count(&r->ui, GIVEN);
		take_turns(r, counted, "select");
		uint64_t before = counted;
		ui_run_command(&r->ui, ui_command("save"), dir);
		assert_true(ui_outside_busy(&r->ui));
		if (closed)
			ui_pop(&r->ui);
		take_turns(r, before, "save");
		assert_true(r->ui.dirty); /* it says how many they are */
		assert_int_equal(take_files(dir, ".txt"), GIVEN);
	}
	reader_teardown(state);
}

/* Nothing but this turn makes a frame of what a command does that had to wait. */
static void
what_waits_for_slices_is_seen(void **state)
{
	struct reader *r = open_given(state);
	ui_items_select_count(&r->ui, GIVEN);
	take_turns(r, counted, "select");
	ui_keys_line(&r->ui,
		arena_printf(&r->ui.scratch, "save %s ; set nosuch", r->store->dir));
	while (ui_outside_busy(&r->ui))
		ui_outside_step(&r->ui);
	take_turns(r, counted, "set");
	assert_true(r->ui.dirty);
	assert_non_null(strstr(buf_str(&r->ui.status.text), "nosuch"));
	assert_int_equal(take_files(r->store->dir, ".txt"), GIVEN);
	reader_teardown(state);
}

/* While as many programs run as may, keys work; Escape ends what waits for them. */
static void
programs_that_do_not_end_hold_nothing_up(void **state)
{
	struct reader *r = open_given(state);
	given.run_on = true;
	give(r, "bookmark", NULL);
	assert_int_equal(given.programs, UI_CHILDREN_MAX);
	assert_false(ui_outside_busy(&r->ui));
	ui_key(&r->ui, 'j');
	assert_true(strstr(reader_cursor(r, NULL), "e19998"));
	ui_run_command(&r->ui, ui_command("mail"), NULL);
	assert_string_equal(buf_str(&r->ui.status.text), "32 programs are still running");
	ui_key(&r->ui, KEY_ESCAPE);
	assert_null(r->ui.job);
	given.run_on = false;
	ui_outside_run_reap(&r->ui);
	take_turns(r, counted, "(stopped)");
	assert_int_equal(given.programs, UI_CHILDREN_MAX);
	assert_int_equal(ui_items_select_len(&r->ui), GIVEN);
	reader_teardown(state);
}

/* What is gathered ends with the reader, and is not given to anybody. */
static void
leaving_ends_what_is_given_away(void **state)
{
	struct reader *r = open_given(state);
	ui_items_select_count(&r->ui, GIVEN);
	take_turns(r, counted, "select");
	given.programs = 0;
	ui_run_command(&r->ui, ui_command("pipe"), "-b cat");
	assert_true(ui_outside_busy(&r->ui));
	reader_teardown(state);
	assert_int_equal(given.programs, 0);
}

static void
lists_of_episodes(void **state)
{
	struct reader *r = open_crowd(state);
	do_to_crowd(r, "downloads");
	reload_crowd(r);
	assert_string_equal(
		reader_right(r), "0 running · 10000 waiting · 0 held · 0 failed");
	do_to_crowd(r, "queue");
	reload_crowd(r);
	assert_string_equal(reader_right(r), "10000 episodes");
	reader_teardown(state);
}

int
main(void)
{
	unit_skip_sanitized();
	setlocale(LC_ALL, "C.UTF-8");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(commands_on_read_items),
		cmocka_unit_test(commands_on_unread_items),
		cmocka_unit_test(commands_on_feeds),
		cmocka_unit_test(lists_of_feeds),
		cmocka_unit_test(items_that_wait_for_the_worker),
		cmocka_unit_test(what_is_hidden_and_comes_back),
		cmocka_unit_test(all_items_are_selected_and_changed),
		cmocka_unit_test(hits_are_selected_in_a_given_list),
		cmocka_unit_test(escape_ends_a_search_that_selects),
		cmocka_unit_test(selected_items_are_given_away_in_slices),
		cmocka_unit_test(selected_items_are_saved_in_slices),
		cmocka_unit_test(what_waits_for_slices_is_seen),
		cmocka_unit_test(programs_that_do_not_end_hold_nothing_up),
		cmocka_unit_test(leaving_ends_what_is_given_away),
		cmocka_unit_test(lists_of_episodes),
	};
	return UNIT_RUN(tests);
}
