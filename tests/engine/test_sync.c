/*
 * What other machines say, on its way through the worker.
 */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/str.h"
#include "base/time.h"
#include "engine/harness.h"
#include "model/schedule.h"
#include "model/state.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/sync/sync.h"

#define ITEM(n, title) "<item><guid>" n "</guid><title>" title "</title></item>"
#define RSS(items)                                                                       \
	"\tbody <rss version=\"2.0\"><channel><title>Feed</title>" items                 \
	"</channel></rss>\n"
#define FIRST ITEM("1", "A1") ITEM("2", "A2") ITEM("3", "A3")
#define LATER ITEM("4", "A4") ITEM("5", "A5")
/* Of the other feed come the names of what the first gets later. */
#define OTHER ITEM("4", "B4") ITEM("5", "B5")
#define SCRIPT "/a\n" RSS(FIRST) "then\n" RSS(FIRST LATER) "/b\n" RSS(OTHER)

static uint64_t
find_item(struct rig *rig, const char *title)
{
	const struct store_scope all = {.kind = STORE_ALL};
	struct store_key keys[16];
	struct store_view view;
	uint64_t found = 0;
	size_t len = 0;
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	assert_int_equal(store_item_keys(&view, &all, NULL, keys, 16, &len), OK);
	for (size_t i = 0; i < len; i++) {
		struct store_item item;
		assert_int_equal(store_item(&view, keys[i].id, &rig->arena, &item), OK);
		if (str_eq(item.title, title))
			found = item.id;
	}
	store_view_end(&view);
	assert_true(found);
	return found;
}

/* ---- Who items are to other machines. */

#define NAMED 5

struct names {
	struct state list[NAMED]; /* the words that starred them, in their order */
	size_t len;
};

static void
take_name(void *data, const struct state *state)
{
	struct names *names = data;
	size_t i = names->len;
	if (state->kind != STATE_STARRED)
		return;
	assert_true(names->len++ < NAMED);
	for (; i > 0 && names->list[i - 1].stamp.time > state->stamp.time; i--)
		names->list[i] = names->list[i - 1];
	names->list[i] = *state;
}

/* Stops the rig. */
static void
name_items(struct rig *rig, const char *const titles[static NAMED], struct names *out)
{
	struct store_sync_walk walk = {0};
	struct store_view view;
	*out = (struct names){.len = 0};
	for (size_t i = 0; i < NAMED; i++) {
		uint64_t id = find_item(rig, titles[i]);
		rig_mark(rig, ACTION_STAR, &id, 1);
	}
	rig_stop(rig);
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	while (!walk.done)
		assert_int_equal(store_sync_walk(&view, &walk, 100, take_name, out), OK);
	store_view_end(&view);
	assert_int_equal(out->len, NAMED);
}

/* ---- Marks that are made alone. */

struct said {
	size_t alone, others;
};

static void
count_read(void *data, const struct state *state)
{
	struct said *said = data;
	if (state->kind == STATE_READ && state_alone(&state->stamp))
		said->alone++;
	else if (state->kind == STATE_READ)
		said->others++;
}

static void
assert_said(struct rig *rig, size_t alone, size_t others)
{
	struct store_sync_walk walk = {0};
	struct store_view view;
	struct said said = {0};
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	while (!walk.done)
		assert_int_equal(
			store_sync_walk(&view, &walk, 100, count_read, &said), OK);
	store_view_end(&view);
	assert_int_equal(said.alone, alone);
	assert_int_equal(said.others, others);
}

/* However quick the user is. What was read before there was a log is of no known time. */
static void
what_is_marked_alone_says_so(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/a\n" RSS(FIRST LATER), "/a");
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	const uint64_t before = find_item(&rig, "A1");
	const uint64_t alone[] = {find_item(&rig, "A2"), find_item(&rig, "A3")};
	rig_mark(&rig, ACTION_READ, &before, 1);
	rig_stop(&rig);
	rig_option(&rig, "state-dir", arena_printf(&rig.arena, "%s/shared", rig.dir));
	rig_run(&rig, ENGINE_FORCE);
	assert_said(&rig, 0, 1);
	rig_start(&rig, false);
	rig_mark(&rig, ACTION_READ, alone, 1);
	rig_mark(&rig, ACTION_READ, alone + 1, 1);
	const struct store_scope feed = {
		.kind = STORE_FEED, .feed = rig_feed(&rig, "/a").id};
	rig_mark_list(&rig, &feed, UINT64_MAX);
	rig_stop(&rig);
	assert_said(&rig, 2, 3);
	/* Undone and done again, they are nobody's that reads just now. */
	rig_start(&rig, false);
	for (int i = 0; i < 3; i++)
		rig_undo(&rig, false);
	for (int i = 0; i < 3; i++)
		rig_undo(&rig, true);
	rig_stop(&rig);
	assert_said(&rig, 0, 5);
	rig_done(&rig);
}

/* Another machine's log: they were read. */
static const struct {
	int64_t at; /* in seconds from now */
	uint64_t count;
} reads[NAMED] = {
	{3600, 0},  /* by itself, an hour after it came in */
	{3600, 1},  /* with others */
	{-3600, 0}, /* before the feed was followed here */
	{1800, 0},  /* before it came in here, in a later document */
	{1800, 1},
};

static void
write_log(const char *path, const struct names *names)
{
	struct buf log = BUF_INIT(0);
	buf_adds(&log, STATE_HEADER "\n");
	for (size_t i = 0; i < NAMED; i++) {
		struct state word = names->list[i];
		uint64_t ms = (uint64_t)(time_wall() + reads[i].at) * 1000;
		memcpy(word.feed, names->list[0].feed, STATE_FEED);
		word.kind = STATE_READ;
		word.stamp = (struct state_stamp){ms << 16 | reads[i].count, 77};
		state_put(&log, &word);
	}
	assert_int_equal(file_write(path, buf_str(&log), log.len, 0600, NULL), OK);
	buf_done(&log);
}

/* ---- Learned interest. */

static void
assert_interest(struct rig *rig, double read, double came)
{
	struct store_view view;
	struct schedule_record record;
	uint32_t feed = rig_feed(rig, "/a").id;
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	assert_int_equal(
		store_feed_state(&view, feed, &rig->arena, NULL, &record, NULL), OK);
	store_view_end(&view);
	assert_true(fabs((double)record.interest.read - read) < 0.01);
	assert_true(fabs((double)record.interest.came - came) < 0.01);
	assert_int_equal(record.reads_len, 0);
}

static void
what_is_read_elsewhere_teaches(void **unused)
{
	(void)unused;
	static const char *const options[] = {"yes", "no"};
	static const char *const titles[NAMED] = {"A1", "A2", "A3", "B4", "B5"};
	for (size_t i = 0; i < 2; i++) {
		struct rig rig;
		struct names names;
		rig_init(&rig, SCRIPT, "/a /b");
		const char *dir = arena_printf(&rig.arena, "%s/shared", rig.dir);
		rig_option(&rig, "learn-interest", options[i]);
		rig_option(&rig, "state-dir", dir);
		rig_start(&rig, false);
		rig_refresh(&rig, ENGINE_FORCE);
		name_items(&rig, titles, &names);
		write_log(arena_printf(&rig.arena, "%s/other.state", dir), &names);
		rig.ahead += 7200;
		rig_start(&rig, false);
		while (rig_feed(&rig, "/a").unread > 0)
			free(rig_wait(&rig, ENGINE_CHANGED));
		/* The first brings what comes later, and learns what was read till then.
		 */
		rig_refresh(&rig, ENGINE_FORCE);
		assert_int_equal(rig_feed(&rig, "/a").unread, 0);
		rig_refresh(&rig, ENGINE_FORCE);
		rig_stop(&rig);
		if (i == 0)
			assert_interest(&rig, exp(-3600.0 / 86400) + 1, 2);
		else
			assert_interest(&rig, 0, 0);
		rig_check(&rig);
		rig_done(&rig);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_marked_alone_says_so),
		cmocka_unit_test(what_is_read_elsewhere_teaches),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
