#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/time.h"
#include "engine/harness.h"
#include "model/schedule.h"
#include "schedule/due.h"
#include "schedule/why.h"
#include "store/db/view.h"
#include "store/feed/plan.h"

#define BODY                                                                             \
	"\tbody <rss version=\"2.0\"><channel><title>T</title><item><guid>1</guid>"      \
	"<title>One</title></item></channel></rss>\n"
#define PLAIN(path) path "\n\tetag \"x\"\n" BODY

static const char script[] = PLAIN("/a") PLAIN("/b") PLAIN("/c") PLAIN("/d") PLAIN("/e")
	PLAIN("/f") "/held\n\tetag \"x\"\n\theader Cache-Control: "
		    "max-age=86400\n" BODY;
static const char *const paths[] = {"/a", "/b", "/c", "/d", "/e", "/f"};

static void
start(struct rig *rig, const char *strategy)
{
	rig_init(rig, script, "/a /b /c /d /e /f /held");
	rig_option(rig, "strategy", strategy);
	rig_start(rig, false);
	rig_refresh(rig, ENGINE_DUE_ONLY); /* those never asked: at once, all of them */
	assert_int_equal(rig_asked(rig, NULL), 7);
}

static double
rig_budget(struct rig *rig, const char *path)
{
	struct store_view view;
	struct schedule_record record;
	uint32_t id = rig_feed(rig, path).id;
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	assert_int_equal(
		store_feed_state(&view, id, &rig->arena, NULL, &record, NULL), OK);
	store_view_end(&view);
	return why_budget(&record.schedule);
}

static void
stop(struct rig *rig)
{
	rig_check(rig);
	rig_stop(rig);
	rig_done(rig);
}

/* Two requests a cycle for seven feeds, longest waiting first: six that may be asked take
 * three hours. The one whose answer holds for a day is left alone; half an hour is no
 * cycle. */
static void
the_budget_of_a_cycle_goes_round(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, script, "/a /b /c /d /e /f /held");
	rig_option(&rig, "strategy", "best-effort:uniform");
	rig_option(&rig, "requests-per-cycle", "2");
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_DUE_ONLY);
	assert_int_equal(rig_asked(&rig, NULL), 7);
	for (size_t hour = 1; hour <= 6; hour++) {
		rig.ahead += TIME_HOUR;
		rig_refresh(&rig, ENGINE_DUE_ONLY);
		assert_int_equal(rig_asked(&rig, NULL), 7 + 2 * hour);
		if (hour % 3 == 0)
			for (size_t i = 0; i < COUNT_OF(paths); i++)
				assert_int_equal(rig_asked(&rig, paths[i]), 1 + hour / 3);
		rig_refresh(&rig, ENGINE_DUE_ONLY); /* the same cycle */
		assert_int_equal(rig_asked(&rig, NULL), 7 + 2 * hour);
	}
	assert_int_equal(rig_asked(&rig, "/held"), 1);
	stop(&rig);
}

/* What O and courant backfill ask for counts: four documents of an archive are two cycles
 * of two, and stand in the figures of the feed. */
static void
older_items_are_paid_for(void **unused)
{
	(void)unused;
#define OLD(path, to)                                                                    \
	path "\n\tbody <feed xmlns=\"http://www.w3.org/2005/Atom\"><title>T</title>" to  \
	     "<entry><id>" path "</id></entry></feed>\n"
#define TO(path) "<link rel=\"prev-archive\" href=\"" path "\"/>"
	struct rig rig;
	rig_init(&rig,
		OLD("/arch", TO("/1")) OLD("/1", TO("/2")) OLD("/2", TO("/3"))
			OLD("/3", TO("/4")) OLD("/4", "") PLAIN("/a") PLAIN("/b"),
		"/arch /a /b");
	rig_option(&rig, "strategy", "best-effort:uniform");
	rig_option(&rig, "requests-per-cycle", "2");
	rig_option(&rig, "host-gap", "0");
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_DUE_ONLY);
	assert_int_equal(rig_asked(&rig, NULL), 3);
	const uint32_t id = rig_feed(&rig, "/arch").id;
	engine_backfill(rig.engine, &id, 1, 20, (size_t)1 << 20);
	for (bool over = false; !over;) {
		struct engine_event *event = rig_wait(&rig, ENGINE_OLDER);
		over = event->done;
		free(event);
	}
	assert_int_equal(rig_asked(&rig, NULL), 8);
	assert_int_equal(rig_http(&rig, "/arch").requests, 6);
	static const size_t want[] = {8, 8, 10, 12};
	for (size_t i = 0; i < COUNT_OF(want); i++) {
		rig.ahead += TIME_HOUR;
		rig_refresh(&rig, ENGINE_DUE_ONLY);
		assert_int_equal(rig_asked(&rig, NULL), want[i]);
	}
	stop(&rig);
}

/* Another process that comes in the same cycle chooses nothing. */
static void
a_cycle_is_begun_once(void **unused)
{
	(void)unused;
	struct rig rig;
	start(&rig, "best-effort:uniform");
	rig.ahead += TIME_HOUR;
	rig_refresh(&rig, ENGINE_DUE_ONLY);
	size_t asked = rig_asked(&rig, NULL);
	assert_int_equal(asked, 7 + 2); /* 0.3 of 7 */
	rig_stop(&rig);
	rig_start(&rig, false);
	rig_refresh(&rig, ENGINE_DUE_ONLY);
	assert_int_equal(rig_asked(&rig, NULL), asked);
	stop(&rig);
}

/* Without a budget that reaches a feed, max-interval brings it; it says so. */
static void
max_interval_holds(void **unused)
{
	(void)unused;
	struct rig rig;
	start(&rig, "best-effort:uniform");
	struct http_state http = rig_http(&rig, "/a");
	assert_int_equal(http.reason, DUE_MAX_INTERVAL);
	assert_int_equal(http.next_poll, http.last_poll + TIME_DAY);
	rig.ahead += 25 * TIME_HOUR;
	rig_refresh(&rig, ENGINE_DUE_ONLY);
	assert_int_equal(rig_asked(&rig, NULL), 14);
	stop(&rig);
}

/* A strategy that names times is fitted: fixed:1h would ask six feeds 144 times a day and
 * may ask 12 times; after the first looks no more than that, with some leeway for a debt
 * that is paid. */
static void
a_budget_a_day_slows_polling_down(void **unused)
{
	(void)unused;
	struct rig rig;
	size_t before = 0;
	rig_init(&rig, script, "/a /b /c /d /e /f");
	rig_option(&rig, "strategy", "fixed:1h");
	rig_option(&rig, "requests-per-day", "12");
	rig_start(&rig, false);
	for (size_t hour = 0; hour < 72; hour++) {
		rig_refresh(&rig, ENGINE_DUE_ONLY);
		rig.ahead += TIME_HOUR;
		if (hour == 23)
			before = rig_asked(&rig, NULL);
	}
	/* And it is told: what it makes of the strategy's hour. */
	assert_true(rig_budget(&rig, "/a") > 2);
	size_t asked = rig_asked(&rig, NULL) - before;
	if (asked < 12 || asked > 30)
		fail_msg("%zu requests in two days", asked);
	stop(&rig);
}

/* Ten items, one each ten minutes, are all that the feed shows: four more may come, so
 * that it is asked after forty minutes, whatever the strategy. The cycles' strategies,
 * which name no time, do the same. */
static void
no_feed_overflows(void **unused)
{
	(void)unused;
	static const char *const strategies[] = {"fixed:1d", "best-effort:uniform"};
	for (size_t k = 0; k < COUNT_OF(strategies); k++) {
		struct rig rig;
		struct buf page = BUF_INIT(0);
		buf_adds(&page, "/a\n\tetag \"x\"\n\tbody <rss version=\"2.0\"><channel>"
				"<title>T</title>");
		for (int i = 0; i < 10; i++) {
			time_t at = time(NULL) - 600 * i;
			char date[64];
			struct tm tm;
			gmtime_r(&at, &tm);
			strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &tm);
			buf_addf(&page,
				"<item><guid>%d</guid><pubDate>%s</pubDate></item>", i,
				date);
		}
		buf_adds(&page, "</channel></rss>\n");
		rig_init(&rig, buf_str(&page), "/a");
		rig_option(&rig, "strategy", strategies[k]);
		rig_start(&rig, false);
		rig_refresh(&rig, ENGINE_DUE_ONLY);
		struct http_state http = rig_http(&rig, "/a");
		assert_int_equal(http.reason, DUE_OVERFLOW);
		int64_t wait = http.next_poll - http.last_poll;
		assert_true(wait > 2340 && wait < 2460);
		rig.ahead += 2460;
		rig_refresh(&rig, ENGINE_DUE_ONLY);
		assert_int_equal(rig_asked(&rig, NULL), 2);
		buf_done(&page);
		stop(&rig);
	}
}

static struct plan_memory
kept(struct rig *rig, const char *strategy)
{
	struct store_view view;
	struct plan_memory memory;
	assert_int_equal(store_view_begin(rig->store, &view, NULL), OK);
	assert_int_equal(store_feed_plan(&view, strategy, &memory), OK);
	store_view_end(&view);
	return memory;
}

/* Each look fits a plan once more, in whatever process. */
static void
what_plans_learned_survives(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, script, "/a /b /c /d /e /f");
	rig_option(&rig, "strategy", "fixed:1h");
	rig_option(&rig, "requests-per-day", "12");
	for (int64_t process = 1; process <= 3; process++) {
		rig_start(&rig, false);
		rig_refresh(&rig, ENGINE_DUE_ONLY);
		rig.ahead += TIME_HOUR;
		rig_refresh(&rig, ENGINE_DUE_ONLY);
		assert_int_equal(kept(&rig, "fixed:1h").whole[0], 2 * process - 1);
		rig.ahead += TIME_HOUR;
		rig_stop(&rig);
	}
	/* Without a budget, what was fitted to it is over. */
	rig_option(&rig, "requests-per-day", "0");
	rig_start(&rig, false);
	rig.ahead += TIME_DAY;
	rig_refresh(&rig, ENGINE_DUE_ONLY);
	assert_true(rig_budget(&rig, "/a") == 1);
	stop(&rig);
}

/* A process continues with the threshold and the remainder of the one before: a step of
 * 5 %, not what the most wanted feed of its first cycle would set. */
static void
a_threshold_survives(void **unused)
{
	(void)unused;
	struct rig rig;
	start(&rig, "best-effort");
	double before = 0;
	for (int process = 0; process < 3; process++) {
		for (int hour = 0; hour < 5; hour++) {
			rig.ahead += TIME_HOUR;
			rig_refresh(&rig, ENGINE_DUE_ONLY);
			double tau = kept(&rig, "best-effort").real[0];
			double step = tau / before;
			assert_true(tau > 0);
			if (before > 0 && fabs(step - 1) > 0.051)
				fail_msg("from %g to %g in process %d, hour %d", before,
					tau, process, hour);
			before = tau;
		}
		rig_stop(&rig);
		rig_start(&rig, false);
	}
	stop(&rig);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_budget_of_a_cycle_goes_round),
		cmocka_unit_test(older_items_are_paid_for),
		cmocka_unit_test(a_cycle_is_begun_once),
		cmocka_unit_test(max_interval_holds),
		cmocka_unit_test(no_feed_overflows),
		cmocka_unit_test(a_budget_a_day_slows_polling_down),
		cmocka_unit_test(what_plans_learned_survives),
		cmocka_unit_test(a_threshold_survives),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
