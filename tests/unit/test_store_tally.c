/*
 * Saved searches: the numbers that are kept up to date must be those that searches find,
 * whatever happens to the items, and whoever does it.
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/time.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/change_log.h"
#include "store/db/db.h"
#include "store/find/find.h"
#include "store/find/tally.h"
#include "store/gc.h"
#include "store/index/index.h"
#include "store/item/list.h"
#include "store/item/tag.h"
#include "store/journal/journal.h"
#include "store/mark/flags.h"
#include "store/mark/trash.h"
#include "store/media/episode_queue.h"
#include "store/media/listen.h"
#include "store/open.h"
#include "store/poll/merge.h"
#include "store/poll/page_text.h"
#include "store/poll/poll.h"
#include "store/undo.h"
#include "store_helper.h"
#include "unit.h"

#define NOW (T0 + TIME_DAY)
#define PROGRAMS 12
#define STEPS 60
#define ITEMS 40 /* of a feed */

/* All that does not depend on time or on sums. */
static const char *const fixed[] = {"", "sea", "title:tea", "sea tea", "\"green tea\"",
	"tag:x", "tag:later", "feed:b.example", "feed-order:1", "is:starred", "-sea",
	"sea or is:starred", "/gr.en/", "is:hidden", "is:edited", "*ree*", "id:>9 tea",
	"page", "is:queued", "is:played", "date:<2026-09-20", "feed-order:>1 sea"};
static const char *const loose[] = {
	"sea", "age:<2d sea", "feed-unread:>2", "feed-total:>3 tea", "score:>0"};

static uint32_t seed;

static uint32_t
pick(uint32_t n)
{
	seed = seed * 1664525U + 1013904223U;
	return (seed >> 8) % n;
}

static struct store_find_tally *
new_tally(const char *const *queries, size_t len)
{
	struct store_find_tally *tally = store_find_tally_new(STORE_FIND_ACCENTS);
	for (size_t i = 0; i < len; i++)
		store_find_tally_add(tally, queries[i]);
	return tally;
}

/* Steps until there is nothing left to do. Returns what the last step said. */
static struct store_find_turn
settle(struct fixture *f, struct store_find_tally *tally, struct store_find_turn turn)
{
	struct err err;
	size_t counted = 0;
	do {
		turn.until_us = time_mono_us() + 100000;
		assert_int_equal(store_find_tally_step(tally, f->store, &turn, &err), OK);
		counted += turn.counted;
	} while (turn.more);
	turn.counted = counted;
	return turn;
}

static uint64_t
count_found(struct fixture *f, const char *query, int64_t now)
{
	const struct store_scope unread = {.kind = STORE_UNREAD};
	struct store_find *find;
	struct store_key keys[100];
	struct err err;
	uint64_t sum = 0;
	size_t len;
	assert_int_equal(
		store_find_new(query, &unread, STORE_FIND_ACCENTS, now, &find, &err), OK);
	for (bool done = false; !done; sum += len)
		assert_int_equal(store_find_step(find, f->store, 100000, keys, 100, &len,
					 &done, &err),
			OK);
	store_find_free(find);
	return sum;
}

static void
assert_exact(struct fixture *f, const struct store_find_tally *tally, int64_t now)
{
	for (size_t i = 0; i < store_find_tally_len(tally); i++) {
		const struct store_find_sum sum = store_find_tally_sum(tally, i);
		uint64_t found = count_found(f, store_find_tally_text(tally, i), now);
		if (sum.unread != found)
			fail_msg("%s: %d, not %d; seed %u",
				store_find_tally_text(tally, i), (int)sum.unread,
				(int)found, seed);
		assert_true(sum.known);
	}
}

/* ---- What may happen. */

static const char *const all_feeds[] = {
	"https://a.example/ x", "https://b.example/", "https://c.example/ y/z"};

/* Some items, each by its number: new, edited or as before. */
static void
arrive(struct fixture *f)
{
	static const char *const texts[] = {
		"sea", "tea", "green tea", "green", "sea and tea", "grey"};
	char lines[8][128];
	const char *items[8];
	size_t len = 1 + pick(8);
	for (size_t i = 0; i < len; i++) {
		uint32_t n = pick(ITEMS);
		snprintf(lines[i], sizeof lines[i], "%u|L%u|%s|%s|%" PRId64, n, n,
			texts[pick(6)], texts[pick(6)], T0 - (int64_t)pick(3) * TIME_DAY);
		items[i] = lines[i];
	}
	poll_items(f, 1 + pick(3), T0 + (int64_t)pick(100), items, len);
}

/* Ids of items, at random; some do not exist. */
static size_t
some_ids(uint64_t *ids)
{
	size_t len = 1 + pick(6);
	for (size_t i = 0; i < len; i++)
		ids[i] = 1 + pick(3 * ITEMS);
	return len;
}

static int
act(struct store_batch *batch, uint64_t *ids, struct err *err)
{
	static const int flags[] = {ITEM_UNREAD, ITEM_STARRED};
	const struct store_scope all = {.kind = STORE_ALL};
	static char said[] = "page";
	const struct text page = {.text = said, .type = TEXT_PLAIN};
	const struct listen_record heard = {.played = true};
	size_t len = some_ids(ids), changed;
	int flag = flags[pick(2)];
	bool on = pick(2), more;
	int status;
	switch (pick(8)) {
	case 0:
		return store_item_put_tag(
			batch, ids, len, pick(2) ? "later" : "x", on, NULL, err);
	case 1:
		return store_mark_put_trash(batch, ids, len, on, NOW, NULL, err);
	case 2:
		return store_mark_put_hidden(batch, ids, len, on, NOW, &changed, err);
	case 3:
		status = store_poll_put_page(batch, ids[0], &page, NOW, err);
		return status == ERR_NOT_FOUND ? OK : status;
	case 4:
		return store_media_listen_put(batch, ids[0], &heard, NOW, err);
	case 5:
		return pick(4) ? OK
			       : store_mark_read(batch, &all, NOW, 500, NULL, &more, err);
	default:
		return store_mark_put_flags(
			batch, ids, len, on ? flag : 0, on ? 0 : flag, NULL, err);
	}
}

static void
act_journaled(struct fixture *f)
{
	struct store_batch *batch = begin_batch(f);
	uint64_t ids[6], group = 0;
	struct err err;
	assert_int_equal(store_journal_begin(batch, &group, NOW, &err), OK);
	assert_int_equal(act(batch, ids, &err), OK);
	if (pick(8))
		commit_batch(batch);
	else
		store_batch_abort(batch);
}

static void
undo(struct fixture *f, bool redo)
{
	struct arena arena = ARENA_INIT;
	struct store_undo undo = {.more = true};
	struct err err;
	int status = OK;
	while (status == OK && undo.more) {
		struct store_batch *batch = begin_batch(f);
		status = store_undo(batch, redo, 100, NOW, &arena, &undo, &err);
		status = store_batch_end(batch, status, &err);
	}
	assert_true(status == OK || status == ERR_NOT_FOUND);
	arena_done(&arena);
}

static void
clear_away(struct fixture *f)
{
	const struct store_keep keep = {.feed = 1 + pick(3), .items = 5};
	struct store_gc out = {0};
	struct err err;
	put_subscriptions(f, all_feeds, 3); /* those without a line would be deleted */
	assert_int_equal(
		store_collect(f->store, &keep, 1, NOW + 40 * TIME_DAY, false, &out, &err),
		OK);
}

static void
merge(struct fixture *f)
{
	struct store_poll_merge merge = {
		.from = 1 + pick(3), .into = 1 + pick(3), .more = true};
	struct err err;
	uint64_t group = 0;
	if (merge.from == merge.into)
		return;
	while (merge.more) {
		struct store_batch *batch = begin_batch(f);
		assert_int_equal(store_journal_begin(batch, &group, NOW, &err), OK);
		int status = store_poll_merge(batch, &merge, "", 7, &err);
		merge.more &= status == OK; /* a feed may be gone */
		assert_int_equal(store_batch_end(batch, status, &err), status);
	}
	store_poll_merge_done(&merge);
}

static void
index_some(struct fixture *f)
{
	struct store_batch *batch = begin_batch(f);
	bool more;
	assert_int_equal(store_index_step(batch, 1 + pick(50), &more, NULL), OK);
	commit_batch(batch);
}

/* Another order of the lines, other tags, or a line less. */
static void
edit_lines(struct fixture *f)
{
	static const char *const others[] = {
		"https://b.example/ x", "https://a.example/", "https://c.example/"};
	static const char *const fewer[] = {
		"https://a.example/ x", "https://c.example/ y/z"};
	switch (pick(3)) {
	case 0:
		put_subscriptions(f, others, 3);
		break;
	case 1:
		put_subscriptions(f, fewer, 2);
		break;
	default:
		put_subscriptions(f, all_feeds, 3);
	}
}

/* Another process does something. */
static void
act_elsewhere(struct fixture *f)
{
	uint64_t ids[6];
	struct err err;
	fflush(NULL);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child) {
		end_well(child);
		pick(7);
		return;
	}
	struct store *store;
	struct store_batch *batch;
	if (store_open(&store, f->dir, &err) != OK ||
		store_batch_begin(store, &batch, &err) != OK ||
		act(batch, ids, &err) != OK || store_batch_commit(batch, &err) != OK)
		_exit(1);
	_exit(0);
}

/* True: it may be that not all is known (of feeds that lost their line, of what other
 * processes did), and that all has to be recounted. */
static bool
happen(struct fixture *f)
{
	uint32_t what = pick(20);
	if (what < 6)
		arrive(f);
	else if (what < 12)
		act_journaled(f);
	else if (what < 14)
		undo(f, what == 13);
	else if (what == 14)
		clear_away(f);
	else if (what == 15)
		merge(f);
	else if (what < 18)
		index_some(f);
	else if (what == 18)
		edit_lines(f);
	else
		act_elsewhere(f);
	return what >= 18 || what == 14;
}

static void
numbers_follow_what_happens(void **state)
{
	struct fixture *f = *state;
	for (uint32_t program = 0; program < PROGRAMS; program++) {
		struct store_find_tally *tally = new_tally(fixed, COUNT_OF(fixed));
		fixture_clear(f);
		put_subscriptions(f, all_feeds, 3);
		seed = program * 2654435761U + 17;
		settle(f, tally, (struct store_find_turn){.now = NOW, .count = true});
		for (size_t i = 0; i < STEPS; i++) {
			bool lost = happen(f);
			struct store_find_turn turn = settle(f, tally,
				(struct store_find_turn){
					.now = NOW, .count = lost, .settled = true});
			assert_false(turn.wants);
			assert_exact(f, tally, NOW);
		}
		store_find_tally_free(tally);
	}
}

/* Sums over feeds, scores and ages change without the item. */
static void
what_depends_on_more_is_recounted(void **state)
{
	struct fixture *f = *state;
	struct store_find_tally *tally = new_tally(loose, COUNT_OF(loose));
	struct store_find_turn turn = {.now = NOW, .count = true, .settled = true};
	put_subscriptions(f, all_feeds, 3);
	seed = 5;
	for (size_t i = 0; i < STEPS; i++) {
		arrive(f);
		act_journaled(f);
		if (i % 8 == 7)
			edit_lines(f);
		settle(f, tally, turn);
		assert_exact(f, tally, NOW);
	}
	/* Time passes. */
	turn.now = store_find_tally_due(tally);
	assert_true(turn.now > NOW && turn.now < NOW + TIME_DAY);
	turn.count = false;
	assert_true(settle(f, tally, turn).wants);
	assert_true(store_find_tally_due(tally) == INT64_MAX);
	turn.count = true;
	assert_int_equal(settle(f, tally, turn).counted, 1);
	turn.now = NOW + 3 * TIME_DAY;
	settle(f, tally, turn);
	assert_exact(f, tally, turn.now);
	assert_int_equal(store_find_tally_sum(tally, 1).unread, 0);
	store_find_tally_free(tally);
}

/* What happens while all is being counted, a little at a time. */
static void
numbers_follow_what_happens_meanwhile(void **state)
{
	struct fixture *f = *state;
	struct err err;
	put_subscriptions(f, all_feeds, 3);
	seed = 9;
	for (int i = 0; i < STEPS; i++)
		arrive(f);
	for (int round = 0; round < 10; round++) {
		struct store_find_tally *tally = new_tally(fixed, COUNT_OF(fixed));
		struct store_find_turn turn = {
			.now = NOW, .count = true, .settled = true, .more = true};
		for (int i = 0; i < 8 * STEPS && turn.more; i++) {
			if (i % 4 == 0)
				act_journaled(f);
			if (i % 16 == 0)
				arrive(f);
			turn.until_us = time_mono_us() + 5;
			assert_int_equal(
				store_find_tally_step(tally, f->store, &turn, &err), OK);
		}
		settle(f, tally, turn);
		assert_exact(f, tally, NOW);
		store_find_tally_free(tally);
	}
}

/* What waits is matched after the sums of its feed have changed. */
static void
what_waits_sees_the_sums_of_its_feed(void **state)
{
	struct fixture *f = *state;
	static const char *const queries[] = {"feed-unread:>2"},
				 *const few[] = {"1|L1|sea|sea|1", "2|L2|sea|sea|2"},
				 *const more[] = {"3|L3|tea|tea|3", "4|L4|tea|tea|4"};
	struct store_find_tally *tally = new_tally(queries, 1);
	struct store_find_turn turn = {.now = NOW, .count = true, .settled = true};
	put_subscriptions(f, all_feeds, 3);
	settle(f, tally, turn);
	poll_items(f, 1, T0, few, 2);
	settle(f, tally, turn);
	assert_exact(f, tally, NOW);
	poll_items(f, 1, T0, more, 2);
	turn.settled = false;
	assert_true(settle(f, tally, turn).waits);
	assert_exact(f, tally, NOW);
	turn.settled = true;
	settle(f, tally, turn);
	assert_exact(f, tally, NOW);
	store_find_tally_free(tally);
}

/* The item's flags say only whether it has any. */
static void
a_second_tag_counts(void **state)
{
	struct fixture *f = *state;
	static const char *const queries[] = {"tag:x", "tag:later"},
				 *const items[] = {"1|L1|tea|tea|1"};
	struct store_find_tally *tally = new_tally(queries, 2);
	put_subscriptions(f, all_feeds, 3);
	poll_items(f, 2, T0, items, 1);
	settle(f, tally, (struct store_find_turn){.now = NOW, .count = true});
	for (size_t i = 0; i < 2; i++) {
		struct store_batch *batch = begin_batch(f);
		assert_int_equal(store_item_put_tag(batch, (uint64_t[]){1}, 1,
					 i ? "later" : "x", true, NULL, NULL),
			OK);
		commit_batch(batch);
		settle(f, tally, (struct store_find_turn){.now = NOW});
		assert_int_equal(store_find_tally_sum(tally, i).unread, 1);
	}
	store_find_tally_free(tally);
}

static void
faulty_queries_say_why(void **state)
{
	struct fixture *f = *state;
	static const char *const queries[] = {"(", "sea", "nofield:x"};
	struct store_find_tally *tally = new_tally(queries, 3);
	put_subscriptions(f, all_feeds, 3);
	seed = 1;
	arrive(f);
	settle(f, tally, (struct store_find_turn){.now = NOW, .count = true});
	assert_non_null(store_find_tally_sum(tally, 0).error);
	assert_null(store_find_tally_sum(tally, 1).error);
	assert_int_equal(
		store_find_tally_sum(tally, 1).unread, count_found(f, "sea", NOW));
	assert_non_null(store_find_tally_sum(tally, 2).error);
	store_find_tally_free(tally);
}

/* The line of a feed changes while the items of another one are looked at, sooner or
 * later. */
static void
lines_change_meanwhile(struct fixture *f, struct store_find_tally *tally)
{
	static const char *const lines[][3] = {
		{"https://a.example/ x", "https://b.example/",
			"https://c.example/ later"},
		{"https://a.example/", "https://b.example/", "https://c.example/ later"},
		{"https://a.example/", "https://b.example/", "https://c.example/"},
		{"https://a.example/ x", "https://b.example/", "https://c.example/"}};
	struct store_find_turn turn = {.now = NOW, .settled = true};
	struct err err;
	for (int64_t us = 50; us < 1000; us += us / 4)
		for (size_t i = 0; i < 4; i++) {
			put_subscriptions(f, lines[i], 3);
			if (i % 2)
				settle(f, tally, turn);
			turn.until_us = time_mono_us() + us;
			assert_int_equal(
				store_find_tally_step(tally, f->store, &turn, &err), OK);
			if (i % 2)
				assert_int_equal(store_find_tally_sum(tally, 5).unread,
					count_found(f, fixed[5], NOW));
		}
}

static void
poll_many(struct fixture *f, uint32_t feed, const char *prefix, size_t len)
{
	struct feed *document = make_numbered(prefix, len, "green tea by the sea");
	poll_feed(f, feed, T0, document);
}

/* Many new items wait until the index has them. What is marked, edited or deleted before
 * is counted as it is then. */
static void
many_new_items_are_counted_by_the_index(void **state)
{
	struct fixture *f = *state;
	const struct store_scope first = {.kind = STORE_FEED, .feed = 1};
	struct store_find_turn waiting = {.now = NOW}, turn;
	struct store_find_tally *tally = new_tally(fixed, COUNT_OF(fixed));
	bool more = true;
	struct err err;
	put_subscriptions(f, all_feeds, 3);
	settle(f, tally, (struct store_find_turn){.now = NOW, .count = true});
	seed = 3;
	for (int round = 0; round < 2; round++) {
		struct store_batch *batch = begin_batch(f);
		store_batch_index_later(batch);
		commit_batch(batch);
		poll_many(f, 1 + 2 * (uint32_t)round, "sea", 700);
		poll_many(f, 3 - 2 * (uint32_t)round, "green", 800);
		for (int i = 0; i < 40; i++) {
			arrive(f);
			act_journaled(f);
		}
		turn = settle(f, tally, waiting);
		for (more = true; more;) {
			batch = begin_batch(f);
			assert_int_equal(store_index_step(batch, 900, &more, &err), OK);
			commit_batch(batch);
		}
		for (int i = 0; i < 40; i++) {
			arrive(f);
			act_journaled(f);
		}
		turn = settle(
			f, tally, (struct store_find_turn){.now = NOW, .settled = true});
		assert_false(turn.wants);
		assert_int_equal(turn.counted, 0);
		assert_exact(f, tally, NOW);
	}
	lines_change_meanwhile(f, tally);
	turn = settle(f, tally, (struct store_find_turn){.now = NOW, .settled = true});
	assert_int_equal(turn.counted, 0);
	assert_exact(f, tally, NOW);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(
		store_mark_read(batch, &first, NOW, 10000, NULL, &more, &err), OK);
	commit_batch(batch);
	turn = settle(f, tally, waiting);
	assert_false(turn.wants || turn.waits);
	assert_exact(f, tally, NOW);
	store_find_tally_free(tally);
}

/* A damaged list may have any id. */
static void
ids_of_no_item_are_not_counted(void **state)
{
	struct fixture *f = *state;
	static const char *const queries[] = {"", "tea"};
	struct store_find_tally *tally = new_tally(queries, 2);
	put_subscriptions(f, all_feeds, 1);
	poll_items(f, 1, T0, (const char *const[]){"a||tea||"}, 1);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_db_put(batch, TABLE_UNREAD,
				 schema_time(T0, UINT64_C(1) << 60), "\0\0\0\1", 4, 0),
		OK);
	commit_batch(batch);
	settle(f, tally,
		(struct store_find_turn){.now = NOW, .count = true, .settled = true});
	assert_int_equal(store_find_tally_sum(tally, 0).unread, 1);
	assert_int_equal(store_find_tally_sum(tally, 1).unread, 1);
	store_find_tally_free(tally);
}

/* A damaged row fails a step. The next ones count all anew, without its item. */
static void
a_step_that_failed_is_made_up_for(void **state)
{
	struct fixture *f = *state;
	static const char *const queries[] = {"", "tea"};
	const struct store_find_turn turn = {
		.now = NOW, .count = true, .settled = true, .until_us = INT64_MAX};
	struct store_find_tally *tally = new_tally(queries, 2);
	struct store_find_turn failing = turn;
	struct err err;
	put_subscriptions(f, all_feeds, 1);
	poll_items(f, 1, T0, (const char *const[]){"a||tea||", "b||tea||"}, 2);
	settle(f, tally, turn);
	assert_int_equal(store_find_tally_sum(tally, 1).unread, 2);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_db_put(batch, TABLE_PLACE, schema_id(1), "x", 1, 0), OK);
	commit_batch(batch);
	assert_int_equal(
		store_find_tally_step(tally, f->store, &failing, &err), ERR_DAMAGED);
	assert_int_equal(settle(f, tally, turn).counted, 2);
	assert_exact(f, tally, NOW);
	store_find_tally_free(tally);
}

/* A process that changes a million items at once does not need memory for each. */
static void
the_log_of_changes_is_bounded(void **state)
{
	(void)state;
	const size_t most = (size_t)1 << 22;
	struct store_changes *changes = store_changes_new();
	store_changes_reach(changes, 1);
	store_changes_clear(changes);
	size_t n = 0;
	for (; n < most && !changes->lost; n++) {
		const struct schema_key key = schema_id(n + 1);
		store_changes_note(changes, TABLE_ITEM, &key, "", 0);
	}
	assert_in_range(n, 100000, most - 1);
	assert_in_range(changes->len, 100000, n);
	store_changes_clear(changes);
	assert_false(changes->lost);
	store_changes_free(changes);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(numbers_follow_what_happens),
		FIXTURE_TEST(what_depends_on_more_is_recounted),
		FIXTURE_TEST(numbers_follow_what_happens_meanwhile),
		FIXTURE_TEST(what_waits_sees_the_sums_of_its_feed),
		FIXTURE_TEST(a_second_tag_counts),
		FIXTURE_TEST(faulty_queries_say_why),
		FIXTURE_TEST(many_new_items_are_counted_by_the_index),
		FIXTURE_TEST(ids_of_no_item_are_not_counted),
		FIXTURE_TEST(a_step_that_failed_is_made_up_for),
		FIXTURE_TEST(the_log_of_changes_is_bounded),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
