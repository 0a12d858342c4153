/*
 * Chapters that a feed's document names, from request to store.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/attr.h"
#include "base/time.h"
#include "engine/harness.h"
#include "store/db/view.h"
#include "store/media/track.h"

#define ITEM 1
#define DOCUMENT                                                                         \
	"/chapters\n\tetag \"one\"\n\theader Content-Type: application/json\n\tbody "    \
	"{\"chapters\":[{\"startTime\":0,\"title\":\"A\"},{\"startTime\":60,"            \
	"\"title\":\"B\"}]}\n"
#define FEED                                                                             \
	"/feed\n\theader Content-Type: application/rss+xml\n\tbody <rss "                \
	"version=\"2.0\" xmlns:podcast=\"https://podcastindex.org/namespace/1.0\">"      \
	"<channel><title>F</title><item><guid>1</guid><title>One</title>"                \
	"<podcast:chapters url=\"@URL@/chapters\"/><enclosure url=\"@URL@/1.mp3\"/>"     \
	"</item></channel></rss>\n"

static size_t
chapters_after_asking(struct rig *rig)
{
	struct store_view view;
	struct store_chapters c;
	engine_get_track(rig->engine, ITEM, false, NULL);
	struct engine_event *event = rig_wait(rig, ENGINE_TRACK);
	assert_false(event->error);
	free(event);
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	store_media_chapters(&view, ITEM, STORE_CHAPTERS_ALL, &rig->arena, &c);
	store_view_end(&view);
	return c.chapters.len;
}

/* They can be edited, so they are asked for again after a day; if they were not, the
 * server sends nothing, and they are as good as new. */
static void
chapters_are_asked_for_once_a_day(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, FEED DOCUMENT, "/feed");
	rig_option(&rig, "host-gap", "0");
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	for (size_t day = 0; day < 3; day++) {
		for (int i = 0; i < 2; i++)
			assert_int_equal(chapters_after_asking(&rig), 2);
		assert_int_equal(rig_asked(&rig, "/chapters"), day + 1);
		rig.ahead += TIME_DAY + 1;
	}
	assert_null(rig_sent(&rig, "/chapters", 0, "If-None-Match"));
	assert_string_equal(rig_sent(&rig, "/chapters", 1, "If-None-Match"), "\"one\"");
	assert_string_equal(rig_sent(&rig, "/chapters", 2, "If-None-Match"), "\"one\"");
	rig_check(&rig);
	rig_done(&rig);
}

/* What is queued is about to be heard: its chapters come without being asked for. */
static void
chapters_come_when_it_is_queued(void **unused)
{
	(void)unused;
	struct rig rig;
	const uint64_t item = ITEM;
	rig_init(&rig, FEED DOCUMENT, "/feed");
	rig_option(&rig, "host-gap", "0");
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	rig_mark(&rig, ACTION_STAR, &item, 1);
	assert_int_equal(rig_asked(&rig, "/chapters"), 0);
	rig_mark(&rig, ACTION_QUEUE, &item, 1);
	rig_wait_asked(&rig, 2);
	assert_int_equal(rig_asked(&rig, "/chapters"), 1);
	rig_check(&rig);
	rig_done(&rig);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chapters_are_asked_for_once_a_day),
		cmocka_unit_test(chapters_come_when_it_is_queued),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
