#include "config.h"

#include "engine/feeds/subscribe.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "base/vec.h"
#include "conf/account.h"
#include "conf/config_file.h"
#include "conf/feeds.h"
#include "conf/feeds_account.h"
#include "conf/feeds_list.h"
#include "engine/action/action_run.h"
#include "engine/action/feed_lines.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/feeds/bring.h"
#include "engine/feeds/discover.h"
#include "engine/feeds/priority.h"
#include "engine/job/jobs.h"
#include "engine/media/disk.h"
#include "engine/poll/mirror.h"
#include "engine/poll/poll.h"
#include "engine/refresh/refresh.h"
#include "fetch/fetch.h"
#include "import/import_api.h"
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
store_list(struct store *store, const struct subscriptions *subs, const struct map *added,
	struct err *err)
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
engine_feeds_store_subscriptions(struct store *store, const struct subscriptions *subs,
	const struct settings *settings, struct err *err)
{
	struct err why;
	int status = store_list(store, subs, NULL, err);
	/* The list counts without them; the next load stores them. */
	if (status == OK &&
		engine_feeds_put_priorities(store, subs, settings, &why) != OK)
		log_put(LOG_WARN, "%s", why.text);
	return status;
}

/* The lines of a list that the file does not have. */
static int
find_new(const char *path, const struct subscriptions *list, struct map *added,
	struct err *err)
{
	struct subscriptions *old = subscription_list_new();
	int status = conf_feeds_load(old, path, NULL, NULL, err);
	for (size_t i = 0; status == OK && i < list->len; i++) {
		const char *url = list->list[i].url;
		if (!subscription_list_find(old, url))
			*map_put(added, url, strlen(url)) = added;
	}
	subscription_list_free(old);
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

/* added: as for store_list. */
static int
load(struct engine *e, const struct map *added, struct err *err)
{
	struct subscriptions *subs = subscription_list_new();
	int status = conf_feeds_load(subs, e->feeds_path, note_fault, e, err);
	if (status == OK)
		status = store_list(e->store, subs, added, err);
	if (status == OK)
		engine_settings_load(e, subs);
	subscription_list_free(subs);
	if (status == OK)
		engine_feeds_store_priorities(e);
	return status;
}

int
engine_feeds_load(struct engine *e, struct err *err)
{
	return load(e, NULL, err);
}

static void
tell_changed(struct engine *e)
{
	static const struct engine_event events[] = {
		{.kind = ENGINE_CHANGED}, {.kind = ENGINE_RELOADED}};
	for (size_t i = 0; i < COUNT_OF(events); i++)
		engine_event_post(e, &events[i]);
}

/* The user can undo the lines that came, as if they had added them. */
void
engine_feeds_mirrored(struct engine *e, const struct engine_poll *poll)
{
	struct map added = MAP_INIT;
	struct err err;
	if (!poll->mirror || !poll->mirror->len)
		return;
	for (size_t i = 0; i < poll->mirror->len; i++) {
		const struct conf_list_change *change = &poll->mirror->changes[i];
		if (!change->unlisted)
			*map_put(&added, change->url, strlen(change->url)) = &added;
	}
	int status = load(e, added.count ? &added : NULL, &err);
	if (status == OK) {
		tell_changed(e);
		engine_check_due(e); /* new feeds are due */
	} else {
		engine_event_note(e, true, "%s", err.text);
	}
	map_done(&added);
}

/* Adds those lines of a list that the file does not have, whose urls become keys of
 * added. The user can undo that, but not what others have changed in the file meanwhile.
 */
static int
add(struct engine *e, const struct subscriptions *list, struct map *added,
	struct err *err)
{
	int status = find_new(e->feeds_path, list, added, err);
	if (status == OK)
		status = conf_feeds_append(
			e->feeds_path, list->list, list->len, NULL, err);
	return status == OK ? load(e, added, err) : status;
}

/* ---- what a discovery named */

void
engine_feeds_subscribe_done(struct engine *e)
{
	for (size_t i = 0; i < e->wanted_len; i++)
		engine_request_free(e->wanted[i].request);
	free(e->wanted);
}

/* ---- new lines */

/* id: 0 if the store has no such feed. */
static int
feed_id(struct engine *e, const char *url, uint32_t *id, struct err *err)
{
	struct store_view view;
	*id = 0;
	int status = store_view_begin(e->store, &view, err);
	if (status != OK)
		return status;
	if (store_feed_find(&view, url, id) != OK)
		*id = 0;
	store_view_end(&view);
	return OK;
}

/* Polls the feed at once, before all others. */
static void
ask_first(struct engine *e, uint32_t feed)
{
	engine_refresh_begin(e, &feed, 1, ENGINE_FORCE);
}

/* A feed below an account's folder is a feed of the account's server: the next sync
 * subscribes to it there (account/feeds.c). */
static void
give_to_account(struct engine *e, struct arena *arena, struct subscription *sub)
{
	const struct config *config = e->config;
	for (size_t i = 0; sub->source == SOURCE_HTTP && i < config->accounts_len; i++) {
		const struct conf_account *account = &config->accounts[i];
		const char *folder = conf_account_folder(account);
		if (!subscription_tags_within(sub->tags, sub->tags_len, folder))
			continue;
		char *key = conf_feeds_account_key(e->feeds_path, account->name, arena);
		if (!key)
			continue;
		sub->url = arena_printf(arena, "account:%s/+%s", key, sub->url);
		sub->source = SOURCE_ACCOUNT;
	}
}

static int
append_line(struct engine *e, const struct engine_request *request, uint32_t *id,
	size_t *added, struct err *err)
{
	struct subscriptions *subs = subscription_list_new();
	struct subscription *sub = subscription_list_add(subs);
	sub->title = arena_strdup(&subs->arena, request->subscribe.title);
	sub->tags_len = request->subscribe.tags_len;
	sub->tags = arena_alloc(&subs->arena, (sub->tags_len + 1) * sizeof *sub->tags);
	for (size_t i = 0; i < sub->tags_len; i++)
		sub->tags[i] = arena_strdup(&subs->arena, request->subscribe.tags[i]);
	int status = conf_feeds_url(&subs->arena, request->subscribe.address, true,
		&sub->source, &sub->url, err);
	if (status == OK)
		give_to_account(e, &subs->arena, sub);
	struct map new = MAP_INIT;
	if (status == OK)
		status = add(e, subs, &new, err);
	*added = new.count;
	map_done(&new);
	if (status == OK)
		status = feed_id(e, sub->url, id, err);
	subscription_list_free(subs);
	return status;
}

int
engine_feeds_subscribe_line(
	struct engine *e, const char *url, uint32_t *feed, size_t *added, struct err *err)
{
	const struct subscription sub = {
		.source = subscription_source(url), .url = (char *)(uintptr_t)url};
	struct map new = MAP_INIT;
	*added = 0;
	int status = conf_feeds_append(e->feeds_path, &sub, 1, added, err);
	*map_put(&new, url, strlen(url)) = &new;
	if (status == OK && *added)
		status = load(e, &new, err);
	if (status == OK)
		status = feed_id(e, url, feed, err);
	map_done(&new);
	return status;
}

int
engine_feeds_unsubscribe(
	struct engine *e, const uint32_t *feeds, size_t len, struct err *err)
{
	const struct engine_action action = {
		.verb = ACTION_UNSUBSCRIBE, .target = engine_feeds(feeds, len)};
	struct action_run run = {.action = &action};
	bool more;
	int status = engine_action_lines_change(e, &run, &more, err);
	if (status == OK)
		tell_changed(e);
	return status;
}

static void
tell_subscribed(struct engine *e, uint32_t id, size_t added, const struct err *err)
{
	const struct engine_event event = {.kind = ENGINE_SUBSCRIBED,
		.feed = id,
		.changed = added,
		.error = err != NULL,
		.text = err ? err->text : NULL};
	engine_event_post(e, &event);
}

/* Adds the line and the feed, whose document is answer (NULL: it has to be fetched);
 * takes both. */
static void
subscribe_take(
	struct engine *e, struct engine_request *request, struct fetch_result *answer)
{
	struct err err;
	uint32_t id = 0;
	size_t added = 0;
	int status = append_line(e, request, &id, &added, &err);
	tell_subscribed(e, id, added, status != OK ? &err : NULL);
	if (id && answer)
		engine_refresh_found(e, id, request->subscribe.address, answer);
	else if (id)
		ask_first(e, id);
	if (!id)
		fetch_result_free(answer);
	engine_request_free(request);
}

void
engine_feeds_subscribe_all(struct engine *e, const struct engine_request *request)
{
	struct subscriptions *subs = subscription_list_new();
	struct map added = MAP_INIT;
	struct err err;
	for (size_t i = 0; i < request->subscribe.several_len; i++) {
		enum source source;
		char *url;
		if (conf_feeds_url(&subs->arena, request->subscribe.several[i], true,
			    &source, &url, &err) != OK) {
			tell_subscribed(e, 0, 0, &err);
			continue;
		}
		struct subscription *sub = subscription_list_add(subs);
		sub->source = source;
		sub->url = url;
	}
	int status = add(e, subs, &added, &err);
	uint32_t *ids = arena_alloc(&subs->arena, (subs->len + 1) * sizeof *ids), id = 0;
	size_t len = 0;
	for (size_t i = 0; i < subs->len; i++) {
		const char *url = subs->list[i].url;
		int one = status == OK ? feed_id(e, url, &id, &err) : status;
		bool new = one == OK &&map_get(&added, url, strlen(url));
		tell_subscribed(e, one == OK ? id : 0, new, one == OK ? NULL : &err);
		*map_put(&added, url, strlen(url)) = NULL; /* it may be there twice */
		if (one == OK && id)
			ids[len++] = id;
	}
	if (len)
		engine_refresh_begin(e, ids, len, ENGINE_FORCE);
	map_done(&added);
	subscription_list_free(subs);
}

/* The request that waits for the job, out of the list; NULL: none does. */
static struct engine_request *
take_wanted(struct engine *e, uint64_t tag)
{
	for (size_t i = 0; i < e->wanted_len; i++) {
		struct engine_request *request = e->wanted[i].request;
		if (e->wanted[i].tag != tag)
			continue;
		e->wanted[i] = e->wanted[--e->wanted_len];
		return request;
	}
	return NULL;
}

/* A page of a public server must not subscribe its reader to something on a private
 * network (case 27). Anything else that is wrong with the feed counts as its first
 * poll. */
static void
named_answered(struct engine *e, struct engine_job *job, struct fetch_result *answer)
{
	struct engine_request *request = take_wanted(e, job->tag);
	if (answer->status != ERR_DENIED) {
		fetch_result_unpack(answer);
		subscribe_take(e, request, answer);
		return;
	}
	tell_subscribed(e, 0, 0, &answer->err);
	fetch_result_free(answer);
	engine_request_free(request);
}

static const struct engine_job_class named_feeds = {
	.name = "named feed",
	.size = sizeof(struct engine_job),
	.priority = ENGINE_JOB_WAITED,
	.answer = named_answered,
};

/* A feed that a page named is fetched as a link of that page. */
static bool
fetch_named(struct engine *e, struct engine_request *request)
{
	const struct engine_found *found = &e->found;
	const char *url = request->subscribe.address;
	for (size_t i = 0; i < found->named_len; i++) {
		if (!str_eq(found->named[i], url))
			continue;
		const struct engine_job job = {
			.class = &named_feeds, .url = found->named[i]};
		const struct fetch_request ask = {.url = found->answer->url,
			.link = url,
			.local = found->answer->local};
		*VEC_PUSH(e->wanted, e->wanted_len, e->wanted_cap) =
			(struct engine_wanted){engine_job_ask(e, &job, &ask), request};
		return true;
	}
	return false;
}

void
engine_feeds_subscribe_take(struct engine *e, struct engine_request *request)
{
	struct fetch_result *answer = NULL;
	if (time_mono_ms() - e->found.at_ms >= FOUND_MS)
		engine_feeds_discover_done(e);
	if (fetch_named(e, request))
		return;
	if (e->found.url && e->found.answer->http_status == 200 &&
		str_eq(e->found.url, request->subscribe.address)) {
		answer = e->found.answer;
		e->found.answer = NULL;
		engine_feeds_discover_done(e);
	}
	subscribe_take(e, request, answer);
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

static bool
is_program(const char *word)
{
	for (const char *const *name = import_programs(); *name; name++)
		if (str_eq(*name, word))
			return true;
	return false;
}

static int
import_file(struct import *import, const char *path, struct engine_brought *out,
	struct err *err)
{
	struct engine *e = import->engine;
	struct import_list *list = import_list_new();
	char *media = engine_media_dir(e->options->media_dir, store_path(e->store));
	const struct engine_bring how = {.feeds_path = e->feeds_path,
		.media_dir = media,
		.feeds = true,
		.items = true};
	int status = is_program(path) ? import_usual(list, path, err)
				      : import_path(list, path, NULL, err);
	if (status == OK)
		import_read(list);
	for (size_t i = 0; i < list->remarks_len; i++)
		import_fault(import, list->remarks[i].text);
	if (status == OK)
		status = engine_feeds_bring(e->store, &how, list, out, err);
	if (status == OK)
		status = engine_feeds_load(e, err);
	import_list_free(list);
	free(media);
	return status;
}

void
engine_feeds_import(struct engine *e, const struct engine_request *request)
{
	struct import import = {.engine = e};
	struct err err;
	struct engine_brought out = {0};
	int status = import_file(&import, request->path, &out, &err);
	struct buf text = BUF_INIT(0);
	buf_addf(&text, P_("%zu feed added", "%zu feeds added", out.feeds), out.feeds);
	if (out.there)
		buf_addf(&text, _(", %zu already there"), out.there);
	if (out.added)
		buf_addf(&text, P_(", %zu new item", ", %zu new items", out.added),
			out.added);
	if (import.faults)
		buf_addf(&text, P_(", %zu warning", ", %zu warnings", import.faults),
			import.faults);
	const struct engine_event event = {.kind = ENGINE_IMPORTED,
		.error = status != OK,
		.text = status == OK ? buf_str(&text) : err.text};
	engine_event_post(e, &event);
	buf_done(&text);
	engine_check_due(e); /* those never polled are due at once */
}

/* "newsboat", LF, "newsboat: 12 feeds, 98 items (29 read, 2 starred)" */
static void
offer_program(struct engine *e, const char *name, struct import_list *list)
{
	struct arena arena = ARENA_INIT;
	size_t feeds = 0, read = 0, starred = 0;
	for (size_t i = 0; i < list->feeds_len; i++)
		feeds += !list->feeds[i]->unsubscribed &&
			 subscription_source(list->feeds[i]->url) != SOURCE_QUERY;
	for (size_t i = 0; i < list->items_len; i++) {
		read += !!(list->items[i].marks & IMPORT_READ);
		starred += !!(list->items[i].marks & IMPORT_STARRED);
	}
	if (!feeds && !list->items_len)
		return;
	const struct engine_event event = {.kind = ENGINE_OFFER,
		.text = arena_printf(&arena,
			P_("%s\n%s: %zu feed, %zu items (%zu read, %zu starred)",
				"%s\n%s: %zu feeds, %zu items (%zu read, %zu starred)",
				feeds),
			name, import_programs_of(list), feeds, list->items_len, read,
			starred)};
	engine_event_post(e, &event);
	arena_done(&arena);
}

void
engine_feeds_offers(struct engine *e)
{
	for (const char *const *name = import_programs(); *name; name++) {
		struct import_list *list = import_list_new();
		if (import_usual(list, *name, NULL) == OK) {
			import_read(list);
			offer_program(e, *name, list);
		}
		import_list_free(list);
	}
}
