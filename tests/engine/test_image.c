/*
 * Pictures, from request to cache.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/attr.h"
#include "engine/harness.h"
#include "image/cache.h"
#include "image/raster.h"
#include "store/db/view.h"
#include "store/item/item.h"

#define FEED                                                                             \
	"/feed\n\theader Content-Type: application/rss+xml\n\tbody <rss "                \
	"version=\"2.0\"><channel><title>F</title>"                                      \
	"<item><guid>1</guid><title>1</title></item></channel></rss>\n"
#define PICTURES                                                                         \
	"/good\n\theader Content-Type: text/html\n\tbody P6\\n1 1\\n255\\nabc\n"         \
	"/bad\n\theader Content-Type: image/png\n\tbody <html>\n"                        \
	"/gone\n\tstatus 404\n"                                                          \
	"/empty\n\tbody \n"                                                              \
	"/away\n\tredirect 302 /good\n"                                                  \
	"/slow\n\tdelay 300ms\n\tbody P6\\n1 1\\n255\\nabc\n"                            \
	"/large\n\trepeat 9000000 x\n"

static const char *
address(struct rig *rig, const char *path)
{
	return path[0] == '/' ? arena_printf(&rig->arena, "%s%s",
					http_server_url(rig->server), path)
			      : path;
}

/* Asks for a picture, and returns why it failed, or "". */
static const char *
fetch(struct rig *rig, const char *path)
{
	const char *url = address(rig, path);
	engine_get_images(rig->engine, 1, &url, 1, false);
	struct engine_event *event = rig_wait(rig, ENGINE_IMAGE);
	assert_int_equal(event->counted, 1);
	assert_int_equal(strncmp(event->text, url, strlen(url)), 0);
	const char *why = strchr(event->text, '\n');
	assert_int_equal(event->error, why != NULL);
	why = arena_strdup(&rig->arena, why ? why + 1 : "");
	free(event);
	return why;
}

static bool
is_cached(struct rig *rig, const char *path)
{
	struct buf bytes = BUF_INIT(0);
	struct image_raster raster;
	bool here = image_cache_read(
		store_path(rig->store), address(rig, path), &bytes, &raster);
	buf_done(&bytes);
	return here;
}

static void
begin(struct rig *rig)
{
	rig_init(rig, FEED PICTURES, "/feed");
	rig_option(rig, "host-gap", "0");
	rig_option(rig, "image-command", "cat");
	rig_start(rig, false);
	rig_refresh(rig, ENGINE_FORCE);
}

static void
pictures_are_fetched_once(void **unused)
{
	(void)unused;
	struct rig rig;
	begin(&rig);
	assert_false(is_cached(&rig, "/good"));
	assert_string_equal(fetch(&rig, "/good"), "");
	assert_true(is_cached(&rig, "/good"));
	assert_string_equal(fetch(&rig, "/good"), "");
	assert_int_equal(rig_asked(&rig, "/good"), 1);
	assert_string_equal(fetch(&rig, "/away"), "");
	rig_check(&rig);
	rig_done(&rig);
}

static void
failures_say_why(void **unused)
{
	(void)unused;
	static const char *const wanted[][2] = {{"/bad", "did not write a pixmap"},
		{"/gone", "404"}, {"/large", "bytes"}, {"/empty", "pixmap"},
		{"file:///etc/passwd", "not on the web"},
		{"data:image/png;base64,AA", "not on the web"}};
	struct rig rig;
	begin(&rig);
	for (size_t i = 0; i < COUNT_OF(wanted); i++) {
		const char *why = fetch(&rig, wanted[i][0]);
		if (!strstr(why, wanted[i][1]))
			fail_msg("%s: %s", wanted[i][0], why);
		assert_false(is_cached(&rig, wanted[i][0]));
	}
	rig_done(&rig);
}

/* Nothing is fetched unless the option says so. */
static void
opened_items_go_by_the_option(void **unused)
{
	(void)unused;
	struct rig rig;
	begin(&rig);
	const char *url = address(&rig, "/good");
	engine_get_images(rig.engine, 1, &url, 1, true);
	assert_string_equal(fetch(&rig, "/away"), ""); /* comes after it */
	assert_false(is_cached(&rig, "/good"));
	rig_option(&rig, "images", "ask");
	rig_configure(&rig, false);
	engine_get_images(rig.engine, 1, &url, 1, true);
	struct engine_event *event = rig_wait(&rig, ENGINE_IMAGE);
	assert_string_equal(event->text, "");
	free(event);
	rig_option(&rig, "images", "yes");
	rig_configure(&rig, false);
	engine_get_images(rig.engine, 1, &url, 1, true);
	free(rig_wait(&rig, ENGINE_IMAGE));
	assert_true(is_cached(&rig, "/good"));
	rig_done(&rig);
}

/* A list's pictures are dropped once it shows others, unless an article waits for them.
 */
static void
pictures_of_lists_are_dropped(void **unused)
{
	(void)unused;
	struct rig rig;
	begin(&rig);
	struct engine_picture slow = {1, address(&rig, "/slow")},
			      good = {1, address(&rig, "/good")};
	engine_get_thumbnails(rig.engine, &good, 1); /* the option says no */
	assert_string_equal(fetch(&rig, "/away"), "");
	assert_false(is_cached(&rig, "/good"));
	rig_option(&rig, "images", "yes");
	rig_configure(&rig, false);
	size_t asked = rig_asked(&rig, NULL);
	engine_get_thumbnails(rig.engine, &slow, 1);
	rig_wait_asked(&rig, asked + 1);
	engine_get_thumbnails(rig.engine, &good, 1);
	struct engine_event *event = rig_wait(&rig, ENGINE_IMAGE);
	assert_string_equal(event->text, good.url);
	free(event);
	engine_get_thumbnails(rig.engine, &slow, 1);
	engine_get_images(rig.engine, 1, &slow.url, 1, true);
	engine_get_thumbnails(rig.engine, NULL, 0);
	event = rig_wait(&rig, ENGINE_IMAGE);
	assert_string_equal(event->text, slow.url);
	free(event);
	rig_done(&rig);
}

/* Neither from a feed of the web, nor where nobody knows where the item is from. */
static void
pictures_do_not_lead_into_the_local_network(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig,
		"*\n\theader Content-Type: application/rss+xml\n\tbody <rss "
		"version=\"2.0\"><channel><title>F</title><item><guid>1</guid>"
		"<title>1</title></item></channel></rss>\n",
		"http://feeds.example/feed");
	rig_option(&rig, "proxy", http_server_url(rig.server));
	rig_option(&rig, "image-command", "cat");
	rig_option(&rig, "host-gap", "0");
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_FORCE);
	size_t asked = rig_asked(&rig, NULL);
	assert_non_null(strstr(fetch(&rig, "http://127.0.0.1:1/x"), "127.0.0.1"));
	assert_non_null(strstr(fetch(&rig, "http://router.local/x"), "router.local"));
	assert_int_equal(rig_asked(&rig, NULL), asked);
	rig_done(&rig);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pictures_are_fetched_once),
		cmocka_unit_test(failures_say_why),
		cmocka_unit_test(opened_items_go_by_the_option),
		cmocka_unit_test(pictures_of_lists_are_dropped),
		cmocka_unit_test(pictures_do_not_lead_into_the_local_network),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
