/*
 * Actions and their targets, and what becomes of those that fail.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/time.h"
#include "engine/action/action_run.h"
#include "engine/core/message.h"
#include "engine/harness.h"
#include "model/item.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/journal/todo.h"
#include "store/record/schema.h"

#define RSS                                                                              \
	"\tbody <rss version=\"2.0\"><channel><title>Feed</title>"                       \
	"<item><guid>1</guid><title>Apple</title></item>"                                \
	"<item><guid>2</guid><title>Pear</title></item>"                                 \
	"<item><guid>3</guid><title>Apple pie</title></item>"                            \
	"</channel></rss>\n"
#define SCRIPT "/a\n" RSS "/b\n" RSS

/* The feed's counters get bytes that are not ours: whatever changes an item of it fails.
 */
static void
damage_counters(struct rig *rig, const char *path)
{
	struct store_batch *batch;
	MDB_cursor *cursor;
	char bytes[] = "damaged";
	struct schema_key key = schema_feed(rig_feed(rig, path).id);
	MDB_val k = {key.len, key.bytes}, v;
	assert_int_equal(store_batch_begin(rig->store, &batch, NULL), OK);
	assert_int_equal(store_db_batch_cursor(batch, TABLE_COUNT, &cursor), OK);
	assert_int_equal(mdb_cursor_get(cursor, &k, &v, MDB_SET), 0);
	v = (MDB_val){sizeof bytes, bytes};
	assert_int_equal(mdb_cursor_put(cursor, &k, &v, MDB_CURRENT), 0);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
}

static void
ids_of(struct rig *rig, const char *path, uint64_t ids[3])
{
	struct store_view view;
	struct store_key keys[3];
	size_t len;
	const struct store_scope scope = {STORE_FEED, rig_feed(rig, path).id, NULL};
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	assert_int_equal(store_item_keys(&view, &scope, NULL, keys, 3, &len), OK);
	store_view_end(&view);
	assert_int_equal(len, 3);
	for (size_t i = 0; i < len; i++)
		ids[i] = keys[i].id;
}

static int
flags_of(struct rig *rig, uint64_t id)
{
	struct store_view view;
	int flags = -1;
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	assert_int_equal(store_item_flags(&view, id, &flags), OK);
	store_view_end(&view);
	return flags;
}

static void
assert_acted(struct rig *rig, enum action verb, bool error, size_t changed)
{
	struct engine_event *event = rig_wait(rig, ENGINE_ACTED);
	print_message("# %s\n", event->text ? event->text : "done");
	assert_int_equal(event->act, verb);
	assert_int_equal(event->error, error);
	assert_int_equal(event->changed, changed);
	if (error)
		assert_non_null(strstr(event->text, "courant check"));
	free(event);
}

static void
begin(struct rig *rig, uint64_t a[3], uint64_t b[3])
{
	rig_init(rig, SCRIPT, "/a /b");
	rig_run(rig, ENGINE_FORCE);
	ids_of(rig, "/a", a);
	ids_of(rig, "/b", b);
}

/* Each on its own, and several in one transaction. */
static void
one_that_fails_keeps_no_other_waiting(void **unused)
{
	(void)unused;
	struct rig rig;
	uint64_t a[3], b[3];
	begin(&rig, a, b);
	damage_counters(&rig, "/a");
	rig_start(&rig, false);
	rig_mark(&rig, ACTION_READ, a, 1);
	assert_acted(&rig, ACTION_READ, true, 0);
	rig_mark(&rig, ACTION_READ, b, 1);
	assert_acted(&rig, ACTION_READ, false, 1);
	rig_mark(&rig, ACTION_STAR, b, 3);
	rig_mark(&rig, ACTION_READ, a + 1, 1);
	rig_mark(&rig, ACTION_READ, b + 1, 1);
	rig_mark(&rig, ACTION_READ, a + 2, 1);
	rig_mark(&rig, ACTION_READ, b + 2, 1);
	assert_acted(&rig, ACTION_STAR, false, 3);
	assert_acted(&rig, ACTION_READ, true, 0);
	assert_acted(&rig, ACTION_READ, false, 1);
	assert_acted(&rig, ACTION_READ, true, 0);
	assert_acted(&rig, ACTION_READ, false, 1);
	assert_int_equal(rig_feed(&rig, "/b").unread, 0);
	assert_int_equal(rig_feed(&rig, "/b").starred, 3);
	rig_done(&rig);
}

/* What is about several items is done to those that are sound. */
static void
the_sound_ones_are_done(void **unused)
{
	(void)unused;
	struct rig rig;
	uint64_t a[3], b[3];
	begin(&rig, a, b);
	damage_counters(&rig, "/a");
	rig_start(&rig, false);
	const uint64_t mixed[] = {b[0], a[0], b[1], a[1], a[2], b[2]};
	rig_mark(&rig, ACTION_STAR, mixed, 6);
	assert_acted(&rig, ACTION_STAR, true, 3);
	assert_int_equal(rig_feed(&rig, "/b").starred, 3);
	/* A list of all feeds, too. */
	const struct store_scope all = {.kind = STORE_ALL};
	rig_mark_list(&rig, &all, UINT64_MAX);
	assert_acted(&rig, ACTION_READ, true, 3);
	assert_int_equal(rig_feed(&rig, "/b").unread, 0);
	rig_done(&rig);
}

static bool
something_left(struct rig *rig)
{
	struct store_view view;
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	bool left = store_journal_todo_left(&view, time_wall());
	store_view_end(&view);
	return left;
}

/* What a process could not do and left is set aside by the next one, which continues with
 * the rest. */
static void
over_a_restart(void **unused)
{
	(void)unused;
	struct rig rig;
	uint64_t a[3], b[3];
	begin(&rig, a, b);
	damage_counters(&rig, "/a");
	rig.quit_ms = -1; /* nothing is stored at the end */
	bool left = false;
	for (int i = 0; i < 20 && !left; i++) {
		rig_start(&rig, false);
		free(rig_wait(&rig, ENGINE_CAUGHT_UP));
		for (int k = 0; k < 3; k++) {
			rig_mark(&rig, ACTION_READ, a, 3);
			rig_mark(&rig, ACTION_READ, b, 1);
		}
		rig_stop(&rig);
		left = something_left(&rig);
	}
	assert_true(left);
	rig_start(&rig, false);
	free(rig_wait(&rig, ENGINE_CAUGHT_UP));
	assert_int_equal(rig_feed(&rig, "/b").unread, 2);
	rig_mark(&rig, ACTION_READ, b + 1, 1);
	assert_acted(&rig, ACTION_READ, false, 1);
	rig_done(&rig);
}

/* Of one key's actions those after the one that fails are not done; the next key's are.
 */
static void
a_chain_fails_as_one(void **unused)
{
	(void)unused;
	struct rig rig;
	uint64_t a[3], b[3];
	begin(&rig, a, b);
	damage_counters(&rig, "/a");
	rig_start(&rig, false);
	const struct engine_action chain[] = {
		{.verb = ACTION_STAR, .target = engine_items(b, 1), .chain = 1},
		{.verb = ACTION_READ, .target = engine_items(a, 1), .chain = 1},
		{.verb = ACTION_READ, .target = engine_items(b, 1), .chain = 1},
		{.verb = ACTION_READ, .target = engine_items(b + 1, 1), .chain = 2},
	};
	for (size_t i = 0; i < COUNT_OF(chain); i++)
		engine_do(rig.engine, &chain[i]);
	assert_acted(&rig, ACTION_STAR, false, 1);
	assert_acted(&rig, ACTION_READ, true, 0);
	assert_acted(&rig, ACTION_READ, true, 0);
	assert_acted(&rig, ACTION_READ, false, 1);
	assert_true(flags_of(&rig, b[0]) & ITEM_UNREAD);
	assert_false(flags_of(&rig, b[1]) & ITEM_UNREAD);
	rig_done(&rig);
}

/* A chain is undone as one. */
static void
a_chain_is_undone_as_one(void **unused)
{
	(void)unused;
	struct rig rig;
	uint64_t a[3], b[3];
	begin(&rig, a, b);
	rig_start(&rig, false);
	const struct engine_action chain[] = {
		{.verb = ACTION_READ, .target = engine_items(a, 3)},
		{.verb = ACTION_STAR, .target = engine_items(b, 1), .chain = 7},
		{.verb = ACTION_READ, .target = engine_items(b, 1), .chain = 7},
	};
	for (size_t i = 0; i < COUNT_OF(chain); i++)
		engine_do(rig.engine, &chain[i]);
	for (size_t i = 0; i < COUNT_OF(chain); i++)
		free(rig_wait(&rig, ENGINE_ACTED));
	assert_int_equal(flags_of(&rig, b[0]), ITEM_STARRED);
	rig_undo(&rig, false);
	free(rig_wait(&rig, ENGINE_ACTED));
	assert_int_equal(flags_of(&rig, b[0]), ITEM_UNREAD);
	assert_int_equal(rig_feed(&rig, "/a").unread, 0);
	rig_check(&rig);
	rig_done(&rig);
}

/* What changes lines of the feeds file is part of its chain, too. */
static void
a_line_that_fails_ends_its_chain(void **unused)
{
	(void)unused;
	struct rig rig;
	uint64_t a[3], b[3];
	const uint32_t none = 4711;
	begin(&rig, a, b);
	rig_start(&rig, false);
	const struct engine_action chain[] = {
		{.verb = ACTION_STAR, .target = engine_items(b, 1), .chain = 1},
		{.verb = ACTION_RENAME,
			.target = engine_feeds(&none, 1),
			.title = "New",
			.chain = 1},
		{.verb = ACTION_STAR, .target = engine_items(a, 1), .chain = 1},
		{.verb = ACTION_STAR, .target = engine_items(b + 1, 1), .chain = 2},
	};
	for (size_t i = 0; i < COUNT_OF(chain); i++)
		engine_do(rig.engine, &chain[i]);
	for (size_t i = 0; i < COUNT_OF(chain); i++) {
		struct engine_event *event = rig_wait(&rig, ENGINE_ACTED);
		assert_int_equal(event->act, chain[i].verb);
		assert_int_equal(event->error, i == 1 || i == 2);
		free(event);
	}
	assert_int_equal(flags_of(&rig, b[0]), ITEM_STARRED | ITEM_UNREAD);
	assert_int_equal(flags_of(&rig, a[0]), ITEM_UNREAD);
	assert_int_equal(flags_of(&rig, b[1]), ITEM_STARRED | ITEM_UNREAD);
	rig_check(&rig);
	rig_done(&rig);
}

static struct buf
feeds_file(const struct rig *rig)
{
	struct buf bytes = BUF_INIT(0);
	struct err err;
	assert_int_equal(file_read(rig->feeds, &bytes, &err), OK);
	return bytes;
}

static void
assert_feeds_file(const struct rig *rig, struct buf *want)
{
	struct buf bytes = feeds_file(rig);
	assert_string_equal(buf_str(&bytes), buf_str(want));
	buf_done(&bytes);
}

/* Lines that changed several times as well. */
static void
a_mixed_chain_is_undone_as_one(void **unused)
{
	(void)unused;
	struct rig rig;
	uint64_t a[3], b[3];
	const char *tags[] = {"fruit"};
	begin(&rig, a, b);
	const char *to = arena_printf(&rig.arena, "%s/c", http_server_url(rig.server));
	rig_start(&rig, false);
	const uint32_t feed = rig_feed(&rig, "/b").id;
	const struct engine_target line = engine_feeds(&feed, 1);
	const struct engine_action chain[] = {
		{.verb = ACTION_READ, .target = engine_items(b, 3), .chain = 7},
		{.verb = ACTION_RENAME, .target = line, .title = "New", .chain = 7},
		{.verb = ACTION_MOVE,
			.target = line,
			.tags = tags,
			.tags_len = 1,
			.chain = 7},
		{.verb = ACTION_READDRESS, .target = line, .address = to, .chain = 7},
		{.verb = ACTION_RENAME, .target = line, .title = "Newer", .chain = 7},
		{.verb = ACTION_STAR, .target = engine_items(b, 1), .chain = 7},
	};
	struct buf before = feeds_file(&rig);
	struct engine_event *event = NULL;
	for (size_t i = 0; i < COUNT_OF(chain); i++)
		engine_do(rig.engine, &chain[i]);
	for (size_t i = 0; i < COUNT_OF(chain); i++) {
		free(event);
		event = rig_wait(&rig, ENGINE_ACTED);
		assert_false(event->error);
		if (chain[i].verb == ACTION_MOVE)
			assert_string_equal(event->text,
				"3 items marked read, 1 feed renamed, tags "
				"of 1 feed changed");
	}
	free(event);
	struct buf after = feeds_file(&rig);
	assert_non_null(strstr(buf_str(&after), "/c fruit \"~Newer\""));
	rig_undo(&rig, false);
	free(rig_wait(&rig, ENGINE_ACTED));
	assert_int_equal(flags_of(&rig, b[0]), ITEM_UNREAD);
	assert_int_equal(rig_feed(&rig, "/b").unread, 3);
	assert_feeds_file(&rig, &before);
	rig_undo(&rig, true);
	free(rig_wait(&rig, ENGINE_ACTED));
	assert_int_equal(flags_of(&rig, b[0]), ITEM_STARRED);
	assert_feeds_file(&rig, &after);
	buf_done(&before);
	buf_done(&after);
	rig_check(&rig);
	rig_done(&rig);
}

/* The feed is back before its items are marked. */
static void
a_chain_that_unsubscribes_is_undone(void **unused)
{
	(void)unused;
	struct rig rig;
	uint64_t a[3], b[3];
	begin(&rig, a, b);
	rig_start(&rig, false);
	const uint32_t feed = rig_feed(&rig, "/b").id;
	const struct engine_action chain[] = {
		{.verb = ACTION_READ, .target = engine_items(b, 3), .chain = 7},
		{.verb = ACTION_UNSUBSCRIBE,
			.target = engine_feeds(&feed, 1),
			.chain = 7},
	};
	struct buf before = feeds_file(&rig);
	for (size_t i = 0; i < COUNT_OF(chain); i++)
		engine_do(rig.engine, &chain[i]);
	for (size_t i = 0; i < COUNT_OF(chain); i++)
		free(rig_wait(&rig, ENGINE_ACTED));
	rig_undo(&rig, false);
	free(rig_wait(&rig, ENGINE_ACTED));
	assert_feeds_file(&rig, &before);
	assert_int_equal(rig_feed(&rig, "/b").unread, 3);
	rig_undo(&rig, true);
	free(rig_wait(&rig, ENGINE_ACTED));
	rig_undo(&rig, false);
	free(rig_wait(&rig, ENGINE_ACTED));
	assert_int_equal(rig_feed(&rig, "/b").unread, 3);
	buf_done(&before);
	rig_check(&rig);
	rig_done(&rig);
}

/* A query as a target: what it finds, but for what came in after it was meant. */
static void
what_a_query_finds(void **unused)
{
	(void)unused;
	struct rig rig;
	uint64_t a[3], b[3], last = 0;
	begin(&rig, a, b);
	rig_start(&rig, false);
	for (int i = 0; i < 3; i++)
		last = a[i] > last ? a[i] : last;
	struct engine_action star = {.verb = ACTION_STAR,
		.target = {.kind = TARGET_QUERY, .query = "apple", .upto = last}};
	bool a_first = last < b[0] && last < b[1];
	engine_do(rig.engine, &star);
	assert_acted(&rig, ACTION_STAR, false, a_first ? 2 : 4);
	star.target.upto = UINT64_MAX;
	engine_do(rig.engine, &star);
	assert_acted(&rig, ACTION_STAR, false, a_first ? 2 : 0);
	assert_int_equal(rig_feed(&rig, "/a").starred, 2);
	assert_int_equal(rig_feed(&rig, "/b").starred, 2);
	/* It changes what it looks for as it goes. */
	const struct engine_action read = {.verb = ACTION_READ,
		.target = {
			.kind = TARGET_QUERY, .query = "unread:yes", .upto = UINT64_MAX}};
	engine_do(rig.engine, &read);
	assert_acted(&rig, ACTION_READ, false, 6);
	rig_undo(&rig, false);
	free(rig_wait(&rig, ENGINE_ACTED));
	assert_int_equal(rig_feed(&rig, "/a").unread, 3);
	/* And one that is wrong is told. */
	const struct engine_action wrong = {.verb = ACTION_READ,
		.target = {.kind = TARGET_QUERY, .query = "(", .upto = UINT64_MAX}};
	engine_do(rig.engine, &wrong);
	struct engine_event *event = rig_wait(&rig, ENGINE_ACTED);
	assert_true(event->error);
	free(event);
	rig_check(&rig);
	rig_done(&rig);
}

/* Other verbs walk a list as well. */
static void
all_verbs_take_a_list(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/big\n\trss 1300\n", "/big");
	rig_run(&rig, ENGINE_FORCE);
	rig_start(&rig, true);
	struct engine_action action = {.verb = ACTION_STAR,
		.target = {.kind = TARGET_SCOPE,
			.scope = {.kind = STORE_FEED, .feed = rig_feed(&rig, "/big").id},
			.upto = UINT64_MAX}};
	engine_do(rig.engine, &action);
	assert_acted(&rig, ACTION_STAR, false, 1300);
	action.verb = ACTION_TAG;
	action.tag = "later";
	engine_do(rig.engine, &action);
	assert_acted(&rig, ACTION_TAG, false, 1300);
	/* A list that shrinks while it is walked. */
	action = (struct engine_action){.verb = ACTION_UNSTAR,
		.target = {.kind = TARGET_SCOPE,
			.scope = {.kind = STORE_STARRED},
			.upto = UINT64_MAX}};
	engine_do(rig.engine, &action);
	assert_acted(&rig, ACTION_UNSTAR, false, 1300);
	action.verb = ACTION_DELETE;
	action.target.scope = (struct store_scope){.kind = STORE_TAGGED, .tag = "later"};
	engine_do(rig.engine, &action);
	assert_acted(&rig, ACTION_DELETE, false, 1300);
	rig_undo(&rig, false);
	free(rig_wait(&rig, ENGINE_ACTED));
	assert_int_equal(rig_feed(&rig, "/big").total, 1300);
	rig_check(&rig);
	rig_done(&rig);
}

/* Now and then, from when it has taken a while. */
static void
one_that_takes_long_says_how_far_it_is(void **unused)
{
	(void)unused;
	struct rig rig;
	uint64_t a[3], b[3];
	begin(&rig, a, b);
	rig_start(&rig, false);
	struct engine_request *request = engine_request_new(ENGINE_DO);
	request->action.verb = ACTION_STAR;
	struct action_run *run = engine_action_run_new(request);
	run->place.found = 7000;
	engine_action_tell_place(rig.engine, run);
	run->reported_ms -= 5000;
	engine_action_tell_place(rig.engine, run);
	run->place.found = 8000;
	engine_action_tell_place(rig.engine, run);
	run->reported_ms -= 5000;
	run->place.found = 9000;
	engine_action_tell_place(rig.engine, run);
	for (size_t far = 7000; far <= 9000; far += 2000) {
		struct engine_event *event = rig_wait(&rig, ENGINE_ACTING);
		assert_int_equal(event->counted, far);
		assert_int_equal(event->act, ACTION_STAR);
		free(event);
	}
	engine_action_run_free(run);
	rig_done(&rig);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_that_fails_keeps_no_other_waiting),
		cmocka_unit_test(the_sound_ones_are_done),
		cmocka_unit_test(one_that_takes_long_says_how_far_it_is),
		cmocka_unit_test(over_a_restart),
		cmocka_unit_test(a_chain_fails_as_one),
		cmocka_unit_test(a_chain_is_undone_as_one),
		cmocka_unit_test(a_line_that_fails_ends_its_chain),
		cmocka_unit_test(a_mixed_chain_is_undone_as_one),
		cmocka_unit_test(a_chain_that_unsubscribes_is_undone),
		cmocka_unit_test(what_a_query_finds),
		cmocka_unit_test(all_verbs_take_a_list),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
