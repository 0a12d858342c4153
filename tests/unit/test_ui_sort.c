/*
 * Lists in other orders than newest first: what is shown, in slices, and that items which
 * arrive are put where they belong while nothing under the cursor moves.
 */
#include "config.h"

#include "ui_helper.h"
#include "ui_long.h"
#include "unit.h"

#include <locale.h>
#include <stdio.h>

#include "model/item.h"
#include "store/mark/flags.h"
#include "ui/core/order.h"
#include "ui/feeds/feeds.h"
#include "ui/items/items.h"
#include "ui/items/items_inside.h"
#include "ui/ui_inside.h"

#define MANY 5000
#define SLICES_MAX 2000

static const char *const feeds[] = {
	"http://a.example/f",
	"http://b.example/f comics",
};

static const char *const first[] = {
	"1||cherry|<p>A text.</p>|1600000060",
	"2||Apple|<p>A longer text than the others.</p>|1600000120",
	"3||banana|<p>Text.</p>|1600000180",
};

static struct ui_items *
list(struct reader *r)
{
	return (struct ui_items *)ui_find(&r->ui, UI_ITEMS);
}

static void
fill(struct reader *r)
{
	put_subscriptions(r->store, feeds, COUNT_OF(feeds));
	poll_items(r->store, 1, T0 + 100000, first, COUNT_OF(first));
	reader_open(r);
	reader_command(r, "open");
}

static void
sort_by(struct reader *r, const char *keys)
{
	ui_run_command(&r->ui, ui_command("sort"), keys);
}

/* The last words of the rows, joined. */
static void
assert_titles(struct reader *r, const char *wanted)
{
	struct buf got = BUF_INIT(0);
	reader_row(r, 0); /* takes the slices that are left */
	for (size_t y = 0; y < list(r)->now.keys.len && y < READER_HEIGHT; y++) {
		const char *row = reader_row(r, y), *word = strrchr(row, ' ');
		buf_addf(&got, "%s%s", y ? " " : "", word ? word + 1 : row);
	}
	assert_string_equal(buf_str(&got), wanted);
	buf_done(&got);
}

static void
a_list_is_sorted_and_stays_so(void **state)
{
	struct reader *r = *state;
	fill(r);
	assert_titles(r, "banana Apple cherry");
	sort_by(r, "date");
	assert_titles(r, "cherry Apple banana");
	sort_by(r, "title");
	assert_titles(r, "Apple banana cherry");
	sort_by(r, "reverse");
	assert_titles(r, "cherry banana Apple");
	sort_by(r, "length");
	assert_titles(r, "banana cherry Apple");
	sort_by(r, "no-such-key");
	assert_non_null(strstr(buf_str(&r->ui.status.text), "no-such-key"));
	assert_titles(r, "banana cherry Apple");
	/* It is remembered for this list, and for no other. */
	reader_command(r, "back");
	reader_command(r, "open");
	assert_titles(r, "banana cherry Apple");
	reader_command(r, "back");
	reader_command(r, "all-items");
	assert_titles(r, "banana Apple cherry");
	reader_command(r, "back");
	reader_command(r, "open");
	sort_by(r, ""); /* as the options say */
	assert_titles(r, "banana Apple cherry");
}

static void
what_arrives_is_put_in_its_place(void **state)
{
	struct reader *r = *state;
	static const char *const more[] = {
		"4||avocado|<p>x</p>|1600000200",
		"5||blueberry|<p>x</p>|1600000001",
	};
	size_t y;
	fill(r);
	sort_by(r, "title");
	reader_command(r, "down");
	assert_non_null(strstr(reader_cursor(r, &y), "banana"));
	size_t before = y;
	poll_items(r->store, 1, T0 + 200000, more, COUNT_OF(more));
	ui_feeds_reload(&r->ui);
	assert_non_null(strstr(reader_cursor(r, &y), "banana"));
	assert_in_range(y, before, before + 1);
	assert_titles(r, "Apple avocado banana blueberry cherry");
}

/* Oldest first goes by the index, however much is in the list. */
static void
oldest_first_reads_as_little_as_newest_first(void **state)
{
	struct reader *r = *state;
	put_subscriptions(r->store, feeds, COUNT_OF(feeds));
	long_poll(r->store, 1, "a", MANY);
	reader_open(r);
	reader_command(r, "all-items");
	reader_row(r, 0);
	size_t newest = list(r)->now.keys.len;
	sort_by(r, "date");
	assert_non_null(strstr(reader_row(r, 0), " a0"));
	assert_int_equal(list(r)->now.keys.len, newest);
	assert_true(newest < MANY);
	reader_command(r, "last");
	assert_non_null(strstr(reader_cursor(r, NULL), " a4999"));
	reader_command(r, "first");
	/* The same in the list of a tag, which is a walk. */
	reader_command(r, "back");
	reader_command(r, "open");
	sort_by(r, "date");
	assert_non_null(strstr(reader_row(r, 0), " a0"));
	reader_command(r, "last");
	assert_non_null(strstr(reader_cursor(r, NULL), " a4999"));
	assert_int_equal(list(r)->now.keys.len, MANY);
	for (size_t i = 1; i < MANY; i++)
		assert_true(list(r)->now.keys.list[i - 1].time <=
			    list(r)->now.keys.list[i].time);
}

static void
other_orders_come_in_slices(void **state)
{
	struct reader *r = *state;
	put_subscriptions(r->store, feeds, COUNT_OF(feeds));
	long_poll(r->store, 1, "a", MANY);
	reader_open(r);
	reader_command(r, "open");
	sort_by(r, "title");
	assert_true(list(r)->now.keys.len > 0); /* something to see at once */
	size_t slices = 0;
	while (ui_step(&r->ui))
		slices++;
	assert_in_range(slices, 0, SLICES_MAX);
	assert_int_equal(list(r)->now.keys.len, MANY);
	assert_non_null(strstr(reader_row(r, 0), " a0"));
	assert_non_null(strstr(reader_row(r, 2), " a10"));
	reader_command(r, "last");
	assert_non_null(strstr(reader_cursor(r, NULL), " a999"));
	ui_feeds_reload(&r->ui); /* it is not sorted again */
	assert_null(list(r)->sorting);
	assert_non_null(strstr(reader_cursor(r, NULL), " a999"));
}

static void
a_search_can_be_sorted(void **state)
{
	struct reader *r = *state;
	fill(r);
	reader_command(r, "back");
	ui_run_command(&r->ui, ui_command("search"), "text");
	struct store_key hits[] = {
		{1600000180, find_title(r->store, "banana")},
		{1600000120, find_title(r->store, "Apple")},
		{1600000060, find_title(r->store, "cherry")},
	};
	answer(r, (struct engine_event){
			  .kind = ENGINE_HITS, .search = 1, .hits_len = 2, .hits = hits});
	sort_by(r, "title");
	assert_titles(r, "Apple banana");
	answer(r, (struct engine_event){.kind = ENGINE_HITS,
			  .search = 1,
			  .hits_len = 1,
			  .hits = hits + 2,
			  .done = true});
	assert_titles(r, "Apple banana cherry");
}

static void
hide(struct reader *r, uint64_t id, bool hidden)
{
	struct store_batch *batch = begin_batch(r->store);
	assert_int_equal(store_mark_put_flags(batch, &id, 1, hidden ? ITEM_HIDDEN : 0,
				 hidden ? 0 : ITEM_HIDDEN, NULL, NULL),
		OK);
	commit_batch(batch);
	ui_feeds_reload(&r->ui);
}

/* What is hidden, and shown again, goes where it belongs, even if the list was sorted in
 * another order meanwhile. */
static void
what_comes_back_is_put_in_its_place(void **state)
{
	struct reader *r = *state;
	fill(r);
	struct store_key hits[] = {
		{1600000180, find_title(r->store, "banana")},
		{1600000120, find_title(r->store, "Apple")},
		{1600000060, find_title(r->store, "cherry")},
	};
	reader_command(r, "back");
	ui_run_command(&r->ui, ui_command("search"), "text");
	answer(r, (struct engine_event){.kind = ENGINE_HITS,
			  .search = 1,
			  .hits_len = COUNT_OF(hits),
			  .hits = hits,
			  .done = true});
	sort_by(r, "title");
	assert_titles(r, "Apple banana cherry");
	hide(r, hits[0].id, true);
	hide(r, hits[1].id, true);
	assert_titles(r, "cherry");
	hide(r, hits[0].id, false);
	assert_titles(r, "banana cherry");
	hide(r, hits[1].id, false);
	assert_titles(r, "Apple banana cherry");
	hide(r, hits[1].id, true);
	sort_by(r, "-title");
	assert_titles(r, "cherry banana");
	hide(r, hits[1].id, false);
	assert_titles(r, "cherry banana Apple");
}

static void
feeds_are_sorted(void **state)
{
	struct reader *r = *state;
	static const char *const three[] = {
		"http://a.example/f", "http://b.example/f", "http://c.example/f"};
	put_subscriptions(r->store, three, COUNT_OF(three));
	poll_items(r->store, 2, T0 + 100000, first, 1);
	poll_items(r->store, 3, T0 + 100000, first, COUNT_OF(first));
	reader_open(r);
	sort_by(r, "unread");
	assert_non_null(strstr(reader_row(r, 0), "c.example"));
	assert_non_null(strstr(reader_row(r, 1), "b.example"));
	sort_by(r, "-title");
	assert_non_null(strstr(reader_row(r, 0), "c.example"));
	assert_non_null(strstr(reader_row(r, 2), "a.example"));
	sort_by(r, "file");
	assert_non_null(strstr(reader_row(r, 0), "a.example"));
	/* While the list is shown its feeds stay where they are. */
	sort_by(r, "unread");
	poll_items(r->store, 1, T0 + 200000, first, COUNT_OF(first));
	poll_items(r->store, 2, T0 + 200000, first, COUNT_OF(first));
	ui_feeds_reload(&r->ui);
	assert_non_null(strstr(reader_row(r, 0), "c.example"));
	assert_non_null(strstr(reader_row(r, 2), "a.example"));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, reader_setup, reader_teardown)

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	setenv("TZ", "UTC", 1);
	const struct CMUnitTest tests[] = {
		CASE(a_list_is_sorted_and_stays_so),
		CASE(what_arrives_is_put_in_its_place),
		CASE(oldest_first_reads_as_little_as_newest_first),
		CASE(other_orders_come_in_slices),
		CASE(a_search_can_be_sorted),
		CASE(what_comes_back_is_put_in_its_place),
		CASE(feeds_are_sorted),
	};
	return UNIT_RUN(tests);
}
