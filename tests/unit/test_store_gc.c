/*
 * Deleting for good: what is deleted, what stays, and that nothing comes back; and the
 * step from the previous format.
 */
#include "config.h"

#include <lmdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/time.h"
#include "model/episode_record.h"
#include "model/http.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/gc.h"
#include "store/health/check.h"
#include "store/item/list.h"
#include "store/mark/trash.h"
#include "store/media/player.h"
#include "store/open.h"
#include "store/poll/poll.h"
#include "store/record/schema.h"
#include "store_helper.h"
#include "unit.h"

#define DAY TIME_DAY

static const char *const feeds[] = {"http://a/", "http://b/"};

static struct store_gc
expire(struct fixture *f, int64_t items, int64_t days, size_t max)
{
	struct store_batch *batch;
	struct store_gc out;
	const struct store_keep keep = {1, items, days, T0};
	assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
	assert_int_equal(store_expire(batch, &keep, max, &out, NULL), OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	assert_sound(f);
	return out;
}

/* Items a (oldest) to f. All but e are read. */
static void
fill(struct fixture *f)
{
	static char room[6][48];
	const char *lines[6];
	for (int i = 0; i < 6; i++) {
		snprintf(room[i], sizeof room[i], "%d||%c|x|%lld", i, 'a' + i,
			(long long)(T0 - (6 - i) * DAY));
		lines[i] = room[i];
	}
	put_subscriptions(f, feeds, 2);
	poll_items(f, 1, T0, lines, 6);
	for (const char *s = "abcdf"; *s; s++)
		set_flags(f, (char[]){*s, '\0'}, 0, ITEM_UNREAD);
}

static const char *
all(struct fixture *f)
{
	return titles(f, STORE_FEED, 1, NULL);
}

static void
the_oldest_go_and_never_return(void **state)
{
	struct fixture *f = *state;
	fill(f);
	set_flags(f, "b", ITEM_STARRED, 0);
	assert_int_equal(expire(f, 0, 0, 0).items, 0);
	assert_string_equal(all(f), "f e* d c b+ a");
	/* Keeping three deletes a and c, but not b, which is starred. */
	assert_int_equal(expire(f, 3, 0, 0).items, 2);
	assert_string_equal(all(f), "f e* d b+");
	static const char *const again[] = {"0||a|x|1789481600", "2||c|x|1789654400"};
	assert_int_equal(poll_items(f, 1, T0 + DAY, again, 2).added, 0);
	assert_string_equal(all(f), "f e* d b+");
	assert_sound(f);
}

static void
put_player(struct fixture *f, enum player_state state, uint64_t item)
{
	struct store_batch *batch = begin_batch(f);
	const struct player_record player = {.state = state, .item = item};
	assert_int_equal(store_media_player_put(batch, &player, T0, NULL), OK);
	commit_batch(batch);
}

static void
what_plays_stays(void **state)
{
	struct fixture *f = *state;
	fill(f);
	put_player(f, PLAYER_PAUSED, find_title(f, "a"));
	expire(f, 1, 0, 0);
	assert_string_equal(all(f), "f e* a");
	put_player(f, PLAYER_NONE, 0);
	expire(f, 1, 0, 0);
	assert_string_equal(all(f), "f e*");
}

/* What was deleted in the same batch counts as gone. */
static void
numbers_are_those_of_the_batch(void **state)
{
	struct fixture *f = *state;
	const struct store_keep keep = {1, 5, 0, T0};
	struct store_gc out;
	fill(f);
	uint64_t f_id = find_title(f, "f");
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_mark_put_trash(batch, &f_id, 1, true, T0, NULL, NULL), OK);
	assert_int_equal(store_expire(batch, &keep, 0, &out, NULL), OK);
	commit_batch(batch);
	assert_int_equal(out.items, 0);
	assert_sound(f);
}

static void
days_count_from_the_lists_time(void **state)
{
	struct fixture *f = *state;
	fill(f);
	/* d is three days old, c four. */
	assert_int_equal(expire(f, 0, 3, 0).items, 3);
	assert_string_equal(all(f), "f e* d");
	assert_int_equal(expire(f, 0, 1, 1).items, 1);
	assert_string_equal(all(f), "f e*");
	assert_int_equal(expire(f, 1, 1, 0).items, 0);
}

/* Case 133. tests/store/test_store_scale.c tests what slices cost. */
static void
slices_tell_that_there_is_more(void **state)
{
	struct fixture *f = *state;
	fill(f);
	assert_true(expire(f, 1, 0, 2).more);
	assert_string_equal(all(f), "f e* d c");
	while (expire(f, 1, 0, 2).more)
		;
	assert_string_equal(all(f), "f e*");
}

static void
poll_complete(struct fixture *f, int64_t now, const char *const *items, size_t len)
{
	struct feed *document = make_document(items, len);
	document->complete = true;
	poll_feed(f, 1, now, document);
}

/* Case 89: an item that a complete feed no longer lists is marked, comes back as it was,
 * and is only deleted by gc, once it is read and not kept. */
static void
what_a_complete_feed_lists_no_more(void **state)
{
	struct fixture *f = *state;
	static const char *const some[] = {"4||e|x|1789827200", "1||b|x|1789568000"};
	static const char *const none[] = {"9||new|x|1790000000"};
	struct store_gc out;
	fill(f);
	set_flags(f, "c", ITEM_STARRED, 0);
	poll_complete(f, T0, some, 2);
	assert_sound(f);
	assert_string_equal(all(f), "f! e* d! c+! b a!");
	/* A truncated document says nothing about what is not in it; neither does one
	 * that is not complete. */
	struct feed *broken = make_document(none, 1);
	broken->complete = broken->truncated = true;
	poll_feed(f, 1, T0, broken);
	assert_string_equal(all(f), "new* f! e* d! c+! b a!");
	poll_items(f, 1, T0, some, 2);
	assert_string_equal(all(f), "new* f! e* d! c+! b a!");
	static const char *const back[] = {"9||new|x|1790000000", "0||a|x|1789481600"};
	poll_complete(f, T0, back, 2);
	assert_string_equal(all(f), "new* f! e*! d! c+! b! a");
	assert_int_equal(store_collect(f->store, NULL, 0, T0, true, &out, NULL), OK);
	assert_int_equal(out.items, 3);
	assert_int_equal(store_collect(f->store, NULL, 0, T0, false, &out, NULL), OK);
	assert_int_equal(out.items, 3);
	assert_sound(f);
	assert_string_equal(all(f), "new* e*! c+! a");
}

/* A poll with these items. full: when a complete document was last seen. */
static size_t
poll_at(struct fixture *f, int64_t now, int64_t full, const char *const *items,
	size_t len)
{
	const struct http_state http = {
		.last_poll = now, .last_change = now, .last_full = full};
	struct store_poll poll = {.feed = 1,
		.now = now,
		.document = make_document(items, len),
		.http = &http};
	size_t added = 0;
	assert_int_equal(put_poll(f->store, &poll, &added), OK);
	return added;
}

/* Case 103: a tombstone stays while the feed may list its item, and for a year after
 * that. */
static void
tombstones_end_a_year_after_their_feed_did(void **state)
{
	struct fixture *f = *state;
	struct store_gc out;
	static const char *const d[] = {"3||d|x|1789740800"};
	static const char *const both[] = {"3||d|x|1789740800", "0||a|x|1789481600"};
	const int64_t later = T0 + 400 * DAY;
	fill(f);
	assert_int_equal(expire(f, 1, 0, 0).items, 4);
	/* For more than a year only changes came, and these do not say what is listed. */
	assert_int_equal(poll_at(f, later - DAY, T0, d, 1), 0);
	assert_int_equal(store_collect(f->store, NULL, 0, later, false, &out, NULL), OK);
	assert_int_equal(poll_at(f, later, later, both, 2), 0);
	/* A year after both were listed; one of them still is. */
	const int64_t then = later + 400 * DAY;
	assert_int_equal(poll_at(f, then, then, d, 1), 0);
	assert_int_equal(store_collect(f->store, NULL, 0, then, true, &out, NULL), OK);
	assert_int_equal(poll_at(f, then - DAY, then - DAY, both + 1, 1), 0);
	assert_int_equal(poll_at(f, then + 400 * DAY, then + 400 * DAY, d, 1), 0);
	assert_int_equal(
		store_collect(f->store, NULL, 0, then + 400 * DAY, false, &out, NULL),
		OK);
	assert_int_equal(out.items, 0);
	assert_sound(f);
	assert_int_equal(poll_at(f, then + 401 * DAY, then + 401 * DAY, both, 2), 1);
	assert_string_equal(all(f), "f e* a*");
}

static void
gc_takes_the_trash_and_lost_feeds(void **state)
{
	struct fixture *f = *state;
	struct store_gc out;
	struct store_batch *batch;
	fill(f);
	uint64_t a = find_title(f, "a"), b = find_title(f, "b");
	assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
	assert_int_equal(
		store_mark_put_trash(batch, &a, 1, true, T0 - 31 * DAY, NULL, NULL), OK);
	assert_int_equal(store_mark_put_trash(batch, &b, 1, true, T0, NULL, NULL), OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	/* Counting changes nothing. */
	for (int i = 0; i < 2; i++) {
		assert_int_equal(
			store_collect(f->store, NULL, 0, T0, true, &out, NULL), OK);
		assert_int_equal(out.items, 1);
		assert_int_equal(out.feeds, 0);
	}
	assert_int_equal(store_collect(f->store, NULL, 0, T0, false, &out, NULL), OK);
	assert_int_equal(out.items, 1);
	assert_sound(f);
	put_subscriptions(f, feeds + 1, 1);
	assert_int_equal(store_collect(f->store, NULL, 0, T0, false, &out, NULL), OK);
	assert_int_equal(out.feeds, 1);
	assert_int_equal(out.items, 5); /* including b, from the trash */
	assert_sound(f);
	struct store_view view;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_db_entries(&view, TABLE_COUNT), 1); /* the sums */
	store_view_end(&view);
	struct store_health_check check;
	assert_int_equal(store_health_check(f->store, &check, NULL, NULL), OK);
	assert_int_equal(check.feeds, 1);
	assert_int_equal(check.items, 0);
	/* Subscribed again, it is a new feed, and all its items are new. */
	put_subscriptions(f, feeds, 2);
	static const char *const one[] = {"0||a|x|1789481600"};
	assert_int_equal(poll_items(f, 3, T0, one, 1).added, 1);
	assert_sound(f);
}

/* Case 133: whatever a feed has (listed, deleted, or known) is deleted one slice at a
 * time, and the store is sound between two slices. */
static void
a_lost_feed_goes_in_slices(void **state)
{
	struct fixture *f = *state;
	struct store_gc_place place = {0};
	struct store_gc out = {.more = true};
	struct store_batch *batch;
	uint64_t ids[4], items = 0;
	int slices = 0;
	fill(f);
	for (int i = 0; i < 4; i++)
		ids[i] = find_title(f, (char[]){(char)('a' + i), '\0'});
	assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
	assert_int_equal(store_mark_put_trash(batch, ids, 4, true, T0, NULL, NULL), OK);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	put_subscriptions(f, feeds + 1, 1);
	for (; out.more; slices++) {
		assert_int_equal(store_batch_begin(f->store, &batch, NULL), OK);
		assert_int_equal(store_gc(batch, &place, T0, 2, &out, NULL), OK);
		assert_int_equal(store_batch_commit(batch, NULL), OK);
		assert_true(out.items <= 2);
		items += out.items;
		assert_sound(f);
		/* As after a restart. */
		if (slices % 2)
			place = (struct store_gc_place){0};
	}
	/* Two listed and four deleted items, and six guids. */
	assert_true(slices >= 6);
	assert_int_equal(items, 6);
	assert_int_equal(out.feeds, 1);
}

static void
format_1_is_brought_up_after_a_copy(void **state)
{
	struct fixture *f = *state;
	MDB_env *env;
	MDB_txn *txn;
	MDB_dbi dbi;
	char path[300], name[] = META_FORMAT;
	MDB_val k = {strlen(name), name}, v;
	struct err err;
	fill(f);
	fixture_age(f);
	assert_int_equal(store_open(&f->store, f->dir, &err), OK);
	assert_string_equal(all(f), "f e* d c b a");
	assert_sound(f);
	struct store_health_check_stats stats;
	assert_int_equal(store_health_check_stats(f->store, &stats, &err), OK);
	assert_int_equal(stats.format_major, 2);
	/* The copy is what was there before. */
	snprintf(path, sizeof path, "%s/before-format-2.mdb", f->dir);
	assert_int_equal(mdb_env_create(&env), 0);
	mdb_env_set_maxdbs(env, TABLE_LEN);
	assert_int_equal(
		mdb_env_open(env, path, MDB_NOSUBDIR | MDB_RDONLY | MDB_NOLOCK, 0600), 0);
	assert_int_equal(mdb_txn_begin(env, NULL, MDB_RDONLY, &txn), 0);
	assert_int_equal(mdb_dbi_open(txn, "meta", 0, &dbi), 0);
	assert_int_equal(mdb_get(txn, dbi, &k, &v), 0);
	assert_int_equal(schema_get32(v.mv_data), 1);
	mdb_txn_abort(txn);
	mdb_env_close(env);
	unlink(path);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(the_oldest_go_and_never_return),
		FIXTURE_TEST(what_plays_stays),
		FIXTURE_TEST(numbers_are_those_of_the_batch),
		FIXTURE_TEST(days_count_from_the_lists_time),
		FIXTURE_TEST(slices_tell_that_there_is_more),
		FIXTURE_TEST(what_a_complete_feed_lists_no_more),
		FIXTURE_TEST(tombstones_end_a_year_after_their_feed_did),
		FIXTURE_TEST(gc_takes_the_trash_and_lost_feeds),
		FIXTURE_TEST(a_lost_feed_goes_in_slices),
		FIXTURE_TEST(format_1_is_brought_up_after_a_copy),
	};
	return UNIT_RUN(tests);
}
