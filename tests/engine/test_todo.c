/*
 * What a user did and a process did not get to before it ended: the next one continues.
 */
#include "config.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/str.h"
#include "base/time.h"
#include "engine/action/action_run.h"
#include "engine/action/todo.h"
#include "engine/core/message.h"
#include "engine/harness.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/list.h"
#include "store/journal/todo.h"
#include "store/open.h"

/* Items: marks of them take several transactions where feeds are polled, too. */
#define MANY 5000
#define SCRIPT "/a\n\trss 5000\n/b\n\trss 3\n"

static bool
something_left(struct rig *rig)
{
	struct store_view view;
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	bool left = store_journal_todo_left(&view, time_wall());
	store_view_end(&view);
	return left;
}

static void
mark_all(struct rig *rig)
{
	const struct store_scope all = {.kind = STORE_ALL};
	rig_mark_list(rig, &all, UINT64_MAX);
}

/* A child that does it, and is gone at the first sight of it in the store. */
static void
die_in_the_middle(struct rig *rig)
{
	fflush(NULL);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		rig_start(rig, true);
		mark_all(rig);
		free(rig_wait(rig, ENGINE_CHANGED));
		kill(getpid(), SIGKILL);
	}
	assert_int_equal(waitpid(child, NULL, 0), child);
}

static void
undo_one(struct rig *rig, size_t changed)
{
	rig_undo(rig, false);
	struct engine_event *event = rig_wait(rig, ENGINE_ACTED);
	assert_false(event->error);
	assert_int_equal(event->changed, changed);
	free(event);
}

/* Cases 122 and 124: shown as read, it is read, whatever came in between; and it is one
 * action, to be undone as one. */
static void
killed_in_a_large_mark(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, SCRIPT, "/a");
	rig_run(&rig, ENGINE_FORCE);
	rig_close(&rig);
	die_in_the_middle(&rig);
	rig_start(&rig, false);
	free(rig_wait(&rig, ENGINE_CAUGHT_UP));
	assert_int_equal(rig_feed(&rig, "/a").unread, 0);
	assert_false(something_left(&rig));
	rig_check(&rig);
	undo_one(&rig, MANY);
	assert_int_equal(rig_feed(&rig, "/a").unread, MANY);
	rig_check(&rig);
	rig_done(&rig);
}

/* Commands without an engine show it done, too. */
static void
caught_up_before_it_is_shown(void **unused)
{
	(void)unused;
	struct rig rig;
	struct err err;
	rig_init(&rig, SCRIPT, "/a");
	rig_run(&rig, ENGINE_FORCE);
	rig_close(&rig);
	die_in_the_middle(&rig);
	assert_int_equal(store_open(&rig.store, rig.data, &err), OK);
	rig_settings(&rig);
	const struct engine_setup setup = {
		.store = rig.store, .settings = rig.settings, .feeds_path = rig.feeds};
	assert_int_equal(engine_catch_up(&setup, &err), OK);
	assert_int_equal(rig_feed(&rig, "/a").unread, 0);
	assert_int_equal(engine_catch_up(&setup, &err), OK);
	rig_check(&rig);
	rig_start(&rig, false);
	rig_done(&rig);
}

static uint64_t
item_id(struct rig *rig, const char *path, size_t at)
{
	struct store_view view;
	struct store_key keys[3];
	size_t len;
	const struct store_scope scope = {
		.kind = STORE_FEED, .feed = rig_feed(rig, path).id};
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	assert_int_equal(store_item_keys(&view, &scope, NULL, keys, 3, &len), OK);
	store_view_end(&view);
	assert_true(at < len);
	return keys[at].id;
}

/* Quitting with no time at all: of every kind of action, all is done, in its order. */
static void
quit_leaves_the_rest(void **unused)
{
	(void)unused;
	struct rig rig;
	struct buf text = BUF_INIT(1 << 16);
	bool left = false;
	rig_init(&rig, SCRIPT, "/a /b");
	rig_run(&rig, ENGINE_FORCE);
	rig.quit_ms = -1;
	for (int i = 0; i < 50 && !left; i++) {
		const char *tags[] = {"news"};
		const char *name = arena_printf(&rig.arena, "Name %d", i);
		rig_start(&rig, true);
		free(rig_wait(&rig, ENGINE_CAUGHT_UP));
		const uint64_t ids[] = {item_id(&rig, "/b", 0), item_id(&rig, "/b", 1)};
		uint32_t feed = rig_feed(&rig, "/b").id;
		rig_change(&rig, &feed, 1,
			(struct engine_action){.verb = ACTION_RENAME, .title = "Before"});
		rig_mark(&rig, ACTION_STAR, ids, 1);
		rig_change(&rig, &feed, 1,
			(struct engine_action){
				.verb = ACTION_MOVE, .tags = tags, .tags_len = 1});
		mark_all(&rig);
		engine_do(rig.engine, &(struct engine_action){.verb = ACTION_TAG,
					      .target = engine_items(ids, 2),
					      .tag = "later"});
		rig_change(&rig, &feed, 1,
			(struct engine_action){
				.verb = ACTION_SET, .option = {"keep-items", "100"}});
		rig_change(&rig, &feed, 1,
			(struct engine_action){.verb = ACTION_RENAME, .title = name});
		rig_change(&rig, &feed, 1,
			(struct engine_action){.verb = ACTION_RENAME, .title = "Undone"});
		rig_undo(&rig, false);
		rig_stop(&rig);
		left = something_left(&rig);
		rig_start(&rig, false);
		free(rig_wait(&rig, ENGINE_CAUGHT_UP));
		/* What nobody waits for is not told; an action of ours comes after it. */
		rig_mark(&rig, ACTION_UNSTAR, ids, 2);
		struct engine_event *event = rig_wait(&rig, ENGINE_ACTED);
		assert_int_equal(event->act, ACTION_UNSTAR);
		assert_int_equal(event->changed, 1);
		free(event);
		struct store_feed b = rig_feed(&rig, "/b");
		assert_string_equal(b.title, name);
		assert_int_equal(b.tags_len, 1);
		assert_string_equal(b.tags[0], "news");
		assert_int_equal(b.unread, 0);
		assert_int_equal(rig_feed(&rig, "/a").unread, 0);
		buf_clear(&text);
		assert_int_equal(file_read(rig.feeds, &text, NULL), OK);
		assert_non_null(strstr(buf_str(&text), "keep-items=100"));
		rig_check(&rig);
		rig_stop(&rig);
		assert_false(something_left(&rig));
	}
	assert_true(left);
	rig_start(&rig, false);
	buf_done(&text);
	rig_done(&rig);
}

/* What was cancelled does not come back. */
static void
cancelled_is_not_gone_on_with(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, SCRIPT, "/a");
	rig_run(&rig, ENGINE_FORCE);
	rig.quit_ms = -1;
	rig_start(&rig, true);
	mark_all(&rig);
	free(rig_wait(&rig, ENGINE_CHANGED));
	engine_forget(rig.engine);
	rig_stop(&rig);
	assert_false(something_left(&rig));
	size_t unread = rig_feed(&rig, "/a").unread;
	rig_start(&rig, false);
	free(rig_wait(&rig, ENGINE_CAUGHT_UP));
	assert_int_equal(rig_feed(&rig, "/a").unread, unread);
	rig_done(&rig);
}

static void
leave(struct store_batch *batch, const struct engine_action *action)
{
	struct buf bytes = BUF_INIT(0);
	uint64_t number = 0;
	engine_action_todo_pack(&bytes, action, 0, 0);
	const struct span packed = {bytes.data, bytes.len};
	assert_int_equal(
		store_journal_todo_put(batch, &number, packed, false, time_wall(), NULL),
		OK);
	buf_done(&bytes);
}

/* What another process left is not ours to cancel. */
static void
cancelled_is_ours_alone(void **unused)
{
	(void)unused;
	struct rig rig;
	struct store_batch *batch;
	rig_init(&rig, SCRIPT, "/b");
	rig_run(&rig, ENGINE_FORCE);
	uint32_t feed = rig_feed(&rig, "/b").id;
	assert_int_equal(store_batch_begin(rig.store, &batch, NULL), OK);
	for (int i = 0; i < 20; i++) {
		char name[20];
		snprintf(name, sizeof name, "Name %d", i);
		leave(batch, &(struct engine_action){.verb = ACTION_RENAME,
				     .target = engine_feeds(&feed, 1),
				     .title = name});
	}
	leave(batch, &(struct engine_action){.verb = ACTION_READ,
			     .target = {.kind = TARGET_SCOPE, .upto = UINT64_MAX}});
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	rig_start(&rig, false);
	free(rig_wait(&rig, ENGINE_CHANGED)); /* it has begun */
	rig_change(&rig, &feed, 1,
		(struct engine_action){.verb = ACTION_RENAME, .title = "Cancelled"});
	engine_forget(rig.engine);
	free(rig_wait(&rig, ENGINE_CAUGHT_UP));
	assert_string_equal(rig_feed(&rig, "/b").title, "Name 19");
	assert_int_equal(rig_feed(&rig, "/b").unread, 0);
	rig_check(&rig);
	rig_done(&rig);
}

/* What a process that lives is at is its own. */
static void
left_alone_while_its_owner_lives(void **unused)
{
	(void)unused;
	struct rig rig;
	int told[2];
	char byte;
	rig_init(&rig, SCRIPT, "/b");
	rig_run(&rig, ENGINE_FORCE);
	rig_close(&rig);
	assert_int_equal(pipe(told), 0);
	fflush(NULL);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		struct store_batch *batch;
		uint64_t number = 0;
		bool good = store_open(&rig.store, rig.data, NULL) == OK &&
			    store_batch_begin(rig.store, &batch, NULL) == OK &&
			    store_journal_todo_put(batch, &number, SPAN_LIT("?"), true,
				    time_wall(), NULL) == OK &&
			    store_batch_commit(batch, NULL) == OK;
		if (write(told[1], good ? "+" : "-", 1) == 1)
			pause();
		_exit(1);
	}
	assert_int_equal(read(told[0], &byte, 1), 1);
	assert_int_equal(byte, '+');
	assert_int_equal(store_open(&rig.store, rig.data, NULL), OK);
	assert_false(something_left(&rig));
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, NULL, 0), child);
	assert_true(something_left(&rig));
	/* Not understood, it is left to those who do. */
	rig_start(&rig, false);
	free(rig_wait(&rig, ENGINE_CAUGHT_UP));
	close(told[0]);
	close(told[1]);
	rig_done(&rig);
}

/* Whatever is cut off, nothing comes of the rest. */
static void
none_of_it_when_cut(const struct buf *bytes)
{
	for (size_t n = 0; n < bytes->len; n++) {
		char *cut = malloc(n + 1); /* of its own, so that a byte more is seen */
		memcpy(cut, bytes->data, n);
		assert_null(engine_action_todo_unpack((struct span){cut, n}));
		free(cut);
	}
}

static void
actions_as_bytes(void **unused)
{
	(void)unused;
	struct buf bytes = BUF_INIT(0);
	const uint64_t items[] = {7, 9, 3, UINT64_MAX};
	const uint32_t feeds[] = {1, UINT32_MAX};
	const char *tags[] = {"a/b", ""};
	const struct engine_action tag = {
		.verb = ACTION_TAG, .target = engine_items(items, 4), .tag = "a/b"};
	const struct engine_action star = {.verb = ACTION_STAR,
		.target = {.kind = TARGET_QUERY,
			.query = "title:tea",
			.scope = {STORE_TAGGED, 5, "x"},
			.upto = UINT64_MAX}};
	const struct engine_action also[] = {
		{.verb = ACTION_TAG, .tag = "x"}, {.verb = ACTION_HIDE}};
	struct engine_action rate = star;
	rate.verb = ACTION_RATE;
	rate.rule.text = "r";
	rate.rule.score = "-3";
	rate.also = also;
	rate.also_len = 2;
	const struct engine_action move = {.verb = ACTION_MOVE,
		.target = engine_feeds(feeds, 2),
		.tags = tags,
		.tags_len = 2};
	engine_action_todo_pack(&bytes, &tag, 12, 1);
	struct action_run *back =
		engine_action_todo_unpack((struct span){bytes.data, bytes.len});
	assert_non_null(back);
	assert_int_equal(back->action->verb, ACTION_TAG);
	assert_int_equal(back->place.group, 12);
	assert_int_equal(back->action->target.items_len, 3);
	assert_memory_equal(back->action->target.items, items + 1, 3 * sizeof *items);
	assert_string_equal(back->action->tag, "a/b");
	assert_null(back->action->title);
	engine_action_run_free(back);
	none_of_it_when_cut(&bytes);

	buf_clear(&bytes);
	engine_action_todo_pack(&bytes, &star, 0, 0);
	back = engine_action_todo_unpack((struct span){bytes.data, bytes.len});
	assert_non_null(back);
	assert_int_equal(back->action->target.kind, TARGET_QUERY);
	assert_string_equal(back->action->target.query, "title:tea");
	assert_int_equal(back->action->target.scope.kind, STORE_TAGGED);
	assert_int_equal(back->action->target.scope.feed, 5);
	assert_string_equal(back->action->target.scope.tag, "x");
	assert_true(back->action->target.upto == UINT64_MAX);
	engine_action_run_free(back);
	none_of_it_when_cut(&bytes);

	buf_clear(&bytes);
	engine_action_todo_pack(&bytes, &rate, 0, 0);
	back = engine_action_todo_unpack((struct span){bytes.data, bytes.len});
	assert_non_null(back);
	assert_int_equal(back->action->also_len, 2);
	assert_int_equal(back->action->also[0].verb, ACTION_TAG);
	assert_string_equal(back->action->also[0].tag, "x");
	assert_string_equal(back->action->also[0].target.query, "title:tea");
	assert_int_equal(back->action->also[1].verb, ACTION_HIDE);
	engine_action_run_free(back);
	none_of_it_when_cut(&bytes);

	buf_clear(&bytes);
	engine_action_todo_pack(&bytes, &move, 0, 0);
	back = engine_action_todo_unpack((struct span){bytes.data, bytes.len});
	assert_non_null(back);
	assert_int_equal(back->action->target.feeds_len, 2);
	assert_memory_equal(back->action->target.feeds, feeds, sizeof feeds);
	assert_int_equal(back->action->tags_len, 2);
	assert_string_equal(back->action->tags[1], "");
	engine_action_run_free(back);
	buf_done(&bytes);
}

/* An action's texts, each in the member that its verb needs. */
static void
texts_as_bytes(void **unused)
{
	(void)unused;
	const uint32_t feeds[] = {1, 2};
	const uint64_t items[] = {7};
	const struct engine_target of_feeds = engine_feeds(feeds, 1);
	const struct engine_target of_items = engine_items(items, 1);
	const struct engine_target of_line = {.kind = TARGET_LINE, .line = "query:a:b"};
	const struct engine_action cases[] = {
		{.verb = ACTION_UNTAG, .target = of_items, .tag = "t"},
		{.verb = ACTION_RENAME, .target = of_line, .title = "New"},
		{.verb = ACTION_READDRESS, .target = of_feeds, .address = "http://x/"},
		{.verb = ACTION_MOVE, .target = of_feeds, .retag = {"old", "new"}},
		{.verb = ACTION_PLACE, .target = of_line, .place = "up", .past = "y"},
		{.verb = ACTION_QUEUE, .target = of_items, .place = "next"},
		{.verb = ACTION_SET, .target = of_feeds, .option = {"keep", "5"}},
		{.verb = ACTION_RATE, .target = of_items, .rule = {"r", "-3"}},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf bytes = BUF_INIT(0);
		const struct engine_action *want = &cases[i];
		engine_action_todo_pack(&bytes, want, 0, 0);
		struct action_run *back =
			engine_action_todo_unpack((struct span){bytes.data, bytes.len});
		assert_non_null(back);
		const struct engine_action *got = back->action;
		const char *pairs[][2] = {{want->tag, got->tag},
			{want->title, got->title}, {want->address, got->address},
			{want->retag.from, got->retag.from},
			{want->retag.to, got->retag.to}, {want->place, got->place},
			{want->past, got->past}, {want->option.name, got->option.name},
			{want->option.value, got->option.value},
			{want->rule.text, got->rule.text},
			{want->rule.score, got->rule.score},
			{want->target.line, got->target.line},
			{want->target.query, got->target.query}};
		for (size_t k = 0; k < COUNT_OF(pairs); k++)
			assert_true(str_eq(pairs[k][0], pairs[k][1]));
		engine_action_run_free(back);
		buf_done(&bytes);
	}
}

/* As courant 0.1 wrote them: form, letter, set, clear, add, group, upto, scope (kind,
 * feed, tag), text, title, tags, feeds, items (zigzag differences). */
static void
actions_of_older_programs(void **unused)
{
	(void)unused;
	static const struct {
		struct span bytes;
		enum action verb;
		enum engine_target_kind target;
	} cases[] = {
		{SPAN_LIT("\1f\0\1\0\0\0\0\0\0\0\0\0\0\1\16"), ACTION_READ, TARGET_ITEMS},
		{SPAN_LIT("\1f\2\0\0\0\0\0\0\0\0\0\0\0\1\16"), ACTION_STAR, TARGET_ITEMS},
		{SPAN_LIT("\1m\0\0\0\0\11\1\3\0\0\0\0\0\0"), ACTION_READ, TARGET_SCOPE},
		{SPAN_LIT("\1t\0\0\1\0\0\0\0\0\2x\0\0\0\1\16"), ACTION_TAG, TARGET_ITEMS},
		{SPAN_LIT("\1t\0\0\0\0\0\0\0\0\2x\0\0\0\1\16"), ACTION_UNTAG,
			TARGET_ITEMS},
		{SPAN_LIT("\1d\0\0\0\0\0\0\0\0\0\0\0\0\1\16"), ACTION_DELETE,
			TARGET_ITEMS},
		{SPAN_LIT("\1r\0\0\0\0\0\0\0\0\0\2n\0\1\3\0"), ACTION_RENAME,
			TARGET_FEEDS},
		{SPAN_LIT("\1s\0\0\0\0\0\0\0\0\2o\2v\0\1\3\0"), ACTION_SET, TARGET_FEEDS},
		{SPAN_LIT("\1g\0\0\0\0\0\0\0\0\0\0\0\2\3\4\0"), ACTION_MERGE,
			TARGET_FEEDS},
		{SPAN_LIT("\1z\0\0\1\0\0\0\0\0\0\0\0\0\0"), ACTION_REDO, TARGET_NOTHING},
		{SPAN_LIT("\1?\0\0\0\0\0\0\0\0\0\0\0\0\0"), ACTION_NONE, TARGET_NOTHING},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct action_run *run = engine_action_todo_unpack(cases[i].bytes);
		print_message("# %zu\n", i);
		if (cases[i].verb == ACTION_NONE) {
			assert_null(run);
			continue;
		}
		assert_non_null(run);
		assert_int_equal(run->action->verb, cases[i].verb);
		assert_int_equal(run->action->target.kind, cases[i].target);
		if (cases[i].target == TARGET_ITEMS) {
			assert_int_equal(run->action->target.items_len, 1);
			assert_int_equal(run->action->target.items[0], 7);
		}
		engine_action_run_free(run);
	}
}

/* Two actions with one letter would be taken for each other. */
static void
every_letter_is_one_action(void **state)
{
	(void)state;
	size_t letters = 0;
	for (int i = 0; i < 256; i++) {
		char letter = action_kind((enum action)i)->letter;
		if (letter)
			assert_int_equal(action_of_letter(letter), i);
		letters += letter != 0;
	}
	assert_true(letters > 20);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(actions_as_bytes),
		cmocka_unit_test(texts_as_bytes),
		cmocka_unit_test(actions_of_older_programs),
		cmocka_unit_test(every_letter_is_one_action),
		cmocka_unit_test(left_alone_while_its_owner_lives),
		cmocka_unit_test(killed_in_a_large_mark),
		cmocka_unit_test(caught_up_before_it_is_shown),
		cmocka_unit_test(cancelled_is_not_gone_on_with),
		cmocka_unit_test(cancelled_is_ours_alone),
		cmocka_unit_test(quit_leaves_the_rest),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
