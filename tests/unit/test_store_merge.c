/*
 * Two feeds are merged (case 83), and separated again.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "model/http.h"
#include "model/state.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/feed/duplicate.h"
#include "store/feed/podcast.h"
#include "store/item/count.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/item/tag.h"
#include "store/journal/journal.h"
#include "store/journal/journal_list.h"
#include "store/mark/flags.h"
#include "store/mark/trash.h"
#include "store/media/listen.h"
#include "store/poll/merge.h"
#include "store/poll/poll.h"
#include "store/sync/sync.h"
#include "store/undo.h"
#include "store_helper.h"
#include "unit.h"

/* Merges feed 1 into feed 2, as one action in slices. */
static void
merge(struct fixture *f, size_t max)
{
	struct store_poll_merge merge = {.from = 1, .into = 2};
	uint64_t group = 0;
	do {
		struct store_batch *batch = begin_batch(f);
		assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
		assert_int_equal(store_sync_begin(batch, T0 * 1000, false, NULL), OK);
		assert_int_equal(store_poll_merge(batch, &merge, "Old", max, NULL), OK);
		commit_batch(batch);
		assert_sound(f);
	} while (merge.more);
	store_poll_merge_done(&merge);
}

static void
undo(struct fixture *f, bool redo, size_t max)
{
	struct store_undo undo = {0};
	do {
		struct arena arena = ARENA_INIT;
		struct store_batch *batch = begin_batch(f);
		assert_int_equal(store_sync_begin(batch, T0 * 1000, false, NULL), OK);
		assert_int_equal(
			store_undo(batch, redo, max, T0, &arena, &undo, NULL), OK);
		arena_done(&arena);
		commit_batch(batch);
		assert_sound(f);
	} while (undo.more);
}

static void
tag(struct fixture *f, const char *title, const char *name)
{
	uint64_t id = find_title(f, title);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_item_put_tag(batch, &id, 1, name, true, NULL, NULL), OK);
	commit_batch(batch);
}

static void
trash(struct fixture *f, const char *title)
{
	uint64_t id = find_title(f, title);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_mark_put_trash(batch, &id, 1, true, T0, NULL, NULL), OK);
	commit_batch(batch);
}

static const char *
tags_of(struct fixture *f, const char *title)
{
	static char out[128];
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_item item;
	uint64_t id = find_title(f, title);
	*out = '\0';
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_item(&view, id, &arena, &item), OK);
	for (size_t i = 0; i < item.tags_len; i++)
		snprintf(out + strlen(out), sizeof out - strlen(out), "%s%s",
			i ? " " : "", item.tags[i]);
	store_view_end(&view);
	arena_done(&arena);
	return out;
}

static void
assert_counts(
	struct fixture *f, uint32_t feed, size_t total, size_t unread, size_t starred)
{
	struct store_view view;
	struct store_item_counts counts;
	struct store_scope scope = {STORE_FEED, feed, NULL};
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_item_counts(&view, &scope, &counts), OK);
	store_view_end(&view);
	assert_int_equal(counts.total, total);
	assert_int_equal(counts.unread, unread);
	assert_int_equal(counts.starred, starred);
}

static const char *const feeds[] = {"http://old/", "http://new/"};
static const char *const old_items[] = {
	"5||e|five|50", "4||d|four|40", "3||c|three|30", "2||b|two|20", "1||a|one|10"};
static const char *const new_items[] = {"6||N|six|60", "5||E|five|50", "4||D|four|40"};

static void
fill(struct fixture *f)
{
	put_subscriptions(f, feeds, 2);
	poll_items(f, 1, T0, old_items, 5);
	poll_items(f, 2, T0, new_items, 3);
	set_flags(f, "d", ITEM_STARRED, ITEM_UNREAD);
	set_flags(f, "c", ITEM_STARRED, 0);
	set_flags(f, "b", 0, ITEM_UNREAD);
	tag(f, "e", "later");
	tag(f, "a", "later");
	tag(f, "a", "good");
}

/* Items of one feed move with all they have. The state of an item that both have is added
 * to its duplicate. */
static void
nothing_is_lost(void **state)
{
	struct fixture *f = *state;
	fill(f);
	uint64_t c = find_title(f, "c");
	merge(f, 100);
	assert_string_equal(titles(f, STORE_FEED, 2, NULL), "N* E* D+ c*+ b a*");
	assert_int_equal(find_title(f, "c"), c);
	assert_string_equal(tags_of(f, "E"), "later");
	assert_string_equal(tags_of(f, "a"), "later good");
	assert_string_equal(titles(f, STORE_TAGGED, 0, "good"), "a*");
	assert_counts(f, 2, 6, 4, 2);
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "e* d+");
	/* The feed knows them, so none comes again as new. */
	static const char *const all[] = {"6||N|six|60", "5||E|five|50", "4||D|four|40",
		"3||c|three|30", "2||b|two|20", "1||a|one|10"};
	assert_int_equal(poll_items(f, 2, T0 + 60, all, 6).added, 0);
	undo(f, false, 100);
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "e* d+ c*+ b a*");
	assert_string_equal(titles(f, STORE_FEED, 2, NULL), "N* E* D*");
	assert_string_equal(tags_of(f, "E"), "");
	assert_string_equal(tags_of(f, "a"), "later good");
	undo(f, true, 100);
	assert_string_equal(titles(f, STORE_FEED, 2, NULL), "N* E* D+ c*+ b a*");
	assert_string_equal(tags_of(f, "E"), "later");
}

/* The size of slices does not matter, and a second try may continue. */
static void
slices_and_second_tries(void **state)
{
	struct fixture *f = *state;
	fill(f);
	struct store_poll_merge half = {.from = 1, .into = 2};
	uint64_t group = 0;
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
	assert_int_equal(store_poll_merge(batch, &half, "Old", 3, NULL), OK);
	commit_batch(batch);
	store_poll_merge_done(&half);
	assert_true(half.more);
	assert_string_equal(titles(f, STORE_FEED, 2, NULL), "N* E* D+ c*+");
	merge(f, 1);
	assert_string_equal(titles(f, STORE_FEED, 2, NULL), "N* E* D+ c*+ b a*");
	undo(f, false, 1);
	assert_string_equal(titles(f, STORE_FEED, 2, NULL), "N* E* D+ c*+");
	undo(f, false, 1);
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "e* d+ c*+ b a*");
	assert_string_equal(titles(f, STORE_FEED, 2, NULL), "N* E* D*");
}

/* A guid contains the old host: it is the same article by title, text and path. */
static void
doubles_by_content(void **state)
{
	struct fixture *f = *state;
	static const char *const before[] = {"http://old/2|http://old/2|Same|text|20",
		"http://old/1||Other|text|10", "x||Twin|alike|5", "y||Twin|alike|5"};
	static const char *const after[] = {
		"http://new/2|https://new/2|Same|text|20", "x||Twin|alike|5"};
	put_subscriptions(f, feeds, 2);
	poll_items(f, 1, T0, before, 4);
	poll_items(f, 2, T0, after, 2);
	merge(f, 100);
	/* y is an item of its own: the one that looks like it is x. */
	assert_string_equal(titles(f, STORE_FEED, 2, NULL), "Same* Twin* Other* Twin*");
}

/* Deleted items move as well, and stay deleted. */
static void
deleted_items(void **state)
{
	struct fixture *f = *state;
	fill(f);
	trash(f, "b");
	merge(f, 100);
	assert_string_equal(titles(f, STORE_FEED, 2, NULL), "N* E* D+ c*+ a*");
	static const char *const again[] = {"2||b|two|20"};
	assert_int_equal(poll_items(f, 2, T0 + 60, again, 1).added, 0);
	undo(f, false, 100);
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "e* d+ c*+ a*");
	assert_int_equal(poll_items(f, 1, T0 + 60, again, 1).added, 0);
}

/* Starred or tagged in one feed and deleted in the other, either way: the item is kept.
 * Otherwise it stays deleted. */
static void
what_is_to_be_kept_outlasts_a_deletion(void **state)
{
	struct fixture *f = *state;
	static const char *const old[] = {"5||e|five|50", "4||d|four|40", "3||c|three|30",
		"2||b|two|20"},
				 *const new[] = {"5||E|five|50", "4||D|four|40",
					 "3||C|three|30", "2||B|two|20"};
	put_subscriptions(f, feeds, 2);
	poll_items(f, 1, T0, old, 4);
	poll_items(f, 2, T0, new, 4);
	set_flags(f, "e", ITEM_STARRED, ITEM_UNREAD);
	tag(f, "d", "later");
	set_flags(f, "B", ITEM_STARRED, 0);
	uint64_t e = find_title(f, "E");
	trash(f, "E");
	trash(f, "D");
	trash(f, "C");
	trash(f, "b");
	for (size_t max = 1; max < 4; max++) {
		merge(f, max);
		assert_string_equal(titles(f, STORE_FEED, 2, NULL), "E+ D* B*+");
		assert_string_equal(titles(f, STORE_STARRED, 0, NULL), "E+ B*+ e+");
		assert_string_equal(titles(f, STORE_TAGGED, 0, "later"), "D* d*");
		assert_counts(f, 2, 3, 2, 2);
		undo(f, false, max);
		assert_string_equal(titles(f, STORE_FEED, 2, NULL), "B*+");
		assert_string_equal(titles(f, STORE_FEED, 1, NULL), "e+ d* c*");
		assert_string_equal(titles(f, STORE_TAGGED, 0, "later"), "d*");
		assert_counts(f, 2, 1, 1, 1);
	}
	undo(f, true, 2);
	assert_string_equal(titles(f, STORE_FEED, 2, NULL), "E+ D* B*+");
	undo(f, false, 2);
	assert_int_equal(poll_items(f, 2, T0 + 60, new, 4).added, 0);
	/* Deleted, it is what it was then. */
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_mark_put_trash(batch, &e, 1, false, T0, NULL, NULL), OK);
	commit_batch(batch);
	assert_string_equal(titles(f, STORE_FEED, 2, NULL), "E* B*+");
}

/* ---- Other machines */

#define LOG 64

static void
keep_states(struct fixture *f, uint64_t machine)
{
	const struct store_sync_info info = {.machine = machine, .place = 1};
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_sync_own(batch, &info, NULL), OK);
	commit_batch(batch);
}

/* A mark that goes to other machines. */
static void
mark(struct fixture *f, const char *title, int set, int clear)
{
	uint64_t id = find_title(f, title);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_sync_begin(batch, T0 * 1000, false, NULL), OK);
	assert_int_equal(store_mark_put_flags(batch, &id, 1, set, clear, NULL, NULL), OK);
	commit_batch(batch);
}

/* Takes the states of one machine to the other. */
static void
tell(struct fixture *from, struct fixture *to)
{
	static struct state log[LOG];
	struct store_view view;
	size_t len, n;
	assert_int_equal(store_view_begin(from->store, &view, NULL), OK);
	assert_int_equal(store_sync_waiting(&view, log, LOG, &len), OK);
	store_view_end(&view);
	assert_true(len < LOG);
	struct store_batch *batch = begin_batch(to);
	assert_int_equal(store_sync_merge(batch, log, len, &n, NULL), OK);
	commit_batch(batch);
	batch = begin_batch(from);
	assert_int_equal(
		store_sync_written(batch, len ? log[len - 1].stamp.time : 0, NULL), OK);
	commit_batch(batch);
	assert_sound(to);
}

/* Makes two machines with the same feeds. Returns the other's fixture. */
static void *
fill_two(struct fixture *here)
{
	void *there;
	fixture_setup(&there);
	fill(here);
	fill(there);
	keep_states(here, 100);
	keep_states(there, 101);
	return there;
}

/* One machine merges the feeds, the other one still has both. What is said about the
 * merged feed there applies to both feeds here, and the other way round; until the merge
 * is undone. */
static void
other_machines_hear_of_it(void **state)
{
	struct fixture *here = *state;
	void *other = fill_two(here);
	struct fixture *there = other;
	merge(here, 100);
	tell(here, there);
	assert_string_equal(titles(there, STORE_FEED, 1, NULL), "e* d+ c*+ b a*");
	/* D was unread and not starred in one of them. */
	assert_string_equal(titles(there, STORE_FEED, 2, NULL), "N* E* D+");
	mark(here, "c", 0, ITEM_UNREAD);
	mark(here, "E", ITEM_STARRED, 0);
	tell(here, there);
	assert_string_equal(titles(there, STORE_FEED, 1, NULL), "e*+ d+ c+ b a*");
	assert_string_equal(titles(there, STORE_FEED, 2, NULL), "N* E*+ D+");
	mark(there, "a", ITEM_STARRED, 0);
	mark(there, "e", 0, ITEM_UNREAD);
	assert_string_equal(titles(there, STORE_FEED, 2, NULL), "N* E+ D+");
	tell(there, here);
	assert_string_equal(titles(here, STORE_FEED, 2, NULL), "N* E+ D+ c+ b a*+");
	/* What was moved and added is undone. What was said since then counts. */
	undo(here, false, 2);
	assert_string_equal(titles(here, STORE_FEED, 1, NULL), "e+ d+ c+ b a*+");
	tell(here, there);
	mark(here, "d", ITEM_UNREAD, ITEM_STARRED);
	mark(here, "N", ITEM_STARRED, ITEM_UNREAD);
	tell(here, there);
	assert_string_equal(titles(there, STORE_FEED, 1, NULL), "e+ d* c+ b a*+");
	assert_string_equal(titles(there, STORE_FEED, 2, NULL), "N+ E+ D*");
	/* From here it is another feed's item again. */
	assert_string_equal(titles(here, STORE_FEED, 2, NULL), "N+ E+ D*");
	fixture_teardown(&other);
}

/* Merges from before there was a log; one of them was undone by then. */
static void
a_merge_of_before_is_told_as_well(void **state)
{
	for (int undone = 0; undone < 2; undone++) {
		struct fixture *here = *state, *there;
		struct store_batch *batch;
		void *other;
		bool more;
		fixture_setup(&other);
		there = other;
		fixture_clear(here);
		fill(here);
		fill(there);
		merge(here, 100);
		if (undone)
			undo(here, false, 100);
		keep_states(here, 100);
		keep_states(there, 101);
		batch = begin_batch(here);
		assert_int_equal(store_sync_seed(batch, 100, &more, NULL), OK);
		commit_batch(batch);
		mark(here, "a", ITEM_STARRED, 0);
		mark(here, "E", ITEM_STARRED, 0);
		tell(here, there);
		assert_string_equal(titles(there, STORE_FEED, 1, NULL),
			undone ? "e* d+ c*+ b a*+" : "e*+ d+ c*+ b a*+");
		fixture_teardown(&other);
	}
}

/* An item of both feeds is one to the user, and stays so when the mark is undone. */
static void
a_mark_of_both_is_one(void **state)
{
	struct fixture *f = *state;
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_journal_action action;
	uint64_t group = 0;
	fill(f);
	keep_states(f, 100);
	merge(f, 100);
	uint64_t id = find_title(f, "E");
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
	assert_int_equal(store_sync_begin(batch, T0 * 1000, true, NULL), OK);
	assert_int_equal(
		store_mark_put_flags(batch, &id, 1, 0, ITEM_UNREAD, NULL, NULL), OK);
	commit_batch(batch);
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "e d+");
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_journal_action(&view, group, &arena, &action), OK);
	store_view_end(&view);
	assert_string_equal(action.text, "1 item marked read: E");
	arena_done(&arena);
	undo(f, false, 100);
	assert_string_equal(titles(f, STORE_FEED, 2, NULL), "N* E* D+ c*+ b a*");
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "e* d+");
	undo(f, true, 100);
	undo(f, false, 100);
	undo(f, false, 100);
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "e* d+ c*+ b a*");
	assert_string_equal(titles(f, STORE_FEED, 2, NULL), "N* E* D*");
}

/* Undone together with what was done since, all of which goes to the other machine at
 * once. */
static void
what_was_said_of_moved_items_comes_back_with_them(void **state)
{
	struct fixture *here = *state;
	void *other = fill_two(here);
	struct fixture *there = other;
	merge(here, 100);
	mark(here, "b", ITEM_STARRED, 0);
	mark(here, "E", 0, ITEM_UNREAD);
	tell(here, there);
	assert_string_equal(titles(there, STORE_FEED, 1, NULL), "e d+ c*+ b+ a*");
	mark(here, "b", 0, ITEM_STARRED);
	mark(here, "E", ITEM_UNREAD, 0);
	mark(here, "a", 0, ITEM_UNREAD);
	undo(here, false, 100);
	assert_string_equal(titles(here, STORE_FEED, 1, NULL), "e* d+ c*+ b a");
	tell(here, there);
	assert_string_equal(titles(there, STORE_FEED, 1, NULL), "e* d+ c*+ b a");
	mark(there, "b", ITEM_UNREAD, 0);
	tell(there, here);
	assert_string_equal(titles(here, STORE_FEED, 1, NULL), "e* d+ c*+ b* a");
	fixture_teardown(&other);
}

/* Read in one feed means read, whatever was said last of the other one. Undone,
 * everything is as it was. */
static void
what_both_were_together_outlasts_words(void **state)
{
	struct fixture *f = *state;
	void *other = fill_two(f);
	mark(f, "D", ITEM_STARRED, ITEM_UNREAD);
	mark(f, "d", ITEM_UNREAD, ITEM_STARRED);
	mark(f, "E", ITEM_STARRED, ITEM_UNREAD);
	mark(f, "e", ITEM_STARRED, 0);
	mark(f, "e", 0, ITEM_STARRED);
	merge(f, 2);
	assert_string_equal(titles(f, STORE_FEED, 2, NULL), "N* E+ D+ c*+ b a*");
	tell(f, other);
	assert_string_equal(titles(other, STORE_FEED, 2, NULL), "N* E+ D+");
	undo(f, false, 3);
	assert_string_equal(titles(f, STORE_FEED, 2, NULL), "N* E+ D+");
	assert_string_equal(titles(f, STORE_FEED, 1, NULL), "e* d* c*+ b a*");
	undo(f, true, 3);
	assert_string_equal(titles(f, STORE_FEED, 2, NULL), "N* E+ D+ c*+ b a*");
	fixture_teardown(&other);
}

static void
put_moved(struct fixture *f, uint32_t feed, const char *to)
{
	struct http_state http = {.moved_to = (char *)(uintptr_t)to,
		.moved_count = 1,
		.moved_since = T0,
		.next_poll = T0};
	const struct store_poll poll = {.feed = feed, .now = T0, .http = &http};
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_poll_put(batch, &poll, NULL, NULL), OK);
	commit_batch(batch);
}

/* Feeds that moved to where another one is, or moved as well. What a feed without a line
 * says does not count. */
static void
duplicates(void **state)
{
	struct fixture *f = *state;
	static const char *const five[] = {
		"http://a/", "http://b/", "http://c/", "http://d/", "http://e/"};
	static const char *const four[] = {
		"http://a/", "http://b/", "http://c/", "http://d/"};
	put_subscriptions(f, five, 5);
	put_moved(f, 1, "http://b/");
	put_moved(f, 3, "http://z/");
	put_moved(f, 4, "http://z/");
	put_moved(f, 5, "http://b/");
	put_subscriptions(f, four, 4);
	struct store_view view;
	struct arena arena = ARENA_INIT;
	struct store_feed_duplicate *list;
	size_t len;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_feed_duplicates(&view, &arena, &list, &len), OK);
	store_view_end(&view);
	assert_int_equal(len, 2);
	assert_int_equal(list[0].feed, 1);
	assert_int_equal(list[0].other, 2);
	assert_int_equal(list[1].feed, 4);
	assert_int_equal(list[1].other, 3);
	arena_done(&arena);
}

/* The same podcast, by what it says itself, at addresses that do not lead to each other.
 */
static void
podcasts_say_who_they_are(void **state)
{
	static const char *const ids[] = {"p1", "p2", "p1", "p1", NULL};
	static const char *const at[] = {
		"http://a/", "http://b/", "http://c/", "http://d/", "http://e/"};
	struct fixture *f = *state;
	struct store_view view;
	struct arena arena = ARENA_INIT;
	struct store_feed_duplicate *list;
	size_t len;
	put_subscriptions(f, at, 5);
	for (uint32_t i = 0; i < COUNT_OF(ids); i++) {
		struct feed *doc = make_numbered("e", 1, "text");
		doc->podcast = (char *)(uintptr_t)ids[i];
		poll_feed(f, i + 1, T0, doc);
	}
	/* It stays known when the feed does not say it for once. */
	poll_feed(f, 3, T0 + 3600, make_numbered("e", 1, "text"));
	put_moved(f, 4, "http://b/");
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_feed_duplicates(&view, &arena, &list, &len), OK);
	store_view_end(&view);
	assert_int_equal(len, 2);
	assert_int_equal(list[0].feed, 4);
	assert_int_equal(list[0].other, 2);
	assert_int_equal(list[1].feed, 3);
	assert_int_equal(list[1].other, 1);
	arena_done(&arena);
	assert_sound(f);
}

static void
assert_same_podcast(struct fixture *f, uint32_t feed, const char *podcast, uint32_t same,
	bool removed)
{
	struct store_view view;
	uint32_t other = 0;
	bool lost = false;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	int status = store_feed_same_podcast(&view, feed, podcast, &other, &lost);
	store_view_end(&view);
	assert_int_equal(status, same ? OK : ERR_NOT_FOUND);
	assert_int_equal(other, same);
	if (same)
		assert_int_equal(lost, removed);
}

/* The other feed of a podcast is found, whatever each of them said or was before. */
static void
other_feeds_of_a_podcast(void **state)
{
	static const char *const at[] = {"http://a/", "http://b/", "http://c/"};
	struct fixture *f = *state;
	put_subscriptions(f, at, 3);
	for (uint32_t feed = 1; feed <= 3; feed++) {
		struct feed *doc = make_numbered("e", 1, "text");
		doc->podcast = (char *)(uintptr_t) "p1";
		poll_feed(f, feed, T0, doc);
	}
	assert_same_podcast(f, 1, "p1", 2, false);
	assert_same_podcast(f, 3, "p1", 1, false);
	assert_same_podcast(f, 3, "p2", 0, false);
	put_subscriptions(f, at + 1, 2);
	assert_same_podcast(f, 3, "p1", 2, false);
	assert_same_podcast(f, 2, "p1", 3, false);
	put_subscriptions(f, at + 2, 1);
	assert_same_podcast(f, 3, "p1", 2, true);
	struct feed *doc = make_numbered("e", 1, "text");
	doc->podcast = (char *)(uintptr_t) "p2";
	poll_feed(f, 3, T0 + 60, doc);
	assert_same_podcast(f, 1, "p1", 2, true);
	assert_same_podcast(f, 2, "p2", 3, false);
	assert_sound(f);
}

static void
listen(struct fixture *f, const char *title, int64_t position, int64_t at)
{
	const struct listen_record record = {.position = position, .duration = 90000};
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(
		store_media_listen_put(batch, find_title(f, title), &record, at, NULL),
		OK);
	commit_batch(batch);
}

static int64_t
position_of(struct fixture *f, const char *title)
{
	struct arena arena = ARENA_INIT;
	struct listen_record record = {0};
	struct store_view view;
	uint64_t id = find_title(f, title);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_media_listen(&view, id, &arena, &record), OK);
	store_view_end(&view);
	arena_done(&arena);
	return record.position;
}

/* An episode that both feeds have goes on where it was heard last. */
static void
places_go_over(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, feeds, 2);
	poll_items(f, 1, T0, old_items, 5);
	poll_items(f, 2, T0, new_items, 3);
	listen(f, "e", 50000, T0 + 50);
	listen(f, "d", 10000, T0 + 10);
	listen(f, "D", 40000, T0 + 40);
	merge(f, 200);
	assert_int_equal(position_of(f, "E"), 50000);
	assert_int_equal(position_of(f, "D"), 40000);
}

/* A poll that was going on when the line was removed leaves nothing. */
static void
no_poll_of_a_feed_that_went(void **state)
{
	struct fixture *f = *state;
	put_subscriptions(f, feeds, 2);
	put_subscriptions(f, feeds + 1, 1);
	assert_int_equal(poll_items(f, 1, T0, old_items, 5).added, 0);
	put_subscriptions(f, feeds, 2);
	assert_int_equal(poll_items(f, 1, T0, old_items, 5).added, 5);
	assert_sound(f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(nothing_is_lost),
		FIXTURE_TEST(slices_and_second_tries),
		FIXTURE_TEST(doubles_by_content),
		FIXTURE_TEST(deleted_items),
		FIXTURE_TEST(what_is_to_be_kept_outlasts_a_deletion),
		FIXTURE_TEST(other_machines_hear_of_it),
		FIXTURE_TEST(a_merge_of_before_is_told_as_well),
		FIXTURE_TEST(a_mark_of_both_is_one),
		FIXTURE_TEST(what_was_said_of_moved_items_comes_back_with_them),
		FIXTURE_TEST(what_both_were_together_outlasts_words),
		FIXTURE_TEST(duplicates),
		FIXTURE_TEST(podcasts_say_who_they_are),
		FIXTURE_TEST(other_feeds_of_a_podcast),
		FIXTURE_TEST(places_go_over),
		FIXTURE_TEST(no_poll_of_a_feed_that_went),
	};
	return UNIT_RUN(tests);
}
