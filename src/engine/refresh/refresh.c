/*
 * A feed is first a candidate, then claimed and polled (a job), then its answer is
 * digested, grouped with others and stored. Candidates wait in an array that is used up
 * from the front, and the state of each feed is a byte in the table of jobs, so that
 * every step costs the same however many feeds there are.
 *
 * Feeds are claimed by the hundred, and only when the window has room for them, so that
 * other processes can take those that this one would not poll soon.
 */
#include "config.h"

#include "engine/refresh/refresh.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/url.h"
#include "base/vec.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/request.h"
#include "engine/job/jobs.h"
#include "engine/plan/cycle.h"
#include "engine/poll/group.h"
#include "engine/poll/mirror.h"
#include "engine/poll/poll.h"
#include "engine/poll/pool.h"
#include "engine/poll/progress.h"
#include "engine/poll/save_poll.h"
#include "engine/refresh/claim.h"
#include "engine/refresh/network.h"
#include "engine/refresh/pause.h"
#include "engine/refresh/throttle.h"
#include "engine/rule/apply.h"
#include "fetch/fetch.h"
#include "model/http.h"
#include "model/subscription.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/claim.h"
#include "store/feed/due.h"
#include "store/feed/feed.h"

#define CLOCK_SLACK 60
#define JUST_POLLED 30   /* seconds */
#define SLOW_MS 500      /* feeds that take as long start first */
#define DUE_CHECK_MAX 60 /* seconds between checks for due feeds: others write, too */

struct engine_refresh_state {
	struct engine_candidate_feed *candidates; /* those from next to len wait */
	size_t next, len, cap;
	bool future_seen; /* feeds with a last poll in the future were looked for */
	struct engine_throttle throttle;
};

int
engine_refresh_init(struct engine *e, struct err *err)
{
	(void)err;
	e->refresh = mem_zalloc(sizeof *e->refresh);
	e->pauses = mem_zalloc(sizeof *e->pauses);
	return OK;
}

void
engine_refresh_done(struct engine *e)
{
	free(e->refresh->candidates);
	free(e->refresh);
	engine_refresh_pause_done(e->pauses);
	free(e->pauses);
}

static void
activate(struct engine *e, bool asked)
{
	if (engine_poll_progress_begin(e, asked)) {
		engine_refresh_network_begin(e);
		engine_rule_refresh(e);
	}
}

static void
push(struct engine *e, uint32_t feed, int flags)
{
	struct engine_refresh_state *r = e->refresh;
	if (r->next == r->len)
		r->next = r->len = 0;
	*VEC_PUSH(r->candidates, r->len, r->cap) =
		(struct engine_candidate_feed){feed, flags};
	engine_job_set_state(e, feed, ENGINE_QUEUED);
}

/* Adds an idle feed to the refresh. */
static void
push_idle(struct engine *e, uint32_t feed, int flags)
{
	if (engine_job_state(e, feed) != ENGINE_IDLE)
		return;
	engine_poll_progress_expect(e, feed);
	push(e, feed, flags);
}

/* Puts a feed in front of all others. If it waits already, its old place is skipped
 * later, because the feed is not QUEUED any more then. */
static void
push_first(struct engine *e, uint32_t feed, int flags)
{
	struct engine_refresh_state *r = e->refresh;
	enum engine_feed_state state = engine_job_state(e, feed);
	if (state == ENGINE_RUNNING) {
		engine_job_raise(e, feed); /* its request may still wait for its turn */
		return;
	}
	if (r->next == 0) {
		size_t waiting = r->len, gap = 16 + waiting / 2;
		r->candidates = vec_grow(
			r->candidates, &r->cap, waiting + gap, sizeof *r->candidates);
		memmove(r->candidates + gap, r->candidates,
			waiting * sizeof *r->candidates);
		r->next = gap;
		r->len = waiting + gap;
	}
	r->candidates[--r->next] = (struct engine_candidate_feed){feed, flags};
	if (state == ENGINE_IDLE)
		engine_poll_progress_expect(e, feed);
	engine_job_set_state(e, feed, ENGINE_QUEUED);
}

/* All feeds of the feeds file, in arena. */
static struct store_feed *
read_feeds(struct engine *e, struct arena *arena, size_t *len)
{
	struct store_view view;
	struct store_feed *feeds = NULL;
	struct err err;
	*len = 0;
	if (store_view_begin(e->store, &view, &err) != OK) {
		engine_event_unstored(e, &err);
		return NULL;
	}
	int status = store_feed_all(&view, arena, false, &feeds, len);
	store_view_end(&view);
	if (status == OK)
		return feeds;
	err_set(&err, status,
		_("the list of feeds cannot be read from the store; run courant check"));
	engine_event_unstored(e, &err);
	*len = 0;
	return NULL;
}

/* Where feeds are also polled by schedule, "all feeds" leaves out those that answered a
 * moment ago: right after the start, for instance, when all of them are due. */
static bool
just_polled(const struct engine *e, const struct store_feed *feed, int64_t now)
{
	return e->schedule && feed->failures == 0 && feed->last_poll <= now &&
	       feed->last_poll > now - JUST_POLLED;
}

/* Case 113: a feed that was last polled in what is now the future would wait until then,
 * because of a clock that was wrong. */
static bool
from_the_future(const struct store_feed *feed, int64_t now)
{
	return feed->last_poll != TIME_NONE && feed->last_poll > now + CLOCK_SLACK;
}

/* How early a feed has to start so that the refresh ends soon: feeds that were never
 * polled, of which nothing is known, then those known to be slow, the slowest first. What
 * starts last should be short. */
static int64_t
lead_of(const struct store_feed *feed)
{
	if (feed->last_poll == TIME_NONE)
		return INT64_MAX;
	return feed->took_ms >= SLOW_MS ? feed->took_ms : 0;
}

static int
by_lead(const void *a, const void *b)
{
	const struct store_feed *x = a, *y = b;
	int64_t p = lead_of(x), q = lead_of(y);
	if (p != q)
		return p > q ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

static void
push_all(struct engine *e, int flags)
{
	struct arena arena = ARENA_INIT;
	size_t len;
	struct store_feed *feeds = read_feeds(e, &arena, &len);
	int64_t now = engine_now(e);
	if (len > 0)
		qsort(feeds, len, sizeof *feeds, by_lead);
	for (size_t i = 0; i < len; i++) {
		bool wrong = from_the_future(&feeds[i], now);
		if (flags & ENGINE_DUE_ONLY && feeds[i].next_poll > now && !wrong)
			continue;
		if (wrong)
			push_idle(e, feeds[i].id, ENGINE_FORCE);
		else if (!just_polled(e, &feeds[i], now))
			push_idle(e, feeds[i].id, flags);
	}
	arena_done(&arena);
}

/* Once, at the start. */
static void
push_from_the_future(struct engine *e, int64_t now)
{
	struct arena arena = ARENA_INIT;
	size_t len = 0;
	const struct store_feed *feeds =
		e->refresh->future_seen ? NULL : read_feeds(e, &arena, &len);
	e->refresh->future_seen = true;
	for (size_t i = 0; i < len; i++) {
		if (!from_the_future(&feeds[i], now))
			continue;
		activate(e, false);
		push_idle(e, feeds[i].id, ENGINE_FORCE);
	}
	arena_done(&arena);
}

void
engine_refresh_begin(struct engine *e, const uint32_t *feeds, size_t len, int flags)
{
	activate(e, true);
	engine_refresh_network_try(e);
	if (feeds) {
		for (size_t i = len; i-- > 0;)
			push_first(e, feeds[i], flags);
	} else {
		if (flags & ENGINE_DUE_ONLY)
			engine_plan_cycle_run(e);
		push_all(e, flags);
	}
}

void
engine_refresh_visit(struct engine *e, uint32_t feed)
{
	const struct engine_refresh_state *r = e->refresh;
	int flags = ENGINE_DUE_ONLY;
	if (!e->schedule || engine_refresh_network_wait(e) > 0)
		return;
	/* If the feed waits already, its flags stay. */
	for (size_t i = r->next; i < r->len; i++)
		if (r->candidates[i].feed == feed)
			flags = r->candidates[i].flags;
	activate(e, false);
	push_first(e, feed, flags);
}

/* Finds feeds that are due by schedule: all that were never polled, and of the others as
 * many as the throttle allows. */
static int
find_due(struct engine *e, int64_t now, uint32_t ids[static STORE_CLAIM_MAX], size_t *len,
	int64_t *next)
{
	struct store_view view;
	int64_t now_ms = time_mono_ms();
	size_t room = engine_refresh_throttle_allowance(&e->refresh->throttle, now_ms);
	int status = store_view_begin(e->store, &view, NULL);
	if (status != OK)
		return status;
	status = store_feed_due(&view, TIME_NONE, ids, STORE_CLAIM_MAX, len, next);
	if (status == OK && *len == 0) {
		if (room > STORE_CLAIM_MAX)
			room = STORE_CLAIM_MAX;
		status = store_feed_due(&view, now, ids, room, len, next);
		engine_refresh_throttle_take(&e->refresh->throttle, *len);
	}
	store_view_end(&view);
	return status;
}

static void
schedule(struct engine *e)
{
	struct engine_refresh_state *r = e->refresh;
	int64_t now = engine_now(e);
	if (!e->schedule)
		return;
	if (r->next < r->len || engine_refresh_network_wait(e) > 0)
		return;
	/* If the time of the next check is far ahead, the clock was set back. */
	if (now < e->due_check_at && e->due_check_at - now <= DUE_CHECK_MAX)
		return;
	uint32_t ids[STORE_CLAIM_MAX];
	size_t len = 0;
	int64_t next = TIME_NONE;
	e->due_check_at = now + DUE_CHECK_MAX;
	push_from_the_future(e, now);
	if (find_due(e, now, ids, &len, &next) != OK)
		return;
	if (len == COUNT_OF(ids))
		e->due_check_at = now + 1;
	else if (next != TIME_NONE && next < e->due_check_at)
		e->due_check_at = next > now ? next : now + 1;
	if (len > 0)
		activate(e, false);
	for (size_t i = 0; i < len; i++)
		push_idle(e, ids[i], ENGINE_DUE_ONLY);
}

static size_t
room_now(const struct engine *e)
{
	const struct engine_refresh_state *r = e->refresh;
	size_t window = fetch_window(e->fetch);
	size_t running = fetch_running(e->fetch), waiting = fetch_waiting(e->fetch);
	size_t room = engine_refresh_network_allowance(e);
	if (r->next >= r->len || running + waiting >= room)
		return 0;
	/* Requests for busy hosts wait even while the window has room. */
	if (running >= window && waiting >= window / 4)
		return 0;
	room -= running + waiting;
	return room < STORE_CLAIM_MAX ? room : STORE_CLAIM_MAX;
}

/* ---- the class */

static void
digested(struct engine *e, struct engine_poll *poll)
{
	engine_poll_mirror_take(e, poll);
	engine_refresh_network_sort(e, poll);
}

static void
answer(struct engine *e, struct engine_job *job, struct fetch_result *result)
{
	const struct engine_poll_job *own = (const struct engine_poll_job *)job;
	struct engine_poll *poll = engine_poll_new(job->class, job->feed, result);
	poll->now = engine_now(e);
	poll->conditional = own->conditional;
	poll->local = !subscription_is_web(job->source);
	engine_poll_read_as(poll, job->url);
	poll->moved = own->moved;
	poll->astray = !poll->local &&
		       engine_poll_astray(subscription_address(job->url), result->url);
	poll->old_hash = own->body_hash;
	/* An answer that asks for a pause is digested at once: while a thread had it, the
	 * host would get more requests. */
	if (result->http_status / 100 == 2 && engine_poll_pool_give(e, poll))
		return;
	engine_poll_digest(poll);
	int64_t until = engine_poll_host_pause(poll);
	if (until != TIME_NONE)
		engine_refresh_pause(e, job->url, until);
	digested(e, poll);
}

static void
cancel(struct engine *e, struct engine_job *job)
{
	engine_job_set_state(e, job->feed, ENGINE_IDLE);
	engine_refresh_claim_give_back(e, job->feed);
}

static const struct engine_job_class polls = {
	.name = "poll",
	.size = sizeof(struct engine_poll_job),
	.priority = ENGINE_JOB_DUE,
	.claims = true,
	.answer = answer,
	.cancel = cancel,
	.digested = digested,
	.store = engine_poll_save,
	.stored = engine_poll_saved,
};

void
engine_refresh_found(
	struct engine *e, uint32_t feed, const char *line, struct fetch_result *result)
{
	struct engine_poll *poll = engine_poll_new(&polls, feed, result);
	activate(e, true);
	engine_poll_progress_expect(e, feed);
	poll->now = engine_now(e);
	free(result->moved_to); /* the user subscribed to the address that it moved to */
	result->moved_to = NULL;
	engine_poll_read_as(poll, line);
	engine_poll_digest(poll);
	digested(e, poll);
}

/* Cancels the polls under way of url's host (NULL: of all hosts). again: their feeds
 * become candidates again. */
static void
cancel_polls(struct engine *e, const char *url, bool again)
{
	struct engine_job *job;
	size_t at = 0;
	while ((job = engine_job_next(e, &at)) != NULL) {
		const struct engine_poll_job *own = (const struct engine_poll_job *)job;
		if (job->class != &polls ||
			(url && !engine_refresh_pause_same_host(job->url, url)))
			continue;
		const struct engine_candidate_feed asked = {job->feed, own->flags};
		engine_job_cancel(e, job->tag);
		if (again)
			push(e, asked.feed, asked.flags);
	}
}

void
engine_refresh_cancel(struct engine *e)
{
	struct engine_refresh_state *r = e->refresh;
	for (; r->next < r->len; r->next++)
		engine_job_set_state(e, r->candidates[r->next].feed, ENGINE_IDLE);
	cancel_polls(e, NULL, false);
	engine_poll_progress_touch(e);
}

void
engine_refresh_spread(struct engine *e)
{
	engine_refresh_network_doubt(e);
	engine_refresh_throttle_empty(&e->refresh->throttle, time_mono_ms());
	engine_check_due(e);
}

void
engine_refresh_restart(struct engine *e)
{
	engine_refresh_network_try(e);
	cancel_polls(e, NULL, true);
	engine_refresh_spread(e);
}

/* Other processes, and later ones, must respect the pause too. */
static void
store_pause(struct engine *e, const char *url, int64_t until)
{
	struct store_batch *batch;
	struct err err;
	int status = store_batch_begin(e->store, &batch, &err);
	if (status != OK)
		return; /* at least this process respects it */
	status = engine_refresh_pause_store(batch, url, until, engine_now(e), &err);
	if (store_batch_end(batch, status, &err) != OK)
		engine_event_unstored(e, &err);
}

void
engine_refresh_pause(struct engine *e, const char *url, int64_t until)
{
	engine_refresh_pause_add(e->pauses, url, until);
	store_pause(e, url, until);
	/* When they are claimed again, the pause is stored with them. */
	cancel_polls(e, url, true);
}

/* ---- the worker's turn */

bool
engine_refresh_under_way(const struct engine *e)
{
	const struct engine_refresh_state *r = e->refresh;
	return r->next < r->len || engine_job_claiming(e) > 0 ||
	       engine_poll_pool_polls(e) > 0;
}

/* There is no network: the rest of the refresh counts as unreachable and is not polled.
 */
static void
give_up(struct engine *e)
{
	/* What is grouped has been answered, like what the pool has. */
	engine_poll_group_wind_up(e);
	engine_poll_progress_unreachable(e, engine_poll_pool_polls(e));
	engine_refresh_cancel(e);
	engine_refresh_network_release(e);
}

static bool
fill(struct engine *e)
{
	struct engine_refresh_state *r = e->refresh;
	struct err err;
	size_t max = room_now(e);
	if (max == 0)
		return false;
	if (engine_refresh_claim_ask(e, &polls, r->candidates + r->next, r->len - r->next,
		    max, &r->next, &err) != OK) {
		/* Without writing there are no claims, and without claims no requests. */
		engine_event_unstored(e, &err);
		engine_refresh_cancel(e);
	}
	return true;
}

bool
engine_refresh_step(struct engine *e)
{
	if (engine_refresh_network_judge(e, !engine_refresh_under_way(e)))
		give_up(e);
	schedule(e);
	return fill(e);
}

void
engine_refresh_wind_up(struct engine *e)
{
	engine_refresh_cancel(e);
	engine_refresh_network_release(e);
}

int64_t
engine_refresh_wait(const struct engine *e)
{
	const struct engine_refresh_state *r = e->refresh;
	bool under_way = engine_refresh_under_way(e);
	int64_t network = engine_refresh_network_wait(e);
	if (room_now(e) > 0 || (!under_way && engine_refresh_network_suspects(e)))
		return 0;
	if (!e->schedule || r->next < r->len)
		return INT64_MAX;
	return network > 0 ? network : (e->due_check_at - engine_now(e)) * 1000;
}
