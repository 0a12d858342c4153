/*
 * A walk returns what the lists of its feeds have, in one order, however many items are
 * wanted at a time, and continues in later views.
 */
#include "config.h"

#include <stdio.h>

#include "base/attr.h"
#include "base/err.h"
#include "model/item.h"
#include "store/db/view.h"
#include "store/item/list.h"
#include "store/item/walk.h"
#include "store_helper.h"
#include "unit.h"

#define FEEDS 300
#define DEEP 150 /* items of each of the first two feeds; the others have one */
#define ITEMS (2 * DEEP + FEEDS - 2)

/* Feeds 1 and 2 have DEEP items, alternating and sometimes with the same time. */
static void
fill(struct fixture *f)
{
	static char lines[FEEDS][16], texts[DEEP][48];
	const char *feeds[FEEDS], *items[DEEP];
	for (int i = 0; i < FEEDS; i++) {
		snprintf(lines[i], sizeof lines[i], "F%d t", i + 1);
		feeds[i] = lines[i];
	}
	put_subscriptions(f, feeds, FEEDS);
	for (uint32_t feed = 1; feed <= FEEDS; feed++) {
		int len = feed <= 2 ? DEEP : 1;
		for (int i = 0; i < len; i++) {
			snprintf(texts[i], sizeof texts[i], "%d||%u.%d|x|%d", i, feed, i,
				1700000000 + (int)feed % 7 + i / 3 * 5);
			items[i] = texts[i];
		}
		poll_items(f, feed, T0, items, (size_t)len);
	}
}

static struct store_view
view_of(struct fixture *f)
{
	struct store_view view;
	struct err err;
	assert_int_equal(store_view_begin(f->store, &view, &err), OK);
	return view;
}

/* All keys of all feeds, from the list over all feeds. */
static void
wanted_keys(struct fixture *f, struct store_key *keys)
{
	struct store_scope all = {.kind = STORE_ALL};
	struct store_view view = view_of(f);
	size_t len;
	assert_int_equal(store_item_keys(&view, &all, NULL, keys, ITEMS + 1, &len), OK);
	assert_int_equal(len, ITEMS);
	store_view_end(&view);
}

/* Walks to the end, with a view for each page. */
static size_t
walk_to_end(
	struct fixture *f, struct store_walk *walk, size_t page, struct store_walked *out)
{
	size_t at = 0;
	for (bool end = false; !end;) {
		struct store_view view = view_of(f);
		size_t len;
		assert_int_equal(
			store_item_walk_next(walk, &view, out + at, page, &len, &end),
			OK);
		assert_true(len <= page);
		at += len;
		store_view_end(&view);
	}
	return at;
}

static void
lists_become_one(void **state)
{
	struct fixture *f = *state;
	static const size_t pages[] = {1, 7, 64, ITEMS + 1};
	static struct store_key keys[ITEMS + 1];
	static struct store_walked items[2 * ITEMS + 2];
	uint32_t feeds[FEEDS];
	for (uint32_t i = 0; i < FEEDS; i++)
		feeds[i] = i + 1;
	fill(f);
	set_flags(f, "2.149", ITEM_STARRED, ITEM_UNREAD);
	wanted_keys(f, keys);
	for (size_t k = 0; k < COUNT_OF(pages); k++)
		for (size_t from = 0; from < ITEMS; from += 199) {
			struct store_walk *walk = store_item_walk_new(
				feeds, FEEDS, from ? &keys[from - 1] : NULL);
			assert_int_equal(
				walk_to_end(f, walk, pages[k], items), ITEMS - from);
			for (size_t i = from; i < ITEMS; i++)
				assert_memory_equal(
					&items[i - from].key, &keys[i], sizeof *keys);
			store_item_walk_free(walk);
		}
	uint64_t id = find_title(f, "2.149");
	size_t seen = 0;
	struct store_walk *one = store_item_walk_new(&feeds[1], 1, NULL);
	assert_int_equal(walk_to_end(f, one, 40, items), DEEP);
	for (size_t i = 0; i < DEEP; i++) {
		assert_int_equal(items[i].feed, 2);
		assert_int_equal(items[i].flags,
			items[i].key.id == id ? ITEM_STARRED : ITEM_UNREAD);
		seen += items[i].key.id == id;
	}
	assert_int_equal(seen, 1);
	store_item_walk_free(one);
	store_item_walk_free(NULL);
}

/* From the oldest on it is the same list, turned round; so are the lists by index. */
static void
they_can_be_turned(void **state)
{
	struct fixture *f = *state;
	static struct store_key keys[ITEMS + 1], back[ITEMS + 1];
	static struct store_walked items[2 * ITEMS + 2];
	const struct store_scope all = {.kind = STORE_ALL};
	uint32_t feeds[FEEDS];
	for (uint32_t i = 0; i < FEEDS; i++)
		feeds[i] = i + 1;
	fill(f);
	wanted_keys(f, keys);
	for (size_t page = 1; page < ITEMS; page = page * 5 + 2) {
		struct store_walk *walk = store_item_walk_new(feeds, FEEDS, NULL);
		store_item_walk_turn(walk);
		assert_int_equal(walk_to_end(f, walk, page, items), ITEMS);
		for (size_t i = 0; i < ITEMS; i++)
			assert_memory_equal(
				&items[i].key, &keys[ITEMS - 1 - i], sizeof *keys);
		store_item_walk_free(walk);
		size_t len = 0, got = page;
		for (struct store_view view; got == page; len += got) {
			view = view_of(f);
			assert_int_equal(
				store_item_keys_oldest(&view, &all,
					len ? &back[len - 1] : NULL, back + len,
					page < ITEMS + 1 - len ? page : ITEMS + 1 - len,
					&got),
				OK);
			store_view_end(&view);
		}
		assert_int_equal(len, ITEMS);
		for (size_t i = 0; i < ITEMS; i++)
			assert_memory_equal(&back[i], &keys[ITEMS - 1 - i], sizeof *keys);
	}
}

static void
feeds_without_items_are_an_end(void **state)
{
	struct fixture *f = *state;
	static const char *const line[] = {"A"};
	const uint32_t feeds[] = {1, 77}; /* empty; unknown */
	struct store_walked items[4];
	put_subscriptions(f, line, 1);
	for (size_t len = 0; len <= 2; len++) {
		struct store_walk *walk = store_item_walk_new(feeds, len, NULL);
		assert_int_equal(walk_to_end(f, walk, 4, items), 0);
		store_item_walk_free(walk);
	}
}

/* What arrives during a walk does not disturb it. */
static void
a_walk_outlives_changes(void **state)
{
	struct fixture *f = *state;
	static const char *const old[] = {"1||one|x|1700000001", "2||two|x|1700000002",
		"3||three|x|1700000003", "4||four|x|1700000004"};
	static const char *const more[] = {"5||five|x|1700000005"};
	static const char *const lines[] = {"A", "B"};
	const uint32_t feeds[] = {1, 2};
	struct store_walked items[8];
	size_t len;
	bool end;
	put_subscriptions(f, lines, 2);
	poll_items(f, 1, T0, old, 2);
	poll_items(f, 2, T0, old + 2, 2);
	struct store_walk *walk = store_item_walk_new(feeds, 2, NULL);
	struct store_view view = view_of(f);
	assert_int_equal(store_item_walk_next(walk, &view, items, 2, &len, &end), OK);
	assert_int_equal(len, 2);
	assert_false(end);
	store_view_end(&view);
	poll_items(f, 1, T0, more, 1);
	assert_int_equal(walk_to_end(f, walk, 1, items), 2);
	assert_int_equal(items[1].key.id, find_title(f, "one"));
	store_item_walk_free(walk);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(lists_become_one),
		FIXTURE_TEST(they_can_be_turned),
		FIXTURE_TEST(feeds_without_items_are_an_end),
		FIXTURE_TEST(a_walk_outlives_changes),
	};
	return UNIT_RUN(tests);
}
