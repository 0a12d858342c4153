/*
 * A feed's way: candidate → claimed and asked (a job) → answered → grouped → stored. The
 * candidates stand in one array with a reading end; what each feed is doing is a byte in
 * the jobs' table, so that each step costs the same however many feeds there are.
 *
 * Feeds are claimed by the hundred, only as the window needs them: what this process does
 * not get to soon is left for others.
 */
#include "config.h"

#include "engine/refresh.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "base/vec.h"
#include "conf/option.h"
#include "engine/message.h"
#include "engine/poll.h"
#include "engine/source.h"
#include "engine/state.h"
#include "fetch/fetch.h"
#include "model/http.h"
#include "store/write.h"

#define TELL_MS 50  /* between two reports of progress */
#define LOOK_MAX 60 /* seconds between looks for due feeds: others write, too */

void
engine_refresh_done(struct engine *e)
{
	free(e->refresh.candidates);
	for (size_t i = 0; i < e->refresh.pauses_len; i++)
		free(e->refresh.pauses[i].host);
	free(e->refresh.pauses);
}

static void
activate(struct engine *e, bool asked)
{
	struct engine_refresh_state *r = &e->refresh;
	if (!r->active) {
		r->active = true;
		r->asked = false;
		r->counts = (struct engine_counts){0};
		engine_network_begin(e);
	}
	r->asked |= asked;
	r->moved_on = true;
}

static void
push(struct engine *e, uint32_t feed, int flags)
{
	struct engine_refresh_state *r = &e->refresh;
	if (engine_jobs_state(&e->jobs, feed) != ENGINE_IDLE)
		return;
	*VEC_PUSH(r->candidates, r->len, r->cap) =
		(struct engine_candidate_feed){feed, flags};
	r->counts.total++;
	engine_jobs_set_state(e, feed, ENGINE_QUEUED);
}

/* Puts a feed at the reading end. One that waits already is met again later, and passed
 * over since it is not QUEUED then. */
static void
push_first(struct engine *e, uint32_t feed, int flags)
{
	struct engine_refresh_state *r = &e->refresh;
	enum engine_feed_state state = engine_jobs_state(&e->jobs, feed);
	if (state == ENGINE_RUNNING)
		return;
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
	r->counts.total += state == ENGINE_IDLE;
	engine_jobs_set_state(e, feed, ENGINE_QUEUED);
}

/* Every feed that has a line, those never asked before in front. */
static void
push_all(struct engine *e, int flags)
{
	struct store_view view;
	struct err err;
	if (store_view_begin(e->store, &view, &err) != OK) {
		engine_event_note(e, true, "%s", err.text);
		return;
	}
	struct arena arena = ARENA_INIT;
	struct store_feed *feeds = NULL;
	size_t len = 0;
	int status = store_feeds(&view, &arena, false, &feeds, &len);
	store_view_end(&view);
	if (status != OK)
		engine_event_note(e, true,
			_("the list of feeds can't be read from the store; run courant "
			  "check"));
	int64_t now = time_wall();
	for (int known = 0; known < 2; known++) {
		for (size_t i = 0; i < len; i++) {
			bool polled = feeds[i].last_poll != TIME_NONE;
			if (polled != known)
				continue;
			if (flags & ENGINE_DUE_ONLY && feeds[i].next_poll > now)
				continue;
			push(e, feeds[i].id, flags);
		}
	}
	arena_done(&arena);
}

void
engine_refresh_begin(struct engine *e, const struct engine_request *request)
{
	activate(e, true);
	e->network.retry_ms = 0;
	if (request->feeds) {
		for (size_t i = request->feeds_len; i-- > 0;)
			push_first(e, request->feeds[i], request->flags);
	} else {
		push_all(e, request->flags);
	}
}

void
engine_refresh_schedule(struct engine *e)
{
	struct engine_refresh_state *r = &e->refresh;
	int64_t now = time_wall();
	if (!e->schedule || r->next < r->len || engine_network_down(e))
		return;
	/* A look_at far ahead is of a clock that was set back since (case 113). */
	if (now < r->look_at && r->look_at - now <= LOOK_MAX)
		return;
	uint32_t ids[STORE_CLAIM_MAX];
	size_t len = 0;
	int64_t next = TIME_NONE;
	struct store_view view;
	struct err err;
	r->look_at = now + LOOK_MAX;
	if (store_view_begin(e->store, &view, &err) != OK)
		return;
	int status = store_due(&view, now, ids, COUNT_OF(ids), &len, &next);
	store_view_end(&view);
	if (status != OK)
		return;
	if (len == COUNT_OF(ids))
		r->look_at = now + 1;
	else if (next != TIME_NONE && next < r->look_at)
		r->look_at = next > now ? next : now + 1;
	if (len > 0)
		activate(e, false);
	for (size_t i = 0; i < len; i++)
		push(e, ids[i], ENGINE_DUE_ONLY);
}

/* ---- claims */

/* A candidate on its way to being asked. Strings are in the claim's arena. */
struct ask {
	uint32_t feed;
	int flags;
	char *url;
	struct http_state http;
};

struct claim {
	struct engine *e;
	struct store_batch *batch;
	struct arena arena;
	int64_t now;
	struct ask asks[STORE_CLAIM_MAX];
	uint32_t ids[STORE_CLAIM_MAX], claimed[STORE_CLAIM_MAX];
	size_t len, claimed_len;
};

static const char *
host_of(struct arena *arena, const char *url)
{
	struct span host = url_split(span_of(engine_source_address(url))).host;
	return host.p ? arena_strndup(arena, host.p, host.n) : "";
}

static int64_t
host_pause(const struct engine_refresh_state *r, const char *host, int64_t now)
{
	for (size_t i = 0; i < r->pauses_len; i++)
		if (str_ieq(r->pauses[i].host, host) && r->pauses[i].until > now)
			return r->pauses[i].until;
	return TIME_NONE;
}

enum verdict {
	ASK,
	HELD,    /* by a Retry-After, a back-off */
	NOT_DUE, /* no part of this refresh */
};

static enum verdict
judge(const struct ask *ask, int64_t now)
{
	const struct http_state *http = &ask->http;
	bool due = http->next_poll == TIME_NONE || http->next_poll <= now;
	if (ask->flags & ENGINE_DUE_ONLY && !due)
		return NOT_DUE;
	if (http->retry_at != TIME_NONE && http->retry_at > now)
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
	return store_put_poll(claim->batch, &poll, &result, err);
}

/* The candidate leaves the refresh without being asked. */
static void
pass_over(struct engine *e, uint32_t feed, bool held)
{
	if (held) {
		e->refresh.counts.held++;
		e->refresh.counts.done++;
	} else {
		e->refresh.counts.total--;
	}
	e->refresh.moved_on = true;
	engine_jobs_set_state(e, feed, ENGINE_IDLE);
}

/* Reads what is known of a candidate; *wanted tells whether it is to be claimed. What
 * holds its host back is written down with the feed. */
static int
consider(struct claim *claim, struct engine_candidate_feed candidate, bool *wanted,
	struct err *err)
{
	struct engine *e = claim->e;
	struct store_view view = store_batch_view(claim->batch);
	struct store_feed feed;
	struct ask *ask = &claim->asks[claim->len];
	*wanted = false;
	int status = store_feed(&view, candidate.feed, &claim->arena, &feed);
	if (status == OK)
		status = store_feed_state(
			&view, candidate.feed, &claim->arena, &ask->http, NULL, NULL);
	if (status == ERR_NOT_FOUND || (status == OK && feed.removed)) {
		pass_over(e, candidate.feed, false);
		return OK;
	}
	if (status != OK)
		return err_set(err, status, _("feed %u can't be read from the store"),
			(unsigned)candidate.feed);
	ask->feed = candidate.feed;
	ask->flags = candidate.flags;
	ask->url = feed.url;
	int64_t pause =
		host_pause(&e->refresh, host_of(&claim->arena, feed.url), claim->now);
	if (pause != TIME_NONE)
		ask->http.next_poll = ask->http.retry_at = pause;
	enum verdict verdict = judge(ask, claim->now);
	*wanted = verdict == ASK;
	if (verdict != ASK)
		pass_over(e, candidate.feed, verdict == HELD || pause != TIME_NONE);
	return pause != TIME_NONE ? put_http(claim, ask, err) : OK;
}

static int
claim_candidates(struct claim *claim, size_t max, struct err *err)
{
	struct engine *e = claim->e;
	struct engine_refresh_state *r = &e->refresh;
	int status = OK;
	while (status == OK && r->next < r->len && claim->len < max) {
		struct engine_candidate_feed candidate = r->candidates[r->next++];
		bool wanted = false;
		if (engine_jobs_state(&e->jobs, candidate.feed) != ENGINE_QUEUED)
			continue;
		status = consider(claim, candidate, &wanted, err);
		if (wanted) {
			claim->ids[claim->len] = candidate.feed;
			claim->len++;
		}
	}
	if (status == OK)
		status = store_claim(claim->batch, claim->ids, claim->len, claim->now,
			claim->claimed, claim->len, &claim->claimed_len, err);
	return status;
}

static void
ask_web(struct engine *e, const struct engine_job *job, const struct http_state *http)
{
	const struct fetch_request request = {
		.tag = engine_jobs_add(&e->jobs, job),
		.url = engine_source_address(job->url),
		.etag = job->conditional ? http->etag : NULL,
		.last_modified = job->conditional ? http->last_modified : NULL,
		.user_agent = engine_settings_agent(e, job->feed),
		/* What the user asked for goes before what is merely due. */
		.priority = job->flags & ENGINE_DUE_ONLY ? 0 : 1,
	};
	fetch_add(e->fetch, &request);
}

static void
ask(struct engine *e, const struct ask *ask, int64_t now)
{
	const struct http_state *http = &ask->http;
	struct engine_job job = {
		.kind = JOB_POLL,
		.source = engine_source_of(ask->url),
		.feed = ask->feed,
		.url = ask->url,
		.body_hash = http->body_hash,
		.flags = ask->flags,
	};
	bool web = job.source == SOURCE_HTTP || job.source == SOURCE_FILTER;
	job.conditional = web && (http->etag || http->last_modified) &&
			  engine_poll_conditional(http, now);
	if (job.source == SOURCE_HTTP && engine_poll_moved(http, now)) {
		job.moved = true;
		job.url = http->moved_to;
	}
	if (web)
		ask_web(e, &job, http);
	else
		engine_source_ask(e, engine_jobs_add(&e->jobs, &job), job.url);
	engine_jobs_set_state(e, ask->feed, ENGINE_RUNNING);
}

/* The claimed are a part of those asked for, in the same order. */
static void
ask_claimed(struct claim *claim)
{
	struct engine *e = claim->e;
	size_t k = 0;
	for (size_t i = 0; i < claim->len; i++) {
		if (k < claim->claimed_len && claim->claimed[k] == claim->ids[i]) {
			ask(e, &claim->asks[i], claim->now);
			k++;
			continue;
		}
		pass_over(e, claim->ids[i], true);
	}
	e->refresh.moved_on = true;
}

static size_t
wanted_now(const struct engine *e)
{
	const struct engine_refresh_state *r = &e->refresh;
	size_t window = (size_t)e->options->fetch_window;
	size_t running = fetch_running(e->fetch), waiting = fetch_waiting(e->fetch);
	size_t room = engine_network_room(e);
	if (r->next >= r->len || running + waiting >= room)
		return 0;
	/* Hosts that are full keep requests waiting while the window has room. */
	if (running >= window && waiting >= window / 4)
		return 0;
	room -= running + waiting;
	return room < STORE_CLAIM_MAX ? room : STORE_CLAIM_MAX;
}

/* The store can't be written: nothing can be claimed, so nothing is asked. */
static void
give_up(struct engine *e, const struct err *err)
{
	engine_event_note(e, true, "%s", err->text);
	engine_refresh_cancel(e);
}

void
engine_refresh_fill(struct engine *e)
{
	size_t max = wanted_now(e);
	if (max == 0)
		return;
	struct claim *claim = mem_zalloc(sizeof *claim);
	struct err err;
	claim->e = e;
	claim->now = time_wall();
	int status = store_batch_begin(e->store, &claim->batch, &err);
	if (status == OK) {
		status = claim_candidates(claim, max, &err);
		if (status != OK)
			store_batch_abort(claim->batch);
		else
			status = store_batch_commit(claim->batch, &err);
	}
	if (status == OK)
		ask_claimed(claim);
	arena_done(&claim->arena);
	free(claim);
	if (status != OK)
		give_up(e, &err);
}

/* Gives back the claims of feeds that were not asked to the end. */
static void
release(struct engine *e, const uint32_t *ids, size_t len)
{
	struct store_batch *batch;
	struct err err;
	if (len == 0 || store_batch_begin(e->store, &batch, &err) != OK)
		return; /* they run out by themselves */
	if (store_release(batch, ids, len, &err) != OK)
		store_batch_abort(batch);
	else if (store_batch_commit(batch, &err) != OK)
		engine_event_note(e, true, "%s", err.text);
}

/* Takes all polls out of the jobs' table; the caller frees the array of their ids. again:
 * they become candidates once more. */
static uint32_t *
drop_polls(struct engine *e, bool again, size_t *len)
{
	uint32_t *ids = mem_realloc(NULL, e->jobs.count + 1, sizeof *ids);
	size_t n = 0;
	if (e->jobs.others == 0)
		fetch_cancel_all(e->fetch);
	for (size_t i = 0; i < e->jobs.slots_len; i++) {
		struct engine_job *job = e->jobs.slots[i];
		if (!job || job->kind != JOB_POLL)
			continue;
		if (e->jobs.others > 0)
			fetch_cancel(e->fetch, job->tag);
		engine_jobs_take(&e->jobs, job->tag);
		ids[n++] = job->feed;
		engine_jobs_set_state(e, job->feed, ENGINE_IDLE);
		if (again) {
			e->refresh.counts.total--;
			push(e, job->feed, job->flags);
		}
		engine_job_free(job);
	}
	*len = n;
	return ids;
}

void
engine_refresh_cancel(struct engine *e)
{
	struct engine_refresh_state *r = &e->refresh;
	size_t len;
	for (; r->next < r->len; r->next++)
		engine_jobs_set_state(e, r->candidates[r->next].feed, ENGINE_IDLE);
	r->next = r->len = 0;
	uint32_t *ids = drop_polls(e, false, &len);
	release(e, ids, len);
	free(ids);
	r->moved_on = true;
}

void
engine_refresh_restart(struct engine *e)
{
	size_t len;
	uint32_t *ids = drop_polls(e, true, &len);
	release(e, ids, len);
	free(ids);
	e->refresh.look_at = 0;
}

/* ---- answers */

static void
remember_pause(struct engine_refresh_state *r, const char *host, int64_t until)
{
	for (size_t i = 0; i < r->pauses_len; i++) {
		if (!str_ieq(r->pauses[i].host, host))
			continue;
		r->pauses[i].until = until;
		return;
	}
	*VEC_PUSH(r->pauses, r->pauses_len, r->pauses_cap) =
		(struct engine_pause){mem_strdup(host), until};
}

/* Leaves a host alone until then: feeds of it that were about to be asked, too. */
static void
pause_host(struct engine *e, const char *url, int64_t until)
{
	struct engine_refresh_state *r = &e->refresh;
	struct arena arena = ARENA_INIT;
	const char *host = host_of(&arena, url);
	remember_pause(r, host, until);
	uint32_t *ids = NULL;
	size_t len = 0, cap = 0;
	for (size_t i = 0; i < e->jobs.slots_len; i++) {
		struct engine_job *job = e->jobs.slots[i];
		if (!job || job->kind != JOB_POLL ||
			!str_ieq(host_of(&arena, job->url), host))
			continue;
		fetch_cancel(e->fetch, job->tag);
		*VEC_PUSH(ids, len, cap) = job->feed;
		engine_jobs_set_state(e, job->feed, ENGINE_IDLE);
		/* As a candidate it meets the pause, which is then written down. */
		r->counts.total--;
		push(e, job->feed, job->flags);
		engine_job_free(engine_jobs_take(&e->jobs, job->tag));
	}
	release(e, ids, len);
	free(ids);
	arena_done(&arena);
}

void
engine_refresh_answer(
	struct engine *e, struct engine_job *job, struct fetch_result *answer)
{
	struct engine_poll *poll = engine_poll_new(job->feed, answer);
	poll->now = time_wall();
	poll->conditional = job->conditional;
	poll->local = job->source != SOURCE_HTTP && job->source != SOURCE_FILTER;
	poll->moved = job->moved;
	poll->old_hash = job->body_hash;
	engine_poll_digest(poll);
	int64_t until = engine_poll_host_pause(poll);
	if (until != TIME_NONE)
		pause_host(e, job->url, until);
	engine_job_free(job);
	engine_network_sort(e, poll);
}

void
engine_refresh_count(
	struct engine *e, const struct engine_poll *poll, size_t added, size_t edited)
{
	struct engine_counts *counts = &e->refresh.counts;
	counts->done++;
	counts->unchanged += poll->kind == POLL_UNCHANGED;
	counts->failed += poll->kind == POLL_FAILED || poll->kind == POLL_UNREACHABLE;
	counts->unreachable += poll->kind == POLL_UNREACHABLE;
	counts->added += added;
	counts->edited += edited;
	e->refresh.moved_on = true;
	engine_jobs_set_state(e, poll->feed, ENGINE_IDLE);
}

void
engine_refresh_unreachable(struct engine *e)
{
	struct engine_counts *counts = &e->refresh.counts;
	size_t left = counts->total - counts->done;
	counts->done += left;
	counts->failed += left;
	counts->unreachable += left;
	engine_refresh_cancel(e);
}

void
engine_refresh_release(struct engine *e, const struct engine_poll *list)
{
	uint32_t *ids = NULL;
	size_t len = 0, cap = 0;
	for (const struct engine_poll *p = list; p; p = p->next) {
		*VEC_PUSH(ids, len, cap) = p->feed;
		engine_jobs_set_state(e, p->feed, ENGINE_IDLE);
	}
	release(e, ids, len);
	free(ids);
}

/* ---- reports */

static bool
polls_under_way(const struct engine *e)
{
	const struct engine_refresh_state *r = &e->refresh;
	return r->next < r->len || e->jobs.count > e->jobs.others;
}

void
engine_refresh_tell(struct engine *e)
{
	struct engine_refresh_state *r = &e->refresh;
	if (!r->active)
		return;
	if (!polls_under_way(e))
		engine_network_settle(e);
	bool over = !polls_under_way(e) && e->group.len == 0;
	int64_t now = time_mono_ms();
	if (!over && (!r->moved_on || now - r->told_ms < TELL_MS))
		return;
	const struct engine_event event = {.kind = over ? ENGINE_DONE : ENGINE_PROGRESS,
		.asked = r->asked,
		.counts = r->counts};
	engine_event_post(e, &event);
	r->told_ms = now;
	r->moved_on = false;
	if (!over)
		return;
	r->active = false;
	r->next = r->len = 0;
}

int64_t
engine_refresh_wait(const struct engine *e)
{
	const struct engine_refresh_state *r = &e->refresh;
	int64_t wait = INT64_MAX;
	if (wanted_now(e) > 0)
		return 0;
	if (r->active && r->moved_on)
		wait = r->told_ms + TELL_MS - time_mono_ms();
	if (e->schedule && r->next >= r->len) {
		int64_t look = engine_network_down(e)
				       ? e->network.retry_ms - time_mono_ms()
				       : (r->look_at - time_wall()) * 1000;
		wait = look < wait ? look : wait;
	}
	return wait < 0 ? 0 : wait;
}
