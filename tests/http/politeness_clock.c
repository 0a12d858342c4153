/*
 * A reader that is open while its clock is set forth and back, and wakes from a night
 * with everything due at once. Time really passes only where a row says so: what a server
 * asked for, and the least time between two polls, is measured by that time, whatever the
 * clock says (cases 113, 114, 117).
 */
#include "config.h"

#include "http/politeness_clock.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/str.h"
#include "base/time.h"
#include "engine/refresh/throttle.h"
#include "http/polite.h"
#include "http/server.h"

#define PATIENCE_MS 30000
#define PLAIN 60                        /* feeds */
#define CROWD (2 * THROTTLE_PER_SECOND) /* in a second; more is a storm */

#define BODY                                                                             \
	"body <rss version=\"2.0\"><channel><title>Feed</title>"                         \
	"<item><guid>1</guid><title>One</title></item></channel></rss>\n"

static const struct kind {
	const char *path, *answer;
	int64_t wait; /* true seconds that must pass between two requests */
} kinds[] = {
	{"/503", "status 503\n\theader Retry-After: 21600\n", 6 * TIME_HOUR},
	{"/max-age", "etag \"a\"\n\theader Cache-Control: max-age=7200\n\t" BODY,
		2 * TIME_HOUR},
	{"/*", "etag \"a\"\n\t" BODY, 900},
};

#define SINGLE (COUNT_OF(kinds) - 1) /* kinds with one feed */
#define FEEDS (SINGLE + PLAIN)

static const struct step {
	const char *what;
	int64_t passed; /* true time since the step before, seconds */
	int64_t set;    /* of the clock, beside that */
	size_t due;     /* feeds, then */
} steps[] = {
	{"the start", 0, 0, FEEDS},
	{"clock a day forth", 0, TIME_DAY, 0},
	{"an hour later, a day more", TIME_HOUR, TIME_DAY, PLAIN},
	{"clock two days back", 0, -2 * TIME_DAY, 0},
	{"clock ten years forth", 0, 3650 * TIME_DAY, 0},
	{"and back", 0, -3650 * TIME_DAY, 0},
	{"a day asleep, all due", TIME_DAY, 0, FEEDS},
};

struct world {
	struct polite reader;
	size_t seen;         /* requests of the log */
	int64_t last[FEEDS]; /* true time of the last request; -1 none */
	int64_t broken;
};

static void
set_up(struct world *w)
{
	struct buf lines = BUF_INIT(0), script = BUF_INIT(0);
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		buf_addf(&script, "%s\n\t%s", kinds[i].path, kinds[i].answer);
	polite_server(&w->reader, buf_str(&script));
	for (size_t i = 0; i < FEEDS; i++) {
		w->last[i] = -1;
		buf_addf(&lines, "http://127.0.0.1:%d",
			http_server_port(w->reader.server));
		if (i < SINGLE)
			buf_addf(&lines, "%s\n", kinds[i].path);
		else
			buf_addf(&lines, "/%zu\n", i);
	}
	polite_store(&w->reader, buf_str(&lines));
	polite_start(&w->reader, true);
	buf_done(&lines);
	buf_done(&script);
}

static size_t
asked(const struct world *w)
{
	struct http_log log;
	http_server_log(w->reader.server, &log);
	size_t n = log.count;
	http_log_done(&log);
	return n;
}

static size_t
feed_of(const char *target)
{
	int64_t n = FEEDS;
	for (size_t i = 0; i < SINGLE; i++)
		if (str_eq(target, kinds[i].path))
			return i;
	if (str_int(span_of(target + 1), &n) != OK || n < 0 || n >= (int64_t)FEEDS)
		polite_die("an address that is no feed was asked", NULL);
	return (size_t)n;
}

/* Judges the requests of a step, and prints its row. */
static void
report(struct world *w, const struct step *step, int64_t truth)
{
	struct http_log log;
	size_t first = w->seen, most = 0;
	int64_t before = w->broken;
	http_server_log(w->reader.server, &log);
	for (; w->seen < log.count; w->seen++) {
		size_t i = feed_of(log.requests[w->seen].target), in_a_second = 0;
		const struct kind *kind = &kinds[i < SINGLE ? i : SINGLE];
		w->broken += w->last[i] >= 0 && truth - w->last[i] < kind->wait;
		w->last[i] = truth;
		for (size_t k = first; k <= w->seen; k++)
			in_a_second +=
				log.requests[w->seen].ms - log.requests[k].ms < 1000;
		most = in_a_second > most ? in_a_second : most;
	}
	/* New feeds may all be asked at once. */
	w->broken += first > 0 && most > CROWD;
	http_log_done(&log);
	printf("%-26s %8zu %8zu %15zu %7" PRId64 "\n", step->what, step->due,
		w->seen - first, most, w->broken - before);
}

int64_t
politeness_clock(void)
{
	struct world w = {.reader = {.now = POLITE_START}};
	int64_t truth = 0;
	size_t total = 0;
	printf("\n%-26s %8s %8s %15s %7s\n", "the clock", "due", "requests",
		"most in 1 s", "broken");
	for (size_t i = 0; i < COUNT_OF(steps); i++) {
		int64_t end = time_mono_ms() + PATIENCE_MS;
		truth += steps[i].passed;
		total += steps[i].due;
		polite_set_slept(&w.reader, truth * 1000);
		polite_set_now(&w.reader, w.reader.now + steps[i].passed + steps[i].set);
		if (i == 0)
			set_up(&w);
		else if (steps[i].due)
			engine_visit(w.reader.engine, SINGLE + 1); /* wakes it */
		else
			engine_refresh(w.reader.engine, NULL, 0, ENGINE_DUE_ONLY);
		while (polite_wait(&w.reader, end) && asked(&w) < total)
			;
		report(&w, &steps[i], truth);
	}
	polite_end(&w.reader);
	printf("%-26s %41s %" PRId64 "\n", "all", "hints broken:", w.broken);
	return w.broken;
}
