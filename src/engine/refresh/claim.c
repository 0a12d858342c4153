/*
 * Feeds are claimed by the hundred. One transaction reads what is known of each feed and
 * writes the claims, before any request is sent. So a crash causes no second request, and
 * no other process polls the same feed.
 */
#include "config.h"

#include "engine/refresh/claim.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/vec.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/job/jobs.h"
#include "engine/poll/poll.h"
#include "engine/poll/progress.h"
#include "engine/refresh/pause.h"
#include "fetch/fetch.h"
#include "model/http.h"
#include "model/schedule.h"
#include "model/subscription.h"
#include "schedule/due.h"
#include "schedule/why.h"
#include "store/db/batch.h"
#include "store/db/process.h"
#include "store/feed/claim.h"
#include "store/feed/feed.h"
#include "store/poll/poll.h"

/* A request may wait long for a busy host, so its claim is renewed before it expires. */
#define RENEW_MS (STORE_CLAIM_SECONDS * 1000 / 2)
#define RENEW_CHECK_MS 30000

/* Seconds from the end of a host's pause to the next request for its other feeds. */
#define AFTER_PAUSE 60
#define AFTER_PAUSE_SPREAD 600

struct engine_claims {
	int64_t renew_ms; /* mono time at which old claims are looked for next */
	uint32_t *back;   /* feeds whose claims are to be given back */
	size_t len, cap;
};

/* A candidate that is about to be polled. Strings are in the claim's arena. */
struct ask {
	uint32_t feed;
	int flags;
	char *url;
	struct http_state http;
	int64_t gap; /* usual time between two posts; read where it matters */
};

struct claim {
	struct engine *e;
	const struct engine_job_class *class;
	struct store_batch *batch;
	struct arena arena;
	int64_t now;
	struct ask asks[STORE_CLAIM_MAX];
	uint32_t ids[STORE_CLAIM_MAX], claimed[STORE_CLAIM_MAX];
	size_t len, claimed_len;
};

enum verdict {
	ASK,
	HELD,    /* by a Retry-After or a back-off */
	NOT_DUE, /* so it does not belong to this refresh */
};

int
engine_refresh_claim_init(struct engine *e, struct err *err)
{
	(void)err;
	e->claims = mem_zalloc(sizeof *e->claims);
	return OK;
}

void
engine_refresh_claim_done(struct engine *e)
{
	free(e->claims->back);
	free(e->claims);
}

static enum verdict
judge(const struct ask *ask, int64_t now)
{
	const struct http_state *http = &ask->http;
	bool due = http->next_poll == TIME_NONE || http->next_poll <= now;
	if (ask->flags & ENGINE_DUE_ONLY && !due)
		return NOT_DUE;
	if (http->retry_at != TIME_NONE && http->retry_at > now &&
		http->retry_at - now <= DUE_RETRY_CREDIBLE)
		return HELD;
	if (ask->flags & ENGINE_FORCE || due)
		return ASK;
	return http->status == 410 || http->failures > 0 ? HELD : ASK;
}

static int
put_http(struct claim *claim, const struct ask *ask, struct err *err)
{
	const struct store_poll poll = {
		.feed = ask->feed, .now = claim->now, .http = &ask->http};
	struct store_poll_result result;
	return store_poll_put(claim->batch, &poll, &result, err);
}

/* The habit matters only where a server has been answering 304 for long (case 77). */
static int64_t
usual_gap(struct claim *claim, const struct store_view *view, const struct ask *ask)
{
	struct schedule_record record;
	if (engine_poll_conditional(&ask->http, 0, claim->now) ||
		store_feed_state(view, ask->feed, &claim->arena, NULL, &record, NULL) !=
			OK)
		return 0;
	return why_gap(&record.schedule);
}

/* When a host's pause is over, the feed that was refused is polled first. The others wait
 * until its answer is known, and do not come all at once. */
static void
wait_for_host(struct engine *e, struct http_state *http, int64_t pause)
{
	if (http->retry_at >= pause)
		return; /* the feed has a longer pause of its own, or knows of this one */
	int64_t at =
		pause + AFTER_PAUSE + (int64_t)(engine_random(e) * AFTER_PAUSE_SPREAD);
	http->retry_at = pause;
	if (http->next_poll >= at)
		return;
	http->next_poll = at;
	http->reason = DUE_HOST_PAUSE;
}

/* Reads what is known of a candidate. *there: the feed still exists and can be read. */
static int
read_candidate(struct claim *claim, struct engine_candidate_feed candidate,
	struct ask *ask, bool *there, struct err *err)
{
	struct engine *e = claim->e;
	struct store_view view = store_batch_view(claim->batch);
	struct store_feed feed;
	int status = store_feed(&view, candidate.feed, &claim->arena, &feed);
	if (status == OK)
		status = store_feed_state(
			&view, candidate.feed, &claim->arena, &ask->http, NULL, NULL);
	*there = status == OK && !feed.removed;
	if (*there) {
		ask->feed = candidate.feed;
		ask->flags = candidate.flags;
		ask->url = feed.url;
		return OK;
	}
	/* A damaged feed must not keep others from being polled. */
	bool damaged = status == ERR_DAMAGED;
	engine_poll_progress_pass(
		e, candidate.feed, damaged ? OUTCOME_FAILED : OUTCOME_NONE);
	if (damaged && candidate.flags & ENGINE_FORCE)
		engine_event_note(e, true, _("feed %u cannot be read from the store"),
			(unsigned)candidate.feed);
	return damaged || status == OK || status == ERR_NOT_FOUND
		       ? OK
		       : err_set(err, status, _("feed %u cannot be read from the store"),
				 (unsigned)candidate.feed);
}

/* *wanted: the candidate is to be claimed. Where its host is paused, that is stored with
 * the feed. */
static int
consider(struct claim *claim, struct engine_candidate_feed candidate, bool *wanted,
	struct err *err)
{
	struct engine *e = claim->e;
	struct store_view view = store_batch_view(claim->batch);
	struct ask *ask = &claim->asks[claim->len];
	bool there;
	int status = read_candidate(claim, candidate, ask, &there, err);
	*wanted = false;
	if (status != OK || !there)
		return status;
	if (subscription_source(ask->url) == SOURCE_ACCOUNT) {
		engine_poll_progress_pass(e, candidate.feed, OUTCOME_NONE);
		return OK;
	}
	int64_t pause = engine_refresh_pause_of(e->pauses, ask->url, claim->now);
	if (pause != TIME_NONE)
		wait_for_host(e, &ask->http, pause);
	enum verdict verdict = judge(ask, claim->now);
	*wanted = verdict == ASK;
	ask->gap = *wanted ? usual_gap(claim, &view, ask) : 0;
	if (verdict == HELD && ask->flags & ENGINE_FORCE)
		engine_poll_progress_held(e, candidate.feed, ask->http.retry_at);
	else if (verdict != ASK)
		engine_poll_progress_pass(e, candidate.feed,
			verdict == HELD || pause != TIME_NONE ? OUTCOME_HELD
							      : OUTCOME_NONE);
	return pause != TIME_NONE ? put_http(claim, ask, err) : OK;
}

static int
claim_candidates(struct claim *claim, const struct engine_candidate_feed *list,
	size_t len, size_t max, size_t *taken, struct err *err)
{
	struct engine *e = claim->e;
	int status = OK;
	size_t i = 0;
	if (len > STORE_CLAIM_MAX)
		len = STORE_CLAIM_MAX; /* other processes have to write, too */
	while (status == OK && i < len && claim->len < max) {
		struct engine_candidate_feed candidate = list[i++];
		bool wanted = false;
		if (engine_job_state(e, candidate.feed) != ENGINE_QUEUED)
			continue;
		status = consider(claim, candidate, &wanted, err);
		if (wanted)
			claim->ids[claim->len++] = candidate.feed;
	}
	*taken += i;
	if (status == OK)
		status = store_feed_claim(claim->batch, claim->ids, claim->len,
			claim->now, claim->claimed, claim->len, &claim->claimed_len, err);
	return status;
}

static void
ask(struct claim *claim, const struct ask *ask)
{
	const struct http_state *http = &ask->http;
	struct engine_poll_job job = {
		.job = {.class = claim->class,
			.source = subscription_source(ask->url),
			.feed = ask->feed,
			.url = ask->url,
			.claimed_ms = time_mono_ms()},
		.body_hash = ask->flags & ENGINE_IN_FULL ? 0 : http->body_hash,
		.flags = ask->flags,
	};
	bool web = subscription_is_web(job.job.source);
	job.conditional = web && (http->etag || http->last_modified) &&
			  !(ask->flags & ENGINE_IN_FULL) &&
			  engine_poll_conditional(http, ask->gap, claim->now);
	char *moved = web && http_move_adopted(http, claim->now)
			      ? subscription_at(&claim->arena, ask->url, http->moved_to)
			      : NULL;
	if (moved) {
		job.moved = true;
		job.job.url = moved;
	}
	const struct fetch_request request = {
		.etag = job.conditional ? http->etag : NULL,
		.last_modified = job.conditional ? http->last_modified : NULL,
		.priority = ask->flags & ENGINE_DUE_ONLY ? 0 : ENGINE_JOB_ASKED,
		.confined = engine_settings_confined(claim->e, ask->feed),
		.error_body = web && job.job.source != SOURCE_FILTER,
		.keep = "*",
	};
	engine_job_ask(claim->e, &job.job, &request);
	engine_job_set_state(claim->e, ask->feed, ENGINE_RUNNING);
}

/* Those that were claimed are some of those wanted, in the same order. */
static void
ask_claimed(struct claim *claim)
{
	struct engine *e = claim->e;
	size_t k = 0;
	for (size_t i = 0; i < claim->len; i++) {
		if (k < claim->claimed_len && claim->claimed[k] == claim->ids[i]) {
			ask(claim, &claim->asks[i]);
			k++;
			continue;
		}
		engine_poll_progress_pass(e, claim->ids[i], OUTCOME_HELD);
	}
	engine_poll_progress_touch(e);
}

/* ---- giving back */

void
engine_refresh_claim_give_back(struct engine *e, uint32_t feed)
{
	struct engine_claims *c = e->claims;
	*VEC_PUSH(c->back, c->len, c->cap) = feed;
}

/* Claims that can't be given back expire by themselves. */
static int
give_back(struct engine *e, struct store_batch *batch, struct err *err)
{
	size_t len = e->claims->len;
	e->claims->len = 0;
	return store_feed_release(batch, e->claims->back, len, err);
}

void
engine_refresh_claim_wind_up(struct engine *e)
{
	struct store_batch *batch;
	struct err err;
	if (e->claims->len == 0)
		return;
	if (store_batch_begin(e->store, &batch, &err) != OK)
		e->claims->len = 0;
	else if (store_batch_end(batch, give_back(e, batch, &err), &err) != OK)
		engine_event_unstored(e, &err);
}

int
engine_refresh_claim_ask(struct engine *e, const struct engine_job_class *class,
	const struct engine_candidate_feed *list, size_t len, size_t max, size_t *taken,
	struct err *err)
{
	struct claim *claim = mem_zalloc(sizeof *claim);
	claim->e = e;
	claim->class = class;
	claim->now = engine_now(e);
	int status = store_batch_begin(e->store, &claim->batch, err);
	if (status == OK) {
		const struct store_view view = store_batch_view(claim->batch);
		engine_refresh_pause_load(e->pauses, &view, claim->now);
		status = give_back(e, claim->batch, err);
		if (status == OK)
			status = claim_candidates(claim, list, len, max, taken, err);
		status = store_batch_end(claim->batch, status, err);
	}
	if (status == OK)
		ask_claimed(claim);
	for (size_t i = 0; status != OK && i < claim->len; i++)
		engine_poll_progress_pass(e, claim->ids[i], OUTCOME_NONE);
	arena_done(&claim->arena);
	free(claim);
	return status;
}

/* ---- renewal */

static int
renew(struct engine *e, struct store_batch *batch, const uint32_t *ids, size_t len,
	struct err *err)
{
	uint32_t again[STORE_CLAIM_MAX];
	size_t claimed;
	int status = store_feed_release(batch, ids, len, err);
	return status != OK ? status
			    : store_feed_claim(batch, ids, len, engine_now(e), again, len,
				      &claimed, err);
}

static void
renew_old(struct engine *e)
{
	uint32_t ids[STORE_CLAIM_MAX];
	size_t len = 0, at = 0;
	struct store_batch *batch;
	struct err err;
	int64_t now = time_mono_ms();
	struct engine_job *job;
	if (now < e->claims->renew_ms)
		return;
	e->claims->renew_ms = now + RENEW_CHECK_MS;
	while (len < COUNT_OF(ids) && (job = engine_job_next(e, &at)) != NULL) {
		if (!job->class->claims || now - job->claimed_ms < RENEW_MS)
			continue;
		job->claimed_ms = now;
		ids[len++] = job->feed;
	}
	if (len == 0 || store_batch_begin(e->store, &batch, &err) != OK)
		return;
	if (store_batch_end(batch, renew(e, batch, ids, len, &err), &err) != OK)
		engine_event_unstored(e, &err);
}

bool
engine_refresh_claim_step(struct engine *e)
{
	engine_refresh_claim_wind_up(e);
	renew_old(e);
	return false;
}
