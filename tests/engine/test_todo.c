/*
 * What a user did and a process did not get to before it ended: the next one goes on.
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
#include "engine/action/todo.h"
#include "engine/core/message.h"
#include "engine/harness.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/keys.h"
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
	engine_mark_read(rig->engine, &all, UINT64_MAX);
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
	engine_undo(rig->engine, false);
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
		engine_rename(rig.engine, feed, "Before");
		engine_flags(rig.engine, ids, 1, ITEM_STARRED, 0);
		engine_move(rig.engine, feed, tags, 1);
		mark_all(&rig);
		engine_tag(rig.engine, ids, 2, "later", true);
		engine_set(rig.engine, feed, "keep-items", "100");
		engine_rename(rig.engine, feed, name);
		engine_rename(rig.engine, feed, "Undone");
		engine_undo(rig.engine, false);
		rig_stop(&rig);
		left = something_left(&rig);
		rig_start(&rig, false);
		free(rig_wait(&rig, ENGINE_CAUGHT_UP));
		/* What nobody waits for is not told; an action of ours comes after it. */
		engine_flags(rig.engine, ids, 2, 0, ITEM_STARRED);
		struct engine_event *event = rig_wait(&rig, ENGINE_ACTED);
		assert_int_equal(event->act, ENGINE_FLAGS);
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
leave(struct store_batch *batch, const struct engine_request *request)
{
	struct buf bytes = BUF_INIT(0);
	uint64_t number = 0;
	engine_action_todo_pack(&bytes, request, 0);
	const struct span action = {bytes.data, bytes.len};
	assert_int_equal(
		store_journal_todo_put(batch, &number, action, false, time_wall(), NULL),
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
		leave(batch, &(struct engine_request){.kind = ENGINE_RENAME,
				     .feeds = &feed,
				     .feeds_len = 1,
				     .title = name});
	}
	leave(batch,
		&(struct engine_request){.kind = ENGINE_MARK_READ, .upto = UINT64_MAX});
	assert_int_equal(store_batch_commit(batch, NULL), OK);
	rig_start(&rig, false);
	free(rig_wait(&rig, ENGINE_CHANGED)); /* it has begun */
	engine_rename(rig.engine, feed, "Cancelled");
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

/* A request comes back as it was, and nothing comes of bytes that were cut. */
static void
requests_as_bytes(void **unused)
{
	(void)unused;
	struct buf bytes = BUF_INIT(0);
	uint64_t items[] = {7, 9, 3, UINT64_MAX};
	uint32_t feeds[] = {1, UINT32_MAX};
	char tag[] = "a/b", name[] = "", *tags[] = {tag, name};
	const struct engine_request r = {.kind = ENGINE_TAG,
		.set = 1,
		.clear = 6,
		.feeds = feeds,
		.feeds_len = 2,
		.items = items,
		.items_len = 4,
		.scope = {STORE_TAGGED, 5, "x"},
		.upto = UINT64_MAX,
		.text = tag,
		.title = name,
		.tags = tags,
		.tags_len = 2,
		.add = true,
		.group = 12};
	engine_action_todo_pack(&bytes, &r, 1);
	struct engine_request *back =
		engine_action_todo_unpack((struct span){bytes.data, bytes.len});
	assert_non_null(back);
	assert_int_equal(back->kind, ENGINE_TAG);
	assert_int_equal(back->set, 1);
	assert_int_equal(back->clear, 6);
	assert_int_equal(back->feeds_len, 2);
	assert_memory_equal(back->feeds, feeds, sizeof feeds);
	assert_int_equal(back->items_len, 3);
	assert_memory_equal(back->items, items + 1, 3 * sizeof *items);
	assert_int_equal(back->scope.kind, STORE_TAGGED);
	assert_int_equal(back->scope.feed, 5);
	assert_string_equal(back->scope.tag, "x");
	assert_true(back->upto == UINT64_MAX);
	assert_string_equal(back->text, tag);
	assert_string_equal(back->title, "");
	assert_int_equal(back->tags_len, 2);
	assert_string_equal(back->tags[1], "");
	assert_true(back->add);
	assert_int_equal(back->group, 12);
	engine_request_free(back);
	for (size_t n = 0; n < bytes.len; n++) {
		char *cut = malloc(n + 1); /* of its own, so that a byte more is seen */
		memcpy(cut, bytes.data, n);
		assert_null(engine_action_todo_unpack((struct span){cut, n}));
		free(cut);
	}
	buf_done(&bytes);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(requests_as_bytes),
		cmocka_unit_test(left_alone_while_its_owner_lives),
		cmocka_unit_test(killed_in_a_large_mark),
		cmocka_unit_test(caught_up_before_it_is_shown),
		cmocka_unit_test(cancelled_is_not_gone_on_with),
		cmocka_unit_test(cancelled_is_ours_alone),
		cmocka_unit_test(quit_leaves_the_rest),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
