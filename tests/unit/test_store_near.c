/*
 * Items that are found by their texts: by whichever process wrote them, and only if they
 * were committed.
 */
#include "config.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/near.h"
#include "base/time.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/health/check.h"
#include "store/identity/near_inside.h"
#include "store/identity/near_keys.h"
#include "store/item/item.h"
#include "store/open.h"
#include "store/record/schema.h"
#include "store_helper.h"
#include "unit.h"

#define OWN 1 /* the feed that all texts are from */
#define OTHER 2

/* The text of item id, which shares no words with others. */
static struct near_text
text_of(uint64_t id)
{
	struct near_text out;
	struct buf words = BUF_INIT(0), scratch = BUF_INIT(0);
	for (int i = 0; i < 40; i++)
		buf_addf(&words, "w%dx%d ", (int)id, i);
	near_read(&out, &scratch, span_of("The same title"), span_of(buf_str(&words)),
		false);
	buf_done(&words);
	buf_done(&scratch);
	return out;
}

static int
put_place(struct store_batch *batch, uint64_t id, int64_t time)
{
	uint8_t place[12];
	schema_put_time(place, time);
	schema_put32(place + 8, OWN);
	return store_db_put(batch, TABLE_PLACE, schema_id(id), place, sizeof place, 0);
}

/* Items from..to - 1 of that time. Returns a code: a child has no use for assertions. */
static int
add(struct store_batch *batch, uint64_t from, uint64_t to, int64_t time)
{
	struct store_near_row row = {.len = 0};
	int code = OK;
	for (uint64_t id = from; code == OK && id < to; id++) {
		struct near_text text = text_of(id);
		code = put_place(batch, id, time);
		if (code == OK)
			code = store_identity_near_add(batch, &row, time, &text, id);
	}
	return code == OK ? store_identity_near_write(batch, &row, time) : code;
}

static void
put(struct fixture *f, uint64_t from, uint64_t to, int64_t time)
{
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(add(batch, from, to, time), OK);
	commit_batch(batch);
}

/* What an item of that feed and time with the text of item id is like. */
static uint64_t
find_in(struct store_batch *batch, uint64_t id, uint32_t feed, int64_t time)
{
	uint64_t found;
	struct near_text text = text_of(id);
	struct store_view view = store_batch_view(batch);
	assert_int_equal(store_identity_near_update(&view), OK);
	assert_int_equal(store_identity_near_find(&view, &text, time, feed, &found), OK);
	return found;
}

static void
assert_found(struct fixture *f, uint64_t from, uint64_t to, int64_t time, bool there)
{
	struct store_batch *batch = begin_batch(f);
	for (uint64_t id = from; id < to; id++)
		assert_int_equal(find_in(batch, id, OTHER, time), there ? id : 0);
	store_batch_abort(batch);
}

static void
texts_are_found(void **state)
{
	struct fixture *f = *state;
	for (uint64_t id = 1; id < 2000; id += 333)
		put(f, id, id + 333, T0);
	assert_found(f, 1, 1999, T0, true);
	assert_found(f, 3000, 3100, T0, false);
	put(f, 1999, 2500, T0);
	assert_found(f, 1, 2500, T0, true);
	fixture_reopen(f);
	assert_found(f, 1, 2500, T0, true);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(find_in(batch, 7, OWN, T0), 0);
	assert_int_equal(find_in(batch, 7, OTHER, T0 + 6 * TIME_DAY), 7);
	assert_int_equal(find_in(batch, 7, OTHER, T0 - 6 * TIME_DAY), 7);
	assert_int_equal(find_in(batch, 7, OTHER, T0 + 8 * TIME_DAY), 0);
	store_batch_abort(batch);
}

/* Another batch's texts get the same numbers. */
static void
what_was_not_committed_is_not_found(void **state)
{
	struct fixture *f = *state;
	put(f, 1, 50, T0);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(add(batch, 50, 150, T0), OK);
	assert_int_equal(find_in(batch, 100, OTHER, T0), 100);
	store_batch_abort(batch);
	put(f, 200, 300, T0);
	assert_found(f, 1, 50, T0, true);
	assert_found(f, 50, 150, T0, false);
	assert_found(f, 200, 300, T0, true);
}

/* A child that waits for a byte, and then stores items 50..99, of which it commits those
 * before `committed`, and dies. */
static pid_t
start_writer(const char *dir, int *go, uint64_t committed)
{
	int ends[2];
	char byte;
	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	assert_true(child >= 0);
	*go = ends[1];
	if (child) {
		close(ends[0]);
		return child;
	}
	struct store *store;
	struct store_batch *batch;
	if (read(ends[0], &byte, 1) != 1 || store_open(&store, dir, NULL) != OK ||
		store_batch_begin(store, &batch, NULL) != OK ||
		add(batch, 50, committed, T0) != OK ||
		store_batch_commit(batch, NULL) != OK ||
		store_batch_begin(store, &batch, NULL) != OK ||
		add(batch, committed, 100, T0) != OK)
		_exit(1);
	raise(SIGKILL);
	_exit(1);
}

static void
others_write_and_are_killed(void **state)
{
	struct fixture *f = *state;
	int go, code;
	if (EMULATED)
		skip(); /* the emulator knows no robust mutexes */
	put(f, 1, 50, T0);
	fixture_close(f);
	pid_t child = start_writer(f->dir, &go, 75);
	fixture_reopen(f);
	assert_found(f, 1, 50, T0, true); /* so these are in memory */
	assert_int_equal(write(go, "", 1), 1);
	assert_int_equal(waitpid(child, &code, 0), child);
	assert_true(WIFSIGNALED(code) && WTERMSIG(code) == SIGKILL);
	close(go);
	assert_found(f, 1, 75, T0, true);
	assert_found(f, 75, 100, T0, false);
	put(f, 75, 100, T0);
	assert_found(f, 1, 100, T0, true);
}

static bool
expire(struct fixture *f, int64_t now)
{
	bool more;
	struct store_batch *batch = begin_batch(f);
	struct store_view view = store_batch_view(batch);
	bool expired = store_identity_near_expired(&view, now);
	assert_int_equal(store_identity_near_expire(batch, now, 100, &more), OK);
	assert_false(more);
	commit_batch(batch);
	return expired;
}

static void
old_texts_expire(void **state)
{
	struct fixture *f = *state;
	int64_t later = T0 + 10 * TIME_DAY, end = T0 + 40 * TIME_DAY;
	put(f, 1, 50, T0);
	put(f, 50, 100, later);
	assert_found(f, 1, 50, T0, true);
	assert_false(expire(f, T0 + 13 * TIME_DAY));
	assert_found(f, 1, 50, T0, true);
	assert_true(expire(f, T0 + 16 * TIME_DAY));
	assert_found(f, 1, 50, T0, false);
	assert_found(f, 50, 100, later, true);
	assert_true(expire(f, end));
	assert_found(f, 1, 100, later, false);
	/* Numbers begin again. */
	put(f, 200, 300, end);
	assert_found(f, 1, 100, end, false);
	assert_found(f, 200, 300, end, true);
}

/* A row from the future must not keep those behind it. */
static void
clocks_may_be_wrong(void **state)
{
	struct fixture *f = *state;
	put(f, 1, 50, T0 + 400 * TIME_DAY);
	put(f, 50, 100, -5);
	put(f, 100, 150, T0);
	assert_true(expire(f, T0));
	assert_false(expire(f, T0 + 13 * TIME_DAY));
	assert_found(f, 1, 50, T0 + 400 * TIME_DAY, false);
	assert_found(f, 100, 150, T0, true);
}

/* Rows as earlier programs wrote them: a period, a key and an item. */
static void
rows_of_earlier_programs_go(void **state)
{
	struct fixture *f = *state;
	struct store_batch *batch = begin_batch(f);
	struct schema_key old = {.len = 20};
	schema_put32(old.bytes, (uint32_t)(T0 / (56 * TIME_DAY)));
	for (uint64_t id = 1; id <= 3; id++) {
		schema_put64(old.bytes + 12, id);
		assert_int_equal(store_db_put(batch, TABLE_NEAR, old, "words", 5, 0), OK);
	}
	commit_batch(batch);
	put(f, 50, 100, T0);
	assert_found(f, 50, 100, T0, true);
	assert_true(expire(f, T0));
	assert_false(expire(f, T0));
	batch = begin_batch(f);
	struct store_view view = store_batch_view(batch);
	assert_int_equal(store_db_entries(&view, TABLE_NEAR), 1);
	store_batch_abort(batch);
	assert_found(f, 50, 100, T0, true);
}

static void
damaged_rows_harm_no_others(void **state)
{
	struct fixture *f = *state;
	struct store_batch *batch = begin_batch(f);
	struct schema_key first = schema_id(UINT64_C(1) << 48);
	struct store_near_row row = {.len = 0};
	struct near_text text = text_of(1);
	assert_int_equal(store_identity_near_add(batch, &row, T0, &text, 1), OK);
	schema_put32(row.bytes, (uint32_t)(T0 / TIME_DAY));
	struct span key = {(const char *)first.bytes, first.len};
	for (size_t n = 0; n <= row.len + 1; n++) {
		uint8_t *copy = mem_alloc(n + 1); /* so that reading too far is seen */
		memcpy(copy, row.bytes, n < row.len ? n : row.len);
		if (n > row.len)
			copy[row.len] = 0;
		struct span value = {(char *)copy, n};
		assert_int_equal(store_identity_near_sound(key, value), n == row.len);
		assert_int_equal(
			store_db_put(batch, TABLE_NEAR, first, value.p, n, 0), OK);
		uint64_t found = find_in(batch, 1, OTHER, T0);
		assert_int_equal(found, 0); /* the item has no place */
		free(copy);
	}
	assert_int_equal(store_db_put(batch, TABLE_NEAR, first, "", 0, 0), OK);
	commit_batch(batch);
	put(f, 50, 100, T0);
	assert_found(f, 50, 100, T0, true);
	fixture_reopen(f);
	assert_found(f, 50, 100, T0, true);
	assert_true(expire(f, T0));
	assert_found(f, 50, 100, T0, true);
}

/* Many items that begin with the same words: those that came first are found. */
static void
few_of_many_are_compared(void **state)
{
	struct fixture *f = *state;
	struct store_batch *batch = begin_batch(f);
	struct near_text same = text_of(1);
	struct store_near_row row = {.len = 0};
	for (uint64_t id = 1; id <= 5000; id++) {
		if (id == NEAR_CANDIDATES || id == NEAR_CANDIDATES + 1)
			assert_int_equal(put_place(batch, id, T0), OK);
		assert_int_equal(store_identity_near_add(batch, &row, T0, &same, id), OK);
	}
	assert_int_equal(store_identity_near_write(batch, &row, T0), OK);
	assert_int_equal(find_in(batch, 1, OTHER, T0), NEAR_CANDIDATES);
	assert_int_equal(
		store_db_del(batch, TABLE_PLACE, schema_id(NEAR_CANDIDATES)), OK);
	assert_int_equal(find_in(batch, 1, OTHER, T0), 0);
	assert_int_equal(add(batch, 6000, 6100, T0), OK);
	assert_int_equal(find_in(batch, 6050, OTHER, T0), 6050);
	commit_batch(batch);
}

static void
keys_have_room(void **state)
{
	(void)state;
	struct near_keys keys = {0};
	uint64_t numbers[NEAR_CANDIDATES], n = 0, more;
	assert_int_equal(store_identity_near_keys_find(&keys, 1, numbers), 0);
	store_identity_near_keys_begin(&keys, 5000);
	while (store_identity_near_keys_add(&keys, n * n + 1, n))
		n++;
	assert_true(n >= 5000);
	for (uint64_t i = 0; i < n; i++) {
		assert_int_equal(
			store_identity_near_keys_find(&keys, i * i + 1, numbers), 1);
		assert_int_equal(numbers[0], i);
	}
	assert_false(store_identity_near_keys_add(&keys, 3, n));
	store_identity_near_keys_begin(&keys, 0);
	assert_int_equal(store_identity_near_keys_find(&keys, 1, numbers), 0);
	for (more = 0; more < 100; more++)
		assert_true(store_identity_near_keys_add(&keys, 1, more));
	assert_int_equal(
		store_identity_near_keys_find(&keys, 1, numbers), NEAR_CANDIDATES);
	for (uint64_t i = 0; i < NEAR_CANDIDATES; i++)
		assert_int_equal(numbers[i], i);
	store_identity_near_keys_done(&keys);
}

static void
poll_one(struct fixture *f, uint32_t feed, int64_t now, const char *item)
{
	struct store_poll poll = {.feed = feed,
		.now = now,
		.document = make_document(&item, 1),
		.duplicates = true,
		.texts = true};
	assert_int_equal(put_poll(f->store, &poll, NULL), OK);
}

/* An edited item is found by its new text. */
static void
edits_are_found(void **state)
{
	static const char *const feeds[] = {"A", "B"};
	static const char sea[] =
		"The harbour of the old town was closed on Friday after a "
		"crane fell onto the quay during the storm while nobody was hurt";
	struct fixture *f = *state;
	char item[400];
	struct store_view view;
	int flags;
	put_subscriptions(f, feeds, COUNT_OF(feeds));
	snprintf(item, sizeof item, "a||Harbour|Soon more.|%" PRId64, T0);
	poll_one(f, 1, T0, item);
	snprintf(item, sizeof item, "a||Harbour|%s|%" PRId64, sea, T0);
	poll_one(f, 1, T0 + 60, item);
	snprintf(item, sizeof item, "b||Ships wait|%s|%" PRId64, sea, T0 + 120);
	poll_one(f, 2, T0 + 120, item);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_item_flags_at(
				 &view, 2, T0 + 120, find_title(f, "Ships wait"), &flags),
		OK);
	store_view_end(&view);
	assert_true(flags & ITEM_DUPLICATE);
	assert_sound(f);
}

/* A notice of this version, or a copy without numbers (NULL). */
struct notice {
	uint32_t feed;
	const char *title, *version;
};

static void
poll_notice(struct fixture *f, int64_t at, const struct notice *notice)
{
	char item[400];
	snprintf(item, sizeof item,
		"%s||%s|The program is there %s and mends faults that users have "
		"reported "
		"since the last one, brings translations up to date and needs no changes "
		"of your settings, and packages are on the site.|%" PRId64,
		notice->title, notice->title, notice->version ? notice->version : "again",
		at);
	poll_one(f, notice->feed, at, item);
}

static bool
is_duplicate(struct fixture *f, const char *title)
{
	struct store_view view;
	int flags;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_item_flags(&view, find_title(f, title), &flags), OK);
	store_view_end(&view);
	return flags & ITEM_DUPLICATE;
}

/* Notices that differ in their numbers stay apart, whenever a copy without any comes. */
static void
a_copy_without_numbers_ties_nothing(void **state)
{
	static const char *const feeds[] = {"A", "B", "C", "D"};
	static const struct notice first = {1, "First", "4.1"},
				   second = {2, "Second", "4.2"},
				   copy = {3, "Copy", NULL}, again = {4, "Again", "4.2"};
	static const struct notice *const orders[][3] = {{&first, &copy, &second},
		{&copy, &first, &second}, {&first, &second, &copy}};
	struct fixture *f = *state;
	for (size_t i = 0; i < COUNT_OF(orders); i++) {
		fixture_clear(f);
		put_subscriptions(f, feeds, COUNT_OF(feeds));
		for (size_t k = 0; k < COUNT_OF(orders[i]); k++)
			poll_notice(f, T0 + 60 * (int64_t)k, orders[i][k]);
		poll_notice(f, T0 + 600, &again);
		assert_false(is_duplicate(f, "Second"));
		assert_true(is_duplicate(f, "Again"));
		assert_int_equal(is_duplicate(f, "First"), i == 1);
		assert_int_equal(is_duplicate(f, "Copy"), i != 1);
	}
}

/* A copy without numbers belongs to one of several notices at most; if it belongs to
 * none, they do not keep others from it. */
static void
notices_leave_a_free_copy_to_others(void **state)
{
	static const char *const feeds[] = {"A", "B", "C"};
	static const struct {
		struct notice first, copy;
		int64_t copied, after; /* days */
		bool free;
	} cases[] = {
		/* of the copy's feed */
		{{3, "First", "4.1"}, {3, "Copy", NULL}, 1, 2, true},
		/* too old for it, and of the feed of the next one */
		{{1, "First", "4.1"}, {3, "Copy", NULL}, 8, 9, true},
		/* too old for it */
		{{2, "First", "4.1"}, {3, "Copy", NULL}, 8, 9, true},
		/* too old for the next one, but not for the copy */
		{{2, "First", "4.1"}, {3, "Copy", NULL}, 5, 9, false},
		{{1, "First", "4.1"}, {3, "Copy", NULL}, 5, 6, false},
	};
	struct fixture *f = *state;
	const struct notice next = {1, "Next", "4.2"};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		fixture_clear(f);
		put_subscriptions(f, feeds, COUNT_OF(feeds));
		poll_notice(f, T0, &cases[i].first);
		poll_notice(f, T0 + cases[i].copied * TIME_DAY, &cases[i].copy);
		poll_notice(f, T0 + cases[i].after * TIME_DAY, &next);
		assert_int_equal(is_duplicate(f, "Next"), cases[i].free);
		assert_int_equal(is_duplicate(f, "Copy"), !cases[i].free);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(texts_are_found),
		FIXTURE_TEST(what_was_not_committed_is_not_found),
		FIXTURE_TEST(others_write_and_are_killed),
		FIXTURE_TEST(old_texts_expire),
		FIXTURE_TEST(clocks_may_be_wrong),
		FIXTURE_TEST(rows_of_earlier_programs_go),
		FIXTURE_TEST(damaged_rows_harm_no_others),
		FIXTURE_TEST(few_of_many_are_compared),
		cmocka_unit_test(keys_have_room),
		FIXTURE_TEST(edits_are_found),
		FIXTURE_TEST(a_copy_without_numbers_ties_nothing),
		FIXTURE_TEST(notices_leave_a_free_copy_to_others),
	};
	return UNIT_RUN(tests);
}
