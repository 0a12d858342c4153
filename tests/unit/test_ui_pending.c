/*
 * What the user did is laid over the store until the worker has stored it.
 */
#include "config.h"

#include "store_helper.h"
#include "unit.h"

#include "model/item.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "ui/catalog/catalog.h"
#include "ui/catalog/hits.h"
#include "ui/catalog/pending.h"

#define NOW INT64_C(1000000) /* monotonic, in milliseconds */

static const char *const feeds[] = {"http://a.example/f news", "http://b.example/f"};
static const char *const items[] = {"1||one||", "2||two||", "3||three||"};

struct overlay {
	struct fixture *store;
	struct ui_catalog catalog;
	struct ui_pending pending;
	uint64_t one, two, three; /* items of the first feed */
};

static int
setup(void **state)
{
	struct overlay *o = calloc(1, sizeof *o);
	if (!o || fixture_setup(state) != 0)
		return -1;
	o->store = *state;
	put_subscriptions(o->store, feeds, COUNT_OF(feeds));
	poll_items(o->store, 1, T0, items, COUNT_OF(items));
	o->one = find_title(o->store, "one");
	o->two = find_title(o->store, "two");
	o->three = find_title(o->store, "three");
	ui_catalog_init(&o->catalog);
	*state = o;
	return 0;
}

static int
teardown(void **state)
{
	struct overlay *o = *state;
	void *store = o->store;
	ui_catalog_done(&o->catalog);
	ui_pending_done(&o->pending);
	free(o);
	return fixture_teardown(&store);
}

/* Reads the catalog, which drops what the store agrees with. */
static void
load(struct overlay *o)
{
	struct store_view view;
	assert_int_equal(store_view_begin(o->store->store, &view, NULL), OK);
	assert_int_equal(ui_catalog_load(&o->catalog, &view, &o->pending, NULL), OK);
	store_view_end(&view);
}

static void
settle(struct overlay *o, int64_t now)
{
	struct store_view view;
	assert_int_equal(store_view_begin(o->store->store, &view, NULL), OK);
	ui_pending_settle(&o->pending, &view, &o->catalog, now);
	store_view_end(&view);
}

static bool
unread(struct overlay *o, uint64_t item)
{
	return ui_pending_apply(
		       &o->pending, item, ui_catalog_feed(&o->catalog, 1), ITEM_UNREAD) &
	       ITEM_UNREAD;
}

static void
mark_feed(struct overlay *o, uint64_t upto)
{
	const struct store_scope scope = {.kind = STORE_FEED, .feed = 1};
	ui_pending_mark(&o->pending, &scope, NULL, upto, NOW);
}

/* Of a mark and a change of one item the later one holds. */
static void
the_last_word_holds(void **state)
{
	struct overlay *o = *state;
	load(o);
	ui_pending_flag(
		&o->pending, &o->catalog, o->one, 1, ITEM_UNREAD | ITEM_STARRED, 0);
	mark_feed(o, UINT64_MAX);
	assert_false(unread(o, o->one));
	assert_false(unread(o, o->two));
	assert_true(ui_pending_apply(&o->pending, o->one, NULL, 0) & ITEM_STARRED);
	ui_pending_flag(&o->pending, &o->catalog, o->two, 1, ITEM_UNREAD, 0);
	assert_true(unread(o, o->two));
	/* The worker stores it in that order. */
	set_flags(o->store, "one", ITEM_STARRED, ITEM_UNREAD);
	set_flags(o->store, "three", 0, ITEM_UNREAD);
	settle(o, NOW);
	assert_int_equal(o->pending.flags_len, 0);
}

static void
marks_reach_up_to_an_item(void **state)
{
	struct overlay *o = *state;
	load(o);
	uint64_t first = o->one < o->three ? o->one : o->three;
	mark_feed(o, first);
	assert_false(unread(o, first));
	assert_true(unread(o, o->two));
	assert_true(ui_pending_by_feed(&o->pending));
}

/* A search's list: what it finds, before and after the key, up to an item. */
static void
found_items_are_marked(void **state)
{
	struct overlay *o = *state;
	const struct store_scope all = {.kind = STORE_ALL};
	const uint64_t found[] = {o->three, 64, 1000, 4096, 5000};
	struct ui_hits *hits = ui_hits_new(), *others = ui_hits_new();
	load(o);
	for (size_t i = 0; i < COUNT_OF(found); i++)
		ui_hits_add(hits, found[i]);
	ui_pending_mark(&o->pending, &all, hits, 4096, NOW);
	ui_pending_mark(&o->pending, &all, hits, 4096, NOW);
	assert_int_equal(o->pending.marks_len, 1);
	assert_false(unread(o, o->three));
	assert_false(unread(o, 64));
	assert_false(unread(o, 1000));
	assert_false(unread(o, 4096));
	assert_true(unread(o, o->one));
	assert_true(unread(o, 63));
	assert_true(unread(o, 65));
	assert_true(unread(o, 1001));
	assert_true(unread(o, 5000));
	assert_true(unread(o, UINT64_MAX));
	assert_false(ui_pending_by_feed(&o->pending));
	ui_hits_add(hits, o->one);
	assert_false(unread(o, o->one));
	ui_hits_free(hits); /* the list was closed */
	ui_hits_add(others, o->two);
	ui_pending_mark(&o->pending, &all, others, UINT64_MAX, NOW);
	ui_hits_free(others);
	assert_false(unread(o, o->two));
	assert_false(unread(o, 1000));
	load(o);
	assert_int_equal(ui_catalog_feed(&o->catalog, 1)->unread, 3);
}

/* A mark lasts as long as the worker makes progress. */
static void
a_mark_lasts_while_it_is_stored(void **state)
{
	struct overlay *o = *state;
	int64_t now = NOW;
	load(o);
	mark_feed(o, UINT64_MAX);
	mark_feed(o, UINT64_MAX); /* the key was hit twice */
	assert_int_equal(o->pending.marks_len, 1);
	settle(o, now += UI_PENDING_MARK_MS - 1);
	set_flags(o->store, "one", 0, ITEM_UNREAD);
	settle(o, now += UI_PENDING_MARK_MS - 1);
	set_flags(o->store, "two", 0, ITEM_UNREAD);
	settle(o, now += UI_PENDING_MARK_MS + 1);
	assert_int_equal(o->pending.marks_len, 1);
	assert_int_equal(ui_catalog_feed(&o->catalog, 1)->unread, 0);
	settle(o, now + UI_PENDING_MARK_MS + 1); /* no progress */
	assert_int_equal(o->pending.marks_len, 0);
	mark_feed(o, UINT64_MAX);
	set_flags(o->store, "three", 0, ITEM_UNREAD);
	settle(o, NOW);
	assert_int_equal(o->pending.marks_len, 0); /* all is stored */
}

/* Items are still found after others were dropped. */
static void
what_is_stored_is_dropped(void **state)
{
	struct overlay *o = *state;
	load(o);
	ui_pending_flag(&o->pending, &o->catalog, o->one, 1, 0, ITEM_UNREAD);
	ui_pending_flag(&o->pending, &o->catalog, o->two, 1, ITEM_STARRED, 0);
	ui_pending_flag(&o->pending, &o->catalog, o->three, 1, UI_PENDING_REMOVED, 0);
	ui_pending_flag(
		&o->pending, &o->catalog, 4711, 1, 0, ITEM_UNREAD); /* never was */
	load(o);
	assert_int_equal(o->pending.flags_len, 3);
	assert_int_equal(ui_catalog_feed(&o->catalog, 1)->unread, 1);
	assert_int_equal(ui_catalog_feed(&o->catalog, 1)->total, 2);
	set_flags(o->store, "one", 0, ITEM_UNREAD);
	load(o);
	assert_int_equal(o->pending.flags_len, 2);
	assert_true(unread(o, o->one));
	assert_true(ui_pending_deleted(&o->pending, o->three));
	assert_false(ui_pending_deleted(&o->pending, o->two));
	assert_true(ui_pending_apply(&o->pending, o->two, NULL, 0) & ITEM_STARRED);
	ui_pending_flag(&o->pending, &o->catalog, o->one, 1, 0, ITEM_UNREAD);
	assert_false(unread(o, o->one));
}

/* A change that says nothing of reading leaves it as the mark before it did. */
static void
marks_and_changes_alternate(void **state)
{
	struct overlay *o = *state;
	load(o);
	ui_pending_flag(&o->pending, &o->catalog, o->one, 1, ITEM_UNREAD, 0);
	mark_feed(o, UINT64_MAX);
	ui_pending_flag(&o->pending, &o->catalog, o->one, 1, ITEM_STARRED, 0);
	ui_pending_flag(&o->pending, &o->catalog, o->two, 1, ITEM_STARRED, 0);
	assert_false(unread(o, o->one));
	assert_false(unread(o, o->two));
	ui_pending_flag(&o->pending, &o->catalog, o->two, 1, ITEM_UNREAD, ITEM_STARRED);
	assert_true(unread(o, o->two));
	mark_feed(o, UINT64_MAX);
	assert_false(unread(o, o->two));
	settle(o, NOW + UI_PENDING_MARK_MS + 1); /* after which the mark is forgotten */
	settle(o, NOW + 2 * UI_PENDING_MARK_MS + 2);
	assert_int_equal(o->pending.marks_len, 0);
	assert_false(unread(o, o->one));
	assert_false(unread(o, o->two));
	assert_true(unread(o, o->three));
}

/* Of more items than can be looked at in one go the counts stay as they are shown. */
static void
a_crowd_is_not_compared(void **state)
{
	struct overlay *o = *state;
	load(o);
	ui_pending_flag(&o->pending, &o->catalog, o->one, 1, 0, ITEM_UNREAD);
	for (uint64_t id = 1000; id <= 1000 + UI_PENDING_CROWD; id++)
		ui_pending_flag(&o->pending, &o->catalog, id, 1, 0, ITEM_UNREAD);
	assert_true(ui_pending_is_crowd(&o->pending));
	ui_catalog_count(&o->catalog, 1, -1); /* as the reader does for each */
	set_flags(o->store, "one", 0, ITEM_UNREAD);
	load(o);
	assert_true(ui_pending_is_crowd(&o->pending));
	assert_int_equal(ui_catalog_feed(&o->catalog, 1)->unread, 2);
	ui_pending_done(&o->pending);
	load(o);
	assert_int_equal(ui_catalog_feed(&o->catalog, 1)->unread, 2);
	assert_true(unread(o, o->one)); /* what the store says is not covered any more */
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(the_last_word_holds),
		CASE(marks_reach_up_to_an_item),
		CASE(found_items_are_marked),
		CASE(a_mark_lasts_while_it_is_stored),
		CASE(what_is_stored_is_dropped),
		CASE(marks_and_changes_alternate),
		CASE(a_crowd_is_not_compared),
	};
	return UNIT_RUN(tests);
}
