/*
 * Stores with long lists, for what a reader does in slices.
 */
#ifndef TESTS_UNIT_UI_LONG_H
#define TESTS_UNIT_UI_LONG_H

#include "base/err.h"
#include "ui_helper.h"
#include "unit.h"

/* Items "PREFIX0" … as a poll of feed, the later the newer, a second apart. */
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

/* Sets and clears flags of the item of a feed that has `newer` newer ones. */
static inline void
long_flag(struct fixture *f, uint32_t feed, size_t newer, int set, int clear)
{
	const struct store_scope scope = {.kind = STORE_FEED, .feed = feed};
	struct store_view view;
	struct store_key keys[512], after;
	size_t len = COUNT_OF(keys), seen = 0;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	for (; seen <= newer && len == COUNT_OF(keys); seen += len) {
		assert_int_equal(store_keys(&view, &scope, seen ? &after : NULL, keys,
					 COUNT_OF(keys), &len),
			OK);
		after = keys[len - 1];
	}
	store_view_end(&view);
	assert_true(newer < seen);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_put_flags(batch, &keys[newer - (seen - len)].id, 1, set,
				 clear, NULL, NULL),
		OK);
	commit_batch(batch);
}

#endif
