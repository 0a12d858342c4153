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
#include "engine/action/subscribe.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/worker.h"
#include "store/db/view.h"
#include "store/item/keys.h"
#include "store/journal/todo.h"

#define STOP_MS 2000 /* case 143 */

static void
free_engine(struct engine *e)
{
	engine_worker_down(e);
	queue_free(e->requests, engine_request_free);
	queue_free(e->events, NULL);
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
	struct engine *e = mem_zalloc(sizeof *e);
	e->store = setup->store;
	e->options = setup->options;
	e->config = setup->config;
	e->feeds_path = mem_strdup(setup->feeds_path);
	e->quit_ms = setup->quit_ms;
	e->lost = setup->lost;
	e->clock = setup->clock;
	e->clock_data = setup->clock_data;
	e->boot = setup->boot;
	e->schedule = setup->schedule && !store_read_only(setup->store);
	e->random = seed(e);
	e->requests = queue_new(engine_wake, e);
	e->events = queue_new(NULL, NULL);
	int status = engine_worker_up(e, err);
	if (status == OK && !store_read_only(e->store))
		status = engine_action_load(e, err);
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
	int64_t until = time_mono_ms() + STOP_MS;
	engine_request_post(e, engine_request_new(ENGINE_QUIT));
	if (!thread_join_by(e->thread, until) || !engine_worker_join(e, until))
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
			      : err_set(err, ERR_CANCELLED, _("the worker does not end"));
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
