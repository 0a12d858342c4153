/*
 * A reader that is open while its clock is set forth and back, and wakes from a night
 * with everything due at once. Time really passes only where a row says so: what a server
 * asked for, and the least time between two polls, is measured by that time, whatever the
 * clock says (cases 113, 114, 117).
 */
#include "config.h"

#include "http/politeness_clock.h"

#include <inttypes.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/file.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/api.h"
#include "engine/pace.h"
#include "http/server.h"
#include "store/read.h"

#define START ((int64_t)1793577600) /* Mon, 02 Nov 2026, 00:00 UTC */
#define PATIENCE_MS 30000
#define PLAIN 60                    /* feeds */
#define CROWD (2 * PACE_PER_SECOND) /* in a second; more is a storm */

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
	int64_t now, passed_ms;
	int64_t begun_ms; /* the seconds since then pass, too */
	char dir[256], feeds[300], data[300];
	struct http_server *server;
	struct options options;
	struct store *store;
	struct engine *engine;
	size_t seen;         /* requests of the log */
	int64_t last[FEEDS]; /* true time of the last request; -1 none */
	int64_t broken;
};

static void
die(const char *what, const struct err *err)
{
	fprintf(stderr, "politeness: %s%s%s\n", what, err ? ": " : "",
		err ? err->text : "");
	exit(99);
}

static int64_t
fake_clock(void *data)
{
	struct world *w = data;
	return __atomic_load_n(&w->now, __ATOMIC_SEQ_CST) +
	       (time_boot_ms() - w->begun_ms) / 1000;
}

static int64_t
fake_boot(void *data)
{
	return time_boot_ms() +
	       __atomic_load_n(&((struct world *)data)->passed_ms, __ATOMIC_SEQ_CST);
}

static void
write_files(struct world *w)
{
	struct buf lines = BUF_INIT(0), script = BUF_INIT(0);
	struct err err;
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		buf_addf(&script, "%s\n\t%s", kinds[i].path, kinds[i].answer);
	w->server = http_server_start(buf_str(&script), NULL);
	for (size_t i = 0; i < FEEDS; i++) {
		w->last[i] = -1;
		buf_addf(&lines, "http://127.0.0.1:%d", http_server_port(w->server));
		if (i < SINGLE)
			buf_addf(&lines, "%s\n", kinds[i].path);
		else
			buf_addf(&lines, "/%zu\n", i);
	}
	if (file_write(w->feeds, buf_str(&lines), lines.len, 0600, &err) != OK)
		die("feeds", &err);
	buf_done(&lines);
	buf_done(&script);
}

static void
set_up(struct world *w)
{
	const char *tmp = getenv("TMPDIR");
	struct err err;
	snprintf(w->dir, sizeof w->dir, "%s/courant-clock-XXXXXX",
		str_empty(tmp) ? "/tmp" : tmp);
	if (!mkdtemp(w->dir))
		die("no temporary directory", NULL);
	snprintf(w->feeds, sizeof w->feeds, "%s/feeds", w->dir);
	snprintf(w->data, sizeof w->data, "%s/store", w->dir);
	write_files(w);
	conf_options_init(&w->options);
	if (conf_option_set(&w->options, "host-gap", "0", &err) != OK ||
		store_open(&w->store, w->data, &err) != OK)
		die("store", &err);
	const struct engine_setup setup = {.store = w->store,
		.options = &w->options,
		.feeds_path = w->feeds,
		.clock = fake_clock,
		.boot = fake_boot,
		.clock_data = w,
		.schedule = true};
	if (engine_start(&w->engine, &setup, &err) != OK)
		die("engine", &err);
}

static void
tear_down(struct world *w)
{
	char program[] = "rm", flags[] = "-rf";
	char *const remove[] = {program, flags, w->dir, NULL};
	struct err err;
	engine_stop(w->engine);
	store_close(w->store);
	http_server_stop(w->server);
	conf_options_done(&w->options);
	if (spawn_run(remove, NULL, NULL, NULL, PATIENCE_MS, &err) != OK)
		die("removing", &err);
}

/* To the end of a refresh; false: it took too long. */
static bool
wait_done(struct world *w, int64_t end)
{
	for (;;) {
		struct engine_event *event = engine_take(w->engine);
		bool any = event != NULL, done = any && event->kind == ENGINE_DONE;
		free(event);
		if (done)
			return true;
		struct pollfd fd = {.fd = engine_fd(w->engine), .events = POLLIN};
		int64_t left = end - time_mono_ms();
		if (!any && (left <= 0 || poll(&fd, 1, (int)left) <= 0))
			return false;
	}
}

static size_t
asked(const struct world *w)
{
	struct http_log log;
	http_server_log(w->server, &log);
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
		die("an address that is no feed was asked", NULL);
	return (size_t)n;
}

/* Judges the requests of a step, and prints its row. */
static void
report(struct world *w, const struct step *step, int64_t truth)
{
	struct http_log log;
	size_t first = w->seen, most = 0;
	int64_t before = w->broken;
	http_server_log(w->server, &log);
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
	struct world w = {.now = START, .begun_ms = time_boot_ms()};
	int64_t truth = 0;
	size_t total = 0;
	printf("\n%-26s %8s %8s %15s %7s\n", "the clock", "due", "requests",
		"most in 1 s", "broken");
	for (size_t i = 0; i < COUNT_OF(steps); i++) {
		int64_t end = time_mono_ms() + PATIENCE_MS;
		truth += steps[i].passed;
		total += steps[i].due;
		__atomic_store_n(&w.passed_ms, truth * 1000, __ATOMIC_SEQ_CST);
		__atomic_store_n(
			&w.now, w.now + steps[i].passed + steps[i].set, __ATOMIC_SEQ_CST);
		if (i == 0)
			set_up(&w);
		else if (steps[i].due)
			engine_look(w.engine, SINGLE + 1); /* wakes it */
		else
			engine_refresh(w.engine, NULL, 0, ENGINE_DUE_ONLY);
		while (wait_done(&w, end) && asked(&w) < total)
			;
		report(&w, &steps[i], truth);
	}
	tear_down(&w);
	printf("%-26s %41s %" PRId64 "\n", "all", "hints broken:", w.broken);
	return w.broken;
}
