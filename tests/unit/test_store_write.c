#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/time.h"
#include "model/http.h"
#include "model/item.h"
#include "model/subscription.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/process.h"
#include "store/db/view.h"
#include "store/feed/claim.h"
#include "store/feed/due.h"
#include "store/feed/subscriptions.h"
#include "store/item/count.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/mark/flags.h"
#include "store/open.h"
#include "store/poll/poll.h"
#include "store/record/schema.h"
#include "store/record/shape.h"
#include "store_helper.h"
#include "unit.h"

static const char *const feeds[] = {"A t", "B t", "C"};

static void
fill(struct fixture *f, uint32_t feed, size_t n)
{
	const char *lines[500];
	static char room[500][32];
	for (size_t i = 0; i < n; i++) {
		snprintf(room[i], sizeof room[i], "%zu||%u.%zu|x|%zu", i, (unsigned)feed,
			i, 1700000000 + i);
		lines[i] = room[i];
	}
	poll_items(f, feed, T0, lines, n);
}

static uint64_t
unread(struct fixture *f, enum store_scope_kind kind, uint32_t feed)
{
	struct store_scope scope = {kind, feed, NULL};
	struct store_item_counts counts;
	struct store_view view;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_item_counts(&view, &scope, &counts), OK);
	store_view_end(&view);
	return counts.unread;
}

/* What a batch wrote is visible within it, and nowhere after an abort. */
static void
a_batch_is_all_or_nothing(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, feeds, 3);
	fill(f, 1, 3);
	uint64_t ids[] = {1, 2, 77, 3};
	size_t changed;
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_mark_put_flags(batch, ids, 4, ITEM_STARRED, ITEM_UNREAD,
				 &changed, NULL),
		OK);
	assert_int_equal(changed, 3);
	struct store_view view = store_batch_view(batch);
	int flags;
	assert_int_equal(store_item_flags(&view, 2, &flags), OK);
	assert_int_equal(flags, ITEM_STARRED);
	assert_int_equal(store_item_flags(&view, 77, &flags), ERR_NOT_FOUND);
	store_batch_abort(batch);
	assert_int_equal(unread(f, STORE_ALL, 0), 3);
	assert_string_equal(titles(f, STORE_STARRED, 0, NULL), "");
	/* A second time changes nothing. */
	batch = begin_batch(f);
	assert_int_equal(
		store_mark_put_flags(batch, ids, 4, 0, ITEM_UNREAD, &changed, NULL), OK);
	assert_int_equal(changed, 3);
	assert_int_equal(
		store_mark_put_flags(batch, ids, 4, 0, ITEM_UNREAD, &changed, NULL), OK);
	assert_int_equal(changed, 0);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	assert_sound(f);
}

static void
each_commit_has_a_version(void **state)
{
	struct fixture *f = *state;
	struct store_view a, b, c;
	put_subscriptions(f, feeds, 3);
	assert_int_equal(store_view_begin(f->store, &a, NULL), OK);
	assert_int_equal(store_view_begin(f->store, &b, NULL), OK);
	assert_true(store_view_version(&a) == store_view_version(&b));
	fill(f, 1, 1);
	assert_int_equal(store_view_begin(f->store, &c, NULL), OK);
	assert_true(store_view_version(&c) > store_view_version(&a));
	store_view_end(&a);
	store_view_end(&b);
	uint64_t version = store_view_version(&c);
	store_view_end(&c);
	/* A batch that wrote nothing is not a commit. */
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	assert_int_equal(store_view_begin(f->store, &c, NULL), OK);
	assert_true(store_view_version(&c) == version);
	store_view_end(&c);
}

static size_t
mark(struct fixture *f, const struct store_scope *scope, uint64_t upto, size_t max,
	bool *more)
{
	size_t changed;
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(
		store_mark_read(batch, scope, upto, max, &changed, more, NULL), OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	return changed;
}

static void
marking_goes_in_slices(void **state)
{
	static const struct {
		struct store_scope scope;
		size_t marked; /* of 3 × 400 */
	} cases[] = {
		{{STORE_FEED, 2, NULL}, 400},
		{{STORE_TAG, 0, "t"}, 400}, /* A; B is read already */
		{{STORE_STARRED, 0, NULL}, 1},
		{{STORE_ALL, 0, NULL}, 399},
	};
	struct fixture *f = *state;
	put_subscriptions(f, feeds, 3);
	for (uint32_t feed = 1; feed <= 3; feed++)
		fill(f, feed, 400);
	set_flags(f, "3.7", ITEM_STARRED, 0);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		size_t total = 0, slices = 0;
		bool more = true;
		while (more) {
			size_t n = mark(f, &cases[i].scope, UINT64_MAX, 90, &more);
			assert_true(more ? n == 90 : n <= 90);
			total += n;
			slices++;
		}
		assert_int_equal(total, cases[i].marked);
		assert_int_equal(slices, (cases[i].marked + 89) / 90);
		assert_sound(f);
	}
	assert_int_equal(unread(f, STORE_ALL, 0), 0);
	assert_string_equal(titles(f, STORE_UNREAD, 0, NULL), "");
}

/* What arrived after the user looked stays unread. */
static void
marking_stops_at_what_was_seen(void **state)
{
	struct fixture *f = *state;
	struct store_view view;
	bool more;
	put_subscriptions(f, feeds, 3);
	fill(f, 1, 10);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	uint64_t upto = store_item_last_id(&view);
	store_view_end(&view);
	fill(f, 2, 5);
	fill(f, 1, 12);
	assert_int_equal(unread(f, STORE_ALL, 0), 17);
	struct store_scope scope = {STORE_FEED, 1, NULL};
	assert_int_equal(mark(f, &scope, upto, 1000, &more), 10);
	assert_false(more);
	assert_string_equal(
		titles(f, STORE_UNREAD, 0, NULL), "1.11* 1.10* 2.4* 2.3* 2.2* 2.1* 2.0*");
	scope.kind = STORE_ALL;
	assert_int_equal(mark(f, &scope, upto + 5, 3, &more), 3);
	assert_true(more);
	assert_int_equal(mark(f, &scope, upto + 5, 3, &more), 2);
	assert_false(more);
	assert_string_equal(titles(f, STORE_UNREAD, 0, NULL), "1.11* 1.10*");
	assert_sound(f);
}

/* What a batch adds to numbers of items is read by what follows in it. */
static void
numbers_follow_within_a_batch(void **state)
{
	struct fixture *f = *state;
	const struct store_scope scope = {STORE_FEED, 1, NULL};
	const struct subscriptions none = {.list = NULL};
	size_t changed;
	bool more;
	put_subscriptions(f, feeds, 1);
	fill(f, 1, 3);
	assert_int_equal(mark(f, &scope, UINT64_MAX, 10, &more), 3);
	uint64_t ids[] = {find_title(f, "1.0"), find_title(f, "1.2")};
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(
		store_mark_put_flags(batch, ids, 2, ITEM_UNREAD, 0, NULL, NULL), OK);
	assert_int_equal(
		store_mark_read(batch, &scope, UINT64_MAX, 10, &changed, &more, NULL),
		OK);
	assert_int_equal(changed, 2);
	assert_int_equal(
		store_mark_put_flags(batch, ids, 1, ITEM_UNREAD, 0, NULL, NULL), OK);
	commit_batch(batch);
	assert_sound(f);
	assert_int_equal(unread(f, STORE_ALL, 0), 1);
	/* So are those of a feed that goes. */
	batch = begin_batch(f);
	assert_int_equal(
		store_mark_put_flags(batch, ids, 2, ITEM_UNREAD, 0, NULL, NULL), OK);
	assert_int_equal(store_feed_put_subscriptions(batch, &none, NULL, NULL), OK);
	commit_batch(batch);
	assert_sound(f);
	assert_int_equal(unread(f, STORE_ALL, 0), 0);
}

/* ---- Due times and claims */

static void
put_next_poll(struct fixture *f, uint32_t feed, int64_t next)
{
	struct http_state http = {.last_poll = T0,
		.last_change = TIME_NONE,
		.last_full = TIME_NONE,
		.fresh_until = TIME_NONE,
		.retry_at = TIME_NONE,
		.moved_since = TIME_NONE,
		.next_poll = next,
		.status = 304};
	struct store_poll poll = {
		.feed = feed, .now = T0, .http = &http, .release = true};
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_poll_put(batch, &poll, NULL, NULL), OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
}

/* "1 2": the feeds due at `now`; and the next time. */
static const char *
due(struct fixture *f, int64_t now, size_t max, int64_t *next)
{
	static char list[64];
	uint32_t ids[8];
	size_t len, at = 0;
	struct store_view view;
	list[0] = '\0';
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_feed_due(&view, now, ids, max, &len, next), OK);
	store_view_end(&view);
	for (size_t i = 0; i < len; i++)
		at += (size_t)snprintf(list + at, sizeof list - at, "%s%u", i ? " " : "",
			(unsigned)ids[i]);
	return list;
}

static void
due_feeds_come_most_overdue_first(void **state)
{
	struct fixture *f = *state;
	int64_t next;
	assert_string_equal(due(f, T0, 8, &next), "");
	assert_true(next == TIME_NONE);
	put_subscriptions(f, feeds, 3);
	assert_string_equal(due(f, T0, 8, &next), "1 2 3");
	assert_true(next == TIME_NONE);
	put_next_poll(f, 1, T0 + 50);
	put_next_poll(f, 2, T0 - 50);
	assert_string_equal(due(f, T0, 8, &next), "3 2");
	assert_int_equal(next, T0 + 50);
	assert_string_equal(due(f, T0, 1, &next), "3");
	assert_int_equal(next, T0 - 50);
	assert_string_equal(due(f, T0 + 50, 8, &next), "3 2 1");
	/* Gone for good: it is never polled by schedule. */
	put_next_poll(f, 3, INT64_MAX);
	assert_string_equal(due(f, INT64_MAX, 8, &next), "2 1");
	assert_true(next == TIME_NONE);
	/* Without its line a feed is not polled; with it, it is as before. */
	put_subscriptions(f, feeds, 1);
	assert_string_equal(due(f, INT64_MAX, 8, &next), "1");
	assert_sound(f);
	put_subscriptions(f, feeds, 3);
	assert_string_equal(due(f, INT64_MAX, 8, &next), "2 1");
	assert_sound(f);
}

static size_t
claim(struct fixture *f, const uint32_t *ids, size_t len, int64_t now)
{
	uint32_t out[8];
	size_t claimed;
	struct err err;
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(
		store_feed_claim(batch, ids, len, now, out, 8, &claimed, &err), OK);
	assert_int_equal(store_batch_commit(batch, &err), OK);
	return claimed;
}

static void
a_claim_moves_the_due_time(void **state)
{
	static const uint32_t all[] = {1, 2, 3, 44};
	struct fixture *f = *state;
	int64_t next;
	put_subscriptions(f, feeds, 3);
	put_next_poll(f, 2, T0 - 7);
	assert_int_equal(claim(f, all, 4, T0), 3);
	assert_string_equal(due(f, T0, 8, &next), "");
	assert_int_equal(next, T0 + STORE_CLAIM_SECONDS);
	/* No process gets them twice, not even this one. */
	assert_int_equal(claim(f, all, 4, T0 + 1), 0);
	/* Released, they are due as before. */
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_feed_release(batch, all + 1, 2, NULL), OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	assert_string_equal(due(f, T0, 8, &next), "3 2");
	assert_int_equal(claim(f, all, 4, T0 + 1), 2);
	/* The end of the poll ends the claim. */
	put_next_poll(f, 1, T0 + 900);
	assert_int_equal(claim(f, all, 1, T0 + 2), 1);
	/* After its time a claim is void. */
	assert_int_equal(claim(f, all, 4, T0 + 2 + STORE_CLAIM_SECONDS), 3);
	assert_sound(f);
}

/* Case 128: claims of a killed process are free at once, those of a living one are
 * not. */
static void
claims_of_the_dead_are_free(void **state)
{
	static const uint32_t ids[] = {1, 2};
	struct fixture *f = *state;
	int ready[2];
	if (EMULATED)
		skip();
	put_subscriptions(f, feeds, 3);
	assert_int_equal(pipe(ready), 0);
	pid_t child = fork();
	if (child == 0) {
		/* A child opens the store itself: it must not use ours. */
		struct store *store;
		struct store_batch *batch;
		uint32_t out[2];
		size_t n = 0;
		char done = 0;
		if (store_open(&store, f->dir, NULL) == OK &&
			store_batch_begin(store, &batch, NULL) == OK &&
			store_feed_claim(batch, ids, 2, T0, out, 2, &n, NULL) == OK &&
			store_batch_commit(batch, NULL) == OK)
			done = (char)('0' + n);
		if (write(ready[1], &done, 1) == 1)
			for (;;)
				pause();
		_exit(1);
	}
	char done;
	assert_true(child > 0);
	assert_int_equal(read(ready[0], &done, 1), 1);
	assert_int_equal(done, '2');
	assert_int_equal(claim(f, ids, 2, T0 + 1), 0);
	kill(child, SIGKILL);
	/* With /proc even before its parent has noticed. */
	siginfo_t ended;
	bool early = access("/proc/self/stat", R_OK) == 0;
	assert_int_equal(
		waitid(P_PID, (id_t)child, &ended, early ? WEXITED | WNOWAIT : WEXITED),
		0);
	assert_int_equal(claim(f, ids, 2, T0 + 1), 2);
	if (early)
		assert_int_equal(waitpid(child, NULL, 0), child);
	/* Released, they return to the time before the first claim. */
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_feed_release(batch, ids, 2, NULL), OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	assert_string_equal(due(f, T0, 8, NULL), "1 2 3");
	close(ready[0]);
	close(ready[1]);
	assert_sound(f);
}

/* Case 128: neither a reboot nor a reused pid keeps a feed claimed. */
static void
claims_of_another_life_are_free(void **state)
{
	static const uint32_t ids[] = {1};
	struct fixture *f = *state;
	put_subscriptions(f, feeds, 3);
	for (int what = 0; what < 4; what++) {
		struct claim_record claimed;
		struct arena arena = ARENA_INIT;
		assert_int_equal(claim(f, ids, 1, T0), 1);
		/* As if this process had been started at another time, … */
		struct store_batch *batch = begin_batch(f);
		struct store_view view = store_batch_view(batch);
		assert_int_equal(
			store_db_record(&view, TABLE_CLAIM, 1, &arena, &claimed, NULL),
			OK);
		assert_int_equal(claimed.pid, getpid());
		claimed.start += what == 1;
		claimed.machine += what == 2;
		claimed.space += what == 3;
		assert_int_equal(store_db_put_record(batch, TABLE_CLAIM, 1, &claimed,
					 (struct span){NULL, 0}, 0),
			OK);
		assert_int_equal(store_batch_commit(batch, NULL), OK);
		/* A process in another pid namespace may be alive: its claim holds until
		 * its end. */
		assert_int_equal(claim(f, ids, 1, T0 + 1), what == 1 || what == 2);
		assert_int_equal(claim(f, ids, 1, T0 + 2 + STORE_CLAIM_SECONDS), 1);
		put_next_poll(f, 1, T0);
		arena_done(&arena);
	}
	assert_sound(f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(a_batch_is_all_or_nothing),
		FIXTURE_TEST(each_commit_has_a_version),
		FIXTURE_TEST(marking_goes_in_slices),
		FIXTURE_TEST(marking_stops_at_what_was_seen),
		FIXTURE_TEST(numbers_follow_within_a_batch),
		FIXTURE_TEST(due_feeds_come_most_overdue_first),
		FIXTURE_TEST(a_claim_moves_the_due_time),
		FIXTURE_TEST(claims_of_the_dead_are_free),
		FIXTURE_TEST(claims_of_another_life_are_free),
	};
	return UNIT_RUN(tests);
}
