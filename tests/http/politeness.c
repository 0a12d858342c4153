/*
 * A week of a polite reader: the engine with a clock of ours polls by its schedule what
 * feeds of the loopback server are like, and each request is held against what that feed
 * asked for. Prints a table, a row a feed: requests, how many of them were conditional
 * (where validators were offered), bytes of bodies, the shortest and the longest time
 * between two of them, the time that had to pass, and requests that came too early
 * (broken: must be 0). Ends with 1 if any did. On the third day it is restarted fifty
 * times in a row, on the fifth the machine sleeps for twelve hours.
 *
 *	politeness [DAYS]
 *
 * A second table: a reader whose clock is set, and that wakes with everything due.
 *
 * Cases 73-81, 90, 113-118, and what publishers ask of readers: hourly at most, and
 * only daily without validators and without news; Retry-After, 410, skipHours obeyed.
 */
#include "config.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/str.h"
#include "base/time.h"
#include "http/polite.h"
#include "http/politeness_clock.h"
#include "http/server.h"
#include "model/http.h"
#include "store/db/view.h"
#include "store/feed/due.h"
#include "store/feed/feed.h"

#define HOUR TIME_HOUR
#define DAY TIME_DAY
#define PATIENCE_MS 20000
#define RESTARTS 50
#define DATE "header Date: Mon, 02 Nov 2026 00:00:00 GMT\n\t"

#define RSS(more)                                                                        \
	"body <rss version=\"2.0\"><channel><title>Feed</title>" more                    \
	"<item><guid>1</guid><title>One</title></item></channel></rss>\n"

static const struct row {
	const char *what, *path, *answer;
	int64_t wait;     /* seconds that must pass between two requests */
	bool conditional; /* validators are offered: all but the first must have them */
	bool once;        /* never again after the first */
	bool elsewhere;   /* on the other host, which asks all to slow down */
	bool unlisted;    /* no feed: never to be asked */
	uint32_t skip_hours; /* GMT */
	uint32_t skip_days;
} rows[] = {
	{"ETag", "/etag", "etag \"a\"\n\t" RSS(""), 900, .conditional = true},
	{"Last-Modified", "/modified",
		"modified Thu, 01 Oct 2020 10:00:00 GMT\n\t" RSS(""), 900,
		.conditional = true},
	{"no validators", "/blind", RSS(""), HOUR},
	{"max-age 2 h", "/max-age",
		"etag \"a\"\n\theader Cache-Control: max-age=7200\n\t" RSS(""), 2 * HOUR,
		.conditional = true},
	{"max-age 2 h, Age 1 h", "/age",
		"etag \"a\"\n\theader Cache-Control: max-age=7200\n\theader Age: "
		"3600\n\t" RSS(""),
		HOUR, .conditional = true},
	{"max-age a year", "/year",
		"etag \"a\"\n\theader Cache-Control: max-age=31536000\n\t" RSS(""), DAY,
		.conditional = true},
	{"Expires in 3 h", "/expires",
		DATE "etag \"a\"\n\theader Expires: Mon, 02 Nov 2026 03:00:00 "
		     "GMT\n\t" RSS(""),
		3 * HOUR, .conditional = true},
	{"no-store", "/no-store",
		"etag \"a\"\n\theader Cache-Control: no-store\n\t" RSS(""), 900,
		.conditional = true},
	{"ttl 4 h", "/ttl", "etag \"a\"\n\t" RSS("<ttl>240</ttl>"), 4 * HOUR,
		.conditional = true},
	{"ttl of two years", "/ttl-far", "etag \"a\"\n\t" RSS("<ttl>999999</ttl>"), DAY,
		.conditional = true},
	{"updatePeriod daily", "/sy",
		"etag \"a\"\n\tbody <rss version=\"2.0\" "
		"xmlns:sy=\"http://purl.org/rss/1.0/modules/syndication/\"><channel>"
		"<title>Feed</title><sy:updatePeriod>daily</sy:updatePeriod>"
		"<item><guid>1</guid><title>One</title></item></channel></rss>\n",
		DAY, .conditional = true},
	{"skipHours 0-5", "/skip-hours",
		"etag \"a\"\n\t" RSS(
			"<skipHours><hour>0</hour><hour>1</hour><hour>2</hour>"
			"<hour>3</hour><hour>4</hour><hour>5</hour></skipHours>"),
		900, .conditional = true, .skip_hours = 0x3f},
	{"skipDays Sat, Sun", "/skip-days",
		"etag \"a\"\n\t" RSS("<skipDays><day>Saturday</day><day>Sunday</day>"
				     "</skipDays>"),
		900, .conditional = true, .skip_days = 1u << 0 | 1u << 6},
	{"cut short", "/cut",
		"etag \"a\"\n\tbody <rss version=\"2.0\"><channel><title>T"
		"</title><item><guid>1</guid></item><item><title>Tw\n",
		HOUR},
	{"moved for good (301)", "/moved", "status 301\n\theader Location: /etag\n", 900,
		.conditional = true},
	{"deltas (226)", "/delta",
		"header ETag: \"a@N@\"\n\t" RSS("") "then\n\tstatus 226\n\theader IM: "
						    "feed\n\theader ETag: "
						    "\"a@N@\"\n\tbody <rss "
						    "version=\"2.0\"><channel><item>"
						    "<guid>@N@</guid></item></channel>"
						    "</rss>\n",
		900, .conditional = true},
	{"names an archive", "/archived",
		"etag \"a\"\n\tbody <feed xmlns=\"http://www.w3.org/2005/Atom\"><link "
		"rel=\"prev-archive\" href=\"/archive\"/><title>T</title></feed>\n",
		900, .conditional = true},
	{"the archive", "/archive", RSS(""), .unlisted = true},
	{"redirects in a circle", "/circle", "redirect 302 /circle\n", 2 * HOUR},
	{"401", "/401", "status 401\n", HOUR},
	{"403", "/403", "status 403\n", HOUR},
	{"404", "/404", "status 404\n", HOUR},
	{"410", "/410", "status 410\n", .once = true},
	{"500", "/500", "status 500\n", 900},
	{"503, Retry-After 6 h", "/503", "status 503\n\theader Retry-After: 21600\n",
		6 * HOUR},
	{"503, Retry-After a date", "/503-date",
		DATE "status 503\n\theader Retry-After: Mon, 02 Nov 2026 02:00:00 GMT\n",
		2 * HOUR},
	{"503, Retry-After nonsense", "/503-junk",
		"status 503\n\theader Retry-After: soon\n", 900},
	{"a web page", "/page", "body <html><title>Hello</title><p>Hello</html>\n", HOUR},
	{"nothing", "/empty", "body\n", HOUR},
	{"no HTTP", "/junk", "raw SSH-2.0-none\\r\\n\n", 900},
	{"reset", "/reset", "reset 10\n\t" RSS(""), 900},
	{"429, Retry-After 2 d", "/429", "status 429\n\theader Retry-After: 172800\n",
		2 * DAY, .elsewhere = true},
	{"the same host", "/429-other", "etag \"a\"\n\t" RSS(""), 900,
		.conditional = true, .elsewhere = true},
};

struct tally {
	int64_t requests, conditional, bytes, broken;
	int64_t last, shortest, longest;
};

struct week {
	struct polite reader;
	size_t seen;          /* requests of the log */
	int64_t paused_until; /* the other host, as its 429 said */
	struct tally tallies[COUNT_OF(rows)];
};

static char *
address(struct arena *arena, const struct week *week, const struct row *row)
{
	return arena_printf(arena, "http://%s:%d%s",
		row->elsewhere ? "localhost" : "127.0.0.1",
		http_server_port(week->reader.server), row->path);
}

static void
set_up(struct week *week)
{
	struct arena arena = ARENA_INIT;
	struct buf lines = BUF_INIT(0), script = BUF_INIT(0);
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		buf_addf(&script, "%s\n\t%s", rows[i].path, rows[i].answer);
	polite_server(&week->reader, buf_str(&script));
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (!rows[i].unlisted)
			buf_addf(&lines, "%s\n", address(&arena, week, &rows[i]));
	polite_store(&week->reader, buf_str(&lines));
	polite_start(&week->reader, false);
	buf_done(&lines);
	buf_done(&script);
	arena_done(&arena);
}

/* What is due by the clock, to its end. */
static void
refresh(struct week *week)
{
	engine_refresh(week->reader.engine, NULL, 0, ENGINE_DUE_ONLY);
	if (!polite_wait(&week->reader, time_mono_ms() + PATIENCE_MS))
		polite_die("a refresh does not end", NULL);
}

static bool
excluded(const struct row *row, int64_t at)
{
	int hour = (int)(at / HOUR % 24);
	int day = (int)((at / DAY + 4) % 7); /* 1970 began on a Thursday */
	return (row->skip_hours >> hour & 1) || (row->skip_days >> day & 1);
}

static void
judge(struct week *week, size_t i, const struct http_request *request)
{
	const struct row *row = &rows[i];
	struct tally *t = &week->tallies[i];
	char *tag = http_request_value(request, "If-None-Match");
	char *date = http_request_value(request, "If-Modified-Since");
	bool conditional = tag || date, broken = row->unlisted;
	free(tag);
	free(date);
	if (t->requests > 0) {
		int64_t gap = week->reader.now - t->last;
		broken = gap < row->wait || row->once || excluded(row, week->reader.now);
		broken |= row->conditional != conditional && gap < 7 * DAY;
		t->shortest = t->shortest && t->shortest < gap ? t->shortest : gap;
		t->longest = t->longest > gap ? t->longest : gap;
	}
	/* Both of that host may have been on their way when the first 429 came. */
	if (row->elsewhere && week->reader.now < week->paused_until && t->requests > 0)
		broken = true;
	if (str_eq(row->path, "/429"))
		week->paused_until = week->reader.now + row->wait;
	t->requests++;
	t->conditional += conditional;
	t->last = week->reader.now;
	if (broken) {
		t->broken++;
		printf("broken: %s, %" PRId64 " s after the start\n", row->what,
			week->reader.now - POLITE_START);
	}
}

static void
take_requests(struct week *week)
{
	struct http_log log;
	bool redirected = false;
	http_server_log(week->reader.server, &log);
	for (; week->seen < log.count; week->seen++) {
		const struct http_request *request = &log.requests[week->seen];
		if (str_eq(request->target, "/moved"))
			redirected = true;
		for (size_t i = 0; i < COUNT_OF(rows); i++) {
			if (!str_eq(request->target, rows[i].path))
				continue;
			/* The redirect's target counts for the feed that moved. */
			if (i == 0 && redirected &&
				week->tallies[0].last == week->reader.now)
				continue;
			judge(week, i, request);
		}
	}
	http_log_done(&log);
}

/* Adds up the bytes of this moment's polls, and tells when the next is due. */
static int64_t
look(struct week *week)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct err err;
	uint32_t id;
	size_t len;
	int64_t next = TIME_NONE;
	if (store_view_begin(week->reader.store, &view, &err) != OK)
		polite_die("store", &err);
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct http_state http;
		if (rows[i].unlisted)
			continue;
		if (store_feed_find(&view, address(&arena, week, &rows[i]), &id) != OK ||
			store_feed_state(&view, id, &arena, &http, NULL, NULL) != OK)
			polite_die("a feed is missing", NULL);
		size_t n = http_polls(&http);
		if (n && http_poll_at(&http, n - 1).at == week->reader.now)
			week->tallies[i].bytes += http_poll_at(&http, n - 1).bytes;
	}
	if (store_feed_due(&view, week->reader.now, &id, 1, &len, &next) != OK)
		polite_die("store", NULL);
	store_view_end(&view);
	arena_done(&arena);
	return next;
}

/* Case 116. */
static void
restart_often(struct week *week)
{
	for (int i = 0; i < RESTARTS; i++) {
		engine_stop(week->reader.engine);
		polite_start(&week->reader, false);
		refresh(week);
		take_requests(week);
	}
}

/* Case 114. */
static void
sleep_long(struct week *week)
{
	polite_set_now(&week->reader, week->reader.now + DAY / 2);
	polite_set_slept(&week->reader, DAY / 2 * 1000);
}

static int64_t
report(const struct week *week)
{
	struct tally sum = {0};
	printf("%-26s %8s %11s %8s %9s %9s %9s %7s\n", "feed", "requests", "conditional",
		"bytes", "shortest", "longest", "asked for", "broken");
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct tally *t = &week->tallies[i];
		printf("%-26s %8" PRId64 " %10.0f%% %8" PRId64 " %7.2f h %7.2f h "
		       "%7.2f h %7" PRId64 "\n",
			rows[i].what, t->requests,
			t->requests ? 100.0 * (double)t->conditional / (double)t->requests
				    : 0.0,
			t->bytes, (double)t->shortest / 3600, (double)t->longest / 3600,
			(double)rows[i].wait / 3600, t->broken);
		sum.requests += t->requests;
		sum.conditional += t->conditional;
		sum.bytes += t->bytes;
		sum.broken += t->broken;
	}
	printf("%-26s %8" PRId64 " %10.0f%% %8" PRId64 " %39s %" PRId64 "\n", "all",
		sum.requests, 100.0 * (double)sum.conditional / (double)sum.requests,
		sum.bytes, "hints broken:", sum.broken);
	return sum.broken;
}

int
main(int argc, char **argv)
{
	struct week week = {.reader = {.now = POLITE_START}};
	int64_t days = 7;
	if (argc > 1 && (str_int(span_of(argv[1]), &days) != OK || days < 1))
		polite_die("how many days?", NULL);
	set_up(&week);
	bool restarted = false, slept = false;
	while (week.reader.now < POLITE_START + days * DAY) {
		refresh(&week);
		take_requests(&week);
		if (!restarted && week.reader.now >= POLITE_START + 2 * DAY) {
			restart_often(&week);
			restarted = true;
		} else if (!slept && week.reader.now >= POLITE_START + 4 * DAY) {
			sleep_long(&week);
			slept = true;
			continue;
		}
		int64_t next = look(&week);
		if (next == TIME_NONE || next == INT64_MAX)
			break;
		int64_t now = week.reader.now;
		polite_set_now(&week.reader, next > now ? next : now + 1);
	}
	int64_t broken = report(&week);
	polite_end(&week.reader);
	broken += politeness_clock();
	return broken ? 1 : 0;
}
