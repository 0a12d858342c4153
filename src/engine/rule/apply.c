#include "config.h"

#include "engine/rule/apply.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "base/time.h"
#include "base/vec.h"
#include "conf/config_file.h"
#include "conf/rule.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/media/download.h"
#include "engine/media/policy.h"
#include "engine/page/page_fetch.h"
#include "engine/rule/arrival.h"
#include "engine/rule/news.h"
#include "engine/rule/rule_command.h"
#include "engine/rule/rule_inside.h"
#include "engine/rule/rules.h"
#include "model/feed.h"
#include "model/media.h"
#include "store/act.h"
#include "store/db/batch.h"
#include "store/identity/item_match.h"
#include "store/identity/story.h"
#include "store/item/rule.h"
#include "store/journal/journal.h"
#include "store/media/download.h"
#include "store/poll/poll.h"

/* A rule and an item that it matches. */
struct hit {
	uint32_t rule;
	size_t item;
	int64_t time; /* by which lists sort the item */
};

struct acting {
	struct engine *e;
	struct store_batch *batch;
	const struct engine_verdicts *verdicts;
	uint64_t *ids; /* of the arrivals; 0: not stored */
	struct arena *arena;
	bool journaled;
	struct err *err;
};

static int
by_rule(const void *a, const void *b)
{
	const struct hit *x = a, *y = b;
	if (x->rule != y->rule)
		return x->rule < y->rule ? -1 : 1;
	return (x->item > y->item) - (x->item < y->item);
}

/* Those that a document lists first are its latest. */
static int
by_time(const void *a, const void *b)
{
	const struct hit *x = a, *y = b;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return (y->item > x->item) - (y->item < x->item);
}

static struct hit *
sorted_hits(const struct acting *a, size_t *len)
{
	const struct engine_verdict *items = a->verdicts->items;
	size_t arrivals = a->verdicts->arrivals->len, n = 0;
	for (size_t i = 0; i < arrivals; i++)
		n += items[i].len;
	struct hit *hits = arena_alloc(a->arena, (n + 1) * sizeof *hits);
	*len = 0;
	for (size_t i = 0; i < arrivals; i++)
		for (size_t k = 0; k < items[i].len; k++)
			hits[(*len)++] = (struct hit){items[i].rules[k], i,
				a->verdicts->arrivals->items[i].time};
	qsort(hits, n, sizeof *hits, by_rule);
	return hits;
}

/* The ids of those that were stored. */
static uint64_t *
ids_of(const struct store_arrivals *arrivals, struct arena *arena)
{
	uint64_t *ids = arena_zalloc(arena, (arrivals->len + 1) * sizeof *ids);
	for (size_t i = 0; i < arrivals->len; i++)
		if (arrivals->items[i].kind == STORE_ARRIVAL_NEW &&
			!arrivals->items[i].drop)
			ids[i] = arrivals->items[i].id;
	return ids;
}

/* ---- What can be undone. */

/* rule: its number in the config, from 1; 0: no rule there does it. */
static int
begin_rule(struct acting *a, uint32_t rule)
{
	int status = OK;
	if (!a->journaled)
		status = store_journal_begin_rules(
			a->batch, &a->e->rules->group, time_wall(), a->err);
	a->journaled = status == OK;
	if (status == OK)
		store_journal_rule(a->batch, rule);
	return status;
}

static int
do_act(struct acting *a, const struct conf_rule_act *act, uint32_t rule,
	const uint64_t *ids, size_t len)
{
	const struct store_act what = {
		.action = act->action, .tag = act->tag, .now = time_wall()};
	int status = begin_rule(a, rule + 1);
	store_identity_story_follow(a->batch, true);
	if (status == OK)
		status = store_act(a->batch, &what, ids, len, NULL, a->err);
	store_identity_story_follow(a->batch, false);
	return status;
}

/* Journals what arrivals were stored with. */
static int
note_acted(struct acting *a)
{
	const struct store_arrivals *arrivals = a->verdicts->arrivals;
	size_t i = 0;
	while (i < arrivals->len && !arrivals->items[i].acted)
		i++;
	int status = i < arrivals->len ? begin_rule(a, 0) : OK;
	return status == OK && i < arrivals->len
		       ? store_poll_note(a->batch, arrivals, a->err)
		       : status;
}

struct hidden {
	uint32_t by; /* as struct engine_verdict has it */
	uint64_t id;
};

static int
by_hider(const void *a, const void *b)
{
	const struct hidden *x = a, *y = b;
	if (x->by != y->by)
		return x->by < y->by ? -1 : 1;
	return (x->id > y->id) - (x->id < y->id);
}

static struct hidden *
find_hidden(const struct acting *a, size_t *len)
{
	size_t arrivals = a->verdicts->arrivals->len, n = 0;
	struct hidden *list = arena_alloc(a->arena, (3 * arrivals + 1) * sizeof *list);
	for (size_t i = 0; i < arrivals; i++) {
		const struct engine_verdict *verdict = &a->verdicts->items[i];
		if (verdict->hide && a->ids[i] && !a->verdicts->arrivals->items[i].acted)
			list[n++] = (struct hidden){verdict->hide_by, a->ids[i]};
		for (size_t k = 0; k < COUNT_OF(verdict->hide_others); k++)
			if (verdict->hide_others[k])
				list[n++] = (struct hidden){0, verdict->hide_others[k]};
	}
	qsort(list, n, sizeof *list, by_hider);
	*len = n;
	return list;
}

/* The item shown for its story is not a duplicate; the items whose place it takes are. */
static int
flag_duplicates(const struct acting *a)
{
	int status = OK;
	for (size_t i = 0; i < a->verdicts->arrivals->len && status == OK; i++) {
		const struct engine_verdict *verdict = &a->verdicts->items[i];
		for (size_t k = 0; k < COUNT_OF(verdict->hide_others) && status == OK;
			k++)
			if (verdict->hide_others[k])
				status = store_identity_story_flag(
					a->batch, verdict->hide_others[k], true, a->err);
		if (status == OK && verdict->lead)
			status = store_identity_story_flag(
				a->batch, verdict->lead, false, a->err);
	}
	return status;
}

/* Hiding comes last: a hidden item would not get tags any more. */
static int
hide(struct acting *a)
{
	size_t len, n;
	struct hidden *list = find_hidden(a, &len);
	uint64_t *ids = arena_alloc(a->arena, (len + 1) * sizeof *ids);
	const struct store_act act = {.action = ACTION_HIDE, .now = time_wall()};
	int status = flag_duplicates(a);
	for (size_t i = 0; status == OK && i < len; i += n) {
		for (n = 0; i + n < len && list[i + n].by == list[i].by; n++)
			ids[n] = list[i + n].id;
		status = begin_rule(a, list[i].by);
		if (status == OK)
			status = store_act(a->batch, &act, ids, n, NULL, a->err);
	}
	return status;
}

/* ---- What waits for the batch. */

static void
wait_for_batch(struct acting *a, const struct rule_wait *wait)
{
	struct engine_rules *r = a->e->rules;
	*VEC_PUSH(r->waiting, r->waiting_len, r->waiting_cap) = *wait;
}

static const char *
title_of(const struct acting *a, size_t item)
{
	const struct item *of = &a->verdicts->about->poll->document->items[item];
	return of->title ? of->title : of->lead ? of->lead : "";
}

/* One notice, however many items. */
static void
notify(struct acting *a, const struct hit *hits, size_t len)
{
	const struct store_feed *feed = &a->verdicts->about->feed;
	const char *name = feed->title ? feed->title : feed->url;
	struct buf text = BUF_INIT(0);
	buf_addf(&text, "%s: %s", name, title_of(a, hits[0].item));
	if (len > 1)
		buf_addf(&text, P_(" (and %zu more)", " (and %zu more)", len - 1),
			len - 1);
	wait_for_batch(a, &(struct rule_wait){.text = buf_take(&text)});
}

static void
run(struct acting *a, const struct conf_rule *rule, const struct conf_rule_act *act,
	const struct hit *hits, size_t len)
{
	const struct engine_arrival *about = a->verdicts->about;
	for (size_t i = 0; i < len; i++) {
		size_t at = hits[i].item;
		const struct engine_rule_item item = {.id = a->ids[at],
			.item = &about->poll->document->items[at],
			.feed = &about->feed};
		wait_for_batch(a, &(struct rule_wait){.order = engine_rule_order_new(
							      rule, act->argv, &item)});
	}
}

/* ---- */

/* The items that were stored; of copies that are hidden, those that are shown for them,
 * too. open: only those that were not stored with what rules do. */
static int
find_items(struct acting *a, const struct hit *hits, size_t len, bool open,
	uint64_t **out, size_t *out_len)
{
	const struct store_view view = store_batch_view(a->batch);
	uint64_t *ids = NULL, *others;
	size_t n = 0, others_len;
	int status = OK;
	for (size_t i = 0; i < len && status == OK; i++) {
		uint64_t id = a->ids[hits[i].item];
		if (!id || (open && a->verdicts->arrivals->items[hits[i].item].acted))
			continue;
		ids = arena_push(a->arena, ids, n, sizeof *ids);
		ids[n++] = id;
		if (!a->verdicts->items[hits[i].item].is_copy)
			continue;
		status = store_identity_story_others(
			&view, id, a->arena, &others, &others_len);
		for (size_t k = 0; status == OK && k < others_len; k++) {
			ids = arena_push(a->arena, ids, n, sizeof *ids);
			ids[n++] = others[k];
		}
	}
	*out = ids;
	*out_len = n;
	return status == OK ? OK
			    : err_set(a->err, status,
				      _("cannot read the items that rules are about"));
}

static bool
has_episode(const struct item *item)
{
	return media_pick(item->enclosures, item->enclosures_len) < item->enclosures_len;
}

/* The latest episodes: a feed's first poll may bring all that it ever had. */
static int
want_episodes(struct acting *a, const struct conf_rule_act *act, const struct hit *hits,
	size_t len)
{
	const struct item *items = a->verdicts->about->poll->document->items;
	struct hit *some = arena_alloc(a->arena, len * sizeof *some);
	uint64_t *ids;
	size_t n = 0;
	for (size_t i = 0; i < len; i++)
		if (a->ids[hits[i].item] && has_episode(&items[hits[i].item]))
			some[n++] = hits[i];
	if (n == 0)
		return OK;
	qsort(some, n, sizeof *some, by_time);
	size_t left = engine_media_left(a->e, n);
	int status = find_items(a, some + left, n - left, false, &ids, &n);
	const struct store_view view = store_batch_view(a->batch);
	left = status == OK && act->action == ACTION_DOWNLOAD
		       ? engine_media_too_large(
				 a->e, &view, a->verdicts->about->feed.id, ids, n)
		       : 0;
	ids += left;
	n -= left;
	if (status == OK && n)
		status = do_act(a, act, hits[0].rule, ids, n);
	if (status == OK && act->action == ACTION_DOWNLOAD)
		status = store_media_download_automatic(a->batch, ids, n, a->err);
	engine_media_download_rescan(a->e);
	return status;
}

static int
note_pages(struct acting *a, const struct hit *hits, size_t len)
{
	uint64_t *ids;
	size_t n;
	int status = find_items(a, hits, len, false, &ids, &n);
	for (size_t i = 0; status == OK && i < n; i++)
		engine_page_note(a->e, ids[i]);
	return status;
}

static int
mark_items(struct acting *a, const struct conf_rule_act *act, const struct hit *hits,
	size_t len)
{
	uint64_t *ids;
	size_t n;
	int status = find_items(a, hits, len, true, &ids, &n);
	return status == OK && n ? do_act(a, act, hits[0].rule, ids, n) : status;
}

/* All that one rule does. */
static int
act_rule(struct acting *a, const struct hit *hits, size_t len)
{
	const struct conf_rule *rule = &a->e->config->rules[hits[0].rule];
	int status = OK;
	store_item_rule_add(
		a->batch, a->e->rules->hashes[hits[0].rule], len, time_wall());
	for (size_t i = 0; i < rule->acts_len && status == OK; i++) {
		const struct conf_rule_act *act = &rule->acts[i];
		if (act->verb == CONF_RULE_NOTIFY)
			notify(a, hits, len);
		else if (act->verb == CONF_RULE_RUN)
			run(a, rule, act, hits, len);
		else if (act->verb == CONF_RULE_PAGE)
			status = note_pages(a, hits, len);
		else if (action_kind(act->action)->flags & ACTION_OF_EPISODES)
			status = want_episodes(a, act, hits, len);
		else if (act->verb == CONF_RULE_DO &&
			 !(action_kind(act->action)->flags & ACTION_REMOVES))
			status = mark_items(a, act, hits, len);
	}
	return status;
}

int
engine_rule_act(struct engine *e, struct store_batch *batch,
	const struct engine_verdicts *verdicts, struct arena *arena, struct err *err)
{
	struct acting a = {
		.e = e, .batch = batch, .verdicts = verdicts, .arena = arena, .err = err};
	size_t len, n;
	int status = OK;
	a.ids = ids_of(verdicts->arrivals, arena);
	engine_rule_news_put(e, verdicts, a.ids, arena);
	if (!verdicts->items)
		return OK;
	status = note_acted(&a);
	struct hit *hits = sorted_hits(&a, &len);
	for (size_t i = 0; i < len && status == OK; i += n) {
		for (n = 1; i + n < len && hits[i + n].rule == hits[i].rule;)
			n++;
		status = act_rule(&a, hits + i, n);
	}
	if (status == OK)
		status = hide(&a);
	if (a.journaled)
		store_journal_pause_rules(batch);
	return status;
}

void
engine_rule_settle(struct engine *e, bool stored)
{
	struct engine_rules *r = e->rules;
	for (size_t i = 0; i < r->waiting_len; i++) {
		struct rule_wait *wait = &r->waiting[i];
		if (stored && wait->text)
			engine_event_note(e, false, "%s", wait->text);
		if (stored && wait->order)
			engine_rule_run_post(e, r->runs, wait->order);
		else
			engine_rule_order_free(wait->order);
		free(wait->text);
	}
	r->waiting_len = 0;
	engine_rule_news_settle(e, stored);
	if (stored)
		r->stored_group = r->group;
	else
		r->group = r->stored_group;
}

void
engine_rule_refresh(struct engine *e)
{
	e->rules->group = e->rules->stored_group = 0;
}
