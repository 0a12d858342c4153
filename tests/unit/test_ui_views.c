/*
 * The views on a real store: what they show, what they ask the engine, and that nothing
 * moves under the cursor when the store changes below them.
 */
#include "config.h"

#include "ui_helper.h"
#include "unit.h"

#include <locale.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/str.h"
#include "conf/key.h"
#include "model/item.h"
#include "store/db/view.h"
#include "store/item/list.h"
#include "ui/act/act.h"
#include "ui/feeds/feeds.h"
#include "ui/feeds/saved_searches.h"
#include "ui/ui_inside.h"

static const char *const feeds[] = {
	"http://a.example/f",
	"http://b.example/f news",
	"http://c.example/f news/local",
};

#define TITLE_MAX 40

/* Items "PREFIX first" … "PREFIX last", the later the newer, as one poll of feed. */
static void
poll_range(struct reader *r, uint32_t feed, const char *prefix, int first, int last)
{
	char texts[128][TITLE_MAX * 3];
	const char *items[128];
	size_t len = 0;
	for (int i = first; i <= last; i++) {
		snprintf(texts[len], sizeof texts[len],
			"%s%d|http://x.example/%s%d|%s %d|<p>The text of %d.</p>|%ld",
			prefix, i, prefix, i, prefix, i, i, (long)(T0 + i * 60));
		items[len] = texts[len];
		len++;
	}
	poll_items(r->store, feed, T0 + 100000, items, len);
}

static void
fill(struct reader *r)
{
	put_subscriptions(r->store, feeds, COUNT_OF(feeds));
	poll_range(r, 1, "alpha", 1, 3);
	poll_range(r, 2, "beta", 1, 50);
	poll_range(r, 3, "gamma", 1, 2);
	reader_open(r);
}

static void
assert_cursor(struct reader *r, const char *text, size_t line)
{
	size_t y = 0;
	const char *row = reader_cursor(r, &y);
	if (!strstr(row, text))
		fail_msg("the cursor is on \"%s\", not on %s", row, text);
	assert_int_equal(y, line);
}

/* A row of the list of feeds, without the age of the newest item at its end. */
static void
assert_begins(const char *row, const char *wanted)
{
	size_t n = strlen(wanted);
	assert_true(strncmp(row, wanted, n) == 0);
	assert_true(row[n] == '\0' || row[n] == ' ');
}

static void
feeds_are_listed_with_their_tags(void **state)
{
	struct reader *r = *state;
	fill(r);
	assert_string_equal(reader_right(r), "55 unread · 3 feeds");
	assert_begins(reader_row(r, 0), "     3   http://a.example/f");
	assert_string_equal(reader_row(r, 1), "    52   ▾ news");
	assert_begins(reader_row(r, 2), "    50     http://b.example/f");
	assert_string_equal(reader_row(r, 3), "     2     ▾ local");
	assert_begins(reader_row(r, 4), "     2       http://c.example/f");
	assert_string_equal(reader_row(r, 5), "");
	assert_cursor(r, "a.example", 0);
	reader_command(r, "down");
	reader_command(r, "fold");
	assert_string_equal(reader_row(r, 1), "    52   ▸ news");
	assert_string_equal(reader_row(r, 2), "");
	assert_cursor(r, "news", 1);
}

static void
an_empty_list_offers_a_way_in(void **state)
{
	struct reader *r = *state;
	reader_open(r);
	struct buf all = BUF_INIT(0);
	for (size_t y = 0; y < 10; y++)
		buf_addf(&all, "%s\n", reader_row(r, y));
	assert_non_null(strstr(buf_str(&all), "No feeds yet."));
	assert_non_null(strstr(buf_str(&all), "a   paste the address"));
	assert_non_null(strstr(buf_str(&all), "i   import from another program"));
	buf_done(&all);
}

static void
opening_and_reading(void **state)
{
	struct reader *r = *state;
	fill(r);
	reader_command(r, "open");
	assert_string_equal(reader_left(r), "http://a.example/f");
	assert_string_equal(reader_right(r), "3 unread of 3");
	assert_non_null(strstr(reader_row(r, 0), "●"));
	assert_cursor(r, "alpha 3", 0); /* the newest first */
	reader_command(r, "open");
	assert_string_equal(reader_row(r, 1), "  alpha 3");
	assert_non_null(strstr(reader_row(r, 4), "─────"));
	assert_string_equal(reader_row(r, 5), "");
	assert_string_equal(reader_row(r, 6), "  The text of 3.");
	uint64_t id = find_title(r->store, "alpha 3");
	char wanted[40];
	snprintf(wanted, sizeof wanted, "read %u", (unsigned)id);
	assert_string_equal(asked(r), wanted);
	reader_command(r, "next-item");
	assert_string_equal(reader_row(r, 1), "  alpha 2");
	reader_command(r, "previous-item");
	assert_string_equal(reader_row(r, 1), "  alpha 3");
	/* The worker has stored nothing yet, but both are read already. */
	reader_command(r, "back");
	assert_string_equal(reader_right(r), "1 unread of 3");
	assert_null(strstr(reader_row(r, 0), "●"));
	assert_null(strstr(reader_row(r, 1), "●"));
	assert_non_null(strstr(reader_row(r, 2), "●"));
	reader_command(r, "back");
	assert_begins(reader_row(r, 0), "     1   http://a.example/f");
}

/* All readers' places in the store are taken for a while. */
static void
what_could_not_be_read_is_read_again(void **state)
{
	struct reader *r = *state;
	static struct store_view views[1000];
	size_t n = 0;
	fill(r);
	reader_command(r, "open");
	assert_string_equal(reader_right(r), "3 unread of 3");
	poll_range(r, 1, "later", 60, 61);
	while (n < COUNT_OF(views) &&
		store_view_begin(r->store->store, &views[n], NULL) == OK)
		n++;
	assert_true(n > 0 && n < COUNT_OF(views));
	ui_feeds_reload(&r->ui);
	assert_true(r->ui.stale);
	assert_false(ui_feeds_reload_changed(&r->ui));
	assert_true(r->ui.stale);
	while (n > 0)
		store_view_end(&views[--n]);
	assert_true(ui_feeds_reload_changed(&r->ui));
	assert_false(r->ui.stale);
	assert_non_null(strstr(reader_right(r), "5 unread of 5"));
}

/* Case 121: rows come while the cursor stands; it stays on its item and on its line. */
static void
items_do_not_jump(void **state)
{
	struct reader *r = *state;
	fill(r);
	reader_command(r, "down");
	reader_command(r, "down");
	reader_command(r, "open");
	for (int i = 0; i < 25; i++)
		reader_command(r, "down");
	size_t line;
	reader_cursor(r, &line);
	assert_cursor(r, "beta 25", line);
	poll_range(r, 2, "later", 60, 80);
	ui_feeds_reload(&r->ui);
	assert_cursor(r, "beta 25", line);
	assert_string_equal(reader_right(r), "↑ 21 new · 71 unread of 71");
	reader_command(r, "first");
	assert_cursor(r, "later 80", 0);
	poll_range(r, 2, "newest", 90, 91);
	ui_feeds_reload(&r->ui);
	assert_cursor(r, "later 80", 0);
	reader_command(r, "up");
	assert_cursor(r, "newest 90", 1); /* the rows above come in sight */
}

static void
feeds_do_not_jump(void **state)
{
	struct reader *r = *state;
	static const char *const more[] = {"http://a.example/f", "http://new.example/f",
		"http://new2.example/f", "http://b.example/f news",
		"http://c.example/f news/local"};
	fill(r);
	reader_command(r, "last");
	assert_cursor(r, "c.example", 4);
	put_subscriptions(r->store, more, COUNT_OF(more));
	ui_feeds_reload(&r->ui);
	assert_cursor(r, "c.example", 6); /* the list fits: rows above push it down */
	static const char *const fewer[] = {"http://c.example/f"};
	put_subscriptions(r->store, fewer, 1);
	ui_feeds_reload(&r->ui);
	assert_cursor(r, "c.example", 0);
}

/* "Items do not vanish as soon as they are read." */
static void
read_items_stay_until_the_list_is_left(void **state)
{
	struct reader *r = *state;
	fill(r);
	r->ui.show_read = false;
	set_flags(r->store, "alpha 2", 0, ITEM_UNREAD);
	ui_feeds_reload(&r->ui);
	reader_command(r, "open");
	assert_cursor(r, "alpha 3", 0);
	assert_non_null(strstr(reader_row(r, 1), "alpha 1"));
	set_flags(r->store, "alpha 3", 0, ITEM_UNREAD);
	ui_feeds_reload(&r->ui);
	assert_cursor(r, "alpha 3", 0);
	assert_null(strstr(reader_row(r, 0), "●"));
	assert_non_null(strstr(reader_row(r, 1), "alpha 1"));
	reader_command(r, "back");
	reader_command(r, "open");
	assert_cursor(r, "alpha 1", 0);
	reader_command(r, "show-read");
	assert_cursor(r, "alpha 1", 2);
}

static void
marks_show_at_once(void **state)
{
	struct reader *r = *state;
	char wanted[60];
	fill(r);
	reader_command(r, "down");
	reader_command(r, "mark-read");
	snprintf(wanted, sizeof wanted, "read %d 0 news %u", STORE_TAG,
		55U); /* items stored when the key was hit */
	assert_string_equal(asked(r), wanted);
	assert_string_equal(reader_right(r), "3 unread · 3 feeds");
	assert_begins(reader_row(r, 2), "           http://b.example/f");
	reader_command(r, "down");
	reader_command(r, "open");
	assert_null(strstr(reader_row(r, 0), "●"));
	/* One is made unread again, and starred. */
	reader_command(r, "toggle-read");
	assert_non_null(strstr(reader_row(r, 0), "●"));
	assert_cursor(r, "beta 49", 1);
	reader_command(r, "star");
	assert_non_null(strstr(reader_row(r, 1), "★"));
	/* What the store says later holds: here it says that nothing came of it. */
	set_flags(r->store, "beta 49", ITEM_STARRED, ITEM_UNREAD);
	ui_feeds_reload(&r->ui);
	assert_int_equal(r->ui.pending.flags_len, 0);
	assert_non_null(strstr(reader_row(r, 1), "★"));
}

/* The event comes after the store was read, which has not changed since. */
static void
counts_come_back_when_a_mark_is_dropped(void **state)
{
	static const struct engine_event dropped[] = {
		{.kind = ENGINE_ACTED, .act = ACTION_UNDO, .text = "3 items marked read"},
		{.kind = ENGINE_ACTED,
			.act = ACTION_READ,
			.error = true,
			.text = "no room"},
	};
	struct reader *r = *state;
	fill(r);
	for (size_t i = 0; i < COUNT_OF(dropped); i++) {
		reader_command(r, "mark-read");
		ui_feeds_reload(&r->ui);
		assert_string_equal(reader_right(r), "52 unread · 3 feeds");
		assert_false(ui_feeds_reload_changed(&r->ui));
		answer(r, dropped[i]);
		assert_true(ui_feeds_reload_changed(&r->ui));
		buf_clear(&r->ui.status.text);
		assert_string_equal(reader_right(r), "55 unread · 3 feeds");
	}
}

static void
unread_is_found_across_feeds(void **state)
{
	struct reader *r = *state;
	fill(r);
	set_flags(r->store, "alpha 2", 0, ITEM_UNREAD);
	ui_feeds_reload(&r->ui);
	reader_command(r, "open");
	reader_command(r, "open");
	assert_string_equal(reader_row(r, 1), "  alpha 3");
	reader_command(r, "next-unread");
	assert_string_equal(reader_row(r, 1), "  alpha 1");
	reader_command(r, "next-unread");
	assert_string_equal(reader_row(r, 1), "  beta 50");
	reader_command(r, "previous-unread");
	assert_string_equal(reader_row(r, 1), "  gamma 1"); /* round the top */
	reader_command(r, "back");
	reader_command(r, "back");
	assert_cursor(r, "c.example", 4);
}

static void
all_is_read(void **state)
{
	struct reader *r = *state;
	static const char *const one[] = {"http://a.example/f"};
	put_subscriptions(r->store, one, 1);
	poll_range(r, 1, "alpha", 1, 2);
	reader_open(r);
	reader_command(r, "open");
	reader_command(r, "open");
	reader_command(r, "next-unread");
	assert_string_equal(reader_row(r, 1), "  alpha 1");
	reader_command(r, "next-unread");
	assert_string_equal(reader_row(r, 1), "  alpha 1");
	assert_string_equal(buf_str(&r->ui.status.text), "Nothing else is unread");
}

static void
a_search_streams_in(void **state)
{
	struct reader *r = *state;
	fill(r);
	ui_run_command(&r->ui, ui_command("search"), "the text");
	assert_string_equal(asked(r), "search 1 the text in 0");
	assert_string_equal(reader_left(r), "Search: the text · All items");
	assert_non_null(strstr(reader_row(r, 1), "Searching"));
	const struct store_key hits[] = {
		{T0 + 60 * 50, find_title(r->store, "beta 50")},
		{T0 + 60 * 2, find_title(r->store, "gamma 2")},
	};
	answer(r, (struct engine_event){
			  .kind = ENGINE_HITS, .search = 9, .hits_len = 2, .hits = hits});
	assert_string_equal(reader_right(r), "searching · 0 found"); /* another's */
	answer(r, (struct engine_event){
			  .kind = ENGINE_HITS, .search = 1, .hits_len = 2, .hits = hits});
	assert_string_equal(reader_right(r), "searching · 2 found");
	assert_cursor(r, "beta 50", 0);
	assert_non_null(strstr(reader_row(r, 1), "http://c.ex"));
	answer(r, (struct engine_event){.kind = ENGINE_HITS, .search = 1, .done = true});
	assert_string_equal(reader_right(r), "2 found");
	reader_command(r, "mark-read");
	assert_true(str_starts(asked(r), "read "));
	assert_null(strstr(reader_row(r, 0), "●"));
}

/* What arrives after the search is not in its list, so the key does not mean it. */
static void
a_search_is_marked_up_to_its_newest_hit(void **state)
{
	struct reader *r = *state;
	static const char *const fresh[] = {"9||late||the text"};
	char wanted[64];
	fill(r);
	ui_run_command(&r->ui, ui_command("search"), "the text");
	poll_items(r->store, 3, T0, fresh, 1);
	uint64_t last = r->ui.catalog.last_id, late = find_title(r->store, "late");
	assert_true(late > last);
	ui_feeds_reload(&r->ui);
	reader_command(r, "mark-read");
	snprintf(wanted, sizeof wanted, "read 0 0 - %u the text", (unsigned)last);
	assert_string_equal(asked(r), wanted);
	const struct store_key hit = {T0, late};
	answer(r, (struct engine_event){
			  .kind = ENGINE_HITS, .search = 1, .hits_len = 1, .hits = &hit});
	reader_command(r, "mark-read");
	snprintf(wanted, sizeof wanted, "read 0 0 - %u the text", (unsigned)late);
	assert_string_equal(asked(r), wanted);
}

/* Types into the prompt; a LF is Enter. */
static void
type(struct reader *r, const char *text)
{
	for (; *text; text++)
		ui_key(&r->ui, *text == '\n' ? KEY_RETURN : (uint32_t)*text);
}

static void
adding_a_feed(void **state)
{
	struct reader *r = *state;
	static const struct engine_candidate found[] = {
		{"http://n.example/rss", "News"}, {"http://n.example/atom", NULL}};
	fill(r);
	type(r, "an.example news \"two words\"\n");
	assert_string_equal(asked(r), "discover n.example");
	answer(r, (struct engine_event){.kind = ENGINE_CANDIDATES,
			  .candidates_len = 2,
			  .candidates = found});
	assert_string_equal(reader_left(r), "Which feed?");
	reader_command(r, "down");
	assert_cursor(r, "http://n.example/atom", 1);
	reader_command(r, "open");
	assert_string_equal(asked(r), "subscribe http://n.example/atom - news two words");
	assert_string_equal(reader_left(r), "courant");
	type(r, "aftp://x\n");
	assert_true(r->ui.status.error);
	assert_string_equal(buf_str(&r->ui.prompt.text), "ftp://x"); /* not lost */
	ui_key(&r->ui, KEY_ESCAPE);
	assert_string_equal(asked(r), "subscribe http://n.example/atom - news two words");
	/* A paste is an address, never keys (case 144). */
	ui_act_paste(&r->ui, "http://p.example/\nQ", 19);
	assert_true(r->ui.prompt.open);
	assert_string_equal(buf_str(&r->ui.prompt.text), "http://p.example/ Q");
	ui_key(&r->ui, KEY_ESCAPE);
	assert_false(r->ui.leave);
	type(r, "a  \n"); /* nothing was given */
	assert_string_equal(buf_str(&r->ui.status.text), "");
	type(r, "ahttp://x.example/ \"open\n");
	assert_string_equal(
		buf_str(&r->ui.status.text), "A quotation mark is not closed");
}

static void
commands_by_name(void **state)
{
	struct reader *r = *state;
	fill(r);
	type(r, ":search beta\n");
	assert_string_equal(asked(r), "search 1 beta in 0");
	type(r, ":find x\n");
	assert_string_equal(buf_str(&r->ui.status.text), "find does not work here");
	type(r, ":nonsense\n");
	assert_true(r->ui.status.error);
	assert_string_equal(buf_str(&r->ui.prompt.text), "nonsense");
	type(r, "\a:q\n");
	assert_true(r->ui.leave);
}

static void
links_have_numbers(void **state)
{
	struct reader *r = *state;
	static const char *const item[] = {
		"l|javascript:alert(1)|Links|<p>a <a href=\"http://one.example/\">b</a> "
		"<a href=\"/two\">c</a></p>|1790000000"};
	put_subscriptions(r->store, feeds, 1);
	poll_items(r->store, 1, T0, item, 1);
	reader_open(r);
	reader_command(r, "open");
	reader_command(r, "open");
	type(r, "1");
	assert_string_equal(
		reader_detail(r), "link 1 leads to http://one.example/ · Enter opens it");
	type(r, "9");
	assert_string_equal(reader_detail(r), "");
	assert_non_null(strstr(buf_str(&r->ui.status.text), "The article has"));
	/* Case 25: shown, never opened. */
	reader_command(r, "browser");
	assert_true(r->ui.status.error);
	assert_non_null(strstr(buf_str(&r->ui.status.text), "javascript:alert(1)"));
	reader_command(r, "links");
	assert_string_equal(reader_row(r, 0), "  [1]  b  http://one.example/");
}

/* Escape goes back step by step, and stops at the first view. */
static void
escape_drops_and_goes_back(void **state)
{
	struct reader *r = *state;
	static const char *const item[] = {
		"l|http://x.example/|Links|<p>a <a href=\"http://one.example/\">b</a>"
		"</p>|1790000000"};
	put_subscriptions(r->store, feeds, 1);
	poll_items(r->store, 1, T0, item, 1);
	reader_open(r);
	reader_command(r, "open");
	reader_command(r, "open");
	reader_command(r, "star");
	assert_string_equal(reader_right(r), "★"); /* nothing after it */
	type(r, "1");
	assert_non_null(strstr(reader_detail(r), "link 1"));
	ui_key(&r->ui, KEY_ESCAPE);
	assert_string_equal(reader_detail(r), "");
	assert_int_equal(r->ui.focus->class->context, UI_ARTICLE);
	type(r, "\n"); /* nothing is picked, so nothing is opened */
	assert_string_equal(buf_str(&r->ui.status.text), "");
	reader_command(r, "help");
	ui_key(&r->ui, KEY_ESCAPE);
	assert_int_equal(r->ui.focus->class->context, UI_ARTICLE);
	for (int i = 0; i < 4; i++)
		ui_key(&r->ui, KEY_ESCAPE);
	assert_int_equal(r->ui.focus->class->context, UI_FEEDS);
	assert_false(r->ui.leave);
}

/* A long address leaves room for when the feed was asked. */
static void
addresses_leave_room(void **state)
{
	struct reader *r = *state;
	static const char *const line[] = {"http://a.example/a/very/long/path/that/"
					   "nobody/wants/to/read/in/full.xml"};
	put_subscriptions(r->store, line, 1);
	poll_range(r, 1, "alpha", 1, 3);
	reader_open(r);
	ui_catalog_set_state(&r->ui.catalog, 1, ENGINE_RUNNING);
	assert_string_equal(reader_detail(r),
		"http://a.example/a/very/long/path/that/nobody… · fetching");
	reader_widen(r, 90);
	assert_non_null(strstr(reader_detail(r), "/in/full.xml · fetching"));
}

/* A feed is found by a part of what it is called, also where it is folded away. */
static void
feeds_are_found_by_name(void **state)
{
	struct reader *r = *state;
	fill(r);
	type(r, "gfC.EX\n");
	assert_cursor(r, "c.example", 4);
	type(r, "gfexample\n"); /* on from there, around the end */
	assert_cursor(r, "a.example", 0);
	type(r, "gf\n"); /* the same again */
	assert_cursor(r, "b.example", 2);
	type(r, "gfloc\n"); /* a tag */
	assert_cursor(r, "local", 3);
	reader_command(r, "fold");
	type(r, "gfc.ex\n");
	assert_cursor(r, "c.example", 4);
	type(r, "gfnowhere\n");
	assert_string_equal(buf_str(&r->ui.status.text), "No feed matches");
	assert_string_equal(buf_str(&r->ui.prompt.text), "nowhere");
	assert_true(r->ui.prompt.open);
	type(r, "\a");
	assert_cursor(r, "c.example", 4);
	reader_command(r, "first");
	type(r, "gfhttp://b\t");
	assert_string_equal(buf_str(&r->ui.prompt.text), "http://b.example/f ");
	type(r, "\n");
	assert_cursor(r, "b.example", 2);
}

/* Tab in a prompt: what is in it then, and what is said. */
static void
prompts_are_completed(void **state)
{
	struct reader *r = *state;
	static const struct {
		const char *typed, *text, *says;
	} cases[] = {
		{":tog\t", "tog", "No completions"}, /* not here */
		{":mov\t", "move", ""},
		{":set-feed keep-d\t", "set-feed keep-days ", ""},
		{":set strategy crawl-a\t", "set strategy crawl-age ", ""},
		{":set text-w\t", "set text-width ", ""},
		{":set -w ke\t", "set -w ke",
			"keep-days  keep-items  keep-newest  keep-played  keep-playing  "
			"keep-unplayed  keys"},
		{":set priority \t", "set priority ", ""},
		{":retag ne\t", "retag news", ""},
		{":retag news\t", "retag news", "news  news/local"},
		{":merge http://b\t", "merge http://b.example/f ", ""},
		{":import /dev/nul\t", "import /dev/null ", ""},
		{":import /et\t", "import /etc/", ""},
		{"/is:starr\t", "is:starred ", ""},
		{"/one -fee\t", "one -feed", ""},
		{"/tag:news/\t", "tag:news/local ", ""},
		{"T\x15 o ne\t", " o news", ""},
		{"ahttp://d.example/ ne\t", "http://d.example/ news", ""},
	};
	fill(r);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		type(r, cases[i].typed);
		assert_string_equal(buf_str(&r->ui.prompt.text), cases[i].text);
		assert_string_equal(buf_str(&r->ui.status.text), cases[i].says);
		ui_key(&r->ui, KEY_ESCAPE);
	}
	reader_command(r, "schedule");
	type(r, "ffi\t");
	assert_string_equal(buf_str(&r->ui.prompt.text), "fixed");
	type(r, "\t");
	assert_string_equal(buf_str(&r->ui.status.text), "fixed  fixed-learned  fixed:");
	type(r, "\x15m\t\n");
	assert_string_equal(asked(r), "set 1 strategy moving-average");
}

/* Case 141: after a resize the reader is where it was. */
static void
a_resize_keeps_the_place(void **state)
{
	struct reader *r = *state;
	struct buf text = BUF_INIT(0);
	buf_adds(&text, "g|http://x.example/|Long|");
	for (int i = 0; i < 400; i++)
		buf_addf(&text, "<p>Paragraph number w%dw and some more words of it.</p>",
			i);
	buf_adds(&text, "|1790000000");
	const char *item[] = {buf_str(&text)};
	put_subscriptions(r->store, feeds, 1);
	poll_items(r->store, 1, T0, item, 1);
	reader_open(r);
	reader_command(r, "open");
	reader_command(r, "open");
	while (!strstr(reader_row(r, 0), "w200w"))
		reader_command(r, "down");
	static const size_t widths[] = {30, 60, 16, 44, 60};
	for (size_t i = 0; i < COUNT_OF(widths); i++) {
		reader_widen(r, widths[i]);
		reader_row(r, 0);
		bool seen = false;
		for (size_t y = 0; y < 3; y++)
			seen = seen || strstr(reader_row(r, y), "200");
		assert_true(seen);
	}
	buf_done(&text);
}

static void
state_of_feeds_and_refresh(void **state)
{
	struct reader *r = *state;
	fill(r);
	reader_command(r, "reload-all");
	assert_string_equal(asked(r), "refresh now");
	answer(r, (struct engine_event){
			  .kind = ENGINE_FEED_STATE, .feed = 1, .state = ENGINE_RUNNING});
	assert_begins(reader_row(r, 0), "     3 » http://a.example/f");
	answer(r, (struct engine_event){
			  .kind = ENGINE_PROGRESS, .counts = {.total = 3, .done = 1}});
	assert_true(r->ui.status.running);
	answer(r, (struct engine_event){.kind = ENGINE_DONE,
			  .asked = true,
			  .counts = {.total = 3, .done = 3, .added = 2}});
	assert_false(r->ui.status.running);
	assert_begins(reader_row(r, 0), "     3   http://a.example/f");
	assert_string_equal(buf_str(&r->ui.status.text), "3 feeds polled, 2 new items");
	reader_command(r, "down");
	reader_command(r, "reload");
	assert_string_equal(asked(r), "refresh now 2 3");
	reader_command(r, "stop");
	assert_string_equal(asked(r), "stop");
	answer(r, (struct engine_event){.kind = ENGINE_ENDED});
	assert_true(r->ui.status.error);
	assert_false(r->ui.leave); /* reading continues (case 143) */
}

/* All rows of the view on top, page by page, with one blank where there are several. */
static void
whole_text(struct reader *r, struct buf *out)
{
	struct buf last = BUF_INIT(0);
	for (int page = 0; page < 300; page++) {
		/* The last two rows of a page are the first of the next one, too. */
		bool again = last.len && str_eq(reader_row(r, 1), buf_str(&last));
		for (size_t y = again ? 2 : 0; y < READER_HEIGHT; y++)
			for (const char *p = reader_row(r, y); *p; p++)
				if (*p != ' ' ||
					(out->len && out->data[out->len - 1] != ' '))
					buf_addc(out, *p);
		buf_addc(out, ' ');
		buf_clear(&last);
		buf_adds(&last, reader_row(r, READER_HEIGHT - 1));
		reader_command(r, "page-down");
	}
	buf_done(&last);
}

/* In windows of any width, and nothing of what a key does is cut off. */
static void
help_lists_every_key(void **state)
{
	struct reader *r = *state;
	static const size_t widths[] = {60, 40, 120};
	reader_open(r);
	for (size_t i = 0; i < COUNT_OF(widths); i++) {
		struct buf all = BUF_INIT(0);
		reader_widen(r, widths[i]);
		reader_command(r, "help");
		whole_text(r, &all);
		for (const struct ui_command *c = ui_commands[0]; c;
			c = ui_command_next(c))
			if (!strstr(buf_str(&all), c->brief))
				fail_msg("help lacks %s at %zu", c->name, widths[i]);
		assert_non_null(strstr(buf_str(&all), ":suspend")); /* has no key */
		buf_done(&all);
		reader_command(r, "back");
	}
	assert_false(r->ui.leave);
	reader_command(r, "back");
	assert_true(r->ui.leave);
}

/* The next item is shown, and read by that; undo begins with the deletion all the same.
 */
static void
deleting_while_reading(void **state)
{
	struct reader *r = *state;
	fill(r);
	reader_command(r, "open");
	reader_command(r, "open");
	char wanted[40];
	snprintf(wanted, sizeof wanted, "delete %u",
		(unsigned)find_title(r->store, "alpha 3"));
	reader_command(r, "delete");
	assert_string_equal(reader_row(r, 1), "  alpha 2");
	assert_string_equal(asked(r), wanted);
	reader_command(r, "back");
	assert_cursor(r, "alpha 2", 0);
	assert_string_equal(reader_row(r, 2), "");
}

/* A search within a feed needs no name of it on every row; the page of all feeds has no
 * keys for one. */
static void
what_is_known_is_not_said(void **state)
{
	struct reader *r = *state;
	fill(r);
	reader_command(r, "open");
	ui_run_command(&r->ui, ui_command("search"), "the text");
	const struct store_key hit = {T0 + 60 * 3, find_title(r->store, "alpha 3")};
	answer(r, (struct engine_event){
			  .kind = ENGINE_HITS, .search = 1, .hits_len = 1, .hits = &hit});
	assert_non_null(strstr(reader_row(r, 0), "alpha 3"));
	assert_null(strstr(reader_row(r, 0), "http://a"));
	reader_command(r, "back");
	reader_command(r, "schedule-all");
	while (ui_step(&r->ui))
		;
	assert_string_equal(reader_left(r), "Schedule · All feeds");
	int context = r->ui.focus->class->context;
	assert_null(ui_bindings_find(&r->ui.bindings, 0, context, (uint32_t[]){'m'}, 1));
	assert_non_null(
		ui_bindings_find(&r->ui.bindings, 0, context, (uint32_t[]){'q'}, 1));
}

static void
write_searches(struct reader *r, const char *lines)
{
	r->setup.feeds_path = fixture_path(r->store, "feeds");
	assert_int_equal(
		file_write(r->setup.feeds_path, lines, strlen(lines), 0600, NULL), OK);
}

/* The store may have been read before the worker says what it did with the file. */
static void
moved_searches_are_shown(void **state)
{
	struct reader *r = *state;
	write_searches(r, "query:Tea:tea\nquery:Sea:sea\n");
	ui_feeds_saved_load(&r->ui);
	reader_open(r);
	assert_non_null(strstr(reader_row(r, 0), "Tea"));
	write_searches(r, "# moved\nquery:Sea:sea\nquery:Tea:tea\n");
	answer(r, (struct engine_event){.kind = ENGINE_ACTED, .act = ACTION_PLACE});
	assert_non_null(strstr(reader_row(r, 0), "Sea"));
	assert_non_null(strstr(reader_row(r, 1), "Tea"));
}

/* Rows show all numbers that changed at once. Numbers of an earlier list say
 * nothing. */
static void
counted_searches_are_shown(void **state)
{
	struct reader *r = *state;
	write_searches(r, "query:Tea:tea\nquery:Sea:sea\nquery:Bad:(\n");
	ui_feeds_saved_load(&r->ui);
	assert_string_equal(asked(r), "keep 1: tea; sea; (;");
	reader_open(r);
	struct engine_event event = {.kind = ENGINE_COUNTED,
		.search = r->ui.saved->round,
		.feed = 1,
		.counted = 3};
	answer(r, event);
	event.search++;
	event.feed = 0;
	answer(r, event);
	assert_null(strchr(reader_row(r, 1), '3'));
	ui_feeds_saved_show(&r->ui);
	assert_null(strchr(reader_row(r, 0), '3'));
	assert_non_null(strchr(reader_row(r, 1), '3'));
	event = (struct engine_event){.kind = ENGINE_COUNTED,
		.search = r->ui.saved->round,
		.feed = 2,
		.error = true,
		.text = "what is wrong"};
	answer(r, event);
	assert_string_equal(r->ui.saved->list[2].error, "what is wrong");
}

/* Does the number of a search have to be painted? */
static bool
paints(struct reader *r, uint32_t search, uint64_t counted)
{
	reader_row(r, 0);
	r->ui.dirty = false; /* as after a frame */
	answer(r, (struct engine_event){.kind = ENGINE_COUNTED,
			  .search = r->ui.saved->round,
			  .feed = search,
			  .counted = counted});
	ui_feeds_saved_show(&r->ui);
	return r->ui.dirty;
}

/* Numbers that changed are painted if they are in sight. */
static void
numbers_in_sight_are_painted(void **state)
{
	struct reader *r = *state;
	struct buf lines = BUF_INIT(0);
	for (int i = 0; i < 100; i++)
		buf_addf(&lines, "query:Search%d:tea\n", i);
	write_searches(r, buf_str(&lines));
	buf_done(&lines);
	ui_feeds_saved_load(&r->ui);
	reader_open(r);
	assert_true(paints(r, 1, 777));
	assert_null(strstr(reader_row(r, 0), "777"));
	assert_non_null(strstr(reader_row(r, 1), "777"));
	assert_false(paints(r, 1, 777));
	assert_false(paints(r, 99, 888));
	reader_command(r, "last");
	bool shown = false;
	for (size_t y = 0; y < READER_HEIGHT; y++)
		shown |= strstr(reader_row(r, y), "888") != NULL;
	assert_true(shown);
	assert_false(paints(r, 1, 999));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, reader_setup, reader_teardown)

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	const struct CMUnitTest tests[] = {
		CASE(feeds_are_listed_with_their_tags),
		CASE(an_empty_list_offers_a_way_in),
		CASE(opening_and_reading),
		CASE(what_could_not_be_read_is_read_again),
		CASE(items_do_not_jump),
		CASE(feeds_do_not_jump),
		CASE(read_items_stay_until_the_list_is_left),
		CASE(marks_show_at_once),
		CASE(counts_come_back_when_a_mark_is_dropped),
		CASE(unread_is_found_across_feeds),
		CASE(all_is_read),
		CASE(a_search_streams_in),
		CASE(a_search_is_marked_up_to_its_newest_hit),
		CASE(adding_a_feed),
		CASE(commands_by_name),
		CASE(links_have_numbers),
		CASE(escape_drops_and_goes_back),
		CASE(addresses_leave_room),
		CASE(feeds_are_found_by_name),
		CASE(prompts_are_completed),
		CASE(a_resize_keeps_the_place),
		CASE(state_of_feeds_and_refresh),
		CASE(help_lists_every_key),
		CASE(deleting_while_reading),
		CASE(what_is_known_is_not_said),
		CASE(counted_searches_are_shown),
		CASE(numbers_in_sight_are_painted),
		CASE(moved_searches_are_shown),
	};
	return UNIT_RUN(tests);
}
