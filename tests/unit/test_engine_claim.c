/* How much of a refresh one transaction takes. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/queue.h"
#include "base/time.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/request.h"
#include "engine/core/settings.h"
#include "engine/job/jobs.h"
#include "engine/poll/progress.h"
#include "engine/refresh/claim.h"
#include "engine/refresh/pause.h"
#include "model/http.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/feed/claim.h"
#include "store/feed/feed.h"
#include "store/poll/poll.h"
#include "store_helper.h"
#include "unit.h"

#define FEEDS 600

static const struct engine_job_class polls = {
	.name = "poll", .size = sizeof(struct engine_poll_job), .claims = true};

struct bare {
	struct engine engine;
	struct options options;
	struct engine_settings settings;
	struct engine_pauses pauses;
	struct engine_candidate_feed list[FEEDS];
};

static int64_t
now(void *data)
{
	(void)data;
	return T0;
}

static struct bare *
up(struct fixture *f)
{
	char urls[FEEDS][32];
	const char *lines[FEEDS];
	struct bare *b = mem_zalloc(sizeof *b);
	struct engine *e = &b->engine;
	struct err err;
	conf_options_init(&b->options);
	e->store = f->store;
	e->options = &b->options;
	e->settings = &b->settings;
	e->pauses = &b->pauses;
	e->clock = now;
	e->events = queue_new(NULL, NULL);
	assert_int_equal(engine_job_init(e, &err), OK);
	assert_int_equal(engine_poll_progress_init(e, &err), OK);
	assert_int_equal(engine_refresh_claim_init(e, &err), OK);
	for (int i = 0; i < FEEDS; i++) {
		snprintf(urls[i], sizeof urls[i], "http://127.0.0.1/%d", i);
		lines[i] = urls[i];
	}
	put_subscriptions(f, lines, FEEDS);
	engine_poll_progress_begin(e, true);
	for (uint32_t i = 0; i < FEEDS; i++) {
		b->list[i] = (struct engine_candidate_feed){i + 1, ENGINE_FORCE};
		engine_poll_progress_expect(e, i + 1);
		engine_job_set_state(e, i + 1, ENGINE_QUEUED);
	}
	return b;
}

static void
down(struct bare *b)
{
	engine_refresh_claim_done(&b->engine);
	engine_poll_progress_done(&b->engine);
	engine_job_done(&b->engine);
	engine_refresh_pause_done(&b->pauses);
	queue_free(b->engine.events, NULL);
	conf_options_done(&b->options);
	free(b);
}

/* Servers of all feeds asked for an hour. */
static void
hold_all(struct fixture *f)
{
	struct arena arena = ARENA_INIT;
	struct store_batch *batch = begin_batch(f);
	for (uint32_t i = 1; i <= FEEDS; i++) {
		struct store_view view = store_batch_view(batch);
		struct http_state http;
		const struct store_poll poll = {.feed = i, .now = T0, .http = &http};
		assert_int_equal(
			store_feed_state(&view, i, &arena, &http, NULL, NULL), OK);
		http.retry_at = T0 + TIME_HOUR;
		assert_int_equal(store_poll_put(batch, &poll, NULL, NULL), OK);
	}
	commit_batch(batch);
	arena_done(&arena);
}

/* Feeds that are held back take time as well: a transaction ends after some. */
static void
held_feeds_are_looked_through_in_slices(void **state)
{
	struct bare *b = up(*state);
	struct engine *e = &b->engine;
	struct err err;
	size_t taken = 0;
	hold_all(*state);
	for (size_t before = 0; before < FEEDS; before = taken) {
		assert_int_equal(engine_refresh_claim_ask(e, &polls, b->list + taken,
					 FEEDS - taken, 64, &taken, &err),
			OK);
		assert_true(taken > before);
		assert_true(taken - before <= STORE_CLAIM_MAX);
	}
	assert_int_equal(taken, FEEDS);
	assert_int_equal(engine_job_claiming(e), 0);
	for (uint32_t i = 1; i <= FEEDS; i++)
		assert_int_equal(engine_job_state(e, i), ENGINE_IDLE);
	down(b);
}

/* What is asked fills the room that there is, and no more is looked at. */
static void
no_more_is_claimed_than_there_is_room_for(void **state)
{
	struct bare *b = up(*state);
	struct engine *e = &b->engine;
	struct err err;
	size_t taken = 0, at = 0;
	assert_int_equal(
		engine_refresh_claim_ask(e, &polls, b->list, FEEDS, 64, &taken, &err),
		OK);
	assert_int_equal(taken, 64);
	assert_int_equal(engine_job_claiming(e), 64);
	assert_int_equal(engine_job_state(e, 64), ENGINE_RUNNING);
	assert_int_equal(engine_job_state(e, 65), ENGINE_QUEUED);
	/* Given back, they can be claimed in the same transaction. */
	for (struct engine_job *job; (job = engine_job_next(e, &at)) != NULL;) {
		uint32_t feed = job->feed;
		engine_job_cancel(e, job->tag);
		engine_refresh_claim_give_back(e, feed);
		engine_job_set_state(e, feed, ENGINE_QUEUED);
	}
	taken = 0;
	assert_int_equal(
		engine_refresh_claim_ask(e, &polls, b->list, FEEDS, 64, &taken, &err),
		OK);
	assert_int_equal(engine_job_claiming(e), 64);
	down(b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(held_feeds_are_looked_through_in_slices),
		FIXTURE_TEST(no_more_is_claimed_than_there_is_room_for),
	};
	return UNIT_RUN(tests);
}
