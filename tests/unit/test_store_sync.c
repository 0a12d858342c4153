/*
 * States of several machines: however they are interleaved, reordered and repeated, and
 * whatever the clocks say, the machines agree on the latest ones.
 */
#include "config.h"

#include "unit.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/str.h"
#include "base/time.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/feed/readdress.h"
#include "store/item/item.h"
#include "store/item/tag.h"
#include "store/mark/flags.h"
#include "store/media/listen.h"
#include "store/sync/sync.h"
#include "store/sync/sync_inside.h"
#include "store_helper.h"

#define MACHINES 3
#define ITEMS 5
#define ACTIONS 8 /* of each machine */
#define ROUNDS 150
#define MOVES 4               /* of feeds, in all */
#define FIRST (2 * ITEMS * 4) /* states for every item of two feeds */
#define LOG_MAX (FIRST + MACHINES * ACTIONS + MOVES)

static uint64_t
next_random(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

static const char *const here[] = {"https://example.org/a"};
static const char *const there[] = {"https://example.net/b"};

static void
fill(struct fixture *f, const char *const *line)
{
	static const char *const items[ITEMS] = {"g0||i0|t0|1789000000",
		"g1||i1|t1|1789000001", "g2||i2|t2|1789000002", "g3||i3|t3|1789000003",
		"g4||i4|t4|1789000004"};
	put_subscriptions(f, line, 1);
	poll_items(f, 1, T0, items, ITEMS);
}

static void
set_up(struct fixture *f, uint64_t machine)
{
	struct store_batch *batch;
	struct err err;
	const struct store_sync_info info = {.machine = machine, .place = 1};
	assert_int_equal(store_batch_begin(f->store, &batch, &err), OK);
	assert_int_equal(store_sync_own(batch, &info, &err), OK);
	assert_int_equal(store_batch_commit(batch, &err), OK);
}

/* One action of the user. */
static void
act(struct fixture *f, unsigned what, const char *title, int64_t now_ms)
{
	struct store_batch *batch;
	struct err err;
	uint64_t id = find_title(f, title);
	assert_int_equal(store_batch_begin(f->store, &batch, &err), OK);
	assert_int_equal(store_sync_begin(batch, now_ms, false, &err), OK);
	int status;
	if (what < 4) {
		int flag = what < 2 ? ITEM_UNREAD : ITEM_STARRED;
		status = store_mark_put_flags(batch, &id, 1, what % 2 ? flag : 0,
			what % 2 ? 0 : flag, NULL, &err);
	} else if (what >= 8) {
		/* 8, 10, 12 …: so many seconds were heard; 9, 11, 13 …: the same, and
		 * then nothing more before a crash. */
		const struct listen_record record = {.position = (what & ~1U) * 1000,
			.duration = 60000,
			.anchor = what,
			.anchor_offset = 1000,
			.started = TIME_NONE,
			.sampled = TIME_NONE};
		status = store_media_listen_put(batch, id, &record, now_ms / 1000, &err);
		if (status == OK && what % 2 == 0)
			status = store_sync_listened(batch, id, &err);
	} else {
		status = store_item_put_tag(
			batch, &id, 1, what < 6 ? "sea" : "a b", what % 2, NULL, &err);
	}
	assert_int_equal(status, OK);
	assert_int_equal(store_batch_commit(batch, &err), OK);
}

static void
merge(struct fixture *f, const struct state *list, size_t len)
{
	struct store_batch *batch;
	struct err err;
	size_t changed;
	assert_int_equal(store_batch_begin(f->store, &batch, &err), OK);
	assert_int_equal(store_sync_merge(batch, list, len, &changed, &err), OK);
	assert_int_equal(store_batch_commit(batch, &err), OK);
}

/* Appends what waits for the log. */
static size_t
take_log(struct fixture *f, struct state *log, size_t at)
{
	struct store_view view;
	struct store_batch *batch;
	struct err err;
	size_t len;
	assert_int_equal(store_view_begin(f->store, &view, &err), OK);
	assert_int_equal(store_sync_waiting(&view, log + at, LOG_MAX - at, &len), OK);
	store_view_end(&view);
	if (len == 0)
		return at;
	assert_int_equal(store_batch_begin(f->store, &batch, &err), OK);
	assert_int_equal(
		store_sync_written(batch, log[at + len - 1].stamp.time, &err), OK);
	assert_int_equal(store_batch_commit(batch, &err), OK);
	return at + len;
}

static bool
listened(struct fixture *f, uint64_t id, struct listen_record *out)
{
	struct store_view view;
	struct arena arena = ARENA_INIT;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	bool heard = store_media_listen(&view, id, &arena, out) == OK;
	store_view_end(&view);
	arena_done(&arena);
	return heard;
}

/* How many seconds of it were heard, as the store has it. */
static int64_t
place_of(struct fixture *f, uint64_t id)
{
	struct listen_record record;
	return listened(f, id, &record) ? record.position / 1000 : 0;
}

/* The chapter in which that is. */
static uint64_t
chapter_of(struct fixture *f, uint64_t id)
{
	struct listen_record record;
	assert_true(listened(f, id, &record));
	assert_int_equal(record.anchor_offset, 1000);
	return record.anchor;
}

/* "i0 unread starred a b, sea 10 s" for each item; items of another feed are called j0 …
 */
static const char *
shown_of(struct fixture *f, char feed)
{
	static char text[2048];
	size_t n = 0;
	for (int i = 0; i < ITEMS; i++) {
		char title[8];
		struct store_view view;
		struct arena arena = ARENA_INIT;
		struct store_item item;
		struct err err;
		snprintf(title, sizeof title, "%c%d", feed, i);
		uint64_t id = find_title(f, title);
		assert_int_equal(store_view_begin(f->store, &view, &err), OK);
		assert_int_equal(store_item(&view, id, &arena, &item), OK);
		store_view_end(&view);
		bool tags[2] = {false, false};
		for (size_t k = 0; k < item.tags_len; k++)
			tags[str_eq(item.tags[k], "sea")] = true;
		n += (size_t)snprintf(text + n, sizeof text - n, "%s%s%s%s%s", title,
			item.flags & ITEM_UNREAD ? " unread" : "",
			item.flags & ITEM_STARRED ? " starred" : "",
			tags[0] ? " a b" : "", tags[1] ? " sea" : "");
		int64_t heard = place_of(f, id);
		n += (size_t)snprintf(text + n, sizeof text - n,
			heard ? " %" PRId64 " s;" : ";", heard);
		arena_done(&arena);
	}
	return text;
}

static const char *
shown(struct fixture *f)
{
	return shown_of(f, 'i');
}

/* The latest state of an item and kind, found by looking at all of them. */
static const struct state *
latest_state(const struct state *log, size_t len, const uint8_t *item,
	enum state_kind kind, const char *tag)
{
	const struct state *best = NULL;
	for (size_t i = 0; i < len; i++) {
		const struct state *s = &log[i];
		if (memcmp(s->item, item, STATE_ITEM) != 0 || s->kind != kind ||
			(tag && !str_eq(s->tag, tag)))
			continue;
		if (!best || s->stamp.time > best->stamp.time ||
			(s->stamp.time == best->stamp.time &&
				s->stamp.machine > best->stamp.machine))
			best = s;
	}
	return best;
}

static bool
latest(const struct state *log, size_t len, const uint8_t *item, enum state_kind kind,
	const char *tag)
{
	const struct state *best = latest_state(log, len, item, kind, tag);
	return best && best->on;
}

/* " 10 s;", from the states only. */
static size_t
said_place(
	char *out, size_t size, const struct state *log, size_t len, const uint8_t *item)
{
	const struct state *best = latest_state(log, len, item, STATE_LISTENED, NULL);
	struct state_place place;
	if (!best)
		return (size_t)snprintf(out, size, ";");
	assert_true(state_place(best, &place));
	return (size_t)snprintf(out, size, " %" PRId64 " s;", place.position / 1000);
}

/* What `shown` must return, from the states only. names: how the items are known. */
static const char *
said(const struct state *log, size_t len, uint8_t names[ITEMS][STATE_ITEM])
{
	static char text[2048];
	size_t n = 0;
	for (int i = 0; i < ITEMS; i++) {
		n += (size_t)snprintf(text + n, sizeof text - n, "i%d%s%s%s%s", i,
			latest(log, len, names[i], STATE_READ, "") ? "" : " unread",
			latest(log, len, names[i], STATE_STARRED, "") ? " starred" : "",
			latest(log, len, names[i], STATE_TAGGED, "a b") ? " a b" : "",
			latest(log, len, names[i], STATE_TAGGED, "sea") ? " sea" : "");
		n += said_place(text + n, sizeof text - n, log, len, names[i]);
	}
	return text;
}

/* All states, shuffled and some of them repeated. */
static void
merge_shuffled(struct fixture *f, const struct state *log, size_t len, uint64_t *seed)
{
	struct state list[2 * LOG_MAX];
	size_t n = 0;
	for (size_t i = 0; i < len; i++)
		list[n++] = log[i];
	for (size_t i = next_random(seed) % (len + 1); i-- > 0;)
		list[n++] = log[next_random(seed) % len]; /* once more */
	for (size_t i = n; i > 1; i--) {
		size_t k = next_random(seed) % i;
		struct state swap = list[i - 1];
		list[i - 1] = list[k];
		list[k] = swap;
	}
	for (size_t at = 0; at < n;) {
		size_t part = 1 + next_random(seed) % 20;
		part = part < n - at ? part : n - at;
		merge(f, list + at, part);
		at += part;
	}
}

/* The user gives the feed's line the other address. */
static void
move(struct fixture *f, bool back)
{
	struct store_batch *batch;
	assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
	assert_int_equal(
		store_feed_put_address(batch, 1, *(back ? here : there), NULL), OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	put_subscriptions(f, back ? here : there, 1);
}

/* Random actions on random machines, sometimes with one of them reading; then all read
 * everything, and agree. moves: how often a machine's feed gets another address; one has
 * it from the beginning. */
static void
agree(uint64_t *seed, int machines, int moves)
{
	static struct state log[LOG_MAX];
	void *f[MACHINES + 1];
	bool moved[MACHINES + 1] = {false}, told = moves == 0;
	uint8_t names[ITEMS][STATE_ITEM] = {{0}};
	size_t len = 0;
	for (int m = 0; m <= machines; m++) {
		fixture_setup(&f[m]);
		fill(f[m], moves && m == machines ? there : here);
		set_up(f[m], 100 + (uint64_t)m);
	}
	for (int i = 0; i < machines * ACTIONS; i++) {
		int m = (int)(next_random(seed) % machines);
		char title[8];
		snprintf(title, sizeof title, "i%d", (int)(next_random(seed) % ITEMS));
		/* Clocks differ by seconds, run or stand still. */
		int64_t clock =
			1795000000000 + m * 3000 + (int64_t)(next_random(seed) % 5000);
		unsigned what = next_random(seed) % 12;
		/* Of what was heard, the odd ones are said by nobody. */
		act(f[m], what < 8 ? what : what & ~1U, title, clock);
		size_t before = len;
		len = take_log(f[m], log, len);
		if (len > before)
			memcpy(names[title[1] - '0'], log[before].item, STATE_ITEM);
		if (moves && next_random(seed) % 6 == 0) {
			move(f[m], moved[m]);
			moved[m] = !moved[m];
			moves--;
			told = true;
			len = take_log(f[m], log, len);
		}
		/* Sometimes a machine reads the logs. */
		if (len > before && next_random(seed) % 4 == 0)
			merge(f[next_random(seed) % machines], log + before,
				len - before);
	}
	assert_true(len > 0);
	/* The last machine only reads. */
	for (int m = 0; m <= machines; m++)
		merge_shuffled(f[m], log, len, seed);
	char first[2048];
	snprintf(first, sizeof first, "%s", shown(f[0]));
	for (int m = 1; m <= machines; m++)
		if (m < machines || told)
			assert_string_equal(shown(f[m]), first);
	assert_string_equal(first, said(log, len, names));
	for (int m = 0; m <= machines; m++) {
		assert_sound(f[m]);
		fixture_teardown(&f[m]);
	}
}

static void
machines_agree(void **state)
{
	uint64_t seed = 88172645463325252ULL;
	(void)state;
	for (int round = 0; round < ROUNDS; round++)
		agree(&seed, 2 + round % (MACHINES - 1), 0);
}

/* What is said under one address of a feed counts under the other, whichever machine
 * moved it. */
static void
machines_agree_on_feeds_that_move(void **state)
{
	uint64_t seed = 362436069362436069ULL;
	(void)state;
	for (int round = 0; round < ROUNDS / 3; round++)
		agree(&seed, 2 + round % (MACHINES - 1), 1 + round % MOVES);
}

/* ---- Two feeds with the same items, which are merged and separated again. */

#define SAYS 4 /* of that */

static void
fill_two(struct fixture *f)
{
	static const char *const both[] = {
		"https://example.org/a", "https://example.net/b"};
	static const char *const items[2][ITEMS] = {
		{"g0||i0|t0|1789000000", "g1||i1|t1|1789000001", "g2||i2|t2|1789000002",
			"g3||i3|t3|1789000003", "g4||i4|t4|1789000004"},
		{"g0||j0|t0|1789000000", "g1||j1|t1|1789000001", "g2||j2|t2|1789000002",
			"g3||j3|t3|1789000003", "g4||j4|t4|1789000004"}};
	put_subscriptions(f, both, 2);
	for (uint32_t feed = 0; feed < 2; feed++)
		poll_items(f, feed + 1, T0, items[feed], ITEMS);
}

static void
say_same(struct fixture *f, bool same, int64_t now_ms)
{
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_sync_begin(batch, now_ms, false, NULL), OK);
	assert_int_equal(store_sync_alias(batch, *here, *there, same), OK);
	commit_batch(batch);
}

/* What the states of one of the feeds, or of both, add up to. */
static const char *
said_of(const struct state *log, size_t len, const uint8_t *feed,
	uint8_t names[ITEMS][STATE_ITEM])
{
	static struct state own[LOG_MAX];
	size_t n = 0;
	for (size_t i = 0; i < len; i++)
		if (log[i].kind != STATE_SAME &&
			(!feed || memcmp(log[i].feed, feed, STATE_FEED) == 0))
			own[n++] = log[i];
	return said(own, n, names);
}

/* Is the latest state that they are the same? */
static bool
last_same(const struct state *log, size_t len)
{
	const struct state *best = NULL;
	for (size_t i = 0; i < len; i++)
		if (log[i].kind == STATE_SAME &&
			(!best || state_later(&log[i].stamp, log[i].on, &best->stamp,
					  best->on)))
			best = &log[i];
	return best && best->on;
}

static void
agree_on_two(uint64_t *seed, int machines)
{
	static struct state log[LOG_MAX];
	void *f[MACHINES + 1];
	uint8_t names[ITEMS][STATE_ITEM], feeds[2][STATE_FEED];
	size_t len = 0;
	char title[8];
	int says = SAYS;
	for (int m = 0; m <= machines; m++) {
		fixture_setup(&f[m]);
		fill_two(f[m]);
		set_up(f[m], 100 + (uint64_t)m);
	}
	for (int i = 0; i < 2 * ITEMS; i++) {
		snprintf(title, sizeof title, "%c%d", i < ITEMS ? 'i' : 'j', i % ITEMS);
		for (unsigned what = 0; what < 4; what++)
			act(f[0], what * 2 + (what ? 1 : 0), title, 1794000000000);
		len = take_log(f[0], log, len);
		assert_int_equal(len, (i + 1) * 4);
		memcpy(names[i % ITEMS], log[len - 1].item, STATE_ITEM);
		memcpy(feeds[i / ITEMS], log[len - 1].feed, STATE_FEED);
	}
	for (int i = 0; i < machines * ACTIONS; i++) {
		int m = (int)(next_random(seed) % machines);
		int64_t clock =
			1795000000000 + m * 3000 + (int64_t)(next_random(seed) % 5000);
		size_t before = len;
		snprintf(title, sizeof title, "%c%d", "ij"[next_random(seed) % 2],
			(int)(next_random(seed) % ITEMS));
		act(f[m], next_random(seed) % 8, title, clock);
		if (says && next_random(seed) % 6 == 0) {
			say_same(f[m], next_random(seed) % 3 > 0, clock);
			says--;
		}
		len = take_log(f[m], log, len);
		if (len > before && next_random(seed) % 4 == 0)
			merge(f[next_random(seed) % machines], log + before,
				len - before);
	}
	bool same = last_same(log, len);
	for (int m = 0; m <= machines; m++) {
		merge_shuffled(f[m], log, len, seed);
		assert_string_equal(shown_of(f[m], 'i'),
			said_of(log, len, same ? NULL : feeds[0], names));
		/* Only the names differ. */
		char text[2048], *p = text;
		snprintf(text, sizeof text, "%s",
			said_of(log, len, same ? NULL : feeds[1], names));
		for (; p; p = strchr(p, ';') ? strchr(p, ';') + 1 : NULL)
			if (*p == 'i')
				*p = 'j';
		assert_string_equal(shown_of(f[m], 'j'), text);
		assert_sound(f[m]);
		fixture_teardown(&f[m]);
	}
}

static void
machines_agree_on_two_feeds_that_are_one(void **state)
{
	uint64_t seed = 521288629521288629ULL;
	(void)state;
	for (int round = 0; round < ROUNDS / 5; round++)
		agree_on_two(&seed, 2 + round % (MACHINES - 1));
}

/* ---- States that wait */

#define DAY_MS (INT64_C(86400) * 1000)

static void
count_state(void *data, const struct state *state)
{
	(void)state;
	++*(size_t *)data;
}

static size_t
rows(struct fixture *f)
{
	struct store_sync_walk walk = {0};
	struct store_view view;
	struct err err;
	size_t n = 0;
	assert_int_equal(store_view_begin(f->store, &view, &err), OK);
	while (!walk.done)
		assert_int_equal(store_sync_walk(&view, &walk, 2, count_state, &n), OK);
	store_view_end(&view);
	return n;
}

static size_t
age_all(struct fixture *f, int64_t now_ms)
{
	struct store_sync_walk walk = {0};
	struct store_batch *batch;
	struct err err;
	size_t all = 0;
	while (!walk.done) {
		size_t gone;
		assert_int_equal(store_batch_begin(f->store, &batch, &err), OK);
		assert_int_equal(
			store_sync_expire(batch, &walk, 2, now_ms, &gone, &err), OK);
		assert_int_equal(store_batch_commit(batch, &err), OK);
		all += gone;
	}
	return all;
}

/* States of items that are not here wait STATE_WAIT_DAYS; the others stay. */
static void
words_age(void **state)
{
	struct fixture *f = *state;
	const int64_t now = INT64_C(1795000000000);
	struct state foreign[3] = {{{0}}};
	fill(f, here);
	set_up(f, 100);
	act(f, 0, "i0", now - 2 * STATE_WAIT_DAYS * DAY_MS);
	static const int64_t said[] = {-(STATE_WAIT_DAYS + 1), -(STATE_WAIT_DAYS - 1), 3};
	for (size_t i = 0; i < 3; i++) {
		foreign[i].feed[0] = 7;
		foreign[i].item[0] = (uint8_t)(i + 1);
		foreign[i].kind = STATE_READ;
		foreign[i].on = true;
		foreign[i].stamp = (struct state_stamp){
			(uint64_t)(now + said[i] * DAY_MS) << 16, 101};
	}
	merge(f, foreign, 3);
	assert_int_equal(rows(f), 4);
	/* The old one, and one with a time in the future that no clock has. */
	assert_int_equal(age_all(f, now), 2);
	assert_int_equal(rows(f), 2);
	assert_int_equal(age_all(f, now), 0);
	assert_int_equal(age_all(f, now + 2 * DAY_MS), 1);
	assert_int_equal(rows(f), 1); /* i0's */
	assert_sound(f);
}

/* What was said under an address before the feed had it, and a move from before there was
 * a log. */
static void
words_follow_a_feed(void **state)
{
	struct fixture *f = *state;
	static struct state log[LOG_MAX];
	void *other;
	bool more;
	struct store_batch *batch;
	const int64_t now = INT64_C(1795000000000);
	fill(f, here);
	move(f, false);
	set_up(f, 100);
	assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
	assert_int_equal(store_sync_seed(batch, 100, &more, NULL), OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	act(f, 0, "i0", now);
	size_t len = take_log(f, log, 0);
	assert_int_equal(len, 2);
	assert_int_equal(log[0].kind, STATE_SAME);
	fixture_setup(&other);
	fill(other, here);
	set_up(other, 101);
	merge(other, log + 1, 1);
	merge(other, log, 1);
	assert_string_equal(shown(other), "i0;i1 unread;i2 unread;i3 unread;i4 unread;");
	/* It never expires, and is in a log that is rewritten as well. */
	assert_int_equal(age_all(other, now + 900 * DAY_MS), 0);
	assert_int_equal(rows(other), 3);
	assert_sound(other);
	fixture_teardown(&other);
	/* The other way round: it is heard of before the feed moves here. */
	fixture_setup(&other);
	fill(other, there);
	set_up(other, 102);
	act(other, 3, "i1", now + 5);
	len = take_log(other, log, 0);
	fixture_teardown(&other);
	fixture_setup(&other);
	fill(other, here);
	set_up(other, 103);
	merge(other, log, len);
	assert_string_equal(
		shown(other), "i0 unread;i1 unread;i2 unread;i3 unread;i4 unread;");
	move(other, false);
	assert_string_equal(shown(other),
		"i0 unread;i1 unread starred;i2 unread;i3 unread;i4 unread;");
	fixture_teardown(&other);
}

/* They are kept for the feed, and have no effect here. */
static void
words_of_a_newer_program_change_nothing(void **state)
{
	struct fixture *f = *state;
	struct state log[LOG_MAX];
	fill(f, here);
	set_up(f, 1);
	act(f, 3, "i0", T0 * 1000);
	assert_int_equal(take_log(f, log, 0), 1);
	char *before = strdup(shown(f));
	log[0].kind = (enum state_kind)77;
	log[0].stamp.time++;
	merge(f, log, 1);
	assert_string_equal(shown(f), before);
	free(before);
}

/* Nothing goes back by accident: what was heard here after what another machine says is
 * what counts, and it is told, even if a crash kept us from saying it before. */
static void
what_was_heard_later_counts(void **state)
{
	struct fixture *f = *state;
	struct state log[LOG_MAX];
	void *other;
	fixture_setup(&other);
	fill(f, here);
	fill(other, here);
	set_up(f, 1);
	set_up(other, 2);
	act(other, 40, "i0", T0 * 1000);
	act(other, 20, "i1", T0 * 1000 + 9000);
	size_t len = take_log(other, log, 0);
	assert_int_equal(len, 2);
	act(f, 51, "i0", T0 * 1000 + 5000);
	act(f, 51, "i1", T0 * 1000 + 5000);
	merge(f, log, len);
	assert_int_equal(place_of(f, find_title(f, "i0")), 50);
	assert_int_equal(place_of(f, find_title(f, "i1")), 20); /* started over there */
	assert_int_equal(chapter_of(f, find_title(f, "i1")), 20);
	len = take_log(f, log, 0);
	assert_int_equal(len, 1);
	merge(other, log, len);
	assert_int_equal(place_of(other, find_title(other, "i0")), 50);
	/* And once more the other way: it does not win for ever. */
	act(other, 30, "i0", T0 * 1000 + 2000);
	len = take_log(other, log, 0);
	merge(f, log, len);
	assert_int_equal(place_of(f, find_title(f, "i0")), 30);
	assert_int_equal(take_log(f, log, 0), 0);
	fixture_teardown(&other);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(machines_agree),
		cmocka_unit_test(machines_agree_on_feeds_that_move),
		cmocka_unit_test(machines_agree_on_two_feeds_that_are_one),
		FIXTURE_TEST(words_of_a_newer_program_change_nothing),
		FIXTURE_TEST(what_was_heard_later_counts),
		FIXTURE_TEST(words_age),
		FIXTURE_TEST(words_follow_a_feed),
	};
	return UNIT_RUN(tests);
}
