#include "config.h"

#include "engine/api.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/queue.h"
#include "base/thread.h"
#include "base/time.h"
#include "conf/rule.h"
#include "conf/settings.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/feeds/subscribe.h"
#include "engine/worker.h"
#include "store/db/view.h"
#include "store/item/list.h"
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

/* If the disk is full, the store still has what it had before the file changed. */
static int
load_feeds(struct engine *e, struct err *err)
{
	int status = engine_feeds_load(e, err);
	if (status != ERR_FULL)
		return status;
	engine_event_unstored(e, err);
	return OK;
}

int
engine_start(struct engine **out, const struct engine_setup *setup, struct err *err)
{
	struct engine *e = mem_zalloc(sizeof *e);
	e->store = setup->store;
	e->feeds_path = mem_strdup(setup->feeds_path);
	e->quit_ms = setup->quit_ms;
	e->commands_ms = setup->commands_ms;
	e->lost = setup->lost;
	e->adopter = setup->adopter;
	e->clock = setup->clock;
	e->clock_data = setup->clock_data;
	e->boot = setup->boot;
	e->lead = engine_clock_set(e);
	e->schedule = setup->schedule && !store_read_only(setup->store);
	e->settings_given = setup->settings;
	e->watch_feeds = setup->watch_feeds;
	e->random = seed(e);
	e->requests = queue_new(NULL, NULL);
	e->events = queue_new(NULL, NULL);
	int status = engine_worker_up(e, err);
	if (status == OK && !store_read_only(e->store))
		status = load_feeds(e, err);
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
	return engine_stop(e)
		       ? status
		       : err_set(err, ERR_CANCELLED, _("the worker does not stop"));
}

/* ---- requests */

static const uint32_t *
copy_feeds(struct engine_request *r, const uint32_t *feeds, size_t len)
{
	return feeds ? arena_memdup(&r->arena, feeds, len * sizeof *feeds) : NULL;
}

static const char *const *
copy_tags(struct engine_request *r, const char *const *tags, size_t len)
{
	const char **copy = arena_alloc(&r->arena, (len + 1) * sizeof *copy);
	for (size_t i = 0; i < len; i++)
		copy[i] = arena_strdup(&r->arena, tags[i]);
	return copy;
}

static struct store_scope
copy_scope(struct engine_request *r, const struct store_scope *scope)
{
	struct store_scope copy = *scope;
	copy.tag = arena_strdup(&r->arena, scope->tag);
	return copy;
}

static void
post(struct engine *e, enum engine_request_kind kind)
{
	engine_request_post(e, engine_request_new(kind));
}

void
engine_chain(struct engine *e, uint32_t chain)
{
	e->chain = chain;
}

/* Copies an action's texts into the request. */
static void
copy_texts(struct engine_request *r, struct engine_action *a)
{
	const char **texts[] = {&a->target.query, &a->target.line, &a->tag, &a->title,
		&a->address, &a->retag.from, &a->retag.to, &a->place, &a->past,
		&a->option.name, &a->option.value, &a->rule.text, &a->rule.score};
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		*texts[i] = arena_strdup(&r->arena, *texts[i]);
}

/* Copies the further actions; they share the target. */
static void
copy_also(struct engine_request *r, struct engine_action *a)
{
	struct engine_action *also =
		arena_memdup(&r->arena, a->also, a->also_len * sizeof *also);
	for (size_t i = 0; i < a->also_len; i++) {
		also[i].target = (struct engine_target){.kind = TARGET_NOTHING};
		copy_texts(r, &also[i]);
		also[i].target = a->target;
		also[i].chain = a->chain;
	}
	a->also = also;
}

void
engine_do(struct engine *e, const struct engine_action *action)
{
	struct engine_request *r = engine_request_new(ENGINE_DO);
	struct engine_action *a = &r->action;
	struct engine_target *t = &a->target;
	*a = *action;
	if (!a->chain && action_kind(a->verb)->flags & ACTION_UNDOABLE)
		a->chain = e->chain;
	t->items = arena_memdup(&r->arena, t->items, t->items_len * sizeof *t->items);
	t->feeds = copy_feeds(r, t->feeds, t->feeds_len);
	t->scope = copy_scope(r, &t->scope);
	a->tags = copy_tags(r, a->tags, a->tags_len);
	copy_texts(r, a);
	copy_also(r, a);
	e->acting++;
	engine_request_post(e, r);
}

bool
engine_is_acting(const struct engine *e)
{
	return e->acting > 0;
}

void
engine_forget(struct engine *e)
{
	post(e, ENGINE_FORGET);
}

void
engine_refresh(struct engine *e, const uint32_t *feeds, size_t len, int flags)
{
	struct engine_request *r = engine_request_new(ENGINE_REFRESH);
	r->refresh.feeds = copy_feeds(r, feeds, len);
	r->refresh.feeds_len = feeds ? len : 0;
	r->refresh.flags = flags;
	engine_request_post(e, r);
}

void
engine_visit(struct engine *e, uint32_t feed)
{
	struct engine_request *r = engine_request_new(ENGINE_VISIT);
	r->feed = feed;
	engine_request_post(e, r);
}

static void
post_pages(struct engine *e, const uint64_t *items, size_t len, bool opened)
{
	struct engine_request *r = engine_request_new(ENGINE_FETCH_PAGES);
	r->pages.items = arena_memdup(&r->arena, items, len * sizeof *items);
	r->pages.len = len;
	r->pages.opened = opened;
	engine_request_post(e, r);
}

void
engine_fetch_pages(struct engine *e, const uint64_t *items, size_t len)
{
	post_pages(e, items, len, false);
}

void
engine_open_page(struct engine *e, uint64_t item)
{
	post_pages(e, &item, 1, true);
}

void
engine_get_answer(struct engine *e, uint32_t feed)
{
	struct engine_request *r = engine_request_new(ENGINE_GET_ANSWER);
	r->feed = feed;
	engine_request_post(e, r);
}

void
engine_get_tries(struct engine *e, uint64_t item)
{
	struct engine_request *r = engine_request_new(ENGINE_GET_TRIES);
	r->item = item;
	engine_request_post(e, r);
}

void
engine_get_room(struct engine *e)
{
	engine_request_post(e, engine_request_new(ENGINE_GET_ROOM));
}

void
engine_get_comments(struct engine *e, uint64_t item)
{
	struct engine_request *r = engine_request_new(ENGINE_GET_COMMENTS);
	r->item = item;
	engine_request_post(e, r);
}

void
engine_get_track(struct engine *e, uint64_t item, bool transcript, const char *language)
{
	struct engine_request *r = engine_request_new(ENGINE_GET_TRACK);
	r->track.item = item;
	r->track.transcript = transcript;
	r->track.language = language ? arena_strdup(&r->arena, language) : NULL;
	engine_request_post(e, r);
}

void
engine_get_images(
	struct engine *e, uint64_t item, const char *const *urls, size_t len, bool opened)
{
	struct engine_request *r = engine_request_new(ENGINE_GET_IMAGES);
	r->images.item = item;
	r->images.urls = arena_alloc(&r->arena, len * sizeof *urls);
	r->images.len = len;
	r->images.opened = opened;
	for (size_t i = 0; i < len; i++)
		r->images.urls[i] = arena_strdup(&r->arena, urls[i]);
	engine_request_post(e, r);
}

void
engine_get_thumbnails(struct engine *e, const struct engine_picture *list, size_t len)
{
	struct engine_request *r = engine_request_new(ENGINE_GET_THUMBNAILS);
	r->thumbnails.list = arena_alloc(&r->arena, (len + 1) * sizeof *list);
	r->thumbnails.len = len;
	for (size_t i = 0; i < len; i++)
		r->thumbnails.list[i] = (struct engine_picture){
			list[i].item, arena_strdup(&r->arena, list[i].url)};
	engine_request_post(e, r);
}

void
engine_sync(struct engine *e, const char *name, int flags)
{
	struct engine_request *r = engine_request_new(ENGINE_SYNC);
	r->sync.name = arena_strdup(&r->arena, name);
	r->sync.flags = flags;
	engine_request_post(e, r);
}

void
engine_account(struct engine *e, enum engine_account_verb verb, const char *name)
{
	struct engine_request *r = engine_request_new(ENGINE_SYNC);
	r->sync.verb = verb;
	r->sync.name = arena_strdup(&r->arena, name);
	engine_request_post(e, r);
}

void
engine_probe(struct engine *e, const char *name, const char *url, const char *protocol)
{
	struct engine_request *r = engine_request_new(ENGINE_SYNC);
	r->sync.verb = ENGINE_ACCOUNT_PROBE;
	r->sync.name = arena_strdup(&r->arena, name);
	r->sync.url = arena_strdup(&r->arena, url);
	r->sync.protocol = arena_strdup(&r->arena, protocol);
	engine_request_post(e, r);
}

void
engine_login(struct engine *e, const char *url, bool plain)
{
	struct engine_request *r = engine_request_new(ENGINE_SYNC);
	r->sync.verb = ENGINE_ACCOUNT_LOGIN;
	r->sync.url = arena_strdup(&r->arena, url);
	r->sync.flags = plain ? ENGINE_SYNC_PLAIN : 0;
	engine_request_post(e, r);
}

void
engine_stop_refresh(struct engine *e)
{
	post(e, ENGINE_STOP_REFRESH);
}

void
engine_backfill(
	struct engine *e, const uint32_t *feeds, size_t len, size_t pages, size_t bytes)
{
	struct engine_request *r = engine_request_new(ENGINE_BACKFILL);
	r->backfill.feeds = copy_feeds(r, feeds, len);
	r->backfill.feeds_len = len;
	r->backfill.pages = pages;
	r->backfill.bytes = bytes;
	engine_request_post(e, r);
}

void
engine_search(
	struct engine *e, uint32_t id, const char *words, const struct store_scope *scope)
{
	struct engine_request *r = engine_request_new(ENGINE_SEARCH);
	r->search.id = id;
	r->search.words = arena_strdup(&r->arena, words);
	r->search.scope = copy_scope(r, scope);
	engine_request_post(e, r);
}

void
engine_stop_search(struct engine *e)
{
	post(e, ENGINE_STOP_SEARCH);
}

void
engine_count(struct engine *e, uint32_t id, size_t index, const char *query)
{
	struct engine_request *r = engine_request_new(ENGINE_COUNT);
	r->count.id = id;
	r->count.index = (uint32_t)index;
	r->count.query = arena_strdup(&r->arena, query);
	engine_request_post(e, r);
}

void
engine_keep_counts(struct engine *e, uint32_t id, const char *const *queries, size_t len)
{
	struct engine_request *r = engine_request_new(ENGINE_KEEP_COUNTS);
	const char **copy = arena_alloc(&r->arena, (len + 1) * sizeof *copy);
	for (size_t i = 0; i < len; i++)
		copy[i] = arena_strdup(&r->arena, queries[i]);
	r->counts.id = id;
	r->counts.queries = copy;
	r->counts.len = len;
	engine_request_post(e, r);
}

void
engine_check_counts(struct engine *e)
{
	post(e, ENGINE_CHECK_COUNTS);
}

struct engine_action
engine_rule_action(const struct conf_rule *rule, char score[static ENGINE_SCORE_BYTES],
	struct engine_action *also)
{
	const struct conf_rule_act *acts = rule->acts;
	int64_t sum = 0;
	size_t n = 0;
	for (size_t i = 0; i < rule->acts_len; i++)
		sum += acts[i].score;
	snprintf(score, ENGINE_SCORE_BYTES, "%" PRId64, sum);
	/* Verbs that take items out of the lists come last. */
	for (int last = 0; last < 2; last++)
		for (size_t i = 0; i < rule->acts_len; i++) {
			bool drop = acts[i].verb == CONF_RULE_DROP;
			enum action verb = drop ? ACTION_DISCARD : acts[i].action;
			int removes = action_kind(verb)->flags & ACTION_REMOVES;
			if (verb && !removes == !last)
				also[n++] = (struct engine_action){
					.verb = verb, .tag = acts[i].tag};
		}
	return (struct engine_action){.verb = ACTION_RATE,
		.rule = {rule->text, score},
		.also = also,
		.also_len = n};
}

void
engine_discover(struct engine *e, const char *url, bool preview)
{
	struct engine_request *r = engine_request_new(ENGINE_DISCOVER);
	r->discover.address = arena_strdup(&r->arena, url);
	r->discover.preview = preview;
	engine_request_post(e, r);
}

void
engine_subscribe(struct engine *e, const char *url, const char *title,
	const char *const *tags, size_t tags_len)
{
	struct engine_request *r = engine_request_new(ENGINE_SUBSCRIBE);
	r->subscribe.address = arena_strdup(&r->arena, url);
	r->subscribe.title = arena_strdup(&r->arena, title);
	r->subscribe.tags = copy_tags(r, tags, tags_len);
	r->subscribe.tags_len = tags_len;
	engine_request_post(e, r);
}

void
engine_subscribe_all(struct engine *e, const char *const *urls, size_t len)
{
	struct engine_request *r = engine_request_new(ENGINE_SUBSCRIBE_ALL);
	r->subscribe.several = copy_tags(r, urls, len);
	r->subscribe.several_len = len;
	engine_request_post(e, r);
}

void
engine_save_page(
	struct engine *e, const char *url, const char *const *tags, size_t tags_len)
{
	struct engine_request *r = engine_request_new(ENGINE_SAVE);
	r->subscribe.address = arena_strdup(&r->arena, url);
	r->subscribe.tags = copy_tags(r, tags, tags_len);
	r->subscribe.tags_len = tags_len;
	engine_request_post(e, r);
}

void
engine_import(struct engine *e, const char *path)
{
	struct engine_request *r = engine_request_new(ENGINE_IMPORT);
	r->path = arena_strdup(&r->arena, path);
	engine_request_post(e, r);
}

void
engine_offers(struct engine *e)
{
	engine_request_post(e, engine_request_new(ENGINE_OFFERS));
}

void
engine_download(struct engine *e, bool keep)
{
	struct engine_request *r = engine_request_new(ENGINE_DOWNLOADS);
	r->keep = keep;
	engine_request_post(e, r);
}

void
engine_play(struct engine *e, const struct player_verb *verb)
{
	struct engine_request *r = engine_request_new(ENGINE_PLAY);
	r->play = *verb;
	engine_request_post(e, r);
}

void
engine_reload_feeds(struct engine *e)
{
	post(e, ENGINE_RELOAD_FEEDS);
}

void
engine_reload_settings(struct engine *e, struct settings *settings, bool schedule)
{
	struct engine_request *r = engine_request_new(ENGINE_RELOAD_SETTINGS);
	r->reload.settings = conf_settings_ref(settings);
	r->reload.schedule = schedule;
	engine_request_post(e, r);
}

int
engine_fd(const struct engine *e)
{
	return queue_fd(e->events);
}

struct engine_event *
engine_take(struct engine *e)
{
	struct engine_event *event = queue_take(e->events);
	if (event && event->kind == ENGINE_ACTED)
		e->acting--;
	return event;
}
