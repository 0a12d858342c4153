/*
 * Hidden items: in no list and no count, but kept.
 */
#include "config.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/time.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/gc.h"
#include "store/item/item.h"
#include "store/item/tag.h"
#include "store/journal/journal.h"
#include "store/mark/flags.h"
#include "store/mark/trash.h"
#include "store/undo.h"
#include "store_helper.h"
#include "unit.h"

#define URL "https://example.org/feed"
#define DAY_100 (T0 + 100 * TIME_DAY)

static void
set_up(struct fixture *f)
{
	put_subscriptions(f, (const char *const[]){URL}, 1);
	const char *const items[] = {
		"1||a|x|1789000003", "2||b|x|1789000002", "3||c|x|1789000001"};
	poll_items(f, 1, T0, items, COUNT_OF(items));
}

static size_t
hide(struct fixture *f, uint64_t id, bool hidden)
{
	uint64_t group = 0;
	size_t changed;
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
	assert_int_equal(
		store_mark_put_hidden(batch, &id, 1, hidden, T0, &changed, NULL), OK);
	commit_batch(batch);
	return changed;
}

static int
flags_of(struct fixture *f, uint64_t id)
{
	struct store_view view;
	int flags = 0;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_item_flags(&view, id, &flags), OK);
	store_view_end(&view);
	return flags;
}

static void
undo(struct fixture *f, bool redo)
{
	struct store_undo step = {0};
	struct arena arena = ARENA_INIT;
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_undo(batch, redo, 100, T0, &arena, &step, NULL), OK);
	commit_batch(batch);
	arena_done(&arena);
}

static void
a_hidden_item_is_in_one_list(void **state)
{
	struct fixture *f = *state;
	set_up(f);
	uint64_t id = find_title(f, "b");
	set_flags(f, "b", ITEM_STARRED, 0);
	assert_int_equal(hide(f, id, true), 1);
	assert_int_equal(hide(f, find_title(f, "a"), false), 0);
	assert_string_equal(titles(f, STORE_ALL, 0, NULL), "a* c*");
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "a* c*");
	assert_string_equal(titles(f, STORE_UNREAD, 0, NULL), "a* c*");
	assert_string_equal(titles(f, STORE_STARRED, 0, NULL), "");
	assert_string_equal(titles(f, STORE_HIDDEN, 0, NULL), "b*+");
	struct store_item_counts counts = count_all(f->store);
	assert_int_equal(counts.total, 2);
	assert_int_equal(counts.unread, 2);
	assert_int_equal(counts.starred, 0);
	assert_int_equal(flags_of(f, id), ITEM_UNREAD | ITEM_STARRED | ITEM_HIDDEN);
	assert_sound(f);
}

static void
undo_shows_it_again(void **state)
{
	struct fixture *f = *state;
	set_up(f);
	hide(f, find_title(f, "b"), true);
	undo(f, false);
	assert_string_equal(titles(f, STORE_ALL, 0, NULL), "a* b* c*");
	assert_string_equal(titles(f, STORE_HIDDEN, 0, NULL), "");
	undo(f, true);
	assert_string_equal(titles(f, STORE_HIDDEN, 0, NULL), "b*");
	assert_int_equal(count_all(f->store).unread, 2);
	assert_sound(f);
}

/* Its marks change as those of any item, and are there when it is shown again. */
static void
it_can_be_marked(void **state)
{
	struct fixture *f = *state;
	set_up(f);
	uint64_t id = find_title(f, "b");
	hide(f, id, true);
	size_t changed;
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_mark_put_flags(batch, &id, 1, ITEM_STARRED, ITEM_UNREAD,
				 &changed, NULL),
		OK);
	commit_batch(batch);
	assert_int_equal(changed, 1);
	assert_int_equal(count_all(f->store).starred, 0);
	hide(f, id, false);
	assert_string_equal(titles(f, STORE_ALL, 0, NULL), "a* b+ c*");
	assert_int_equal(count_all(f->store).starred, 1);
	assert_sound(f);
}

/* Its feed lists it again, with another text: it stays hidden. */
static void
an_edit_leaves_it_hidden(void **state)
{
	struct fixture *f = *state;
	set_up(f);
	hide(f, find_title(f, "b"), true);
	const char *const items[] = {"2||b|y|1789000002"};
	struct store_poll_result result = poll_items(f, 1, T0 + 1, items, 1);
	assert_int_equal(result.added, 0);
	assert_int_equal(result.edited, 1);
	assert_string_equal(titles(f, STORE_HIDDEN, 0, NULL), "b*~");
	assert_int_equal(count_all(f->store).total, 2);
}

/* What is deleted goes after some time, what is hidden stays. */
static void
it_is_not_cleared_away(void **state)
{
	struct fixture *f = *state;
	struct store_gc gone;
	uint64_t id;
	set_up(f);
	id = find_title(f, "a");
	hide(f, find_title(f, "b"), true);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_mark_put_trash(batch, &id, 1, true, T0, NULL, NULL), OK);
	commit_batch(batch);
	assert_int_equal(
		store_collect(f->store, NULL, 0, DAY_100, false, &gone, NULL), OK);
	assert_int_equal(gone.items, 1);
	assert_string_equal(titles(f, STORE_HIDDEN, 0, NULL), "b*");
	assert_sound(f);
}

/* It goes with its feed. */
static void
it_goes_with_its_feed(void **state)
{
	struct fixture *f = *state;
	struct store_gc gone;
	set_up(f);
	hide(f, find_title(f, "b"), true);
	put_subscriptions(f, (const char *const[]){"https://example.org/other"}, 1);
	assert_int_equal(
		store_collect(f->store, NULL, 0, DAY_100, false, &gone, NULL), OK);
	assert_int_equal(gone.items, 3);
	assert_string_equal(titles(f, STORE_HIDDEN, 0, NULL), "");
	assert_sound(f);
}

/* Deleted items are not hidden, and hidden ones not deleted. */
static void
each_comes_back_as_it_went(void **state)
{
	struct fixture *f = *state;
	set_up(f);
	uint64_t a = find_title(f, "a"), b = find_title(f, "b");
	size_t changed;
	hide(f, find_title(f, "b"), true);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_mark_put_trash(batch, &a, 1, true, T0, NULL, NULL), OK);
	assert_int_equal(
		store_mark_put_hidden(batch, &a, 1, false, T0, &changed, NULL), OK);
	assert_int_equal(changed, 0);
	assert_int_equal(
		store_mark_put_trash(batch, &b, 1, false, T0, &changed, NULL), OK);
	assert_int_equal(changed, 0);
	commit_batch(batch);
	assert_string_equal(titles(f, STORE_ALL, 0, NULL), "c*");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(a_hidden_item_is_in_one_list),
		FIXTURE_TEST(undo_shows_it_again),
		FIXTURE_TEST(it_can_be_marked),
		FIXTURE_TEST(an_edit_leaves_it_hidden),
		FIXTURE_TEST(it_is_not_cleared_away),
		FIXTURE_TEST(it_goes_with_its_feed),
		FIXTURE_TEST(each_comes_back_as_it_went),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
