#include "config.h"

#include "engine/action/subscribe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "conf/feeds.h"
#include "engine/action/discover.h"
#include "engine/action/import.h"
#include "engine/action/lines.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/job/jobs.h"
#include "engine/poll/poll.h"
#include "engine/poll/refresh.h"
#include "fetch/fetch.h"
#include "model/feed.h"
#include "model/subscription.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/feed/subscriptions.h"

#define IMPORT_FAULTS_TOLD 5
#define FOUND_MS 120000 /* how long a discovered document counts as a poll */

/* Commands that only read must not wait for a process that is writing. */
static bool
stored(struct store *store, const struct subscriptions *subs)
{
	struct store_view view;
	struct err err;
	if (store_view_begin(store, &view, &err) != OK)
		return false; /* the attempt to write reports why */
	bool same = store_feed_has_subscriptions(&view, subs);
	store_view_end(&view);
	return same;
}

/* added: the urls of the lines that the user has added here and now; NULL: none. */
static int
store_list(struct store *store, const struct subscriptions *subs,
	const struct map *added, struct err *err)
{
	struct store_batch *batch;
	if (!added && stored(store, subs))
		return OK;
	int status = store_batch_begin(store, &batch, err);
	if (status != OK)
		return status;
	status = added ? engine_action_lines_subscribed(batch, subs, added, err)
		       : store_feed_put_subscriptions(batch, subs, NULL, err);
	return store_batch_end(batch, status, err);
}

int
engine_action_store_subscriptions(
	struct store *store, const struct subscriptions *subs, struct err *err)
{
	return store_list(store, subs, NULL, err);
}

/* What of a list the file does not have. */
static int
find_new(const char *path, const struct subscriptions *list, struct map *added,
	struct err *err)
{
	struct subscriptions *old = subscriptions_new();
	int status = conf_feeds_load(old, path, NULL, NULL, err);
	for (size_t i = 0; status == OK && i < list->len; i++) {
		const char *url = list->list[i].url;
		if (!subscriptions_find(old, url))
			*map_put(added, url, strlen(url)) = added;
	}
	subscriptions_free(old);
	return status;
}

/* Lines to be added, and how the file reads afterwards. */
struct addition {
	const char *path;
	const struct subscriptions *list;
	struct subscriptions *all;
	size_t added;
	conf_report *report; /* of faulty lines; may be NULL */
	void *data;
};

static int
add_lines(struct store *store, struct addition *a, struct err *err)
{
	struct map added = MAP_INIT;
	int status = find_new(a->path, a->list, &added, err);
	if (status == OK)
		status = conf_feeds_append(
			a->path, a->list->list, a->list->len, &a->added, err);
	if (status == OK)
		status = conf_feeds_load(a->all, a->path, a->report, a->data, err);
	if (status == OK)
		status = store_list(store, a->all, &added, err);
	map_done(&added);
	return status;
}

int
engine_action_add_subscriptions(struct store *store, const char *path,
	const struct subscriptions *list, size_t *added, struct err *err)
{
	struct addition a = {.path = path, .list = list, .all = subscriptions_new()};
	int status = add_lines(store, &a, err);
	*added = a.added;
	subscriptions_free(a.all);
	return status;
}

static void
note_fault(void *data, const char *sentence)
{
	struct engine *e = data;
	log_put(LOG_WARN, "%s", sentence);
	engine_event_note(e, true, "%s", sentence);
	if (!e->settings->fault)
		engine_settings_set_fault(e, sentence);
}

int
engine_action_load(struct engine *e, struct err *err)
{
	struct subscriptions *subs = subscriptions_new();
	int status = conf_feeds_load(subs, e->feeds_path, note_fault, e, err);
	if (status == OK)
		status = store_list(e->store, subs, NULL, err);
	if (status == OK)
		engine_settings_load(e, subs);
	subscriptions_free(subs);
	return status;
}

/* add_lines, by the worker. */
static int
add(struct engine *e, const struct subscriptions *list, size_t *added, struct err *err)
{
	struct addition a = {.path = e->feeds_path,
		.list = list,
		.all = subscriptions_new(),
		.report = note_fault,
		.data = e};
	int status = add_lines(e->store, &a, err);
	if (status == OK)
		engine_settings_load(e, a.all);
	*added = a.added;
	subscriptions_free(a.all);
	return status;
}

/* ---- new lines */

static uint32_t
feed_id(struct engine *e, const char *url)
{
	struct store_view view;
	uint32_t id = 0;
	if (store_view_begin(e->store, &view, NULL) != OK)
		return 0;
	if (store_feed_find(&view, url, &id) != OK)
		id = 0;
	store_view_end(&view);
	return id;
}

/* Polls the feed at once, before all others. */
static void
ask_first(struct engine *e, uint32_t feed)
{
	engine_poll_refresh_begin(e, &feed, 1, ENGINE_FORCE);
}

static int
append_line(struct engine *e, const struct engine_request *request, uint32_t *id,
	struct err *err)
{
	struct subscriptions *subs = subscriptions_new();
	struct subscription *sub = subscriptions_add(subs);
	size_t added;
	sub->title = arena_strdup(&subs->arena, request->subscribe.title);
	sub->tags_len = request->subscribe.tags_len;
	sub->tags = arena_alloc(&subs->arena, (sub->tags_len + 1) * sizeof *sub->tags);
	for (size_t i = 0; i < sub->tags_len; i++)
		sub->tags[i] = arena_strdup(&subs->arena, request->subscribe.tags[i]);
	int status = conf_feeds_url(&subs->arena, request->subscribe.address, true,
		&sub->source, &sub->url, err);
	if (status == OK)
		status = add(e, subs, &added, err);
	if (status == OK)
		*id = feed_id(e, sub->url);
	subscriptions_free(subs);
	return status;
}

void
engine_action_subscribe(struct engine *e, const struct engine_request *request)
{
	struct err err;
	uint32_t id = 0;
	int status = append_line(e, request, &id, &err);
	const struct engine_event event = {
		.kind = ENGINE_SUBSCRIBED,
		.feed = id,
		.error = status != OK,
		.text = status != OK ? err.text : NULL,
	};
	engine_event_post(e, &event);
	if (id == 0)
		return;
	bool known = e->found.url && str_eq(e->found.url, request->subscribe.address) &&
		     time_mono_ms() - e->found.at_ms < FOUND_MS;
	if (known) {
		struct fetch_result *answer = e->found.answer;
		e->found.answer = NULL;
		engine_poll_refresh_found(e, id, answer);
	} else {
		ask_first(e, id);
	}
	engine_action_discover_done(e);
}

/* ---- import */

struct import {
	struct engine *engine;
	size_t faults;
};

static void
import_fault(void *data, const char *sentence)
{
	struct import *import = data;
	if (++import->faults <= IMPORT_FAULTS_TOLD)
		engine_event_note(import->engine, true, "%s", sentence);
}

static int
import_file(struct import *import, const char *path, size_t *listed, size_t *added,
	struct err *err)
{
	struct engine *e = import->engine;
	struct buf bytes = BUF_INIT(ENGINE_LIST_MAX);
	struct subscriptions *subs = subscriptions_new();
	int status = file_read(path, &bytes, err);
	if (status == OK)
		status = engine_action_read_list(subs, path, buf_str(&bytes), bytes.len,
			import_fault, import, err);
	if (status == OK)
		status = add(e, subs, added, err);
	*listed = subs->len;
	subscriptions_free(subs);
	buf_done(&bytes);
	return status;
}

void
engine_action_import(struct engine *e, const struct engine_request *request)
{
	struct import import = {.engine = e};
	struct err err;
	size_t added = 0, listed = 0;
	int status = import_file(&import, request->path, &listed, &added, &err);
	char text[256];
	snprintf(text, sizeof text,
		P_("%zu feed added, %zu known already, %zu lines skipped",
			"%zu feeds added, %zu known already, %zu lines skipped", added),
		added, listed - added, import.faults);
	const struct engine_event event = {.kind = ENGINE_IMPORTED,
		.error = status != OK,
		.text = status == OK ? text : err.text};
	engine_event_post(e, &event);
	engine_look_again(e); /* those never polled are due at once */
}
