/*
 * Second texts of items: that of the page, and that before an edit.
 */
#include "config.h"

#include <stdio.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/time.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/find/find.h"
#include "store/gc.h"
#include "store/health/repair.h"
#include "store/index/reindex.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/open.h"
#include "store/poll/page_text.h"
#include "store/record/schema.h"
#include "store_helper.h"
#include "unit.h"

static const char *const feeds[] = {"A"};

static void
put_page(struct fixture *f, uint64_t id, const char *html)
{
	struct text text = {.text = (char *)(uintptr_t)html, .type = TEXT_HTML};
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_poll_put_page(batch, id, &text, T0 + 5, NULL), OK);
	commit_batch(batch);
}

static size_t
hits(struct fixture *f, const char *words)
{
	static const struct store_scope all = {STORE_ALL, 0, NULL};
	struct store_find *find;
	struct store_key keys[10];
	size_t n = 0, len;
	bool done = false;
	assert_int_equal(store_find_new(words, &all, 0, T0, &find, NULL), OK);
	while (!done) {
		assert_int_equal(store_find_step(find, f->store, 1000000, keys, 10, &len,
					 &done, NULL),
			OK);
		n += len;
	}
	store_find_free(find);
	return n;
}

/* The text, or "" when there is none. */
static const char *
other(struct fixture *f, uint64_t id, enum store_item_other which, int64_t *time)
{
	static char kept[200];
	struct arena arena = ARENA_INIT;
	struct store_item_text text;
	struct store_view view;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	int status = store_item_other(&view, id, which, &arena, &text);
	assert_true(status == OK || status == ERR_NOT_FOUND);
	snprintf(kept, sizeof kept, "%s", status == OK ? text.text.text : "");
	*time = status == OK ? text.time : 0;
	store_view_end(&view);
	arena_done(&arena);
	return kept;
}

static uint64_t
fill(struct fixture *f)
{
	static const char *const items[] = {"g1||One|teaser <words>|", "g2||Two|other|"};
	put_subscriptions(f, feeds, COUNT_OF(feeds));
	poll_items(f, 1, T0, items, COUNT_OF(items));
	uint64_t id = find_title(f, "One");
	put_page(f, id, "<p>Lamps of the <b>harbour</b></p>");
	return id;
}

/* In the index, before they come there, and where the index cannot tell. */
static void
pages_are_searched(void **state)
{
	struct fixture *f = *state;
	int64_t time;
	uint64_t id = fill(f);
	assert_string_equal(other(f, id, STORE_ITEM_PAGE, &time),
		"<p>Lamps of the <b>harbour</b></p>");
	assert_int_equal(time, T0 + 5);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(hits(f, "harbour"), 1);
		assert_int_equal(hits(f, "\"the harbour\""), 1);
		assert_int_equal(hits(f, "text:*arbou*"), 1);
		assert_int_equal(hits(f, "teaser"), 1);
		assert_int_equal(hits(f, "\"words lamps\""), 0);
		assert_int_equal(store_index_rebuild(f->store, NULL), OK);
	}
	put_page(f, id, "<p>Another text</p>");
	assert_int_equal(hits(f, "harbour"), 0);
	assert_int_equal(hits(f, "another"), 1);
	assert_sound(f);
}

static void
pages_go_with_their_items(void **state)
{
	struct fixture *f = *state;
	static const char *const later[] = {"g3||Three|x|"};
	struct store_gc gone;
	const struct store_keep keep = {.feed = 1, .items = 1, .now = T0 + TIME_DAY};
	int64_t time;
	uint64_t id = fill(f);
	set_flags(f, "One", 0, ITEM_UNREAD);
	set_flags(f, "Two", 0, ITEM_UNREAD);
	poll_items(f, 1, T0 + 9, later, 1);
	assert_int_equal(
		store_collect(f->store, &keep, 1, T0 + TIME_DAY, false, &gone, NULL), OK);
	assert_int_equal(gone.items, 2);
	assert_string_equal(other(f, id, STORE_ITEM_PAGE, &time), "");
	struct text text = {.type = TEXT_HTML};
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_poll_put_page(batch, id, &text, T0, NULL), ERR_NOT_FOUND);
	store_batch_abort(batch);
	assert_sound(f);
}

static void
repair_keeps_them(void **state)
{
	struct fixture *f = *state;
	struct store_health_repair done;
	struct buf kept = BUF_INIT(0);
	int64_t time;
	uint64_t id = fill(f);
	static const char *const edited[] = {"g1||One|teaser, mended|"};
	poll_items(f, 1, T0 + 7, edited, 1);
	fixture_close(f);
	assert_int_equal(store_health_repair(f->dir, &done, &kept, NULL), OK);
	assert_int_equal(store_open(&f->store, f->dir, NULL), OK);
	assert_string_equal(other(f, id, STORE_ITEM_PAGE, &time),
		"<p>Lamps of the <b>harbour</b></p>");
	assert_string_equal(other(f, id, STORE_ITEM_EARLIER, &time), "teaser <words>");
	assert_int_equal(hits(f, "harbour"), 1);
	assert_sound(f);
	buf_done(&kept);
}

/* The last edit's, and only where the text changed. */
static void
edits_keep_the_earlier_text(void **state)
{
	struct fixture *f = *state;
	static const char *const versions[][1] = {{"g1||One|a|"}, {"g1||One, new|a|"},
		{"g1||One, new|b|"}, {"g1||One, new|c|"}};
	static const char *const wanted[] = {"", "", "a", "b"};
	int64_t time;
	put_subscriptions(f, feeds, COUNT_OF(feeds));
	uint64_t id = 0;
	for (size_t i = 0; i < COUNT_OF(versions); i++) {
		poll_items(f, 1, T0 + (int64_t)i, versions[i], 1);
		id = id ? id : find_title(f, "One");
		assert_string_equal(other(f, id, STORE_ITEM_EARLIER, &time), wanted[i]);
		assert_int_equal(time, *wanted[i] ? T0 + (int64_t)i : 0);
	}
	assert_sound(f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(pages_are_searched),
		FIXTURE_TEST(pages_go_with_their_items),
		FIXTURE_TEST(repair_keeps_them),
		FIXTURE_TEST(edits_keep_the_earlier_text),
	};
	return UNIT_RUN(tests);
}
