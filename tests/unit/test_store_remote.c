/*
 * What servers and this machine agree on: the table of three-way merging, and random
 * programs against a model of a server that loses requests and answers, and cuts lists.
 * COURANT_PROGRAMS says how many programs (1,500).
 */
#include "config.h"

#include <stdio.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/time.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/identity/story_inside.h"
#include "store/item/item.h"
#include "store/item/tag.h"
#include "store/journal/journal.h"
#include "store/mark/flags.h"
#include "store/open.h"
#include "store/record/schema.h"
#include "store/remote/account.h"
#include "store/remote/diff.h"
#include "store/remote/remote.h"
#include "store/score/taste.h"
#include "store/undo.h"
#include "store_helper.h"
#include "unit.h"

#define ACCOUNT 1
enum {
	ITEMS = 6
};

static const char *const lines[] = {"http://a/"};

static struct span
id_of(size_t i)
{
	static char ids[ITEMS + 1][9];
	schema_put64(ids[i] + 1, 1000 + i);
	return (struct span){ids[i], 9};
}

static uint64_t items[ITEMS];

/* Items 0 to ITEMS, of which `linked` are linked as unread. */
static void
prepare(struct fixture *f, size_t linked)
{
	put_subscriptions(f, lines, 1);
	poll_feed(f, 1, T0, make_numbered("i", ITEMS, "text"));
	struct store_batch *batch = begin_batch(f);
	for (size_t i = 0; i < ITEMS; i++) {
		char title[8];
		snprintf(title, sizeof title, "i%zu", i);
		items[i] = find_title(f, title);
	}
	for (size_t i = 0; i < linked; i++)
		assert_int_equal(
			store_remote_link(batch, ACCOUNT, id_of(i), items[i], 0, NULL),
			OK);
	commit_batch(batch);
}

static int
here(struct fixture *f, size_t i)
{
	struct store_view view;
	int out = -1;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_remote_here(&view, items[i], &out), OK);
	store_view_end(&view);
	return out;
}

static struct store_remote_row
row(struct fixture *f, size_t i)
{
	struct store_view view;
	struct store_remote_row out;
	struct store_remote_key key = store_remote_key(id_of(i));
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_remote_row(&view, ACCOUNT, &key, &out), OK);
	store_view_end(&view);
	return out;
}

static uint64_t
waiting(struct fixture *f)
{
	struct store_view view;
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	uint64_t n = store_remote_waiting(&view, ACCOUNT, 0);
	store_view_end(&view);
	return n;
}

static void
mark(struct fixture *f, size_t i, enum store_remote_word word, bool value)
{
	int flag = word == STORE_REMOTE_READ ? ITEM_UNREAD : ITEM_STARRED;
	bool set = (word == STORE_REMOTE_READ) != value;
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_mark_put_flags(batch, &items[i], 1, set ? flag : 0,
				 set ? 0 : flag, NULL, NULL),
		OK);
	commit_batch(batch);
}

static void
pull(struct fixture *f, enum store_remote_word word, bool value,
	const struct store_remote_key *keys, size_t len)
{
	size_t changed = 0;
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(
		store_remote_pull(batch, ACCOUNT, word, value, keys, len, &changed, NULL),
		OK);
	commit_batch(batch);
}

static void
make_doubtful(struct fixture *f, size_t i, enum store_remote_word word)
{
	struct span id = id_of(i);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_remote_doubt(batch, ACCOUNT, word, &id, 1, NULL), OK);
	commit_batch(batch);
}

/* All that S, B and L can be, with and without doubt. */
static void
merges_by_the_table(void **state)
{
	struct fixture *f = *state;
	prepare(f, ITEMS);
	static const enum store_remote_word words[] = {
		STORE_REMOTE_READ, STORE_REMOTE_STAR};
	for (int n = 0; n < 32; n++) {
		bool server = n & 1, base = n & 2, mine = n & 4, doubt = n & 8;
		enum store_remote_word word = words[n >> 4];
		struct store_remote_key key = store_remote_key(id_of(0));
		struct span id = id_of(0);
		mark(f, 0, word, base);
		struct store_batch *batch = begin_batch(f);
		assert_int_equal(
			store_remote_sent(batch, ACCOUNT, word, base, &id, 1, NULL), OK);
		commit_batch(batch);
		assert_int_equal(waiting(f), 0);
		mark(f, 0, word, mine);
		assert_int_equal(waiting(f), mine != base);
		if (doubt)
			make_doubtful(f, 0, word);
		pull(f, word, server, &key, 1);
		bool want = doubt || mine != base ? mine : server;
		assert_int_equal((here(f, 0) & word) != 0, want);
		assert_int_equal((row(f, 0).base & word) != 0, doubt            ? base
							       : server != base ? server
										: base);
		assert_int_equal((row(f, 0).doubt & word) != 0, doubt);
		batch = begin_batch(f);
		assert_int_equal(store_remote_sent(batch, ACCOUNT, word,
					 (here(f, 0) & word) != 0, &id, 1, NULL),
			OK);
		assert_int_equal(store_remote_settle(batch, ACCOUNT, items, 1, NULL), OK);
		commit_batch(batch);
		assert_int_equal(waiting(f), 0);
	}
}

/* Whoever changes an item leaves a row; what comes to nothing leaves. */
static void
changes_wait(void **state)
{
	struct fixture *f = *state;
	struct store_view view;
	struct store_remote_change change[ITEMS];
	struct arena arena = ARENA_INIT;
	size_t len;
	prepare(f, 2);
	mark(f, 5, STORE_REMOTE_READ, true); /* not linked */
	assert_int_equal(waiting(f), 0);
	uint64_t group = 0;
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_journal_begin(batch, &group, T0, NULL), OK);
	assert_int_equal(
		store_mark_put_flags(batch, items, 2, ITEM_STARRED, 0, NULL, NULL), OK);
	assert_int_equal(
		store_item_put_tag(batch, items, 1, "to keep", true, NULL, NULL), OK);
	/* What is learned is noted in the journal as well, and is nobody's label. */
	assert_int_equal(store_score_learn(batch, items, 2,
				 &(struct store_lesson){.passed = 0.5f, .now = T0}, NULL),
		OK);
	commit_batch(batch);
	assert_int_equal(waiting(f), 2);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(
		store_remote_changes(&view, ACCOUNT, 0, &arena, change, ITEMS, &len), OK);
	store_view_end(&view);
	assert_int_equal(len, 2);
	const struct store_remote_change *tagged = &change[change[1].item == items[0]],
					 *other = &change[change[0].item == items[0]];
	assert_int_equal(tagged->item, items[0]);
	assert_int_equal(tagged->send, STORE_REMOTE_STAR);
	assert_int_equal(tagged->tags_len, 1);
	assert_true(span_eq(tagged->tags[0].name, "to keep"));
	assert_true(tagged->tags[0].on);
	assert_int_equal(other->tags_len, 0);
	/* Undone before it was sent: only the tag, in case it was on its way. */
	struct store_undo undo = {0};
	batch = begin_batch(f);
	assert_int_equal(store_undo(batch, false, 100, T0, &arena, &undo, NULL), OK);
	assert_int_equal(store_remote_settle(batch, ACCOUNT, items, 2, NULL), OK);
	assert_int_equal(store_remote_sent_tag(batch, ACCOUNT, SPAN_LIT("to keep"), true,
				 items, 1, NULL),
		OK);
	commit_batch(batch);
	assert_int_equal(waiting(f), 1);
	batch = begin_batch(f);
	assert_int_equal(store_remote_sent_tag(batch, ACCOUNT, SPAN_LIT("to keep"), false,
				 items, 1, NULL),
		OK);
	commit_batch(batch);
	assert_int_equal(waiting(f), 0);
	arena_done(&arena);
}

/* An item that was read here before it was linked is pushed. */
static void
linking_pushes_what_differs(void **state)
{
	struct fixture *f = *state;
	prepare(f, 0);
	mark(f, 0, STORE_REMOTE_READ, true);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(
		store_remote_link(batch, ACCOUNT, id_of(0), items[0], 0, NULL), OK);
	assert_int_equal(store_remote_link(batch, ACCOUNT, id_of(1), items[1],
				 STORE_REMOTE_STAR, NULL),
		OK);
	commit_batch(batch);
	assert_int_equal(waiting(f), 2);
}

/* What is read at the server is read in the other items of its story, too, and the server
 * hears of these. */
static void
stories_follow(void **state)
{
	struct fixture *f = *state;
	prepare(f, 2);
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(
		store_identity_story_join(batch, hash64("page", 4), items[1], items[0]),
		OK);
	commit_batch(batch);
	const struct store_remote_key key = store_remote_key(id_of(0));
	pull(f, STORE_REMOTE_READ, true, &key, 1);
	assert_int_equal(here(f, 0), STORE_REMOTE_READ);
	assert_int_equal(here(f, 1), STORE_REMOTE_READ);
	assert_int_equal(row(f, 1).base, 0);
	assert_int_equal(waiting(f), 1);
}

static void
accounts_and_feeds(void **state)
{
	struct fixture *f = *state;
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_account *list, account = {0};
	struct remotefeed_record *feeds;
	char key[] = "0123456789abcdef", name[] = "phone", id_b[] = "feed/3",
	     url_b[] = "http://b/", title_b[] = "B", one[] = "Coast & sea", two[] = "Two";
	char *folders[] = {one, two};
	size_t len;
	bool more = true;
	prepare(f, 3);
	store_remote_new_account(&account);
	account.is.key = key;
	account.is.name = name;
	account.is.left[0] = 58;
	struct store_batch *batch = begin_batch(f);
	assert_int_equal(store_remote_put_account(batch, &account, NULL), OK);
	assert_int_equal(account.id, ACCOUNT);
	const struct remotefeed_record feed = {.id = id_b,
		.url = url_b,
		.title = title_b,
		.folders = folders,
		.folders_len = 2};
	assert_int_equal(store_remote_put_feed(batch, account.id, &feed, NULL), OK);
	commit_batch(batch);
	fixture_reopen(f);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_remote_accounts(&view, &arena, &list, &len), OK);
	assert_int_equal(len, 1);
	assert_string_equal(list[0].is.name, "phone");
	assert_int_equal(list[0].is.left[0], 58);
	assert_true(list[0].is.rest == TIME_NONE);
	assert_int_equal(store_remote_feeds(&view, account.id, &arena, &feeds, &len), OK);
	assert_int_equal(len, 1);
	assert_string_equal(feeds[0].folders[1], "Two");
	store_view_end(&view);
	mark(f, 0, STORE_REMOTE_READ, true);
	while (more) {
		batch = begin_batch(f);
		assert_int_equal(
			store_remote_drop_account(batch, account.id, 2, &more, NULL), OK);
		commit_batch(batch);
	}
	assert_int_equal(waiting(f), 0);
	assert_int_equal(store_view_begin(f->store, &view, NULL), OK);
	assert_int_equal(store_remote_count(&view, account.id), 0);
	uint32_t of;
	struct span id;
	assert_int_equal(
		store_remote_of_item(&view, items[0], &arena, &of, &id), ERR_NOT_FOUND);
	store_view_end(&view);
	arena_done(&arena);
}

/* ---- a model of a server */

static uint32_t seed;

static uint32_t
pick(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

struct model {
	struct fixture *f;
	int server[ITEMS]; /* what it has: enum store_remote_word */
	int first[ITEMS];  /* at the beginning of the program */
	/* The last word of each side's user; -1: never said. */
	int said_here[ITEMS][2], said_there[ITEMS][2];
	int actor[ITEMS][2]; /* 0: here, 1: there, 2: both */
};

static const enum store_remote_word model_words[] = {
	STORE_REMOTE_READ, STORE_REMOTE_STAR};

static void
user(struct model *m)
{
	size_t i = pick(ITEMS), w = pick(2);
	bool value = pick(2);
	int actor = m->actor[i][w] == 2 ? (int)pick(2) : m->actor[i][w];
	if (actor == 0) {
		mark(m->f, i, model_words[w], value);
		m->said_here[i][w] = value;
	} else {
		m->server[i] = (m->server[i] & ~model_words[w]) |
			       (value ? (int)model_words[w] : 0);
		m->said_there[i][w] = value;
	}
}

/* Sends one word of one value; false: the sync ends here. */
static bool
push_one(struct model *m, size_t w, bool value, bool faulty)
{
	struct store_view view;
	struct store_remote_change changes[ITEMS];
	struct span ids[ITEMS];
	struct arena arena = ARENA_INIT;
	size_t len, n = 0;
	enum store_remote_word word = model_words[w];
	assert_int_equal(store_view_begin(m->f->store, &view, NULL), OK);
	assert_int_equal(
		store_remote_changes(&view, ACCOUNT, 0, &arena, changes, ITEMS, &len),
		OK);
	store_view_end(&view);
	struct store_batch *settle = begin_batch(m->f);
	for (size_t i = 0; i < len; i++)
		assert_int_equal(
			store_remote_settle(settle, ACCOUNT, &changes[i].item, 1, NULL),
			OK);
	commit_batch(settle);
	for (size_t i = 0; i < len; i++)
		if (changes[i].send & (int)word &&
			((changes[i].here & (int)word) != 0) == value)
			ids[n++] = changes[i].id;
	bool go_on = true;
	if (n > 0) {
		struct store_batch *batch = begin_batch(m->f);
		assert_int_equal(
			store_remote_doubt(batch, ACCOUNT, word, ids, n, NULL), OK);
		commit_batch(batch);
		uint32_t fault = faulty ? pick(8) : 7;
		/* 0: the request is lost; 1: its answer; 2: we die before the answer is
		 * stored; 3: it is done twice. */
		for (size_t i = 0; i < n && fault != 0; i++) {
			size_t at = schema_get64(ids[i].p + 1) - 1000;
			m->server[at] =
				(m->server[at] & ~(int)word) | (value ? (int)word : 0);
		}
		if (faulty && pick(3) == 0)
			user(m); /* while the request is under way */
		go_on = fault > 2;
		batch = begin_batch(m->f);
		if (go_on)
			assert_int_equal(store_remote_sent(batch, ACCOUNT, word, value,
						 ids, n, NULL),
				OK);
		commit_batch(batch);
	}
	arena_done(&arena);
	return go_on;
}

static size_t
listed(const struct model *m, size_t w, struct store_remote_key *out)
{
	size_t n = 0;
	for (size_t i = 0; i < ITEMS; i++)
		if (w == 0 ? !(m->server[i] & STORE_REMOTE_READ)
			   : m->server[i] & STORE_REMOTE_STAR)
			out[n++] = store_remote_key(id_of(i));
	return n;
}

static void
pull_list(struct model *m, size_t w, bool faulty)
{
	struct store_remote_key list[ITEMS];
	struct store_remote_diff diff;
	struct store_view view;
	size_t n = listed(m, w, list), total = n;
	if (faulty && n > 0 && pick(4) == 0) { /* cut, or a page that shifted */
		n--;
		list[pick((uint32_t)n + 1)] = list[n];
	}
	for (size_t i = 1; i < n; i++) /* sorted */
		for (size_t j = i;
			j > 0 && store_remote_key_order(&list[j - 1], &list[j]) > 0;
			j--) {
			struct store_remote_key swap = list[j];
			list[j] = list[j - 1];
			list[j - 1] = swap;
		}
	if (faulty && pick(3) == 0)
		user(m); /* the list is old by now */
	store_remote_diff_init(&diff, model_words[w], w == 1, list, n);
	assert_int_equal(store_view_begin(m->f->store, &view, NULL), OK);
	while (!diff.done)
		assert_int_equal(
			store_remote_diff_step(&view, ACCOUNT, &diff, 1 + pick(4)), OK);
	store_view_end(&view);
	assert_int_equal(diff.unknown_len, 0);
	pull(m->f, model_words[w], w == 1, diff.came, diff.came_len);
	if (n == total)
		pull(m->f, model_words[w], w != 1, diff.missing, diff.missing_len);
	store_remote_diff_done(&diff);
}

static void
sync_once(struct model *m, bool faulty)
{
	for (size_t w = 0; w < 2; w++)
		for (int value = 0; value < 2; value++)
			if (!push_one(m, w, value, faulty))
				return;
	for (size_t w = 0; w < 2; w++) {
		if (faulty && pick(6) == 0)
			return;
		pull_list(m, w, faulty);
	}
}

static void
judge(struct model *m, uint32_t program)
{
	for (size_t i = 0; i < ITEMS; i++) {
		assert_int_equal(m->server[i], here(m->f, i));
		for (size_t w = 0; w < 2; w++) {
			int now = (m->server[i] & (int)model_words[w]) != 0;
			int mine = m->said_here[i][w], other = m->said_there[i][w];
			int first = (m->first[i] & (int)model_words[w]) != 0;
			bool good = mine < 0 && other < 0 ? now == first
				    : m->actor[i][w] == 0 ? now == mine
				    : m->actor[i][w] == 1 ? now == other
							  : now == mine || now == other;
			if (!good)
				fail_msg("program %u: item %zu, word %zu is %d (here "
					 "%d, there %d, first %d)",
					program, i, w, now, mine, other, first);
		}
	}
}

static void
program(struct model *m, uint32_t number)
{
	seed = number * 2654435761u + 12345;
	for (size_t i = 0; i < ITEMS; i++) {
		m->first[i] = m->server[i];
		for (size_t w = 0; w < 2; w++) {
			m->said_here[i][w] = m->said_there[i][w] = -1;
			m->actor[i][w] = (int)pick(3);
		}
	}
	uint32_t steps = 3 + pick(12);
	for (uint32_t n = 0; n < steps; n++)
		if (pick(3) == 0)
			sync_once(m, true);
		else
			user(m);
	for (int n = 0; n < 3; n++)
		sync_once(m, false);
	judge(m, number);
}

static void
nothing_is_lost_or_invented(void **state)
{
	const char *wanted = getenv("COURANT_PROGRAMS");
	uint32_t programs = wanted ? (uint32_t)strtoul(wanted, NULL, 10) : 1500;
	static struct model m;
	m.f = *state;
	prepare(m.f, ITEMS);
	for (uint32_t n = 0; n < programs; n++)
		program(&m, n);
	assert_int_equal(waiting(m.f), 0);
	assert_sound(m.f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(merges_by_the_table),
		FIXTURE_TEST(changes_wait),
		FIXTURE_TEST(linking_pushes_what_differs),
		FIXTURE_TEST(stories_follow),
		FIXTURE_TEST(accounts_and_feeds),
		FIXTURE_TEST(nothing_is_lost_or_invented),
	};
	unit_begin();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
