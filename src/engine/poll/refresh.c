/*
 * A feed's way: candidate → claimed and asked (a job) → answered → grouped → stored. The
 * candidates stand in one array with a reading end; what each feed is doing is a byte in
 * the jobs' table, so that each step costs the same however many feeds there are.
 *
 * Feeds are claimed by the hundred, only as the window needs them: what this process does
 * not get to soon is left for others.
 */
#include "config.h"

#include "engine/poll/refresh.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/url.h"
#include "base/vec.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/job/source.h"
#include "engine/plan/cycle.h"
#include "engine/poll/claim.h"
#include "engine/poll/group.h"
#include "engine/poll/network.h"
#include "engine/poll/poll.h"
#include "engine/poll/pool.h"
#include "engine/poll/progress.h"
#include "fetch/fetch.h"
#include "model/http.h"
#include "model/subscription.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/claim.h"
#include "store/feed/due.h"
#include "store/feed/feed.h"

#define CLOCK_SLACK 60
#define PRIORITY_SEEN 2 /* before what was asked for, and what is due */
#define JUST_ASKED 30   /* seconds */
#define LOOK_MAX 60     /* seconds between looks for due feeds: others write, too */

void
engine_poll_refresh_done(struct engine *e)
{
	free(e->refresh->candidates);
	engine_poll_pause_done(&e->refresh->pauses);
}

static void
activate(struct engine *e, bool asked)
{
	struct engine_refresh_state *r = e->refresh;
	if (!r->active) {
		r->active = true;
		r->asked = false;
		r->counts = (struct engine_counts){0};
		r->held = (struct engine_held){0};
		engine_jobs_forget(e->jobs);
		engine_poll_network_begin(e);
	}
	r->asked |= asked;
	r->moved_on = true;
}

static void
push(struct engine *e, uint32_t feed, int flags)
{
	struct engine_refresh_state *r = e->refresh;
	if (engine_jobs_state(e->jobs, feed) != ENGINE_IDLE)
		return;
	*VEC_PUSH(r->candidates, r->len, r->cap) =
		(struct engine_candidate_feed){feed, flags};
	engine_poll_progress_expect(e, feed);
	engine_jobs_set_state(e, feed, ENGINE_QUEUED);
}

/* A feed that is claimed may still wait for its turn in the window. */
static void
raise_job(struct engine *e, uint32_t feed)
{
	for (size_t i = 0; i < e->jobs->slots_len; i++) {
		const struct engine_job *job = e->jobs->slots[i];
		if (job && job->kind == JOB_POLL && job->feed == feed)
			fetch_raise(e->fetch, job->tag, PRIORITY_SEEN);
	}
}

/* Puts a feed at the reading end. One that waits already is met again later, and passed
 * over since it is not QUEUED then. */
static void
push_first(struct engine *e, uint32_t feed, int flags)
{
	struct engine_refresh_state *r = e->refresh;
	enum engine_feed_state state = engine_jobs_state(e->jobs, feed);
	if (state == ENGINE_RUNNING) {
		raise_job(e, feed);
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
	engine_jobs_set_state(e, feed, ENGINE_QUEUED);
}

/* All feeds that have a line, in arena. */
static struct store_feed *
read_feeds(struct engine *e, struct arena *arena, size_t *len)
{
	struct store_view view;
	struct store_feed *feeds = NULL;
	struct err err;
	*len = 0;
	if (store_view_begin(e->store, &view, &err) != OK) {
		engine_event_note(e, true, "%s", err.text);
		return NULL;
	}
	int status = store_feeds(&view, arena, false, &feeds, len);
	store_view_end(&view);
	if (status == OK)
		return feeds;
	engine_event_note(e, true,
		_("the list of feeds can't be read from the store; run courant check"));
	*len = 0;
	return NULL;
}

/* In the reader, which polls by itself as well, "all" does not mean those that gave an
 * answer a moment ago: as at the start, when all are due. */
static bool
just_asked(const struct engine *e, const struct store_feed *feed, int64_t now)
{
	return e->schedule && feed->failures == 0 && feed->last_poll <= now &&
	       feed->last_poll > now - JUST_ASKED;
}

/* Case 113: asked in what is now the future, it would wait for a clock that was wrong. */
static bool
from_the_future(const struct store_feed *feed, int64_t now)
{
	return feed->last_poll != TIME_NONE && feed->last_poll > now + CLOCK_SLACK;
}

/* Those never asked before in front. */
static void
push_all(struct engine *e, int flags)
{
	struct arena arena = ARENA_INIT;
	size_t len;
	const struct store_feed *feeds = read_feeds(e, &arena, &len);
	int64_t now = engine_now(e);
	for (int known = 0; known < 2; known++) {
		for (size_t i = 0; i < len; i++) {
			bool polled = feeds[i].last_poll != TIME_NONE;
			if (polled != known)
				continue;
			bool wrong = from_the_future(&feeds[i], now);
			if (flags & ENGINE_DUE_ONLY && feeds[i].next_poll > now && !wrong)
				continue;
			if (wrong)
				push(e, feeds[i].id, ENGINE_FORCE);
			else if (!just_asked(e, &feeds[i], now))
				push(e, feeds[i].id, flags);
		}
	}
	arena_done(&arena);
}

/* Looked for at the start. */
static void
push_from_the_future(struct engine *e, int64_t now)
{
	struct arena arena = ARENA_INIT;
	size_t len = 0;
	const struct store_feed *feeds =
		e->refresh->looked ? NULL : read_feeds(e, &arena, &len);
	e->refresh->looked = true;
	for (size_t i = 0; i < len; i++) {
		if (!from_the_future(&feeds[i], now))
			continue;
		activate(e, false);
		push(e, feeds[i].id, ENGINE_FORCE);
	}
	arena_done(&arena);
}

void
engine_poll_refresh_begin(struct engine *e, const uint32_t *feeds, size_t len, int flags)
{
	activate(e, true);
	e->network->retry_ms = 0;
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
engine_poll_refresh_look(struct engine *e, uint32_t feed)
{
	const struct engine_refresh_state *r = e->refresh;
	int flags = ENGINE_DUE_ONLY;
	if (!e->schedule || engine_poll_network_down(e))
		return;
	/* One that waits already keeps what was asked for. */
	for (size_t i = r->next; i < r->len; i++)
		if (r->candidates[i].feed == feed)
			flags = r->candidates[i].flags;
	activate(e, false);
	push_first(e, feed, flags);
}

/* The feeds to ask by schedule: those that were never asked at once, of the others so
 * many as the pace allows. */
static int
find_due(struct engine *e, int64_t now, uint32_t ids[static STORE_CLAIM_MAX], size_t *len,
	int64_t *next)
{
	struct store_view view;
	int64_t now_ms = time_mono_ms();
	size_t room = engine_poll_pace_room(&e->refresh->pace, now_ms);
	int status = store_view_begin(e->store, &view, NULL);
	if (status != OK)
		return status;
	status = store_feed_due(&view, TIME_NONE, ids, STORE_CLAIM_MAX, len, next);
	if (status == OK && *len == 0) {
		if (room > STORE_CLAIM_MAX)
			room = STORE_CLAIM_MAX;
		status = store_feed_due(&view, now, ids, room, len, next);
		engine_poll_pace_take(&e->refresh->pace, *len);
	}
	store_view_end(&view);
	return status;
}

void
engine_poll_refresh_schedule(struct engine *e)
{
	struct engine_refresh_state *r = e->refresh;
	int64_t now = engine_now(e);
	if (!e->schedule)
		return;
	if (r->next < r->len || engine_poll_network_down(e))
		return;
	/* A look_at far ahead is of a clock that was set back since. */
	if (now < e->look_at && e->look_at - now <= LOOK_MAX)
		return;
	uint32_t ids[STORE_CLAIM_MAX];
	size_t len = 0;
	int64_t next = TIME_NONE;
	e->look_at = now + LOOK_MAX;
	push_from_the_future(e, now);
	if (find_due(e, now, ids, &len, &next) != OK)
		return;
	if (len == COUNT_OF(ids))
		e->look_at = now + 1;
	else if (next != TIME_NONE && next < e->look_at)
		e->look_at = next > now ? next : now + 1;
	if (len > 0)
		activate(e, false);
	for (size_t i = 0; i < len; i++)
		push(e, ids[i], ENGINE_DUE_ONLY);
}

static size_t
wanted_now(const struct engine *e)
{
	const struct engine_refresh_state *r = e->refresh;
	size_t window = fetch_window(e->fetch);
	size_t running = fetch_running(e->fetch), waiting = fetch_waiting(e->fetch);
	size_t room = engine_poll_network_room(e);
	if (r->next >= r->len || running + waiting >= room)
		return 0;
	/* Hosts that are full keep requests waiting while the window has room. */
	if (running >= window && waiting >= window / 4)
		return 0;
	room -= running + waiting;
	return room < STORE_CLAIM_MAX ? room : STORE_CLAIM_MAX;
}

void
engine_poll_refresh_fill(struct engine *e)
{
	struct err err;
	size_t max = wanted_now(e);
	if (max == 0 || engine_poll_claim_next(e, max, &err) == OK)
		return;
	/* The store can't be written: nothing can be claimed, so nothing is asked. */
	engine_event_note(e, true, "%s", err.text);
	engine_poll_refresh_cancel(e);
}

/* Takes all polls out of the jobs' table; the caller frees the array of their ids. again:
 * they become candidates once more. */
static uint32_t *
drop_polls(struct engine *e, bool again, size_t *len)
{
	uint32_t *ids = mem_realloc(NULL, e->jobs->count + 1, sizeof *ids);
	size_t n = 0;
	if (e->jobs->others == 0)
		fetch_cancel_all(e->fetch);
	for (size_t i = 0; i < e->jobs->slots_len; i++) {
		struct engine_job *job = e->jobs->slots[i];
		if (!job || job->kind != JOB_POLL)
			continue;
		if (e->jobs->others > 0)
			fetch_cancel(e->fetch, job->tag);
		engine_jobs_take(e->jobs, job->tag);
		ids[n++] = job->feed;
		engine_jobs_set_state(e, job->feed, ENGINE_IDLE);
		if (again) {
			e->refresh->counts.total--;
			push(e, job->feed, job->flags);
		}
		engine_job_free(job);
	}
	*len = n;
	return ids;
}

void
engine_poll_refresh_cancel(struct engine *e)
{
	struct engine_refresh_state *r = e->refresh;
	size_t len;
	for (; r->next < r->len; r->next++)
		engine_jobs_set_state(e, r->candidates[r->next].feed, ENGINE_IDLE);
	r->next = r->len = 0;
	uint32_t *ids = drop_polls(e, false, &len);
	engine_poll_claim_release(e, ids, len);
	free(ids);
	r->moved_on = true;
}

void
engine_poll_refresh_restart(struct engine *e)
{
	size_t len;
	uint32_t *ids = drop_polls(e, true, &len);
	engine_poll_claim_release(e, ids, len);
	free(ids);
	engine_look_again(e);
}

/* ---- answers */

/* It is to hold for other processes, too, and for those to come. */
static void
store_pause(struct engine *e, const char *url, int64_t until)
{
	struct store_batch *batch;
	struct err err;
	int status = store_batch_begin(e->store, &batch, &err);
	if (status != OK)
		return; /* it holds here at least */
	status = engine_poll_pause_store(batch, url, until, engine_now(e), &err);
	if (store_batch_end(batch, status, &err) != OK)
		engine_event_note(e, true, "%s", err.text);
}

void
engine_poll_refresh_pause(struct engine *e, const char *url, int64_t until)
{
	struct engine_refresh_state *r = e->refresh;
	engine_poll_pause_add(&r->pauses, url, until);
	store_pause(e, url, until);
	uint32_t *ids = NULL;
	size_t len = 0, cap = 0;
	for (size_t i = 0; i < e->jobs->slots_len; i++) {
		struct engine_job *job = e->jobs->slots[i];
		if (!job || job->kind != JOB_POLL ||
			!engine_poll_pause_same_host(job->url, url))
			continue;
		fetch_cancel(e->fetch, job->tag);
		*VEC_PUSH(ids, len, cap) = job->feed;
		engine_jobs_set_state(e, job->feed, ENGINE_IDLE);
		/* As a candidate it meets the pause, which is then written down. */
		r->counts.total--;
		push(e, job->feed, job->flags);
		engine_job_free(engine_jobs_take(e->jobs, job->tag));
	}
	engine_poll_claim_release(e, ids, len);
	free(ids);
}

void
engine_poll_refresh_answer(
	struct engine *e, struct engine_job *job, struct fetch_result *answer)
{
	struct engine_poll *poll = engine_poll_new(job->feed, answer);
	poll->now = engine_now(e);
	poll->conditional = job->conditional;
	poll->local = job->source != SOURCE_HTTP && job->source != SOURCE_FILTER;
	poll->moved = job->moved;
	poll->astray = !poll->local &&
		       engine_poll_astray(subscription_address(job->url), answer->url);
	poll->old_hash = job->body_hash;
	/* What asks for a pause has no document to speak of: it is not away, while the
	 * host is asked on. */
	if (answer->http_status / 100 == 2 && engine_poll_pool_give(e, poll)) {
		engine_job_free(job);
		return;
	}
	engine_poll_digest(poll);
	int64_t until = engine_poll_host_pause(poll);
	if (until != TIME_NONE)
		engine_poll_refresh_pause(e, job->url, until);
	engine_job_free(job);
	engine_poll_network_sort(e, poll);
}

void
engine_poll_refresh_found(struct engine *e, uint32_t feed, struct fetch_result *answer)
{
	struct engine_poll *poll = engine_poll_new(feed, answer);
	activate(e, true);
	e->refresh->counts.total++;
	poll->now = engine_now(e);
	free(answer->moved_to); /* the address it moved to is the one subscribed to */
	answer->moved_to = NULL;
	engine_poll_digest(poll);
	engine_poll_network_sort(e, poll);
}

void
engine_poll_refresh_digested(struct engine *e, struct engine_poll *poll)
{
	if (poll->older)
		engine_poll_group_add(e, poll);
	else
		engine_poll_network_sort(e, poll);
}

void
engine_poll_refresh_unreachable(struct engine *e)
{
	struct engine_counts *counts = &e->refresh->counts;
	engine_poll_group_store(
		e, true); /* these have their answers, as have those below */
	size_t left = counts->total - counts->done - engine_poll_pool_polls(e);
	counts->done += left;
	counts->failed += left;
	counts->unreachable += left;
	engine_poll_refresh_cancel(e);
}

void
engine_poll_refresh_release(struct engine *e, const struct engine_poll *list)
{
	uint32_t *ids = NULL;
	size_t len = 0, cap = 0;
	for (const struct engine_poll *p = list; p; p = p->next) {
		*VEC_PUSH(ids, len, cap) = p->feed;
		engine_jobs_set_state(e, p->feed, ENGINE_IDLE);
	}
	engine_poll_claim_release(e, ids, len);
	free(ids);
}

int64_t
engine_poll_refresh_wait(const struct engine *e)
{
	const struct engine_refresh_state *r = e->refresh;
	int64_t wait = INT64_MAX;
	if (wanted_now(e) > 0)
		return 0;
	if (r->active && r->moved_on)
		wait = r->told_ms + PROGRESS_TELL_MS - time_mono_ms();
	if (e->schedule && r->next >= r->len) {
		int64_t look = engine_poll_network_down(e)
				       ? e->network->retry_ms - time_mono_ms()
				       : (e->look_at - engine_now(e)) * 1000;
		wait = look < wait ? look : wait;
	}
	return wait < 0 ? 0 : wait;
}
