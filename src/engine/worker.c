/*
 * One turn of the loop: requests, due feeds, transfers, answers, storing, search; then
 * sleep until a socket, a request or the next thing to do by time. Nothing in a turn
 * takes more than some milliseconds, so that requests are heard and transfers fed: the
 * answers that have arrived are digested for DIGEST_MS at most before the sockets have
 * their turn again.
 */
#include "config.h"

#include "engine/worker.h"

#include "base/queue.h"
#include "base/time.h"
#include "engine/action/feeds.h"
#include "engine/action/flags.h"
#include "engine/action/subscribe.h"
#include "engine/action/todo.h"
#include "engine/configure.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/job/source.h"
#include "engine/plan/cycle.h"
#include "engine/poll/backfill.h"
#include "engine/poll/claim.h"
#include "engine/poll/group.h"
#include "engine/poll/index.h"
#include "engine/poll/network.h"
#include "engine/poll/pool.h"
#include "engine/poll/progress.h"
#include "engine/poll/refresh.h"
#include "engine/search.h"
#include "engine/sync/sync.h"
#include "fetch/fetch.h"

#define DIGEST_MS 5
#define QUIT_DIGEST_MS 300 /* at the end: what has arrived is stored, within reason, */
#define QUIT_STORE_MS 500  /* and what the user did; others go on with what is left */
#define SLEEP_MAX_MS 60000
/* Bytes of answers that wait to be digested, at most: then sockets are not read until
 * some are, and the network's own flow control slows the servers down. */
#define ARRIVED_MAX ((size_t)20 << 20)

static void
serve(struct engine *e, struct engine_request *request)
{
	switch (request->kind) {
	case ENGINE_REFRESH:
		engine_poll_refresh_begin(e, request);
		break;
	case ENGINE_LOOK:
		engine_poll_refresh_look(e, request->feeds[0]);
		break;
	case ENGINE_STOP_REFRESH:
		engine_poll_backfill_cancel(e);
		engine_poll_refresh_cancel(e);
		break;
	case ENGINE_BACKFILL:
		engine_poll_backfill_begin(e, request);
		break;
	case ENGINE_FLAGS:
	case ENGINE_MARK_READ:
	case ENGINE_TAG:
	case ENGINE_DELETE:
	case ENGINE_UNSUBSCRIBE:
	case ENGINE_RENAME:
	case ENGINE_MOVE:
	case ENGINE_SET:
	case ENGINE_MERGE:
	case ENGINE_READDRESS:
	case ENGINE_UNDO:
		engine_action_add(e, request);
		return;
	case ENGINE_SEARCH:
		engine_search_begin(e, request);
		break;
	case ENGINE_COUNT:
		engine_search_count(e, request);
		break;
	case ENGINE_STOP_SEARCH:
		engine_search_end(e);
		break;
	case ENGINE_DISCOVER:
		engine_action_discover(e, request);
		break;
	case ENGINE_SUBSCRIBE:
		engine_action_subscribe(e, request);
		break;
	case ENGINE_IMPORT:
		engine_action_import(e, request);
		break;
	case ENGINE_RELOAD_FEEDS:
		engine_action_feeds_reload(e);
		break;
	case ENGINE_RELOAD_SETTINGS:
		engine_configure(e, request);
		break;
	case ENGINE_FORGET:
		engine_action_forget(e);
		break;
	case ENGINE_QUIT:
		e->quit = true;
		break;
	}
	engine_request_free(request);
}

static void
serve_all(struct engine *e)
{
	struct engine_request *request;
	while (!e->quit && (request = queue_take(e->requests)) != NULL)
		serve(e, request);
}

static void
add_arrived(struct engine *e, struct fetch_result *list)
{
	*e->arrived_end = list;
	for (; list; list = list->next) {
		e->arrived_bytes += list->body.len;
		e->arrived_end = &list->next;
	}
}

static void
transfer(struct engine *e)
{
	struct fetch_result *local;
	if (e->arrived_bytes + e->pool->bytes < ARRIVED_MAX)
		add_arrived(e, fetch_step(e->fetch));
	while ((local = engine_job_source_take(e)) != NULL)
		add_arrived(e, local);
}

static void
take_answer(struct engine *e, struct fetch_result *answer)
{
	struct engine_job *job = engine_jobs_at(e->jobs, answer->tag);
	if (!job) {
		fetch_result_free(answer); /* cancelled since */
		return;
	}
	if (engine_job_source_filter(e, job, answer))
		return; /* it comes again */
	engine_jobs_take(e->jobs, answer->tag);
	if (job->kind == JOB_DISCOVER)
		engine_action_discovered(e, job, answer);
	else if (job->kind == JOB_OLDER)
		engine_poll_backfill_answer(e, job, answer);
	else
		engine_poll_refresh_answer(e, job, answer);
}

/* False: a group is full, and there may be more for the next one. */
static bool
take_digested(struct engine *e)
{
	struct engine_poll *done = NULL;
	while (engine_poll_group_wait(e) > 0 && (done = engine_poll_pool_take(e)) != NULL)
		engine_poll_refresh_digested(e, done);
	return !done;
}

/* True: there is more to do at once. */
static bool
digest(struct engine *e, int64_t limit_ms)
{
	int64_t start = time_mono_ms();
	bool all = take_digested(e);
	while (e->arrived && time_mono_ms() - start < limit_ms) {
		struct fetch_result *answer = e->arrived;
		e->arrived = answer->next;
		e->arrived_bytes -= answer->body.len;
		answer->next = NULL;
		if (!e->arrived)
			e->arrived_end = &e->arrived;
		take_answer(e, answer);
	}
	return !all || e->arrived;
}

static int64_t
least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t
sleep_time(const struct engine *e, bool more)
{
	if (more)
		return 0;
	int64_t wait = least(engine_poll_refresh_wait(e), engine_action_wait(e));
	wait = least(wait, engine_action_feeds_wait(e));
	wait = least(wait, engine_sync_wait(e));
	wait = least(wait, engine_poll_backfill_wait(e));
	return least(least(wait, engine_poll_group_wait(e)), SLEEP_MAX_MS);
}

static void
turn(struct engine *e)
{
	if (e->schedule)
		engine_poll_network_clock(e, engine_now(e));
	serve_all(e);
	engine_poll_network_watch(e);
	engine_action_feeds_step(e);
	engine_action_todo_look(e);
	engine_action_store(e);
	bool looking = e->schedule && engine_plan_cycle_step(e);
	engine_poll_refresh_schedule(e);
	engine_poll_refresh_fill(e);
	engine_poll_claim_renew(e);
	transfer(e);
	bool digesting = digest(e, DIGEST_MS);
	engine_poll_group_store(e, e->jobs->count == 0 && e->pool->len == 0);
	engine_poll_backfill_step(e);
	engine_poll_progress_tell(e);
	bool searching = engine_search_step(e);
	bool syncing = engine_sync_step(e);
	if (!searching)
		searching = engine_search_count_step(e);
	if (!searching)
		searching = engine_poll_index_step(e);
	if (!e->quit)
		fetch_wait(e->fetch,
			sleep_time(e, searching || syncing || looking || digesting),
			queue_fd(e->requests));
}

/* Stores what has arrived, gives back what has not. */
static void
wind_up(struct engine *e)
{
	int64_t until = time_mono_ms() + QUIT_DIGEST_MS;
	digest(e, QUIT_DIGEST_MS);
	for (struct engine_poll *done; (done = engine_poll_pool_await(e, until)) != NULL;)
		engine_poll_refresh_digested(e, done);
	engine_poll_refresh_cancel(e);
	engine_poll_network_release(e);
	engine_poll_group_store(e, true);
	e->flags->retry_ms = 0;
	until = time_mono_ms() + (e->quit_ms ? e->quit_ms : QUIT_STORE_MS);
	while (e->flags->len > 0 && !e->flags->retry_ms && time_mono_ms() < until)
		engine_action_store(e);
	engine_action_todo_leave(e);
	engine_sync_flush(e);
}

void
engine_worker_run(void *data)
{
	struct engine *e = data;
	while (!e->quit)
		turn(e);
	wind_up(e);
	const struct engine_event event = {.kind = ENGINE_ENDED};
	engine_event_post(e, &event);
}
