/*
 * HTTP's rules from poll to poll, by a clock of ours: validators, deltas, new addresses,
 * weekly requests in full, and what servers and feeds say of when to come back.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/str.h"
#include "base/time.h"
#include "engine/harness.h"

#define ITEM(n, title) "<item><guid>" n "</guid><title>" title "</title></item>"
#define RSS(items)                                                                       \
	"\tbody <rss version=\"2.0\"><channel><title>Feed</title>" items                 \
	"</channel></rss>\n"

static void
poll_at(struct rig *rig, int64_t seconds)
{
	rig->ahead = seconds;
	rig_run(rig, ENGINE_FORCE);
}

/* Case 82: three good polls over seven days; the line and what was known stay. */
static void
new_address_is_adopted(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig,
		"/old\n\tredirect 301 /new\n/new\n" RSS(ITEM("1", "One")) "then\n" RSS(
			ITEM("1", "One")) "then\n" RSS(ITEM("1",
			"One")) "then\n" RSS(ITEM("1", "One")
				ITEM("2", "Two")) "then\n" RSS(ITEM("1", "One")
				ITEM("2", "Two")) "then\n\tstatus 404\n",
		"/old");
	poll_at(&rig, 0);
	poll_at(&rig, TIME_DAY);
	poll_at(&rig, 2 * TIME_DAY); /* three, but only two days */
	assert_int_equal(rig_asked(&rig, "/old"), 3);
	assert_int_equal(rig_http(&rig, "/old").moved_count, 3);
	poll_at(&rig, 8 * TIME_DAY); /* a fourth, after eight: from now on the new one */
	assert_int_equal(rig_asked(&rig, "/old"), 4);
	poll_at(&rig, 9 * TIME_DAY);
	assert_int_equal(rig_asked(&rig, "/old"), 4);
	assert_int_equal(rig_asked(&rig, "/new"), 5);
	assert_string_equal(rig_titles(&rig, "/old"), "Two|One");
	struct buf line = BUF_INIT(0);
	struct err err;
	assert_int_equal(file_read(rig.feeds, &line, &err), OK);
	assert_non_null(strstr(buf_str(&line), "/old"));
	buf_done(&line);
	/* It fails: the old one again, which was never forgotten. */
	poll_at(&rig, 10 * TIME_DAY);
	assert_int_equal(rig_asked(&rig, "/old"), 4);
	poll_at(&rig, 12 * TIME_DAY);
	assert_int_equal(rig_asked(&rig, "/old"), 5);
	rig_done(&rig);
}

/* 302, 303, 307 never; and a 301 behind one of them is none. */
static void
passing_redirects_are_not_adopted(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig,
		"/a\n\tredirect 302 /new\n/b\n\tredirect 307 /new\n/c\n\tredirect 303 "
		"/new\n/d\n\tredirect 301 /a\n/new\n" RSS(ITEM("1", "One")),
		"/a /b /c /d");
	for (int day = 0; day < 10; day += 3)
		poll_at(&rig, day * TIME_DAY);
	assert_null(rig_http(&rig, "/a").moved_to);
	assert_null(rig_http(&rig, "/b").moved_to);
	assert_null(rig_http(&rig, "/c").moved_to);
	assert_null(rig_http(&rig, "/d").moved_to);
	assert_int_equal(rig_asked(&rig, "/b"), 4);
	rig_done(&rig);
}

/* Cases 74 to 76: both, as they came; new ones from a 304 and from the same body; none
 * from what is no feed. */
static void
validators_are_a_pair(void **unused)
{
	(void)unused;
	static const char one[] = "Thu, 01 Oct 2020 10:00:00 GMT";
	static const char two[] = "Fri, 02 Oct 2020 10:00:00 GMT";
	struct rig rig;
	rig_init(&rig,
		"/a\n\tetag W/\"one\"\n\tmodified Thu, 01 Oct 2020 10:00:00 GMT\n" RSS(
			ITEM("1", "One")) "then\n\tstatus 304\n\theader ETag: "
					  "\"two\"\n\theader Last-Modified: Fri, 02 Oct "
					  "2020 10:00:00 GMT\nthen\n\tstatus "
					  "200\n\theader ETag: \"page\"\n\theader "
					  "Last-Modified: Sat, 03 Oct 2020 10:00:00 "
					  "GMT\n\tbody <html>Maintenance\nthen\n"
					  "\theader ETag: \"three\"\n" RSS(
						  ITEM("1", "One")) "then\n\tstatus "
								    "304\n",
		"/a");
	for (int i = 0; i < 5; i++)
		poll_at(&rig, i * TIME_HOUR);
	assert_null(rig_sent(&rig, "/a", 0, "If-None-Match"));
	assert_string_equal(rig_sent(&rig, "/a", 1, "If-None-Match"), "W/\"one\"");
	assert_string_equal(rig_sent(&rig, "/a", 1, "If-Modified-Since"), one);
	assert_string_equal(rig_sent(&rig, "/a", 2, "If-None-Match"), "\"two\"");
	assert_string_equal(rig_sent(&rig, "/a", 2, "If-Modified-Since"), two);
	/* After the page that was none of a feed. */
	assert_string_equal(rig_sent(&rig, "/a", 3, "If-None-Match"), "\"two\"");
	assert_string_equal(rig_sent(&rig, "/a", 3, "If-Modified-Since"), two);
	/* The pair is of one answer: the old date goes with the old tag. */
	assert_string_equal(rig_sent(&rig, "/a", 4, "If-None-Match"), "\"three\"");
	assert_null(rig_sent(&rig, "/a", 4, "If-Modified-Since"));
	rig_done(&rig);
}

/* Case 88: what a delta leaves out is still there. */
static void
delta_is_merged(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig,
		"/a\n\theader ETag: \"one\"\n" RSS(ITEM("2", "Two") ITEM(
			"1", "One")) "then\n\tstatus 226\n\theader IM: feed\n\theader "
				     "ETag: \"two\"\n" RSS(
					     ITEM("3", "Three")) "then\n\tstatus 304\n",
		"/a");
	poll_at(&rig, 0);
	poll_at(&rig, TIME_HOUR);
	assert_int_equal(rig.counts.added, 1);
	assert_string_equal(rig_sent(&rig, "/a", 1, "A-IM"), "feed");
	assert_string_equal(rig_titles(&rig, "/a"), "Three|Two|One");
	assert_int_equal(rig_feed(&rig, "/a").unread, 3);
	assert_string_equal(rig_http(&rig, "/a").etag, "\"two\"");
	poll_at(&rig, 2 * TIME_HOUR);
	assert_string_equal(rig_sent(&rig, "/a", 2, "If-None-Match"), "\"two\"");
	assert_int_equal(rig_feed(&rig, "/a").status, 304);
	rig_check(&rig);
	rig_done(&rig);
}

/* Case 88: the same with a 200, and with a feed that is complete but for the delta; case
 * 89: what a complete feed lists no more is gone from it, and stays in the store. */
static void
complete_feed(void **unused)
{
	(void)unused;
#define COMPLETE "<fh:complete xmlns:fh=\"http://purl.org/syndication/history/1.0\"/>"
	struct rig rig;
	rig_init(&rig,
		"/a\n\theader ETag: \"one\"\n" RSS(COMPLETE ITEM("2", "Two") ITEM(
			"1", "One")) "then\n\theader IM: feed\n\theader "
				     "ETag: \"two\"\n" RSS(COMPLETE ITEM("3",
					     "Three")) "then\n" RSS(COMPLETE ITEM("3",
					     "Three")),
		"/a");
	poll_at(&rig, 0);
	poll_at(&rig, TIME_HOUR);
	assert_string_equal(rig_titles(&rig, "/a"), "Three|Two|One");
	assert_string_equal(rig_gone(&rig, "/a"), "");
	poll_at(&rig, 2 * TIME_HOUR);
	assert_string_equal(rig_titles(&rig, "/a"), "Three|Two|One");
	assert_string_equal(rig_gone(&rig, "/a"), "Two|One");
	assert_int_equal(rig_feed(&rig, "/a").unread, 3);
	rig_check(&rig);
	rig_done(&rig);
}

/* Case 77: a server that says 304 for ever is asked in full once a week, no more. */
static void
endless_304_is_asked_in_full(void **unused)
{
	(void)unused;
	struct rig rig;
	rig_init(&rig, "/a\n\tetag \"x\"\n" RSS(ITEM("1", "One")), "/a");
	for (int day = 0; day <= 15; day++)
		poll_at(&rig, day * TIME_DAY + day);
	size_t full = 0;
	for (size_t i = 0; i <= 15; i++)
		full += rig_sent(&rig, "/a", i, "If-None-Match") == NULL;
	assert_int_equal(full, 3); /* the first, and after one and two weeks */
	rig_done(&rig);
}

/* Cases 78, 79 and 90, from the header or the document to the next poll. */
static void
hints_are_lower_bounds(void **unused)
{
	(void)unused;
	static const struct {
		const char *what, *answer;
		int64_t least, most; /* seconds to the next poll */
	} cases[] = {
		{"none: the strategy's hour", RSS(ITEM("1", "")), 3600, 3600},
		{"max-age", "\theader Cache-Control: max-age=7200\n" RSS(ITEM("1", "")),
			7200, 7200},
		{"max-age less Age",
			"\theader Cache-Control: max-age=18000\n\theader Age: 7200\n" RSS(
				ITEM("1", "")),
			10800, 10800},
		{"max-age of ten years",
			"\theader Cache-Control: max-age=315360000\n" RSS(ITEM("1", "")),
			86400, 86400},
		{"max-age of a second",
			"\theader Cache-Control: max-age=1\n" RSS(ITEM("1", "")), 3600,
			3600},
		{"Expires",
			"\theader Date: Thu, 01 Oct 2020 10:00:00 GMT\n\theader Expires: "
			"Thu, 01 Oct 2020 15:00:00 GMT\n" RSS(ITEM("1", "")),
			18000, 18000},
		{"ttl", RSS("<ttl>180</ttl>" ITEM("1", "")), 10800, 10800},
		{"ttl of years", RSS("<ttl>9999999</ttl>" ITEM("1", "")), 86400, 86400},
		{"ttl 0", RSS("<ttl>0</ttl>" ITEM("1", "")), 3600, 3600},
		{"sy: twice a day",
			"\tbody <rss version=\"2.0\" "
			"xmlns:sy=\"http://purl.org/rss/1.0/modules/syndication/\">"
			"<channel><sy:updatePeriod>daily</sy:updatePeriod>"
			"<sy:updateFrequency>2</sy:updateFrequency>" ITEM(
				"1", "") "</channel></rss>\n",
			43200, 43200},
		{"all hours skipped: not heard",
			RSS("<skipHours><hour>0</hour><hour>1</hour><hour>2</hour>"
			    "<hour>3</hour><hour>4</hour><hour>5</hour><hour>6</hour>"
			    "<hour>7</hour><hour>8</hour><hour>9</hour><hour>10</hour>"
			    "<hour>11</hour><hour>12</hour><hour>13</hour>"
			    "<hour>14</hour><hour>15</hour><hour>16</hour>"
			    "<hour>17</hour><hour>18</hour><hour>19</hour>"
			    "<hour>20</hour><hour>21</hour><hour>22</hour>"
			    "<hour>23</hour></skipHours>" ITEM("1", "")),
			3600, 3600},
		{"six days skipped",
			RSS("<skipDays><day>Monday</day><day>Tuesday</day>"
			    "<day>Wednesday</day><day>Thursday</day><day>Friday</day>"
			    "<day>Saturday</day></skipDays>" ITEM("1", "")),
			3600, 6 * 86400 + 3600},
		{"Retry-After beyond all numbers",
			"\tstatus 503\n\theader Retry-After: 99999999999999999999\n",
			7 * 86400, 7 * 86400},
		{"Retry-After in the past",
			"\tstatus 503\n\theader Retry-After: Thu, 01 Jan 2015 00:00:00 "
			"GMT\n",
			900, 1350},
		{"Retry-After -5", "\tstatus 503\n\theader Retry-After: -5\n", 900, 1350},
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct rig rig;
		struct buf script = BUF_INIT(0);
		buf_addf(&script, "/a\n%s", cases[i].answer);
		rig_init(&rig, buf_str(&script), "/a");
		buf_done(&script);
		rig_run(&rig, ENGINE_FORCE);
		struct http_state http = rig_http(&rig, "/a");
		int64_t wait = http.next_poll - http.last_poll;
		if (wait < cases[i].least || wait > cases[i].most)
			fail_msg("%s: %ld s", cases[i].what, (long)wait);
		rig_done(&rig);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(new_address_is_adopted),
		cmocka_unit_test(passing_redirects_are_not_adopted),
		cmocka_unit_test(validators_are_a_pair),
		cmocka_unit_test(delta_is_merged),
		cmocka_unit_test(complete_feed),
		cmocka_unit_test(endless_304_is_asked_in_full),
		cmocka_unit_test(hints_are_lower_bounds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
