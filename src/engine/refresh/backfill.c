/*
 * Each feed has a chain of its own. A chain starts with a poll of the feed without
 * validators, because the newest document says where the older items are, or it starts
 * where the last run stopped. After that it fetches one document after another. Each is
 * digested like a poll and stored together with the address of the next one, so that a
 * crash loses only the answer that was under way.
 *
 * A chain is polite: it sends one request at a time and waits in between, it never breaks
 * a host's pause, and it stops after a number of documents and bytes, because an archive
 * may have no end. A document may name any other document, as a redirect may
 * (fetch_request.link), but none of them twice.
 *
 * A chain that has reached the end once stops at the first document that brings nothing
 * new: archives do not change, and everything after that document is stored already.
 */
#include "config.h"

#include "engine/refresh/backfill.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/vec.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/request.h"
#include "engine/job/jobs.h"
#include "engine/plan/plans.h"
#include "engine/poll/group.h"
#include "engine/poll/poll.h"
#include "engine/poll/pool.h"
#include "engine/refresh/pause.h"
#include "engine/refresh/refresh.h"
#include "engine/rule/apply.h"
#include "engine/rule/rules.h"
#include "fetch/address.h"
#include "fetch/fetch.h"
#include "model/feed.h"
#include "model/http.h"
#include "model/subscription.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/poll/poll.h"

#define GAPS 2 /* times host-gap, between two requests of a chain */

enum chain_state {
	CHAIN_NEW,      /* its feed has to be polled first */
	CHAIN_POLLING,  /* that poll is under way */
	CHAIN_WAITS,    /* until the next request may be sent */
	CHAIN_FETCHING, /* a document is being fetched or stored */
	CHAIN_OVER,
};

struct chain {
	uint32_t feed;
	enum chain_state state;
	uint64_t tag;  /* of the job under way */
	char *url;     /* the feed's own address */
	char *next;    /* address of the next document */
	int64_t at_ms; /* when to fetch it, in mono time */
	int64_t since; /* time of the previous poll: what was posted later is new to the
			  user */
	bool ended;    /* an earlier run reached the end */
	size_t pages, pages_max, bytes, bytes_max, added;
	uint64_t *fetched; /* hashes of the addresses fetched so far */
	size_t fetched_len, fetched_cap;
};

struct engine_archives {
	struct chain **chains; /* one for each feed */
	size_t len, cap;
};

int
engine_refresh_backfill_init(struct engine *e, struct err *err)
{
	(void)err;
	e->archives = mem_zalloc(sizeof *e->archives);
	return OK;
}

static void
free_chain(struct chain *chain)
{
	free(chain->url);
	free(chain->next);
	free(chain->fetched);
	free(chain);
}

void
engine_refresh_backfill_done(struct engine *e)
{
	for (size_t i = 0; i < e->archives->len; i++)
		free_chain(e->archives->chains[i]);
	free(e->archives->chains);
	free(e->archives);
}

/* The feed's chain, unless it is over and only waits to be freed. */
static struct chain *
chain_of(const struct engine *e, uint32_t feed)
{
	for (size_t i = 0; i < e->archives->len; i++) {
		struct chain *chain = e->archives->chains[i];
		if (chain->feed == feed && chain->state != CHAIN_OVER)
			return chain;
	}
	return NULL;
}

/* ---- what is reported */

static struct engine_event
event_of(const struct chain *chain)
{
	return (struct engine_event){
		.kind = ENGINE_OLDER,
		.feed = chain->feed,
		.counts = {.done = chain->pages, .added = chain->added},
		.counted = chain->bytes,
	};
}

/* Ends the chain; the next step frees it. more: another run would find more. */
static void
finish(struct engine *e, struct chain *chain, bool error, bool more, const char *why)
{
	struct engine_event event = event_of(chain);
	event.done = true;
	event.error = error;
	event.more = more;
	event.text = why;
	engine_event_post(e, &event);
	chain->state = CHAIN_OVER;
}

static void
finish_paused(struct engine *e, struct chain *chain, int64_t until)
{
	char when[64];
	struct err err;
	time_format_local(until, "%H:%M", when, sizeof when);
	if (until - engine_now(e) > TIME_DAY / 2)
		time_format_local(until, "%Y-%m-%d %H:%M", when, sizeof when);
	err_set(&err, ERR_NETWORK, _("the server asked for a pause until %s"), when);
	finish(e, chain, true, true, err.text);
}

/* ---- beginning */

static int
read_chain(struct engine *e, struct chain *chain, struct http_state *http,
	struct arena *arena)
{
	struct store_view view;
	struct store_feed feed;
	int status = store_view_begin(e->store, &view, NULL);
	if (status != OK)
		return status;
	status = store_feed(&view, chain->feed, arena, &feed);
	if (status == OK)
		status = store_feed_state(&view, chain->feed, arena, http, NULL, NULL);
	store_view_end(&view);
	if (status != OK)
		return status;
	bool moved = http_move_adopted(http, engine_now(e));
	free(chain->url);
	chain->url = mem_strdup(moved ? http->moved_to : feed.url);
	return feed.removed ? ERR_NOT_FOUND : OK;
}

static void
begin(struct engine *e, uint32_t feed, const struct engine_request *request)
{
	struct arena arena = ARENA_INIT;
	struct http_state http;
	if (chain_of(e, feed))
		return;
	struct chain *chain = mem_zalloc(sizeof *chain);
	*VEC_PUSH(e->archives->chains, e->archives->len, e->archives->cap) = chain;
	chain->feed = feed;
	chain->pages_max = request->backfill.pages;
	chain->bytes_max = request->backfill.bytes;
	if (read_chain(e, chain, &http, &arena) != OK) {
		finish(e, chain, true, false, _("the feed does not exist any more"));
	} else if (subscription_source(chain->url) != SOURCE_HTTP) {
		finish(e, chain, true, false,
			_("commands and files have no older documents"));
	} else {
		int64_t now = engine_now(e);
		chain->since = http.last_poll != TIME_NONE ? http.last_poll : now;
		chain->ended = http.older_end != TIME_NONE;
		chain->next = mem_strdup(http.older);
		chain->state = chain->next ? CHAIN_WAITS : CHAIN_NEW;
		if (http.retry_at != TIME_NONE && http.retry_at > now)
			finish_paused(e, chain, http.retry_at);
	}
	arena_done(&arena);
}

void
engine_refresh_backfill_begin(struct engine *e, const struct engine_request *request)
{
	for (size_t i = 0; i < request->backfill.feeds_len; i++)
		begin(e, request->backfill.feeds[i], request);
}

void
engine_refresh_backfill_cancel(struct engine *e)
{
	for (size_t i = 0; i < e->archives->len; i++) {
		struct chain *chain = e->archives->chains[i];
		if (chain->state == CHAIN_OVER)
			continue;
		engine_job_cancel(e, chain->tag);
		finish(e, chain, false, true, _("stopped"));
	}
}

/* The feed's own poll ended without a document that names older ones. */
static void
finish_unpolled(struct engine *e, struct chain *chain)
{
	struct arena arena = ARENA_INIT;
	struct http_state http;
	if (read_chain(e, chain, &http, &arena) != OK)
		finish(e, chain, true, false, _("the feed does not exist any more"));
	else if (http.retry_at != TIME_NONE && http.retry_at > engine_now(e))
		finish_paused(e, chain, http.retry_at);
	else if (http.failures > 0 && http.error)
		finish(e, chain, true, false, http.error);
	else
		finish(e, chain, true, false,
			_("the feed could not be fetched; try again later"));
	arena_done(&arena);
}

static void
poll_feed(struct engine *e, struct chain *chain)
{
	if (engine_job_state(e, chain->feed) == ENGINE_RUNNING)
		return; /* that poll may be a conditional one: ours follows it */
	chain->state = CHAIN_POLLING;
	engine_refresh_begin(e, &chain->feed, 1, ENGINE_FORCE | ENGINE_IN_FULL);
}

void
engine_refresh_backfill_polled(struct engine *e, const struct engine_poll *poll)
{
	struct chain *chain = chain_of(e, poll->feed);
	if (!chain || chain->state != CHAIN_POLLING || !poll->document)
		return;
	if (!poll->document->older) {
		finish(e, chain, false, false, _("the feed names no older items"));
		return;
	}
	chain->next = mem_strdup(poll->document->older);
	chain->at_ms = time_mono_ms() + GAPS * e->options->host_gap;
	chain->state = CHAIN_WAITS;
}

/* ---- a document of the chain */

static void
answer(struct engine *e, struct engine_job *job, struct fetch_result *result)
{
	struct engine_poll *poll = engine_poll_new(job->class, job->feed, result);
	poll->now = engine_now(e);
	poll->astray = engine_poll_astray(job->url, result->url);
	int64_t until = engine_poll_host_pause(poll);
	if (until != TIME_NONE)
		engine_refresh_pause(e, job->url, until);
	if (engine_poll_pool_give(e, poll))
		return;
	engine_poll_digest(poll);
	engine_poll_group_add(e, poll);
}

/* The address of the next document; NULL: this was the last. */
static const char *
next_of(const struct chain *chain, const struct engine_poll *poll, size_t added)
{
	if (!poll->document || (chain && chain->ended && added == 0))
		return NULL;
	return poll->document->older;
}

/* Stores a document of older items, and the address of the next one. */
static int
store(struct engine *e, struct store_batch *batch, const struct engine_poll *poll,
	struct arena *arena, struct store_poll_result *result, struct err *err)
{
	struct store_view view = store_batch_view(batch);
	const struct chain *chain = chain_of(e, poll->feed);
	struct http_state http;
	struct store_arrivals arrivals = {0};
	struct engine_verdicts verdicts;
	struct store_poll put = {
		.feed = poll->feed,
		.now = poll->now,
		.document = poll->document,
		.http = &http,
		.older = true,
		.since = chain ? chain->since : poll->now,
	};
	bool again = !poll->document && poll->answer->http_status / 100 != 4;
	int status = store_feed_state(&view, poll->feed, arena, &http, NULL, NULL);
	if (status == OK && poll->document)
		status = store_poll_open(batch, &put, arena, &arrivals, err);
	if (status == ERR_NOT_FOUND)
		return OK; /* the feed was deleted in the meantime */
	if (status != OK)
		return err_set(err, status, _("feed %u cannot be read from the store"),
			(unsigned)poll->feed);
	http_count_older(&http, poll->now);
	/* An address that is gone for good is forgotten, so that the next run starts from
	 * the beginning; after other failures it is tried again. */
	if (!again)
		http.older = arena_strdup(arena, next_of(chain, poll, arrivals.fresh));
	if (poll->document && !http.older)
		http.older_end = poll->now;
	put.arrivals = poll->document ? &arrivals : NULL;
	engine_rule_judge(e, batch, &put, &arrivals, arena, &verdicts);
	status = store_poll_put(batch, &put, result, err);
	return status == OK ? engine_rule_act(e, batch, &verdicts, arena, err) : status;
}

static void
stored(struct engine *e, const struct engine_poll *poll,
	const struct store_poll_result *result)
{
	struct chain *chain = chain_of(e, poll->feed);
	if (!chain || chain->state != CHAIN_FETCHING)
		return; /* it was stopped in the meantime */
	if (poll->kind == POLL_FAILED || poll->kind == POLL_UNREACHABLE) {
		char *shown = fetch_address_show(chain->next);
		struct err err;
		err_set(&err, poll->err.status, "%s: %s", shown, poll->err.text);
		finish(e, chain, true, true, err.text);
		free(shown);
		return;
	}
	chain->pages++;
	chain->added += result->added;
	chain->bytes += (size_t)poll->answer->bytes;
	const char *next = next_of(chain, poll, result->added);
	if (!next) {
		finish(e, chain, false, false, _("that is all there is"));
		return;
	}
	struct engine_event event = event_of(chain);
	engine_event_post(e, &event);
	free(chain->next);
	chain->next = mem_strdup(next);
	chain->at_ms = time_mono_ms() + GAPS * e->options->host_gap;
	chain->state = CHAIN_WAITS;
}

static const struct engine_job_class archives = {
	.name = "archive",
	.size = sizeof(struct engine_job),
	.priority = ENGINE_JOB_ASKED,
	.answer = answer,
	.digested = engine_poll_group_add,
	.store = store,
	.stored = stored,
};

/* ---- the next document */

/* Remembers the address; false: it was fetched before. */
static bool
remember(struct chain *chain, const char *url)
{
	uint64_t hash = hash64(url, strlen(url));
	for (size_t i = 0; i < chain->fetched_len; i++)
		if (chain->fetched[i] == hash)
			return false;
	*VEC_PUSH(chain->fetched, chain->fetched_len, chain->fetched_cap) = hash;
	return true;
}

/* Sites that moved to https often still write http into their documents. A chain that
 * began encrypted stays encrypted or fails. */
static char *
secured(const struct chain *chain)
{
	struct arena arena = ARENA_INIT;
	const char *link = chain->next;
	if (str_istarts(chain->url, "https://") && str_istarts(link, "http://"))
		link = arena_printf(&arena, "https%s", link + strlen("http"));
	char *copy = mem_strdup(link);
	arena_done(&arena);
	return copy;
}

static void
ask(struct engine *e, struct chain *chain)
{
	char *link = secured(chain);
	const struct engine_job job = {
		.class = &archives, .feed = chain->feed, .url = link};
	const struct fetch_request request = {.url = chain->url, .link = link};
	engine_plan_of(e, chain->feed)->older++;
	chain->tag = engine_job_ask(e, &job, &request);
	chain->state = CHAIN_FETCHING;
	free(link);
}

static void
ask_next(struct engine *e, struct chain *chain)
{
	int64_t now = engine_now(e);
	struct store_view view;
	if (store_view_begin(e->store, &view, NULL) == OK) {
		engine_refresh_pause_load(e->pauses, &view, now);
		store_view_end(&view);
	}
	int64_t pause = engine_refresh_pause_of(e->pauses, chain->next, now);
	if (pause != TIME_NONE)
		finish_paused(e, chain, pause);
	else if (chain->pages >= chain->pages_max || chain->bytes >= chain->bytes_max)
		finish(e, chain, false, true, _("there is more; the next run continues"));
	else if (!remember(chain, chain->next))
		finish(e, chain, true, false,
			_("the feed's documents link in a circle; nothing more can be "
			  "fetched"));
	else
		ask(e, chain);
}

/* ---- the worker's turn */

static void
step(struct engine *e, struct chain *chain)
{
	switch (chain->state) {
	case CHAIN_NEW:
		poll_feed(e, chain);
		break;
	case CHAIN_POLLING:
		if (engine_job_state(e, chain->feed) == ENGINE_IDLE)
			finish_unpolled(e, chain);
		break;
	case CHAIN_WAITS:
		if (time_mono_ms() >= chain->at_ms)
			ask_next(e, chain);
		break;
	case CHAIN_FETCHING:
	case CHAIN_OVER:
		break;
	}
}

bool
engine_refresh_backfill_step(struct engine *e)
{
	struct engine_archives *b = e->archives;
	size_t kept = 0;
	for (size_t i = 0; i < b->len; i++) {
		step(e, b->chains[i]);
		if (b->chains[i]->state == CHAIN_OVER)
			free_chain(b->chains[i]);
		else
			b->chains[kept++] = b->chains[i];
	}
	b->len = kept;
	return false;
}

int64_t
engine_refresh_backfill_wait(const struct engine *e)
{
	int64_t wait = INT64_MAX, now = time_mono_ms();
	for (size_t i = 0; i < e->archives->len; i++) {
		const struct chain *chain = e->archives->chains[i];
		if (chain->state == CHAIN_WAITS && chain->at_ms - now < wait)
			wait = chain->at_ms - now;
	}
	return wait;
}
