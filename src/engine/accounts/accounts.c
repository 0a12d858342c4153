/*
 * The accounts of the config, and when each is synced.
 */
#include "config.h"

#include "engine/accounts/accounts.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/vec.h"
#include "conf/config_file.h"
#include "conf/feeds_account.h"
#include "engine/accounts/accounts_inside.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/core/settings.h"
#include "engine/page/page_fetch.h"
#include "fetch/fetch.h"
#include "store/db/view.h"
#include "store/feed/feed.h"

#define FIRST_MS 500  /* after the start, so that nothing waits for it */
#define CHECK_MS 3000 /* between two checks for changes of other processes */
#define LAST_MS 300   /* for sending at the end */

/* Syncs that leave things out. */
#define PARTIAL (ENGINE_SYNC_PUSH_ONLY | ENGINE_SYNC_FEEDS | ENGINE_SYNC_CHECK)

struct engine_accounts {
	struct account **list;
	size_t len, cap;
	struct engine_accounts_flow *flow;
	int64_t check_ms; /* when changes of other processes are looked for */
};

struct engine_accounts_flow **
engine_accounts_flow(struct engine *e)
{
	return &e->accounts->flow;
}

static struct account *
account_new(struct engine *e, const char *name)
{
	struct account *a = mem_zalloc(sizeof *a);
	a->e = e;
	a->name = mem_strdup(name);
	a->lock = -1;
	a->detour = REMOTE_STEPS;
	a->next_ms = a->push_ms = a->feeds_ms = INT64_MAX;
	a->aside = a->confirmed = a->refusals = (struct map)MAP_INIT;
	a->list.total = a->unread.total = a->sample.total = -1;
	a->want.total = a->starred.total = -1;
	return a;
}

static void
account_free(struct account *a)
{
	/* What was in doubt is in the store: whatever was under way is done again. */
	engine_account_reset(a);
	engine_account_unlock(a);
	map_done(&a->refusals);
	remote_session_done(&a->session);
	arena_done(&a->stored_arena);
	engine_account_options_free(a);
	free(a->base);
	free(a->user);
	free(a->password);
	free(a->app_id);
	free(a->app_key);
	free(a->name);
	free(a);
}

/* Makes the list that of the config. */
static void
take_config(struct engine *e)
{
	struct engine_accounts *all = e->accounts;
	struct err err;
	size_t n = 0;
	for (size_t i = 0; i < all->len; i++) {
		struct account *a = all->list[i];
		if (engine_account_conf(a))
			all->list[n++] = a;
		else
			account_free(a);
	}
	all->len = n;
	for (size_t i = 0; i < e->config->accounts_len; i++) {
		const char *name = e->config->accounts[i].name;
		bool known = false;
		for (size_t k = 0; k < all->len; k++)
			known |= str_eq(all->list[k]->name, name);
		if (!known)
			*VEC_PUSH(all->list, all->len, all->cap) = account_new(e, name);
	}
	for (size_t i = 0; i < all->len; i++) {
		struct account *a = all->list[i];
		if (a->phase)
			continue;
		if (engine_account_load(a, &err) == OK)
			engine_account_plan(a);
		int64_t first = time_mono_ms() + FIRST_MS;
		if (a->next_ms < first)
			a->next_ms = first;
	}
}

int
engine_accounts_init(struct engine *e, struct err *err)
{
	(void)err;
	e->accounts = mem_zalloc(sizeof *e->accounts);
	take_config(e);
	engine_page_serve(e, &engine_accounts_page_server);
	return OK;
}

void
engine_accounts_restart(struct engine *e)
{
	take_config(e);
}

void
engine_accounts_done(struct engine *e)
{
	for (size_t i = 0; i < e->accounts->len; i++)
		account_free(e->accounts->list[i]);
	engine_accounts_flow_free(e, e->accounts->flow);
	free(e->accounts->list);
	free(e->accounts);
}

static uint64_t
mix(uint64_t hash, struct span text)
{
	return hash * 0x9e3779b97f4a7c15u ^ hash64(text.n ? text.p : "", text.n);
}

/* A hash of the account's lines, to see that they changed. */
static uint64_t
hash_lines(const struct account *a)
{
	const struct subscriptions *subs = &a->e->settings->subs;
	uint64_t hash = 1;
	for (size_t i = 0; i < subs->len; i++) {
		const struct subscription *sub = &subs->list[i];
		struct span key, id;
		if (!conf_feeds_account_parts(sub->url, &key, &id) ||
			!span_eq(key, a->stored.is.key))
			continue;
		hash = mix(mix(hash, id), span_of(sub->title));
		for (size_t k = 0; k < sub->tags_len; k++)
			hash = mix(hash, span_of(sub->tags[k]));
	}
	return hash;
}

struct account *
engine_accounts_numbered(struct engine *e, uint32_t id)
{
	for (size_t i = 0; i < e->accounts->len; i++)
		if (e->accounts->list[i]->stored.id == id)
			return e->accounts->list[i];
	return NULL;
}

static bool
may_send(const struct account *a)
{
	const struct conf_account *conf = engine_account_conf(a);
	return conf && !conf->read_only && a->stored.id && a->next_ms != INT64_MAX &&
	       a->stored.is.rest == TIME_NONE;
}

/* Is there anything to send, except what the server refuses? */
static bool
has_changes(struct account *a)
{
	struct store_view view;
	struct arena arena = ARENA_INIT;
	struct store_remote_change some[16];
	size_t len = COUNT_OF(some);
	uint64_t after = 0;
	bool found = false;
	if (a->backend && a->backend->podcasts)
		return engine_account_left(a);
	if (store_view_begin(a->e->store, &view, NULL) != OK)
		return false;
	while (!found && len == COUNT_OF(some) &&
		store_remote_changes(&view, a->stored.id, after, &arena, some,
			COUNT_OF(some), &len) == OK)
		for (size_t i = 0; i < len; i++) {
			after = some[i].item;
			found |= !engine_account_refused(a, &some[i]);
		}
	store_view_end(&view);
	arena_done(&arena);
	return found;
}

/* Something was changed: if it belongs to the account, it is sent soon; at once, if
 * another process changed it, since then it is some seconds old. */
static void
look_for_changes(struct account *a, int64_t now_ms, bool acted)
{
	const struct conf_account *conf = engine_account_conf(a);
	uint64_t lines = hash_lines(a);
	if (a->phase || !may_send(a))
		return;
	if (a->push_ms == INT64_MAX && has_changes(a))
		a->push_ms = now_ms + (acted ? conf->push_delay : 0);
	if (a->backend && a->backend->podcasts)
		return;
	if (lines != a->lines && engine_account_feeds_differ(a))
		a->feeds_ms = now_ms + (acted ? conf->push_delay : 0);
	a->lines = lines;
}

static void
start_due(struct account *a, int64_t now_ms)
{
	int flags = a->asked_flags;
	if (a->phase)
		return;
	if (a->asked && now_ms >= a->next_ms) {
		a->asked = false;
		a->asked_flags = 0;
		engine_account_begin(a, flags, true);
	} else if (now_ms >= a->next_ms) {
		engine_account_begin(a, 0, false);
	} else if (now_ms >= a->feeds_ms) {
		a->feeds_ms = a->push_ms = INT64_MAX;
		engine_account_begin(a, ENGINE_SYNC_FEEDS, false);
	} else if (now_ms >= a->push_ms) {
		a->push_ms = INT64_MAX;
		engine_account_begin(a, ENGINE_SYNC_PUSH_ONLY, false);
	}
}

bool
engine_accounts_step(struct engine *e)
{
	struct engine_accounts *all = e->accounts;
	int64_t now_ms = time_mono_ms();
	bool more = false, acted = e->acted;
	bool look = acted || (e->schedule && now_ms >= all->check_ms);
	e->acted = false;
	if (look)
		all->check_ms = now_ms + CHECK_MS;
	engine_accounts_flow_step(e);
	for (size_t i = 0; i < all->len; i++) {
		struct account *a = all->list[i];
		if (look)
			look_for_changes(a, now_ms, acted);
		bool waited = a->asked || (a->phase && a->waited);
		start_due(a, now_ms);
		more |= engine_account_go_on(a);
		/* A refresh that was waiting only for this sync checks again. */
		more |= waited && !a->asked && !a->phase;
	}
	return more;
}

int64_t
engine_accounts_wait(const struct engine *e)
{
	int64_t wait = engine_accounts_flow_wait(e->accounts->flow);
	int64_t now_ms = time_mono_ms();
	for (size_t i = 0; i < e->accounts->len; i++) {
		const struct account *a = e->accounts->list[i];
		int64_t at = a->next_ms < a->push_ms ? a->next_ms : a->push_ms;
		at = at < a->feeds_ms ? at : a->feeds_ms;
		if (e->schedule && a->next_ms != INT64_MAX && at > e->accounts->check_ms)
			at = e->accounts->check_ms;
		if (a->phase)
			continue;
		if (at != INT64_MAX && at - now_ms < wait)
			wait = at - now_ms;
	}
	return wait;
}

void
engine_accounts_stop(struct engine *e)
{
	struct err err;
	err_set(&err, ERR_CANCELLED, "%s", "");
	for (size_t i = 0; i < e->accounts->len; i++) {
		struct account *a = e->accounts->list[i];
		a->asked = false;
		if (!a->phase)
			continue;
		engine_account_end(a, REMOTE_LATER, &err);
		const struct conf_account *conf = engine_account_conf(a);
		if (conf && a->next_ms != INT64_MAX) /* not again at once */
			a->next_ms = time_mono_ms() + conf->sync_interval;
	}
}

static bool
step_last(struct engine *e)
{
	bool under_way = false;
	for (size_t i = 0; i < e->accounts->len; i++) {
		struct account *a = e->accounts->list[i];
		while (engine_account_go_on(a))
			;
		under_way |= a->phase != NULL;
	}
	return under_way;
}

/* Begins nothing that runs a program or needs the user. */
static bool
sends_last(struct account *a)
{
	const struct conf_account *conf = engine_account_conf(a);
	return may_send(a) && (a->password || !*conf->password_command) && has_changes(a);
}

void
engine_accounts_wind_up(struct engine *e)
{
	int64_t until = time_mono_ms() + LAST_MS, now;
	if (!e->schedule || store_read_only(e->store))
		return;
	engine_accounts_stop(e);
	for (size_t i = 0; i < e->accounts->len; i++)
		if (sends_last(e->accounts->list[i]))
			engine_account_begin(
				e->accounts->list[i], ENGINE_SYNC_PUSH_ONLY, false);
	while (step_last(e) && (now = time_mono_ms()) < until) {
		engine_account_take_last(e);
		if (step_last(e))
			fetch_wait(e->fetch, until - now, -1);
	}
	engine_accounts_stop(e);
}

bool
engine_accounts_idle(const struct engine *e)
{
	for (size_t i = 0; i < e->accounts->len; i++) {
		const struct account *a = e->accounts->list[i];
		if (a->asked || (a->phase && a->waited))
			return false;
	}
	return true;
}

void
engine_accounts_brought(struct engine *e, size_t *added, size_t *edited)
{
	*added = *edited = 0;
	for (size_t i = 0; i < e->accounts->len; i++) {
		struct account *a = e->accounts->list[i];
		*added += a->brought;
		*edited += a->edited;
		a->brought = a->edited = 0;
	}
}

static void
ask(struct account *a, int flags)
{
	if (a->phase && !(a->flags & PARTIAL)) { /* this request waits for that sync */
		a->waited = true;
		return;
	}
	/* Only what both leave out is left out. */
	int both = a->asked ? a->asked_flags & flags & PARTIAL : flags & PARTIAL;
	a->asked = true;
	a->asked_flags = ((a->asked_flags | flags) & ~PARTIAL) | both;
	a->next_ms = 0;
}

static void
tell_paused(const struct account *a)
{
	struct buf text = BUF_INIT(0);
	buf_addf(&text, "%s\n", a->name);
	buf_addf(&text, _("It is paused; resume it with courant account resume %s\n"),
		a->name);
	buf_cut(&text, text.len - 1);
	const struct engine_event event = {
		.kind = ENGINE_SYNCED, .asked = true, .text = buf_str(&text)};
	engine_event_post(a->e, &event);
	buf_done(&text);
}

void
engine_accounts_sync(struct engine *e, const struct engine_request *request)
{
	const char *name = request->sync.name;
	bool any = false;
	if (request->sync.verb == ENGINE_ACCOUNT_PROBE ||
		request->sync.verb == ENGINE_ACCOUNT_LOGIN) {
		(request->sync.verb == ENGINE_ACCOUNT_PROBE
				? engine_accounts_probe
				: engine_accounts_flow_begin)(e, request);
		return;
	}
	for (size_t i = 0; i < e->accounts->len; i++) {
		struct account *a = e->accounts->list[i];
		if (name && !str_eq(a->name, name))
			continue;
		any = true;
		if (request->sync.verb != ENGINE_ACCOUNT_SYNC)
			engine_accounts_manage(a, request);
		else if (!name && a->stored.is.paused)
			tell_paused(a);
		else
			ask(a, request->sync.flags);
	}
	if (!any) {
		const struct engine_event event = {.kind = ENGINE_SYNCED,
			.asked = true,
			.error = name != NULL,
			.text = name ? name : ""};
		engine_event_post(e, &event);
	}
}

/* Does the account have one of these feeds? */
static bool
has_feed(struct account *a, const uint32_t *feeds, size_t len)
{
	struct store_view view;
	struct arena arena = ARENA_INIT;
	bool has = false;
	if (store_view_begin(a->e->store, &view, NULL) != OK)
		return false;
	for (size_t i = 0; i < len && !has; i++) {
		struct store_feed feed;
		struct span key, id;
		has = store_feed(&view, feeds[i], &arena, &feed) == OK &&
		      conf_feeds_account_parts(feed.url, &key, &id) &&
		      span_eq(key, a->stored.is.key);
	}
	store_view_end(&view);
	arena_done(&arena);
	return has;
}

/* Reports why a refresh leaves the account out. If it will be tried again automatically,
 * this is reported only by a refresh that is not limited to what is due. */
static void
tell_rest(const struct account *a, int flags)
{
	const struct account_record *is = &a->stored.is;
	char when[64];
	if (is->rest == INT64_MAX) {
		engine_event_note(a->e, true, _("%s is not synced: %s"), a->name,
			is->why ? is->why : "");
	} else if (!(flags & ENGINE_DUE_ONLY)) {
		time_format_local(is->rest, "%H:%M", when, sizeof when);
		engine_event_note(a->e, true, _("%s is not synced until %s: %s"), a->name,
			when, is->why ? is->why : "");
	}
}

void
engine_accounts_refresh(struct engine *e, const uint32_t *feeds, size_t len, int flags)
{
	int64_t now = engine_now(e);
	for (size_t i = 0; i < e->accounts->len; i++) {
		struct account *a = e->accounts->list[i];
		const struct account_record *is = &a->stored.is;
		const struct conf_account *conf = engine_account_conf(a);
		bool named = feeds && has_feed(a, feeds, len);
		if (!conf || is->paused || (feeds && !named))
			continue;
		bool rests = is->rest != TIME_NONE && is->rest > now;
		bool due = is->synced == TIME_NONE || is->synced > now ||
			   is->synced + conf->sync_interval / 1000 <= now;
		if (!named && rests) {
			tell_rest(a, flags);
			continue;
		}
		if (flags & ENGINE_DUE_ONLY && !due)
			continue;
		/* What the user asks for is checked in full: no overview shows stars. */
		ask(a, flags & ENGINE_DUE_ONLY ? 0 : ENGINE_SYNC_WHOLE);
	}
}
