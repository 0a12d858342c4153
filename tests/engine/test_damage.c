/*
 * A store that is damaged, or refuses, while the worker is at it.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/time.h"
#include "engine/harness.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/record/schema.h"

#define RSS                                                                              \
	"\tbody <rss version=\"2.0\"><channel><title>Feed</title><item><guid>1</guid>"   \
	"<title>@N@</title></item></channel></rss>\n"

/* The first entry of a table from key on, with bytes that are none of ours. */
static void
damage(struct rig *rig, enum schema_table table, struct schema_key from)
{
	struct store_batch *batch;
	MDB_cursor *cursor;
	char bytes[] = "damaged";
	MDB_val k = {from.len, from.bytes}, v;
	assert_int_equal(store_batch_begin(rig->store, &batch, NULL), OK);
	assert_int_equal(store_db_batch_cursor(batch, table, &cursor), OK);
	assert_int_equal(mdb_cursor_get(cursor, &k, &v, MDB_SET_RANGE), 0);
	v = (MDB_val){sizeof bytes, bytes};
	assert_int_equal(mdb_cursor_put(cursor, &k, &v, MDB_CURRENT), 0);
	assert_int_equal(store_batch_commit(batch, NULL), OK);
}

/* Its server must not be asked once more as soon as the claim is over. */
static void
what_cannot_be_stored_backs_off(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/a\n" RSS "/b\n" RSS, "/a /b");
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.added, 2);
	damage(&rig, TABLE_GUID, schema_feed(rig_feed(&rig, "/a").id));
	rig_refresh(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.edited, 1);
	assert_int_equal(rig.counts.failed, 1);
	assert_int_equal(rig_feed(&rig, "/a").failures, 1);
	assert_non_null(rig_feed(&rig, "/a").error);
	assert_true(rig_feed(&rig, "/a").next_poll >= time_wall() + 14 * TIME_MINUTE);
	rig_done(&rig);
}

static void
a_damaged_feed_keeps_no_other_from_being_asked(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/a\n" RSS "/b\n" RSS, "/a /b");
	rig_start(&rig, false);
	const uint32_t feeds[] = {rig_feed(&rig, "/a").id, rig_feed(&rig, "/b").id};
	damage(&rig, TABLE_FEED, schema_feed(feeds[0]));
	engine_refresh(rig.engine, feeds, 2, ENGINE_FORCE);
	free(rig_wait(&rig, ENGINE_DONE));
	assert_int_equal(rig_asked(&rig, "/b"), 1);
	/* The feeds file is read again, and makes it whole. */
	engine_reload_feeds(rig.engine);
	free(rig_wait(&rig, ENGINE_CHANGED));
	rig_refresh(&rig, ENGINE_FORCE);
	assert_int_equal(rig.counts.added, 1);
	rig_check(&rig);
	rig_done(&rig);
}

/* Without them a feed would be asked in another way than the user wants: around its
 * proxy, under another name, too often. */
static void
options_of_feeds_stay_where_the_store_cannot_be_read(void **unused)
{
	enum {
		MANY = 300
	};
	(void)unused;
	struct rig rig;
	static struct store_view views[MANY];
	size_t n = 0;
	rig_init(&rig, "/a\n" RSS, "");
	const char *line = arena_printf(
		&rig.arena, "%s/a user-agent=mine\n", http_server_url(rig.server));
	assert_int_equal(file_write(rig.feeds, line, strlen(line), 0600, NULL), OK);
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	assert_string_equal(rig_sent(&rig, "/a", 0, "User-Agent"), "mine");
	while (n < MANY && store_view_begin(rig.store, &views[n], NULL) == OK)
		n++;
	assert_in_range(n, 1, MANY - 1); /* all places of readers are taken */
	engine_reload_feeds(rig.engine);
	free(rig_wait(&rig, ENGINE_CHANGED));
	while (n > 0)
		store_view_end(&views[--n]);
	rig_refresh(&rig, ENGINE_FORCE);
	assert_string_equal(rig_sent(&rig, "/a", 1, "User-Agent"), "mine");
	rig_done(&rig);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_cannot_be_stored_backs_off),
		cmocka_unit_test(a_damaged_feed_keeps_no_other_from_being_asked),
		cmocka_unit_test(options_of_feeds_stay_where_the_store_cannot_be_read),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
