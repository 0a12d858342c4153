/*
 * Stores with lists so long that the reader works on them in slices.
 */
#ifndef TESTS_UNIT_UI_LONG_H
#define TESTS_UNIT_UI_LONG_H

#include "base/err.h"
#include "store/db/view.h"
#include "store/mark/flags.h"
#include "ui_helper.h"
#include "unit.h"

/* Stores items "PREFIX0" … as a poll of feed, oldest first, a second apart. */
static inline void
long_poll(struct fixture *f, uint32_t feed, const char *prefix, size_t len)
{
	struct feed *document = make_numbered(prefix, len, "<p>A text.</p>");
	for (size_t i = 0; i < len; i++)
		document->items[i].published = 1600000000 + (int64_t)i;
	poll_feed(f, feed, T0, document);
}

static inline void
long_read_all(struct fixture *f)
{
	const struct store_scope all = {.kind = STORE_ALL};
	for (bool more = true; more;) {
		struct store_batch *batch = begin_batch(f);
		assert_int_equal(store_mark_read(batch, &all, UINT64_MAX, 10000, NULL,
					 &more, NULL),
			OK);
		commit_batch(batch);
	}
}

/* Sets and clears flags of one item: the one after the `newer` newest of a scope, or the
 * oldest if there are fewer. */
static inline void
long_flag(struct fixture *f, struct store_scope scope, size_t newer, int set, int clear)
{
	struct store_view view;
	struct store_key keys[512], last = {0};
	size_t len = COUNT_OF(keys);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	for (size_t seen = 0; seen <= newer && len == COUNT_OF(keys); seen += len) {
		assert_int_equal(store_item_keys(&view, &scope, seen ? &last : NULL, keys,
					 COUNT_OF(keys), &len),
			OK);
		if (len)
			last = keys[newer < seen + len ? newer - seen : len - 1];
	}
	store_view_end(&view);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(
		store_mark_put_flags(batch, &last.id, 1, set, clear, NULL, NULL), OK);
	commit_batch(batch);
}

/* Marks all items as read except the oldest of some feeds, so that the counts of unread
 * items don't save the search for it. */
static inline void
long_read_newer(struct fixture *f, const uint32_t *feeds, size_t len)
{
	long_read_all(f);
	for (size_t i = 0; i < len; i++) {
		const struct store_scope scope = {.kind = STORE_FEED, .feed = feeds[i]};
		long_flag(f, scope, SIZE_MAX, ITEM_UNREAD, 0);
	}
}

#endif
