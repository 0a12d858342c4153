#include "config.h"

#include "engine/api.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/queue.h"
#include "base/thread.h"
#include "base/time.h"
#include "conf/settings.h"
#include "engine/action/feeds.h"
#include "engine/action/flags.h"
#include "engine/action/subscribe.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/core/watch.h"
#include "engine/job/jobs.h"
#include "engine/job/source.h"
#include "engine/plan/cycle.h"
#include "engine/plan/plans.h"
#include "engine/poll/backfill.h"
#include "engine/poll/group.h"
#include "engine/poll/index.h"
#include "engine/poll/network.h"
#include "engine/poll/poll.h"
#include "engine/poll/pool.h"
#include "engine/poll/refresh.h"
#include "engine/search.h"
#include "engine/sync/sync.h"
#include "engine/worker.h"
#include "fetch/fetch.h"
#include "store/db/view.h"
#include "store/item/keys.h"
#include "store/journal/todo.h"

#define STOP_MS 2000 /* case 143 */

static void
wake_worker(void *data)
{
	struct engine *e = data;
	if (e->fetch)
		fetch_wake(e->fetch);
}

/* In one piece, the engine first. */
struct whole {
	struct engine engine;
	struct engine_jobs jobs;
	struct engine_refresh_state refresh;
	struct engine_backfill_state backfill;
	struct engine_group group;
	struct engine_network network;
	struct engine_pool pool;
	struct engine_search_state search;
	struct engine_index index;
	struct engine_action_queue flags;
	struct engine_source_state source;
	struct engine_settings settings;
	struct engine_watch watch;
	struct engine_feeds feeds;
	struct engine_plans plans;
	struct engine_cycle_state cycle;
	struct engine_sync_state sync;
};

static struct engine *
new_engine(void)
{
	struct whole *w = mem_zalloc(sizeof *w);
	w->engine.jobs = &w->jobs;
	w->engine.refresh = &w->refresh;
	w->engine.backfill = &w->backfill;
	w->engine.group = &w->group;
	w->engine.network = &w->network;
	w->engine.pool = &w->pool;
	w->engine.search = &w->search;
	w->engine.index = &w->index;
	w->engine.flags = &w->flags;
	w->engine.source = &w->source;
	w->engine.settings = &w->settings;
	w->engine.watch = &w->watch;
	w->engine.feeds = &w->feeds;
	w->engine.plans = &w->plans;
	w->engine.cycle = &w->cycle;
	w->engine.sync = &w->sync;
	return &w->engine;
}

static void
free_engine(struct engine *e)
{
	engine_job_source_done(e->source);
	engine_poll_pool_done(e->pool);
	engine_poll_group_done(e->group);
	engine_poll_network_done(e->network);
	engine_action_queue_done(e->flags);
	engine_poll_backfill_done(e);
	engine_poll_refresh_done(e);
	engine_jobs_done(e->jobs);
	engine_search_end(e);
	engine_search_count_end(e);
	while (e->arrived) {
		struct fetch_result *next = e->arrived->next;
		fetch_result_free(e->arrived);
		e->arrived = next;
	}
	fetch_free(e->fetch);
	queue_free(e->requests, engine_request_free);
	queue_free(e->events, NULL);
	engine_sync_done(e);
	engine_watch_done(e->watch);
	engine_action_feeds_done(e->feeds);
	engine_action_subscribe_done(e);
	engine_plan_cycle_done(e);
	engine_plans_done(e);
	engine_settings_done(e->settings);
	free(e->feeds_path);
	free(e);
}

static uint64_t
seed(const struct engine *e)
{
	const int64_t parts[] = {time_wall_ms(), time_mono_ms(), getpid(), (intptr_t)e};
	return hash64(parts, sizeof parts) | 1;
}

int
engine_start(struct engine **out, const struct engine_setup *setup, struct err *err)
{
	struct engine *e = new_engine();
	e->store = setup->store;
	engine_settings_use(e, setup->settings);
	engine_watch_init(e->watch);
	e->feeds_path = mem_strdup(setup->feeds_path);
	e->quit_ms = setup->quit_ms;
	e->lost = setup->lost;
	e->clock = setup->clock;
	e->clock_data = setup->clock_data;
	e->boot = setup->boot;
	e->schedule = setup->schedule && !store_read_only(setup->store);
	engine_action_feeds_init(e, setup->watch_feeds);
	e->arrived_end = &e->arrived;
	e->random = seed(e);
	engine_poll_group_init(e->group);
	engine_poll_network_init(e);
	engine_sync_init(e);
	e->requests = queue_new(wake_worker, e);
	engine_poll_pool_init(e->pool, e->store, wake_worker, e);
	engine_job_source_init(e->source, wake_worker, e);
	e->events = queue_new(NULL, NULL);
	int status = engine_plans_init(e, err);
	if (status == OK && !store_read_only(e->store))
		status = engine_action_load(e, err);
	const struct fetch_config fetch = engine_settings_fetch(e);
	if (status == OK)
		status = fetch_new(&e->fetch, &fetch, err);
	if (status == OK)
		status = thread_start(&e->thread, "worker", engine_worker_run, e, err);
	if (status == OK)
		*out = e;
	else
		free_engine(e);
	return status;
}

bool
engine_stop(struct engine *e)
{
	if (!e)
		return true;
	engine_request_post(e, engine_request_new(ENGINE_QUIT));
	if (!thread_join(e->thread, STOP_MS))
		return false;
	free_engine(e);
	return true;
}

static int
wait_caught_up(struct engine *e, struct err *err)
{
	struct pollfd events = {.fd = queue_fd(e->events), .events = POLLIN};
	int status = OK;
	for (bool done = false; !done && status == OK;) {
		struct engine_event *event = engine_take(e);
		if (!event) {
			poll(&events, 1, -1);
			continue;
		}
		done = event->kind == ENGINE_CAUGHT_UP || event->kind == ENGINE_ENDED;
		if (done && event->error)
			status = err_set(err, ERR_IO, "%s", event->text);
		free(event);
	}
	return status;
}

int
engine_catch_up(const struct engine_setup *setup, struct err *err)
{
	struct store_view view;
	struct engine *e;
	int status = store_view_begin(setup->store, &view, err);
	if (status != OK)
		return status;
	bool left = store_journal_todo_left(&view, time_wall());
	store_view_end(&view);
	if (!left)
		return OK;
	status = engine_start(&e, setup, err);
	if (status != OK)
		return status;
	status = wait_caught_up(e, err);
	return engine_stop(e) ? status
			      : err_set(err, ERR_IO, _("the worker does not end"));
}

/* ---- requests */

static void
copy_items(struct engine_request *r, const uint64_t *items, size_t len)
{
	r->items = arena_alloc(&r->arena, (len + 1) * sizeof *items);
	if (len > 0)
		memcpy(r->items, items, len * sizeof *items);
	r->items_len = len;
}

static void
copy_feeds(struct engine_request *r, const uint32_t *feeds, size_t len)
{
	r->feeds = arena_alloc(&r->arena, (len + 1) * sizeof *feeds);
	if (len > 0)
		memcpy(r->feeds, feeds, len * sizeof *feeds);
	r->feeds_len = len;
}

static void
copy_tags(struct engine_request *r, const char *const *tags, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		r->tags = arena_push(&r->arena, r->tags, i, sizeof *r->tags);
		r->tags[i] = arena_strdup(&r->arena, tags[i]);
	}
	r->tags_len = len;
}

void
engine_refresh(struct engine *e, const uint32_t *feeds, size_t len, int flags)
{
	struct engine_request *r = engine_request_new(ENGINE_REFRESH);
	r->flags = flags;
	if (feeds)
		copy_feeds(r, feeds, len);
	engine_request_post(e, r);
}

void
engine_look(struct engine *e, uint32_t feed)
{
	struct engine_request *r = engine_request_new(ENGINE_LOOK);
	copy_feeds(r, &feed, 1);
	engine_request_post(e, r);
}

void
engine_stop_refresh(struct engine *e)
{
	engine_request_post(e, engine_request_new(ENGINE_STOP_REFRESH));
}

void
engine_flags(struct engine *e, const uint64_t *items, size_t len, int set, int clear)
{
	struct engine_request *r = engine_request_new(ENGINE_FLAGS);
	copy_items(r, items, len);
	r->set = set;
	r->clear = clear;
	engine_request_post(e, r);
}

void
engine_backfill(
	struct engine *e, const uint32_t *feeds, size_t len, size_t pages, size_t bytes)
{
	struct engine_request *r = engine_request_new(ENGINE_BACKFILL);
	copy_feeds(r, feeds, len);
	r->pages = pages;
	r->bytes = bytes;
	engine_request_post(e, r);
}

static void
copy_scope(struct engine_request *r, const struct store_scope *scope)
{
	r->scope = *scope;
	r->scope.tag = arena_strdup(&r->arena, scope->tag);
}

void
engine_mark_read(struct engine *e, const struct store_scope *scope, uint64_t upto)
{
	struct engine_request *r = engine_request_new(ENGINE_MARK_READ);
	copy_scope(r, scope);
	r->upto = upto;
	engine_request_post(e, r);
}

void
engine_search(
	struct engine *e, uint32_t id, const char *words, const struct store_scope *scope)
{
	struct engine_request *r = engine_request_new(ENGINE_SEARCH);
	copy_scope(r, scope);
	r->search = id;
	r->text = arena_strdup(&r->arena, words);
	engine_request_post(e, r);
}

void
engine_count(struct engine *e, uint32_t id, size_t index, const char *query)
{
	struct engine_request *r = engine_request_new(ENGINE_COUNT);
	r->search = id;
	r->upto = index;
	r->text = arena_strdup(&r->arena, query);
	engine_request_post(e, r);
}

void
engine_stop_search(struct engine *e)
{
	engine_request_post(e, engine_request_new(ENGINE_STOP_SEARCH));
}

static void
post_text(struct engine *e, enum engine_request_kind kind, const char *text)
{
	struct engine_request *r = engine_request_new(kind);
	r->text = arena_strdup(&r->arena, text);
	engine_request_post(e, r);
}

void
engine_discover(struct engine *e, const char *url)
{
	post_text(e, ENGINE_DISCOVER, url);
}

void
engine_subscribe(struct engine *e, const char *url, const char *title,
	const char *const *tags, size_t tags_len)
{
	struct engine_request *r = engine_request_new(ENGINE_SUBSCRIBE);
	r->text = arena_strdup(&r->arena, url);
	r->title = arena_strdup(&r->arena, title);
	copy_tags(r, tags, tags_len);
	engine_request_post(e, r);
}

void
engine_import(struct engine *e, const char *path)
{
	post_text(e, ENGINE_IMPORT, path);
}

void
engine_reload_feeds(struct engine *e)
{
	engine_request_post(e, engine_request_new(ENGINE_RELOAD_FEEDS));
}

void
engine_reload_settings(struct engine *e, struct settings *settings, bool schedule)
{
	struct engine_request *r = engine_request_new(ENGINE_RELOAD_SETTINGS);
	r->settings = conf_settings_ref(settings);
	r->schedule = schedule;
	engine_request_post(e, r);
}

void
engine_tag(struct engine *e, const uint64_t *items, size_t len, const char *tag, bool add)
{
	struct engine_request *r = engine_request_new(ENGINE_TAG);
	copy_items(r, items, len);
	r->text = arena_strdup(&r->arena, tag);
	r->add = add;
	engine_request_post(e, r);
}

void
engine_delete(struct engine *e, const uint64_t *items, size_t len)
{
	struct engine_request *r = engine_request_new(ENGINE_DELETE);
	copy_items(r, items, len);
	engine_request_post(e, r);
}

void
engine_unsubscribe(struct engine *e, const uint32_t *feeds, size_t len)
{
	struct engine_request *r = engine_request_new(ENGINE_UNSUBSCRIBE);
	copy_feeds(r, feeds, len);
	engine_request_post(e, r);
}

void
engine_rename(struct engine *e, uint32_t feed, const char *title)
{
	struct engine_request *r = engine_request_new(ENGINE_RENAME);
	copy_feeds(r, &feed, 1);
	r->title = arena_strdup(&r->arena, title);
	engine_request_post(e, r);
}

void
engine_move(struct engine *e, uint32_t feed, const char *const *tags, size_t tags_len)
{
	struct engine_request *r = engine_request_new(ENGINE_MOVE);
	copy_feeds(r, &feed, 1);
	copy_tags(r, tags, tags_len);
	engine_request_post(e, r);
}

void
engine_set(struct engine *e, uint32_t feed, const char *option, const char *value)
{
	struct engine_request *r = engine_request_new(ENGINE_SET);
	copy_feeds(r, &feed, 1);
	r->text = arena_strdup(&r->arena, option);
	r->title = arena_strdup(&r->arena, value);
	engine_request_post(e, r);
}

void
engine_merge(struct engine *e, uint32_t from, uint32_t into)
{
	const uint32_t feeds[] = {from, into};
	struct engine_request *r = engine_request_new(ENGINE_MERGE);
	copy_feeds(r, feeds, COUNT_OF(feeds));
	engine_request_post(e, r);
}

void
engine_readdress(struct engine *e, const uint32_t *feeds, size_t len, const char *address)
{
	struct engine_request *r = engine_request_new(ENGINE_READDRESS);
	copy_feeds(r, feeds, len);
	r->text = arena_strdup(&r->arena, address);
	engine_request_post(e, r);
}

void
engine_forget(struct engine *e)
{
	engine_request_post(e, engine_request_new(ENGINE_FORGET));
}

void
engine_undo(struct engine *e, bool redo)
{
	struct engine_request *r = engine_request_new(ENGINE_UNDO);
	r->add = redo;
	engine_request_post(e, r);
}

/* ---- events */

int
engine_fd(const struct engine *e)
{
	return queue_fd(e->events);
}

struct engine_event *
engine_take(struct engine *e)
{
	return queue_take(e->events);
}
