/*
 * What is recorded of a feed's posts.
 */
#include "config.h"

#include "unit.h"

#include "base/time.h"
#include "engine/poll/poll.h"
#include "engine/poll/trace.h"
#include "fetch/fetch.h"
#include "model/feed.h"
#include "model/http.h"
#include "model/schedule.h"
#include "model/trace.h"
#include "schedule/predict.h"

#define NOW ((int64_t)1793620800) /* Mon, 02 Nov 2026, 12:00 UTC */

struct fixture {
	struct feed_trace trace;
	struct schedule_record before;
	struct http_state http;
	struct feed document;
	struct fetch_result answer;
	struct item items[3];
	struct engine_poll poll;
};

static void
set_up(struct fixture *f)
{
	memset(f, 0, sizeof *f);
	f->trace.since = TIME_NONE;
	predict_record_init(&f->before);
	f->http.fresh_until = TIME_NONE;
	f->document.items = f->items;
	f->poll = (struct engine_poll){
		.now = NOW, .document = &f->document, .answer = &f->answer};
}

static void
poll_at(struct fixture *f, int64_t now, size_t len, const int64_t *dates)
{
	static const bool known[3];
	f->poll.now = now;
	f->document.items_len = len;
	for (size_t i = 0; i < len; i++)
		f->items[i] = (struct item){.published = dates[i], .updated = TIME_NONE};
	engine_poll_trace_add(&f->trace, &f->before, &f->http, &f->poll, known);
	struct schedule *s = &f->before.schedule;
	if (s->polls++ == 0)
		s->first_poll = now;
	s->last_poll = f->http.last_poll = now;
}

/* Newest first, as feeds list them. The first document may have old items, and undated
 * ones tell nothing; later, a date that can't be right counts as the time of the poll. */
static void
posts_are_recorded(void **unused)
{
	(void)unused;
	static struct fixture f;
	set_up(&f);
	poll_at(&f, NOW, 3, (int64_t[]){NOW - 10, TIME_NONE, NOW - 9000000});
	assert_int_equal(f.trace.since, NOW);
	assert_int_equal(f.trace.posted_len, 2);
	assert_int_equal(f.trace.posted[0], NOW - 9000000);
	assert_int_equal(f.trace.posted[1], NOW - 10);
	assert_int_equal(f.trace.seen[1], NOW);
	poll_at(&f, NOW + 7200, 3, (int64_t[]){NOW + 9000, TIME_NONE, NOW + 60});
	assert_int_equal(f.trace.posted_len, 5);
	assert_int_equal(f.trace.posted[2], NOW + 60);
	assert_int_equal(f.trace.posted[3], NOW + 7200);
	assert_int_equal(f.trace.posted[4], NOW + 7200);
	poll_at(&f, NOW + 9000, 1, (int64_t[]){NOW - 9000});
	assert_int_equal(f.trace.posted[5], NOW + 9000);
}

/* The oldest go, and with them the time for which all are known. */
static void
the_newest_stay(void **unused)
{
	(void)unused;
	static struct fixture f;
	set_up(&f);
	for (int64_t i = 0; i < FEED_TRACE_MAX + 5; i++)
		poll_at(&f, NOW + i * 60, 1, (int64_t[]){NOW + i * 60 - 1});
	assert_int_equal(f.trace.posted_len, FEED_TRACE_MAX);
	assert_int_equal(f.trace.seen_len, FEED_TRACE_MAX);
	assert_int_equal(f.trace.posted[0], NOW + 5 * 60 - 1);
	assert_int_equal(f.trace.since, NOW + 5 * 60 - 1);
}

/* What an older program kept of the feed is a beginning. */
static void
an_old_window_is_taken_over(void **unused)
{
	(void)unused;
	static struct fixture f;
	set_up(&f);
	f.before.window.times[0] = NOW - 500;
	f.before.window.times[1] = NOW - 400;
	f.before.window.len = 2;
	f.before.schedule.polls = 9;
	f.before.schedule.first_poll = NOW - 9000;
	f.before.schedule.last_poll = NOW - 300;
	poll_at(&f, NOW, 1, (int64_t[]){NOW - 100});
	assert_int_equal(f.trace.since, NOW - 500);
	assert_int_equal(f.trace.posted_len, 3);
	assert_int_equal(f.trace.seen[0], NOW - 300);
	assert_int_equal(f.trace.posted[2], NOW - 100);
}

static void
promises_are_judged(void **unused)
{
	(void)unused;
	static struct fixture f;
	static char modified[] = "Mon, 02 Nov 2026 13:30:00 GMT";
	set_up(&f);
	poll_at(&f, NOW, 1, (int64_t[]){NOW - 10});
	f.http.fresh_until = NOW + 3600;
	f.http.hints.ttl = 7200;
	f.answer.last_modified = modified;
	/* after an hour and a half: max-age kept, ttl not, and Last-Modified tells it */
	poll_at(&f, NOW + 6000, 1, (int64_t[]){NOW + 5400});
	assert_int_equal(f.trace.kept[PROMISE_MAX_AGE], 1);
	assert_int_equal(f.trace.broken[PROMISE_MAX_AGE], 0);
	assert_int_equal(f.trace.broken[PROMISE_TTL], 1);
	assert_int_equal(f.trace.kept[PROMISE_LAST_MODIFIED], 1);
	/* fresh_until has passed: nothing was promised of that */
	poll_at(&f, NOW + 20000, 1, (int64_t[]){NOW + 18000});
	assert_int_equal(f.trace.kept[PROMISE_MAX_AGE], 1);
	assert_int_equal(f.trace.kept[PROMISE_TTL], 1);
	assert_int_equal(f.trace.broken[PROMISE_LAST_MODIFIED], 1);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(posts_are_recorded),
		cmocka_unit_test(the_newest_stay),
		cmocka_unit_test(an_old_window_is_taken_over),
		cmocka_unit_test(promises_are_judged),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
