/*
 * What rules do to items as they arrive: an item that is stored with it is the same as
 * one to which it was done afterwards, to the last byte of every table, also when that is
 * undone and redone.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "model/action.h"
#include "model/feed.h"
#include "model/item.h"
#include "model/state.h"
#include "store/act.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/identity/item_match.h"
#include "store/item/tag.h"
#include "store/journal/journal.h"
#include "store/mark/flags.h"
#include "store/poll/poll.h"
#include "store/record/schema.h"
#include "store/sync/sync.h"
#include "store/undo.h"
#include "store_helper.h"
#include "unit.h"

#define FEEDS 3
#define ITEMS 12
#define RULES 6
#define ROUNDS 20

static const char *const feeds[] = {"http://a/", "http://b/", "http://c/"};

/* What a rule may do; hiding comes last. */
static const struct store_arrival_act acts[] = {{.action = ACTION_READ},
	{.action = ACTION_STAR}, {.action = ACTION_TAG, .tag = "one"},
	{.action = ACTION_TAG, .tag = "two"}, {.action = ACTION_HIDE}};
static bool
by_chance(unsigned *seed, unsigned of)
{
	*seed = *seed * 1103515245 + 12345;
	return (*seed >> 16) % of == 0;
}

/* Each rule does some of these things to some items: the first that changes an item does
 * it. */
static void
give_acts(struct store_arrivals *arrivals, struct arena *arena, unsigned seed)
{
	for (size_t i = 0; i < arrivals->len; i++) {
		struct store_arrival *m = &arrivals->items[i];
		bool done[COUNT_OF(acts)] = {false};
		m->read = by_chance(&seed, 5);
		done[0] = m->read;
		m->acts = arena_zalloc(arena, COUNT_OF(acts) * sizeof *m->acts);
		for (size_t k = 0; k < RULES * COUNT_OF(acts); k++) {
			size_t what = k / RULES;
			if (!by_chance(&seed, 12) || done[what])
				continue;
			m->acts[m->acts_len] = acts[what];
			m->acts[m->acts_len++].rule = (uint32_t)(k % RULES) + 1;
			done[what] = true;
		}
	}
}

static void
do_afterwards(struct store_batch *batch, const struct store_arrival *m,
	const struct store_arrival_act *acts_of, size_t len)
{
	for (size_t k = 0; k < len; k++) {
		const struct store_act act = {
			.action = acts_of[k].action, .tag = acts_of[k].tag, .now = T0};
		size_t changed;
		store_journal_rule(batch, acts_of[k].rule);
		assert_int_equal(store_act(batch, &act, &m->id, 1, &changed, NULL), OK);
		assert_int_equal(changed, 1);
	}
}

/* One poll, with what rules do stored at once, or done afterwards. */
static void
poll_with_acts(struct store_batch *batch, uint32_t feed, unsigned seed, bool at_once,
	uint64_t *group)
{
	char lines[ITEMS][64];
	const char *items[ITEMS];
	struct arena arena = ARENA_INIT;
	struct store_arrivals arrivals;
	for (int i = 0; i < ITEMS; i++) {
		snprintf(lines[i], sizeof lines[i], "%u-%d||t%d|text|%d", seed, i, i,
			1700000000 + i % 4);
		items[i] = lines[i];
	}
	struct feed *document = make_document(items, ITEMS);
	struct store_poll poll = {
		.feed = feed, .now = T0, .document = document, .arrivals = &arrivals};
	assert_int_equal(store_poll_open(batch, &poll, &arena, &arrivals, NULL), OK);
	give_acts(&arrivals, &arena, seed);
	size_t len[ITEMS];
	for (int i = 0; i < ITEMS; i++) {
		len[i] = arrivals.items[i].acts_len;
		arrivals.items[i].acts_len = at_once ? len[i] : 0;
	}
	assert_int_equal(store_poll_put(batch, &poll, NULL, NULL), OK);
	assert_int_equal(store_journal_begin_rules(batch, group, T0, NULL), OK);
	for (int i = 0; i < ITEMS; i++) {
		const struct store_arrival *m = &arrivals.items[i];
		assert_int_equal(m->acted, at_once && len[i]);
		if (!at_once)
			do_afterwards(batch, m, m->acts, len[i]);
	}
	assert_int_equal(store_poll_note(batch, &arrivals, NULL), OK);
	store_journal_pause_rules(batch);
	feed_free(document);
	arena_done(&arena);
}

static void
fill(struct fixture *f, unsigned seed, bool at_once)
{
	uint64_t group = 0;
	put_subscriptions(f, feeds, FEEDS);
	struct store_batch *batch = begin_batch(f);
	/* Tags have numbers in the order in which they are first used. */
	for (size_t i = 0; i < COUNT_OF(acts); i++)
		if (acts[i].tag)
			assert_int_equal(store_item_put_tag(batch, NULL, 0, acts[i].tag,
						 true, NULL, NULL),
				OK);
	for (uint32_t feed = 1; feed <= FEEDS; feed++)
		poll_with_acts(batch, feed, seed + feed, at_once, &group);
	commit_batch(batch);
	assert_sound(f);
}

/* All rows of all tables. */
static void
dump(struct fixture *f, struct buf *out)
{
	struct store_view view;
	buf_clear(out);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	for (int table = 0; table < TABLE_LEN; table++) {
		MDB_cursor *cursor;
		MDB_val k, v;
		assert_int_equal(store_db_cursor(&view, table, &cursor), OK);
		while (cursor && mdb_cursor_get(cursor, &k, &v, MDB_NEXT) == 0) {
			buf_addf(out, "%d %zu %zu ", table, k.mv_size, v.mv_size);
			buf_add(out, k.mv_data, k.mv_size);
			buf_add(out, v.mv_data, v.mv_size);
		}
		mdb_cursor_close(cursor);
	}
	store_view_end(&view);
}

static void
assert_same(struct fixture *a, struct fixture *b)
{
	struct buf one = BUF_INIT(0), other = BUF_INIT(0);
	dump(a, &one);
	dump(b, &other);
	assert_int_equal(one.len, other.len);
	assert_memory_equal(one.data, other.data, one.len);
	buf_done(&one);
	buf_done(&other);
}

static void
undo(struct fixture *f, bool redo)
{
	struct store_undo step = {0};
	struct arena arena = ARENA_INIT;
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_undo(batch, redo, 1000, T0, &arena, &step, NULL), OK);
	assert_false(step.more);
	commit_batch(batch);
	arena_done(&arena);
	assert_sound(f);
}

static void
at_once_is_the_same_as_afterwards(void **state)
{
	void *second;
	struct fixture *a = *state;
	assert_int_equal(fixture_setup(&second), 0);
	struct fixture *b = second;
	for (unsigned seed = 1; seed <= ROUNDS; seed++) {
		fixture_clear(a);
		fixture_clear(b);
		fill(a, seed * 100, true);
		fill(b, seed * 100, false);
		assert_same(a, b);
		for (int redo = 0; redo <= 1; redo++) {
			undo(a, redo);
			undo(b, redo);
			assert_same(a, b);
		}
	}
	fixture_teardown(&second);
}

static void
poll_one(struct fixture *f, struct store_poll *poll, const char *item,
	struct store_arrival_act *act, bool *acted)
{
	struct arena arena = ARENA_INIT;
	struct store_arrivals arrivals;
	struct feed *document = make_document(&item, 1);
	struct store_batch *batch = begin_batch(f);
	poll->document = document;
	poll->arrivals = &arrivals;
	assert_int_equal(store_poll_open(batch, poll, &arena, &arrivals, NULL), OK);
	arrivals.items[0].acts = act;
	arrivals.items[0].acts_len = 1;
	assert_int_equal(store_poll_put(batch, poll, NULL, NULL), OK);
	*acted = arrivals.items[0].acted;
	commit_batch(batch);
	feed_free(document);
	arena_done(&arena);
}

/* Others have a say in these: the story that an item belongs to, and a feed server. */
static void
what_is_not_alone_is_left_to_later(void **state)
{
	struct fixture *f = *state;
	struct store_arrival_act star = {.action = ACTION_STAR, .rule = 1};
	struct store_poll poll = {.feed = 1, .now = T0, .duplicates = true};
	bool acted;
	put_subscriptions(f, feeds, FEEDS);
	poll_one(f, &poll, "1|http://x/page|first|text|1790000000", &star, &acted);
	assert_true(acted);
	assert_string_equal(titles(f, STORE_STARRED, 0, NULL), "first*+");
	poll.feed = 2;
	poll_one(f, &poll, "1|http://x/page|second|text|1790000000", &star, &acted);
	assert_false(acted);
	poll.page = true;
	poll_one(f, &poll, "2|http://x/other|third|text|1790000000", &star, &acted);
	assert_false(acted);
	assert_string_equal(titles(f, STORE_STARRED, 0, NULL), "first*+");
}

/* This machine has that number, and keeps states. */
static void
own(struct fixture *f, uint64_t machine)
{
	const struct store_sync_info info = {.machine = machine, .seed = UINT64_MAX};
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_sync_own(batch, &info, NULL), OK);
	commit_batch(batch);
}

/* Another machine's state comes first, and the rule after it. */
static void
so_is_what_another_machine_has_set(void **state)
{
	struct fixture *f = *state;
	struct store_arrival_act star = {.action = ACTION_STAR, .rule = 1};
	struct store_poll poll = {.feed = 1, .now = T0};
	struct state unread[4];
	size_t len, changed;
	bool acted;
	put_subscriptions(f, feeds, FEEDS);
	own(f, 1);
	poll_one(f, &poll, "1||t|text|1790000000", &star, &acted);
	assert_true(acted);
	uint64_t id = find_title(f, "t");
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_sync_begin(batch, T0 * 1000, true, NULL), OK);
	assert_int_equal(
		store_mark_put_flags(batch, &id, 1, 0, ITEM_UNREAD, NULL, NULL), OK);
	struct store_view view = store_batch_view(batch);
	assert_int_equal(store_sync_waiting(&view, unread, 4, &len), OK);
	assert_int_equal(len, 1);
	commit_batch(batch);
	fixture_clear(f);
	put_subscriptions(f, feeds, FEEDS);
	own(f, 2);
	batch = begin_batch(f);
	assert_int_equal(store_sync_merge(batch, unread, len, &changed, NULL), OK);
	commit_batch(batch);
	poll_one(f, &poll, "1||t|text|1790000000", &star, &acted);
	assert_false(acted);
	assert_string_equal(titles(f, STORE_ALL, 0, NULL), "t");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(at_once_is_the_same_as_afterwards),
		FIXTURE_TEST(what_is_not_alone_is_left_to_later),
		FIXTURE_TEST(so_is_what_another_machine_has_set),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
