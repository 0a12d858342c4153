#include "config.h"

#include "ui/catalog/catalog.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/url.h"
#include "model/subscription.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/mark/trash.h"
#include "store/remote/account.h"
#include "store/remote/remote.h"
#include "ui/catalog/pending.h"

#define IDS_MAX ((size_t)1 << 22) /* ids are small, since they are given out in order */

void
ui_catalog_init(struct ui_catalog *c)
{
	*c = (struct ui_catalog){0};
	arena_init(&c->arena);
}

void
ui_catalog_done(struct ui_catalog *c)
{
	arena_done(&c->arena);
	free(c->index);
	free(c->states);
	free(c->paces);
	ui_catalog_init(c);
}

static void
make_index(struct ui_catalog *c)
{
	size_t ids = 0;
	for (size_t i = 0; i < c->len; i++)
		if (c->feeds[i].id >= ids && c->feeds[i].id < IDS_MAX)
			ids = c->feeds[i].id + 1;
	c->index = mem_realloc(c->index, ids + 1, sizeof *c->index);
	memset(c->index, 0, (ids + 1) * sizeof *c->index);
	c->ids = ids;
	for (size_t i = 0; i < c->len; i++)
		if (c->feeds[i].id < ids)
			c->index[c->feeds[i].id] = (uint32_t)i + 1;
}

/* How often a feed posts, from its newest items. */
static struct ui_frequency
frequency_of(const struct store_view *view, const struct store_feed *feed)
{
	struct ui_frequency frequency = {
		.newest = TIME_NONE, .total = feed->total, .changed = feed->last_change};
	if (feed->total)
		store_item_frequency(view, feed->id, &frequency.newest, &frequency.gap);
	return frequency;
}

/* Only feeds that have changed are read again. */
static void
read_paces(struct ui_catalog *c, const struct store_view *view)
{
	if (c->ids > c->paces_len) {
		c->paces = mem_realloc(c->paces, c->ids, sizeof *c->paces);
		memset(c->paces + c->paces_len, 0,
			(c->ids - c->paces_len) * sizeof *c->paces);
		c->paces_len = c->ids;
	}
	for (size_t i = 0; i < c->len; i++) {
		const struct store_feed *feed = &c->feeds[i];
		struct ui_frequency *frequency =
			feed->id < c->ids ? &c->paces[feed->id] : NULL;
		if (frequency &&
			(!frequency->changed || frequency->total != feed->total ||
				frequency->changed != feed->last_change))
			*frequency = frequency_of(view, feed);
	}
}

struct ui_frequency
ui_catalog_frequency(const struct ui_catalog *c, uint32_t id)
{
	return id < c->paces_len ? c->paces[id]
				 : (struct ui_frequency){.newest = TIME_NONE};
}

bool
ui_catalog_silent(const struct ui_catalog *c, const struct store_feed *feed, int64_t now)
{
	struct ui_frequency frequency = ui_catalog_frequency(c, feed->id);
	int64_t gap = frequency.gap > TIME_DAY ? frequency.gap : TIME_DAY;
	return frequency.gap && frequency.newest != TIME_NONE &&
	       now - frequency.newest > 3 * gap;
}

bool
ui_catalog_failing(const struct store_feed *feed)
{
	return feed->failures > 0;
}

struct ui_account *
ui_catalog_account(const struct ui_catalog *c, const char *name)
{
	for (size_t i = 0; i < c->accounts_len; i++)
		if (str_eq(c->accounts[i].name, name))
			return &c->accounts[i];
	return NULL;
}

/* before: the catalog of the previous load, which knows which accounts are syncing. */
static void
read_accounts(struct ui_catalog *c, const struct store_view *view,
	const struct ui_catalog *before)
{
	struct store_account *list;
	size_t len;
	c->accounts_len = 0;
	if (store_remote_accounts(view, &c->arena, &list, &len) != OK)
		return;
	c->accounts = arena_zalloc(&c->arena, (len + 1) * sizeof *c->accounts);
	for (size_t i = 0; i < len; i++) {
		const struct account_record *is = &list[i].is;
		const struct ui_account *old = ui_catalog_account(before, is->name);
		c->accounts[c->accounts_len++] = (struct ui_account){
			.name = is->name,
			.why = is->why,
			.waiting = store_remote_waiting(view, list[i].id, UI_WAITING_MAX),
			.synced = is->synced,
			.paused = is->paused,
			.syncing = old && old->syncing,
			.done = old ? old->done : 0,
			.total = old ? old->total : 0,
		};
	}
}

/* Keeps the counts as they are shown, while what the reader knows of items is not
 * compared with the store. */
static void
keep_counts(const struct ui_catalog *before, struct store_feed *feeds, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		const struct store_feed *old = ui_catalog_feed(before, feeds[i].id);
		if (old)
			feeds[i].unread = old->unread;
	}
}

int
ui_catalog_load(struct ui_catalog *c, const struct store_view *view,
	struct ui_pending *pending, struct err *err)
{
	struct arena arena;
	arena_init(&arena);
	struct store_feed *feeds;
	size_t len;
	struct store_scope all = {.kind = STORE_ALL};
	struct store_item_counts counts;
	int status = store_feed_all(view, &arena, false, &feeds, &len);
	if (status == OK)
		status = store_item_counts(view, &all, &counts);
	if (status != OK) {
		arena_done(&arena);
		return err_set(err, status, "%s",
			status == ERR_DAMAGED
				? _("The list of feeds is damaged; run courant check")
				: _("The store cannot be read"));
	}
	struct ui_catalog before = *c;
	if (ui_pending_is_crowd(pending))
		keep_counts(&before, feeds, len);
	c->arena = arena;
	read_accounts(c, view, &before);
	arena_done(&before.arena);
	c->feeds = feeds;
	c->len = len;
	c->all = counts;
	c->last_id = store_item_last_id(view);
	c->returns = store_mark_returns(view);
	make_index(c);
	read_paces(c, view);
	ui_pending_settle(pending, view, c, time_mono_ms());
	return OK;
}

struct store_feed *
ui_catalog_edit(struct ui_catalog *c, uint32_t id)
{
	return id < c->ids && c->index[id] ? &c->feeds[c->index[id] - 1] : NULL;
}

const struct store_feed *
ui_catalog_feed(const struct ui_catalog *c, uint32_t id)
{
	return id < c->ids && c->index[id] ? &c->feeds[c->index[id] - 1] : NULL;
}

void
ui_catalog_count(struct ui_catalog *c, uint32_t id, int step)
{
	struct store_feed *feed = ui_catalog_edit(c, id);
	if (feed && step > 0)
		feed->unread++;
	else if (feed && feed->unread > 0)
		feed->unread--;
}

const char *
ui_catalog_name(const struct store_feed *feed, struct arena *arena)
{
	if (!str_empty(feed->title))
		return feed->title;
	if (!str_empty(feed->feed_title))
		return feed->feed_title;
	return url_mask(arena, feed->address ? feed->address : "");
}

const char *
ui_catalog_title(const struct ui_catalog *c, uint32_t id, struct arena *arena)
{
	const struct store_feed *feed = ui_catalog_feed(c, id);
	return feed ? ui_catalog_name(feed, arena) : "";
}

uint64_t
ui_catalog_unread(const struct ui_catalog *catalog)
{
	uint64_t unread = 0;
	for (size_t i = 0; i < catalog->len; i++)
		unread += catalog->feeds[i].unread;
	return unread;
}

enum engine_feed_state
ui_catalog_state(const struct ui_catalog *c, uint32_t id)
{
	return id < c->state_ids ? (enum engine_feed_state)c->states[id] : ENGINE_IDLE;
}

void
ui_catalog_set_state(struct ui_catalog *c, uint32_t id, enum engine_feed_state state)
{
	if (id >= IDS_MAX)
		return;
	if (id >= c->state_ids) {
		size_t len = (size_t)id * 2 + 64;
		c->states = mem_realloc(c->states, len, 1);
		memset(c->states + c->state_ids, ENGINE_IDLE, len - c->state_ids);
		c->state_ids = len;
	}
	c->states[id] = (uint8_t)state;
}

void
ui_catalog_idle(struct ui_catalog *c)
{
	if (c->state_ids)
		memset(c->states, ENGINE_IDLE, c->state_ids);
}

bool
ui_catalog_in_scope(const struct store_feed *feed, const struct store_scope *scope)
{
	if (scope->kind == STORE_FEED)
		return feed->id == scope->feed;
	if (scope->kind == STORE_TAG)
		return scope->tag &&
		       subscription_tags_within(feed->tags, feed->tags_len, scope->tag);
	return true;
}
