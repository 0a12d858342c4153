/*
 * Why a feed is polled when it is, as text: what bound it, and in other languages.
 */
#include "config.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"

#include "base/attr.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/spawn.h"
#include "base/time.h"
#include "model/http.h"
#include "model/schedule.h"
#include "model/trace.h"
#include "schedule/due.h"
#include "schedule/habit.h"
#include "schedule/why.h"

#define NOW ((int64_t)1793620800) /* Mon, 02 Nov 2026, 12:00 UTC */

struct view {
	struct http_state http;
	struct schedule_record habit;
	struct feed_trace trace;
	struct buf out;
};

static void
set_up(struct view *v)
{
	memset(v, 0, sizeof *v);
	v->http = (struct http_state){.status = 200,
		.last_poll = NOW - TIME_HOUR,
		.last_change = TIME_NONE,
		.last_full = NOW - TIME_HOUR,
		.next_poll = NOW + 2 * TIME_HOUR,
		.reason = DUE_STRATEGY,
		.retry_at = TIME_NONE,
		.fresh_until = TIME_NONE,
		.moved_since = TIME_NONE,
		.failed_since = TIME_NONE};
	habit_init(&v->habit.habit);
}

static const char *
text(struct view *v)
{
	const struct schedule_why why = {.title = "T",
		.url = "http://h/",
		.duplicate = "Twin",
		.http = &v->http,
		.habit = &v->habit,
		.trace = &v->trace,
		.now = NOW};
	buf_clear(&v->out);
	why_text(&why, 0, &v->out);
	return buf_str(&v->out);
}

static void
want(struct view *v, const char *line)
{
	if (!strstr(text(v), line))
		fail_msg("no \"%s\" in:\n%s", line, buf_str(&v->out));
}

/* Three items an hour, of which one is shown, polled after two hours: 6 - 1 + e^-6 of six
 * are lost, so 60 of 72 a day; a third of twenty minutes would do. */
static void
a_loss_is_told(void **state)
{
	(void)state;
	struct view v;
	set_up(&v);
	struct schedule *s = &v.habit.schedule;
	s->last_poll = NOW;
	s->window_len = 1;
	s->inflow[0] = 3;
	s->inflow[1] = (float)TIME_HOUR;
	want(&v, "about 60 items a day, because it posts more than it shows\n");
	v.http.reason = DUE_OVERFLOW;
	want(&v, "more than it shows; min-interval = 6m would get them\n");
	s->complete = true;
	assert_null(strstr(text(&v), "Loses"));
	buf_done(&v.out);
}

static void
a_pause_of_the_host_is_told(void **state)
{
	(void)state;
	struct view v;
	set_up(&v);
	v.http.reason = DUE_HOST_PAUSE;
	want(&v, "(in 2 h), after a pause that its host asked for\n");
	buf_done(&v.out);
}

/* What the strategy chose is not what the feed's habit foretells, and not a bound either
 * where max-interval brings the poll forward. */
static void
rules_promise_nothing(void **state)
{
	(void)state;
	static const int64_t rules[] = {
		NOW + 14 * TIME_DAY, DUE_STRATEGY, NOW + TIME_DAY, DUE_MAX_INTERVAL};
	struct view v;
	set_up(&v);
	v.http.reason = DUE_MAX_INTERVAL;
	memcpy(v.http.rules, rules, sizeof rules);
	v.http.rules_len = COUNT_OF(rules);
	want(&v, "Rules         Mon, 16 Nov 2026, 12:00  chosen by the strategy\n"
		 "              Tue, 03 Nov 2026, 12:00  not later than max-interval  "
		 "<- applies\n");
	buf_done(&v.out);
}

static void
promises_are_told(void **state)
{
	(void)state;
	struct view v;
	set_up(&v);
	assert_null(strstr(text(&v), "Promises"));
	v.trace.kept[PROMISE_MAX_AGE] = 12;
	v.trace.broken[PROMISE_MAX_AGE] = 2;
	v.trace.broken[PROMISE_LAST_MODIFIED] = 1;
	want(&v, "Promises      kept at changes: max-age 12 of 14, Last-Modified 0 of "
		 "1\n");
	buf_done(&v.out);
}

static void
a_budget_that_binds_is_told(void **state)
{
	(void)state;
	static const struct {
		int64_t interval, unscaled;
		const char *want;
	} cases[] = {
		{7200, 1800,
			"Budget        for all requests: intervals are 4.0 times as long "
			"as the strategy wants\n"},
		{900, 1800,
			"Budget        for all requests: intervals are 0.50 times as "
			"long "
			"as the strategy wants, as there is room\n"},
		{1810, 1800, NULL},
		{7200, 0, NULL},
		{-1, 1800, NULL},
	};
	struct view v;
	set_up(&v);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		v.habit.schedule.interval = cases[i].interval;
		v.habit.schedule.unscaled = cases[i].unscaled;
		if (cases[i].want)
			want(&v, cases[i].want);
		else
			assert_null(strstr(text(&v), "Budget"));
	}
	buf_done(&v.out);
}

#ifdef ENABLE_NLS
/* The catalogue of a language in a place of its own; false: there is no msgfmt. */
static bool
catalogue(const char *dir, const char *language)
{
	const char *src = getenv("srcdir");
	char path[512], from[512], out[] = "-o", tool[] = "msgfmt";
	snprintf(path, sizeof path, "%s/%s", dir, language);
	mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/%s/LC_MESSAGES", dir, language);
	mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/%s/LC_MESSAGES/" PACKAGE ".mo", dir, language);
	snprintf(from, sizeof from, "%s/po/%s.po", src ? src : ".", language);
	char *const argv[] = {tool, out, path, from, NULL};
	return spawn_run(argv, NULL, NULL, NULL, 20000, -1, NULL) == OK;
}

static void
in_german_and_french(void **state)
{
	(void)state;
	static const struct {
		const char *language, *want[5];
	} rows[] = {
		{"de", {"nach einer Pause, um die der Rechner bat", "4.0-mal",
			       "nicht früher als min-interval", "Twin",
			       "zu viele Anfragen"}},
		{"fr", {"après une pause que son hôte a demandée", "4.0 fois",
			       "pas avant min-interval", "Twin", "trop de requêtes"}},
	};
	char dir[] = "/tmp/courant-why.XXXXXX", tool[] = "rm", flags[] = "-rf";
	int64_t rules[] = {
		NOW + TIME_HOUR, DUE_MIN_INTERVAL, NOW + 2 * TIME_HOUR, DUE_HOST_PAUSE};
	const struct http_poll poll = {
		.at = NOW - TIME_HOUR, .status = 429, .trouble = TROUBLE_SLOW_DOWN};
	static char moved[] = "http://new/";
	struct view v;
	assert_non_null(mkdtemp(dir));
	bool known = setlocale(LC_ALL, "C.UTF-8") != NULL;
	setlocale(LC_NUMERIC, "C");
	bindtextdomain(PACKAGE, dir);
	textdomain(PACKAGE);
	set_up(&v);
	v.http.reason = DUE_HOST_PAUSE;
	memcpy(v.http.rules, rules, sizeof rules);
	v.http.rules_len = COUNT_OF(rules);
	v.http.moved_to = moved;
	v.http.moved_count = 1;
	v.http.moved_since = NOW - TIME_DAY;
	http_poll_add(&v.http, &poll);
	v.habit.schedule.interval = 7200;
	v.habit.schedule.unscaled = 1800;
	for (size_t i = 0; known && i < COUNT_OF(rows); i++) {
		known = catalogue(dir, rows[i].language);
		setenv("LANGUAGE", rows[i].language, 1);
		textdomain(PACKAGE); /* the catalogue is looked for again */
		for (size_t k = 0; known && k < COUNT_OF(rows[i].want); k++) {
			want(&v, rows[i].want[k]);
		}
	}
	char *const remove[] = {tool, flags, dir, NULL};
	assert_int_equal(spawn_run(remove, NULL, NULL, NULL, 20000, -1, NULL), OK);
	unsetenv("LANGUAGE");
	setlocale(LC_ALL, "C");
	buf_done(&v.out);
	if (!known)
		skip();
}
#endif

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_loss_is_told),
		cmocka_unit_test(a_pause_of_the_host_is_told),
		cmocka_unit_test(rules_promise_nothing),
		cmocka_unit_test(promises_are_told),
		cmocka_unit_test(a_budget_that_binds_is_told),
#ifdef ENABLE_NLS
		cmocka_unit_test(in_german_and_french),
#endif
	};
	return UNIT_RUN(tests);
}
