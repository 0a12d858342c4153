/*
 * What the user did, undone and redone; tags of items; deletion.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "model/action.h"
#include "model/item.h"
#include "store/act.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/item/count.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/item/tag.h"
#include "store/journal/journal.h"
#include "store/journal/journal_list.h"
#include "store/mark/flags.h"
#include "store/mark/trash.h"
#include "store/record/schema.h"
#include "store/undo.h"
#include "store_helper.h"
#include "unit.h"

#define MANY 1300

static const char *const feeds[] = {"http://a/", "http://b/"};
static const char *const three[] = {"1||c|x|30", "2||b|x|20", "3||a|x|10"};

static void
fill(struct fixture *f)
{
	put_subscriptions(f, feeds, 2);
	poll_items(f, 1, T0, three, 3);
}

/* One action on the items with these titles. */
static void
act(struct fixture *f, const char *titles, int set, int clear)
{
	struct span rest = span_of(titles), part;
	uint64_t ids[8], group = 0;
	size_t len = 0;
	while (span_split(&rest, ' ', &part)) {
		char title[16];
		snprintf(title, sizeof title, "%.*s", SPAN_FMT(part));
		ids[len++] = find_title(f, title);
	}
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
	assert_int_equal(
		store_mark_put_flags(batch, ids, len, set, clear, NULL, NULL), OK);
	commit_batch(batch);
}

static void
tag(struct fixture *f, uint64_t id, const char *name, bool add)
{
	uint64_t group = 0;
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
	assert_int_equal(store_item_put_tag(batch, &id, 1, name, add, NULL, NULL), OK);
	commit_batch(batch);
}

/* Undoes or redoes one action in slices. Returns the number of slices; 0 if there is no
 * action. */
static int
undo(struct fixture *f, bool redo, size_t max)
{
	struct store_undo undo = {0};
	int slices = 0;
	do {
		struct arena arena = ARENA_INIT;
		struct store_batch *batch = begin_batch(f);
		struct err err;
		int status = store_undo(batch, redo, max, T0, &arena, &undo, &err);
		arena_done(&arena);
		if (status == ERR_NOT_FOUND) {
			store_batch_abort(batch);
			assert_int_equal(slices, 0);
			return 0;
		}
		assert_int_equal(status, OK);
		commit_batch(batch);
		slices++;
		assert_sound(f);
	} while (undo.more);
	return slices;
}

static const char *
all(struct fixture *f)
{
	return titles(f, STORE_FEED, 1, NULL);
}

static void
actions_are_undone_one_by_one(void **state)
{
	struct fixture *f = *state;
	fill(f);
	assert_int_equal(undo(f, false, 100), 0);
	act(f, "a b", 0, ITEM_UNREAD);
	/* b is read already: undo must not make it unread. */
	act(f, "b c", ITEM_STARRED, ITEM_UNREAD);
	assert_string_equal(all(f), "c+ b+ a");
	assert_int_equal(undo(f, false, 100), 1);
	assert_string_equal(all(f), "c* b a");
	assert_int_equal(undo(f, false, 100), 1);
	assert_string_equal(all(f), "c* b* a*");
	assert_int_equal(undo(f, false, 100), 0);
	fixture_reopen(f);
	assert_int_equal(undo(f, true, 100), 1);
	assert_string_equal(all(f), "c* b a");
	assert_int_equal(undo(f, true, 100), 1);
	assert_string_equal(all(f), "c+ b+ a");
	assert_int_equal(undo(f, true, 100), 0);
}

static void
a_new_action_ends_redo(void **state)
{
	struct fixture *f = *state;
	fill(f);
	act(f, "a", 0, ITEM_UNREAD);
	act(f, "b", 0, ITEM_UNREAD);
	undo(f, false, 100);
	act(f, "c", ITEM_STARRED, 0);
	assert_int_equal(undo(f, true, 100), 0);
	assert_string_equal(all(f), "c*+ b* a");
	undo(f, false, 100);
	undo(f, false, 100);
	assert_string_equal(all(f), "c* b* a*");
	assert_int_equal(undo(f, false, 100), 0);
}

static void
large_actions_go_in_slices(void **state)
{
	struct fixture *f = *state;
	static char room[MANY][24];
	const char *lines[MANY];
	struct store_scope scope = {STORE_FEED, 1, NULL};
	put_subscriptions(f, feeds, 2);
	for (size_t i = 0; i < MANY; i++) {
		snprintf(room[i], sizeof room[i], "%zu||t%zu|x|%zu", i, i, 100 + i);
		lines[i] = room[i];
	}
	poll_items(f, 1, T0, lines, MANY);
	uint64_t group = 0;
	bool more = true;
	for (int slices = 0; more; slices++) {
		struct store_batch *batch = begin_batch(f);
		uint64_t before = group;
		assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
		assert_true(!before || before == group);
		assert_int_equal(store_mark_read(batch, &scope, UINT64_MAX, 600, NULL,
					 &more, NULL),
			OK);
		commit_batch(batch);
		assert_true(slices < 4);
	}
	struct store_item_counts counts;
	struct store_view view;
	/* The first half of an undo, as if it were killed then; and later the rest. */
	struct store_undo half = {0};
	struct arena arena = ARENA_INIT;
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_undo(batch, false, 500, T0, &arena, &half, NULL), OK);
	assert_true(half.more);
	commit_batch(batch);
	arena_done(&arena);
	fixture_reopen(f);
	assert_true(undo(f, false, 500) >= 1);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_item_counts(&view, &scope, &counts), OK);
	store_view_end(&view);
	assert_int_equal(counts.unread, MANY);
	assert_int_equal(undo(f, false, 500), 0);
	assert_true(undo(f, true, 500) >= 2);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_item_counts(&view, &scope, &counts), OK);
	store_view_end(&view);
	assert_int_equal(counts.unread, 0);
}

/* Another process stars an item while a slow undo is half done. */
static void
an_undo_goes_on_after_another_action(void **state)
{
	struct fixture *f = *state;
	uint64_t group = 0;
	struct arena arena = ARENA_INIT;
	struct err err;
	fill(f);
	static const char *const read[] = {"a", "b", "c"};
	for (size_t i = 0; i < COUNT_OF(read); i++) {
		const uint64_t id = find_title(f, read[i]);
		struct store_batch *batch = begin_batch(f);
		assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
		assert_int_equal(
			store_mark_put_flags(batch, &id, 1, 0, ITEM_UNREAD, NULL, NULL),
			OK);
		commit_batch(batch);
	}
	struct store_undo slow = {0};
	for (int slices = 0; !slices || slow.more; slices++) {
		struct store_batch *batch = begin_batch(f);
		assert_int_equal(
			store_undo(batch, false, 1, T0, &arena, &slow, &err), OK);
		commit_batch(batch);
		assert_sound(f);
		assert_int_equal(slow.group, group);
		assert_true(slices < 4);
		if (slices == 0)
			act(f, "c", ITEM_STARRED, 0);
	}
	arena_done(&arena);
	assert_string_equal(all(f), "c*+ b* a*");
	/* What came meanwhile is the last action, and the only one. */
	assert_int_equal(undo(f, true, 100), 0);
	assert_int_equal(undo(f, false, 100), 1);
	assert_string_equal(all(f), "c* b* a*");
	assert_int_equal(undo(f, false, 100), 0);
}

static void
deleted_items_are_gone_and_come_back_whole(void **state)
{
	struct fixture *f = *state;
	fill(f);
	uint64_t b = find_title(f, "b"), group = 0;
	set_flags(f, "b", ITEM_STARRED, 0);
	tag(f, b, "later", true);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
	assert_int_equal(store_mark_put_trash(batch, &b, 1, true, T0, NULL, NULL), OK);
	commit_batch(batch);
	assert_sound(f);
	assert_string_equal(all(f), "c* a*");
	assert_string_equal(titles(f, STORE_ALL, 0, NULL), "c* a*");
	assert_string_equal(titles(f, STORE_STARRED, 0, NULL), "");
	assert_string_equal(titles(f, STORE_TAGGED, 0, "later"), "");
	/* The feed still has it, even edited: it is not new. */
	static const char *const edited[] = {"1||c|x|30", "2||b|other|20", "3||a|x|10"};
	assert_int_equal(poll_items(f, 1, T0 + 60, edited, 3).added, 0);
	assert_string_equal(all(f), "c* a*");
	assert_sound(f);
	undo(f, false, 100);
	assert_string_equal(all(f), "c* b*+~ a*");
	assert_string_equal(titles(f, STORE_STARRED, 0, NULL), "b*+~");
	assert_string_equal(titles(f, STORE_TAGGED, 0, "later"), "b*+~");
}

static void
items_have_tags_of_their_own(void **state)
{
	struct fixture *f = *state;
	struct store_view view;
	struct store_tag *tags;
	struct store_item item;
	struct arena arena = ARENA_INIT;
	size_t len;
	fill(f);
	uint64_t a = find_title(f, "a"), c = find_title(f, "c");
	tag(f, a, "to read", true);
	tag(f, c, "to read", true);
	tag(f, c, "lang/c", true);
	tag(f, c, "lang/c", true); /* a second time changes nothing */
	assert_sound(f);
	assert_string_equal(titles(f, STORE_TAGGED, 0, "to read"), "c* a*");
	assert_string_equal(titles(f, STORE_TAGGED, 0, "none"), "");
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_item_tags(&view, &arena, &tags, &len), OK);
	assert_int_equal(len, 2);
	assert_string_equal(tags[0].name, "lang/c");
	assert_int_equal(tags[0].count, 1);
	assert_string_equal(tags[1].name, "to read");
	assert_int_equal(tags[1].count, 2);
	assert_int_equal(store_item(&view, c, &arena, &item), OK);
	assert_int_equal(item.tags_len, 2);
	assert_string_equal(item.tags[0], "to read");
	assert_string_equal(item.tags[1], "lang/c");
	store_view_end(&view);
	tag(f, c, "to read", false);
	assert_string_equal(titles(f, STORE_TAGGED, 0, "to read"), "a*");
	undo(f, false, 100);
	assert_string_equal(titles(f, STORE_TAGGED, 0, "to read"), "c* a*");
	arena_done(&arena);
}

/* More than fit into a page. */
static void
an_item_may_have_many_tags(void **state)
{
	struct fixture *f = *state;
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_item item;
	char name[16];
	fill(f);
	uint64_t id = find_title(f, "b");
	struct store_batch *batch = begin_batch(f);
	for (int i = 0; i < MANY; i++) {
		size_t changed;
		snprintf(name, sizeof name, "tag %d", i);
		assert_int_equal(
			store_item_put_tag(batch, &id, 1, name, true, &changed, NULL),
			OK);
		assert_int_equal(changed, 1);
	}
	commit_batch(batch);
	assert_sound(f);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_item(&view, id, &arena, &item), OK);
	store_view_end(&view);
	assert_int_equal(item.tags_len, MANY);
	assert_string_equal(item.tags[MANY - 1], name);
	assert_string_equal(titles(f, STORE_TAGGED, 0, "tag 64"), "b*");
	tag(f, id, "tag 64", false);
	assert_string_equal(titles(f, STORE_TAGGED, 0, "tag 64"), "");
	assert_string_equal(titles(f, STORE_TAGGED, 0, "tag 65"), "b*");
	assert_sound(f);
	arena_done(&arena);
}

static void
the_list_says_what_was_done(void **state)
{
	struct fixture *f = *state;
	struct store_view view;
	struct store_journal_action *list;
	struct arena arena = ARENA_INIT;
	uint64_t group = 0;
	size_t len;
	fill(f);
	act(f, "a", ITEM_STARRED, 0);
	act(f, "a b c", 0, ITEM_UNREAD);
	struct store_line line = {.act = ACTION_RENAME,
		.url = "http://a/",
		.name = "Aha",
		.before = "http://a/",
		.after = "http://a/ ~Oho",
		.line = 1};
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
	assert_int_equal(store_journal_put_line(batch, &line, NULL), OK);
	commit_batch(batch);
	undo(f, false, 100);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_journal_actions(&view, &arena, 10, &list, &len), OK);
	store_view_end(&view);
	assert_int_equal(len, 3);
	assert_true(list[0].undone);
	assert_int_equal(list[0].act, ACTION_RENAME);
	assert_string_equal(list[0].text, "1 feed renamed: Aha");
	assert_false(list[1].undone);
	assert_string_equal(list[1].text, "3 items marked read");
	assert_string_equal(list[2].text, "1 item starred: a");
	assert_int_equal(list[2].time, T0);
	arena_done(&arena);
}

/* Lines of the feeds file are returned to the caller, who edits the file. */
static void
lines_are_handed_out_in_turn(void **state)
{
	struct fixture *f = *state;
	uint64_t group = 0;
	struct arena arena = ARENA_INIT;
	struct store_undo undo = {0};
	fill(f);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
	for (uint32_t i = 0; i < 2; i++) {
		const struct store_line line = {.act = ACTION_UNSUBSCRIBE,
			.url = feeds[i],
			.before = feeds[i],
			.line = i + 1};
		assert_int_equal(store_journal_put_line(batch, &line, NULL), OK);
	}
	commit_batch(batch);
	batch = begin_batch(f);
	assert_int_equal(store_undo(batch, false, 500, T0, &arena, &undo, NULL), OK);
	assert_int_equal(undo.lines_len, 2);
	assert_string_equal(undo.lines[0].before, "http://b/");
	assert_int_equal(undo.lines[0].line, 2);
	assert_null(undo.lines[1].after);
	/* What was not committed is not undone. */
	store_batch_abort(batch);
	undo = (struct store_undo){0};
	batch = begin_batch(f);
	assert_int_equal(store_undo(batch, false, 500, T0, &arena, &undo, NULL), OK);
	assert_int_equal(undo.lines_len, 2);
	commit_batch(batch);
	arena_done(&arena);
}

/* What was undone between two slices of an action is not gone on with. */
static void
an_action_that_was_undone_begins_again(void **state)
{
	struct fixture *f = *state;
	uint64_t group = 0, before;
	fill(f);
	for (int slice = 0; slice < 3; slice++) {
		uint64_t id = find_title(f, slice == 1 ? "b" : "a");
		struct store_batch *batch = begin_batch(f);
		before = group;
		assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
		assert_int_equal(group == before, slice == 1);
		assert_int_equal(
			store_mark_put_flags(batch, &id, 1, ITEM_STARRED, 0, NULL, NULL),
			OK);
		commit_batch(batch);
		if (slice == 1)
			assert_int_equal(undo(f, false, 100), 1);
	}
	assert_int_equal(undo(f, false, 100), 1);
	assert_int_equal(undo(f, false, 100), 0);
}

/* The last thousand actions can be undone, and older ones are forgotten. */
static void
a_thousand_actions_are_kept(void **state)
{
	struct fixture *f = *state;
	struct arena arena = ARENA_INIT;
	int undone = 0, status;
	fill(f);
	uint64_t id = find_title(f, "a");
	struct store_batch *batch = begin_batch(f);
	for (int i = 0; i < 1100; i++) {
		uint64_t group = 0;
		int set = i % 2 ? 0 : ITEM_STARRED, clear = i % 2 ? ITEM_STARRED : 0;
		assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
		assert_int_equal(
			store_mark_put_flags(batch, &id, 1, set, clear, NULL, NULL), OK);
	}
	commit_batch(batch);
	batch = begin_batch(f);
	do {
		struct store_undo undo = {0};
		struct err err;
		status = store_undo(batch, false, 100, T0, &arena, &undo, &err);
		undone += status == OK;
	} while (status == OK);
	assert_int_equal(status, ERR_NOT_FOUND);
	assert_int_equal(undone, 1000);
	commit_batch(batch);
	arena_done(&arena);
	assert_sound(f);
}

static void
do_rule(struct store_batch *batch, uint32_t rule, enum action action, uint64_t id)
{
	const struct store_act what = {.action = action, .now = T0, .tag = "t"};
	store_journal_rule(batch, rule);
	assert_int_equal(store_act(batch, &what, &id, 1, NULL, NULL), OK);
}

/* Feed by feed they act on different items; the journal has what each did, once. Items
 * are hidden last, since hidden ones get no tags and lose none. */
static void
rules_act_feed_by_feed(void **state)
{
	struct fixture *f = *state;
	struct store_view view;
	struct store_journal_action *list;
	struct arena arena = ARENA_INIT;
	uint64_t rules = 0, own = 0;
	size_t len;
	fill(f);
	uint64_t a = find_title(f, "a"), b = find_title(f, "b"), c = find_title(f, "c");
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_journal_begin_rules(batch, &rules, T0, NULL), OK);
	do_rule(batch, 3, ACTION_READ, a);
	do_rule(batch, 1, ACTION_HIDE, a);
	store_journal_pause_rules(batch);
	/* Between two feeds, something else is an action of its own. */
	assert_int_equal(store_journal_begin(batch, &own, T0, NULL), OK);
	assert_int_equal(
		store_mark_put_flags(batch, &c, 1, ITEM_STARRED, 0, NULL, NULL), OK);
	assert_int_equal(store_journal_end(batch, NULL), OK);
	assert_int_equal(
		store_mark_put_flags(batch, &c, 1, 0, ITEM_UNREAD, NULL, NULL), OK);
	assert_int_equal(store_journal_begin_rules(batch, &rules, T0, NULL), OK);
	do_rule(batch, 2, ACTION_TAG, b);
	do_rule(batch, 3, ACTION_READ, b);
	do_rule(batch, 1, ACTION_HIDE, b);
	store_journal_pause_rules(batch);
	commit_batch(batch);
	assert_sound(f);
	assert_string_equal(all(f), "c+");
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_db_entries(&view, TABLE_JOURNAL), 1 + 3 + 1);
	assert_int_equal(store_journal_actions(&view, &arena, 10, &list, &len), OK);
	store_view_end(&view);
	assert_int_equal(len, 2);
	assert_string_equal(list[0].text, "1 item starred: c");
	assert_string_equal(list[1].text,
		"rule 1: 2 items hidden; rule 2: 1 item tagged (t); "
		"rule 3: 2 items marked read");
	arena_done(&arena);
	assert_int_equal(undo(f, false, 100), 1);
	assert_int_equal(undo(f, false, 100), 1);
	assert_string_equal(all(f), "c b* a*");
	assert_string_equal(titles(f, STORE_TAGGED, 0, "t"), "");
	assert_int_equal(undo(f, true, 100), 1);
	assert_string_equal(all(f), "c");
}

/* By its row alone: what can be done to items is done, undone and done again. */
static void
each_action_of_items_is_undone(void **state)
{
	struct fixture *f = *state;
	char before[64], after[64];
	size_t done = 0;
	fill(f);
	uint64_t id = find_title(f, "a");
	act(f, "b", ITEM_STARRED, ITEM_UNREAD);
	for (enum action a = ACTION_NONE + 1; a < ACTIONS; a++) {
		const struct action_kind *kind = action_kind(a);
		const struct store_act what = {.action = a,
			.now = T0,
			.tag = "t",
			.place = "top",
			.rule = "r",
			.score = 1};
		uint64_t ids[] = {id, find_title(f, "b")}, group = 0;
		size_t changed = 0;
		struct err err;
		if (!(kind->flags & ACTION_OF_ITEMS) || kind->flags & ACTION_IS_PART ||
			!(kind->flags & ACTION_UNDOABLE))
			continue;
		snprintf(before, sizeof before, "%s", all(f));
		struct store_batch *batch = begin_batch(f);
		assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
		assert_int_equal(store_act(batch, &what, ids, 2, &changed, &err), OK);
		commit_batch(batch);
		assert_sound(f);
		if (!changed)
			continue;
		done++;
		snprintf(after, sizeof after, "%s", all(f));
		assert_int_equal(undo(f, false, 100), 1);
		assert_string_equal(all(f), before);
		assert_int_equal(undo(f, true, 100), 1);
		assert_string_equal(all(f), after);
		assert_int_equal(undo(f, false, 100), 1);
	}
	assert_true(done >= 6); /* the items have no episodes */
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(actions_are_undone_one_by_one),
		FIXTURE_TEST(a_new_action_ends_redo),
		FIXTURE_TEST(large_actions_go_in_slices),
		FIXTURE_TEST(an_undo_goes_on_after_another_action),
		FIXTURE_TEST(deleted_items_are_gone_and_come_back_whole),
		FIXTURE_TEST(items_have_tags_of_their_own),
		FIXTURE_TEST(an_item_may_have_many_tags),
		FIXTURE_TEST(the_list_says_what_was_done),
		FIXTURE_TEST(lines_are_handed_out_in_turn),
		FIXTURE_TEST(an_action_that_was_undone_begins_again),
		FIXTURE_TEST(a_thousand_actions_are_kept),
		FIXTURE_TEST(rules_act_feed_by_feed),
		FIXTURE_TEST(each_action_of_items_is_undone),
	};
	return UNIT_RUN(tests);
}
