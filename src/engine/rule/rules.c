#include "config.h"

#include "engine/rule/rules.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "conf/rule.h"
#include "conf/settings.h"
#include "engine/core/engine.h"
#include "engine/core/settings.h"
#include "engine/media/policy.h"
#include "engine/rule/apply.h"
#include "engine/rule/arrival.h"
#include "engine/rule/news.h"
#include "engine/rule/rule_command.h"
#include "engine/rule/rule_inside.h"
#include "model/feed.h"
#include "query/set.h"
#include "store/db/batch.h"
#include "store/identity/item_match.h"
#include "store/item/item.h"
#include "store/item/rule.h"
#include "store/mark/flags.h"
#include "store/poll/poll.h"

int
engine_rule_init(struct engine *e, struct err *err)
{
	e->rules = mem_zalloc(sizeof *e->rules);
	int status = engine_rule_run_init(e, &e->rules->runs, err);
	if (status != OK) {
		free(e->rules);
		e->rules = NULL;
	}
	return status;
}

bool
engine_rule_join(struct engine *e, int64_t until_ms)
{
	return engine_rule_run_join(e->rules->runs, until_ms);
}

void
engine_rule_done(struct engine *e)
{
	struct engine_rules *r = e->rules;
	engine_rule_settle(e, false);
	engine_rule_run_done(r->runs);
	engine_rule_news_done(&r->news);
	query_set_free(r->set);
	free(r->hashes);
	free(r->waiting);
	free(r);
}

/* ---- Compiled, when the settings are new. */

static enum query_how
how_of(const struct engine *e)
{
	return e->options->ignore_accents ? QUERY_ACCENTS_IGNORED : QUERY_ACCENTS_COUNT;
}

static void
compile(struct engine *e)
{
	struct engine_rules *r = e->rules;
	const struct config *config = e->config;
	uint64_t generation = e->settings->now->generation;
	if (r->generation == generation)
		return;
	r->generation = generation;
	query_set_free(r->set);
	free(r->hashes);
	r->set = NULL;
	r->hashes = mem_zalloc((config->rules_len + 1) * sizeof *r->hashes);
	if (!config->rules_len)
		return;
	r->set = query_set_new(how_of(e));
	for (size_t i = 0; i < config->rules_len; i++) {
		struct query *query;
		/* Each was checked when the file was read. */
		int status = query_parse(config->rules[i].query, how_of(e), &query, NULL);
		if (status != OK)
			status = query_parse("-id:>=0", how_of(e), &query, NULL);
		if (status == OK)
			query_set_add(r->set, query);
		r->hashes[i] = store_item_rule_hash(config->rules[i].text);
	}
	query_set_index(r->set);
}

/* ---- A poll. */

struct judge {
	struct engine *e;
	struct arena *arena;
	struct engine_arrival *about;
	struct filter {
		struct query *query; /* NULL: none */
		char *text;          /* "skip=QUERY" */
	} only, skip, notify, download;
	bool tell_all;
	struct engine_verdicts *out;
};

/* Does the rule's section have the feed? */
static bool
is_for(const struct conf_rule *rule, const struct store_feed *feed)
{
	return !rule->tag ||
	       subscription_tags_within(feed->tags, feed->tags_len, rule->tag);
}

static void
take_hits(struct judge *j, const uint32_t *hits, size_t len, struct engine_verdict *out)
{
	const struct conf_rule *rules = j->e->config->rules;
	uint32_t *list = arena_alloc(j->arena, (len + 1) * sizeof *list);
	for (size_t i = 0; i < len; i++)
		if (is_for(&rules[hits[i]], &j->about->feed))
			list[out->len++] = hits[i];
	out->rules = list;
}

/* If several rules do the same to an item, the first one does it. rule: as struct
 * engine_verdict has it. */
static void
add_act(struct judge *j, struct store_arrival *arrival, uint32_t rule, enum action action,
	const char *tag)
{
	if (action == ACTION_READ && arrival->read)
		return;
	for (size_t i = 0; i < arrival->acts_len; i++)
		if (arrival->acts[i].action == action &&
			str_eq(arrival->acts[i].tag, tag))
			return;
	arrival->acts = arena_push(
		j->arena, arrival->acts, arrival->acts_len, sizeof *arrival->acts);
	arrival->acts[arrival->acts_len++] =
		(struct store_arrival_act){action, tag, rule};
}

/* Can an item be stored with what the action does? */
static bool
is_stored_with(enum action action)
{
	const struct action_kind *kind = action_kind(action);
	return kind->set | kind->clear || action == ACTION_TAG;
}

/* What the item is stored with. If that is not possible for one of the actions, all are
 * done afterwards: an episode must not be hidden before it is queued. */
static void
add_acts(struct judge *j, struct engine_verdict *verdict, struct store_arrival *arrival)
{
	for (size_t i = 0; i < verdict->len; i++) {
		const struct conf_rule *rule = &j->e->config->rules[verdict->rules[i]];
		for (size_t k = 0; k < rule->acts_len; k++) {
			const struct conf_rule_act *act = &rule->acts[k];
			if (act->verb != CONF_RULE_DO || act->action == ACTION_HIDE)
				continue;
			if (!is_stored_with(act->action)) {
				arrival->acts_len = 0;
				return;
			}
			add_act(j, arrival, verdict->rules[i] + 1, act->action, act->tag);
		}
	}
	if (verdict->hide)
		add_act(j, arrival, verdict->hide_by, ACTION_HIDE, NULL);
}

/* What a rule says about how the item is stored. */
static void
mark(struct judge *j, struct engine_verdict *verdict, struct store_arrival *arrival,
	const struct filter *filter)
{
	const struct conf_rule *rules = j->e->config->rules;
	uint64_t *hashes = arena_alloc(j->arena, (verdict->len + 1) * sizeof *hashes);
	for (size_t i = 0; i < verdict->len; i++) {
		const struct conf_rule *rule = &rules[verdict->rules[i]];
		hashes[arrival->rules_len++] = j->e->rules->hashes[verdict->rules[i]];
		for (size_t k = 0; k < rule->acts_len; k++) {
			if (rule->acts[k].action == ACTION_HIDE && !verdict->hide) {
				verdict->hide = true;
				verdict->hide_by = verdict->rules[i] + 1;
			}
			verdict->tell |= rule->acts[k].verb == CONF_RULE_NOTIFY;
			arrival->drop |= rule->acts[k].verb == CONF_RULE_DROP;
			arrival->score += rule->acts[k].score;
			if (rule->acts[k].verb == CONF_RULE_PRIORITY)
				verdict->priority += rule->acts[k].score;
		}
	}
	if (filter)
		hashes[arrival->rules_len++] = store_item_rule_hash(filter->text);
	verdict->hide |= filter != NULL;
	arrival->rules = hashes;
}

/* The option that hides the item; NULL: neither does. */
static const struct filter *
filtered_by(const struct judge *j, const struct query_item *item, int64_t now)
{
	if (j->skip.query && query_match(j->skip.query, item, now))
		return &j->skip;
	if (j->only.query && !query_match(j->only.query, item, now))
		return &j->only;
	return NULL;
}

static void
judge_one(struct judge *j, size_t i, struct store_arrivals *arrivals, int64_t now)
{
	struct engine_rules *r = j->e->rules;
	struct engine_verdict *verdict = &j->out->items[i];
	const struct query_item item = engine_rule_arrival(j->about);
	const uint32_t *hits = NULL;
	bool known =
		arrivals->items[i].followed; /* rules ran on it where it came first */
	size_t len = r->set && !known ? query_set_match(r->set, &item, now, &hits) : 0;
	if (len)
		take_hits(j, hits, len, verdict);
	const struct filter *filter = filtered_by(j, &item, now);
	if (verdict->len || filter)
		mark(j, verdict, &arrivals->items[i], filter);
	verdict->tell |=
		!known &&
		(j->tell_all || (j->notify.query && !verdict->tell &&
					query_match(j->notify.query, &item, now)));
	verdict->no_download =
		j->download.query && !query_match(j->download.query, &item, now);
}

static struct filter
filter_of(const struct judge *j, const char *name, const char *text)
{
	struct filter filter = {NULL, NULL};
	/* It was checked when the file was read. */
	if (!str_empty(text) &&
		query_parse(text, how_of(j->e), &filter.query, NULL) == OK)
		filter.text = arena_printf(j->arena, "%s=%s", name, text);
	return filter;
}

static bool
has_duplicates(const struct store_arrivals *arrivals)
{
	for (size_t i = 0; i < arrivals->len; i++)
		if (arrivals->items[i].duplicate.id)
			return true;
	return false;
}

/* The item whose feed has the highest priority is shown; among equals, the newest, or
 * else the first to arrive. */
static bool
is_before(const struct judge *j, const struct store_duplicate *a,
	const struct store_duplicate *b)
{
	double one = engine_settings_weight(j->e, a->feed);
	double other = engine_settings_weight(j->e, b->feed);
	return one != other ? one > other : a->time > b->time;
}

static bool
is_hide(const struct judge *j, uint64_t hash)
{
	const struct config *config = j->e->config;
	for (size_t i = 0; i < config->rules_len; i++)
		for (size_t k = 0; k < config->rules[i].acts_len; k++)
			if (j->e->rules->hashes[i] == hash &&
				config->rules[i].acts[k].action == ACTION_HIDE)
				return true;
	return false;
}

/* Was the item hidden as it came, by a rule or by only or skip of its feed? */
static bool
was_filtered(const struct judge *j, const struct store_duplicate *duplicate)
{
	const char *only, *skip;
	struct store_item item;
	int flags;
	if (store_item_flags(j->about->view, duplicate->id, &flags) != OK ||
		!(flags & ITEM_HIDDEN) ||
		store_item(j->about->view, duplicate->id, j->arena, &item) != OK)
		return false;
	engine_settings_filter(j->e, duplicate->feed, &only, &skip);
	uint64_t by_only = store_item_rule_hash(arena_printf(j->arena, "only=%s", only));
	uint64_t by_skip = store_item_rule_hash(arena_printf(j->arena, "skip=%s", skip));
	for (size_t i = 0; i < item.rules_len; i++)
		if (item.rules[i] == by_only || item.rules[i] == by_skip ||
			is_hide(j, item.rules[i]))
			return true;
	return false;
}

/* An item that rules hid in its own feed does not hide its duplicates in others. */
static struct store_duplicate
rival(const struct judge *j, const struct store_duplicate *duplicate)
{
	return duplicate->id && !was_filtered(j, duplicate) ? *duplicate
							    : (struct store_duplicate){0};
}

/* The items of other feeds that belong to an item's story. If the item shows that two
 * stories are one, both of them had an item to show. */
struct rivals {
	struct store_duplicate shown, other; /* id 0: there is none */
};

/* Finds them, and whether the item is shown instead. */
static struct rivals
find_rivals(const struct judge *j, struct store_arrival *arrival, bool hides)
{
	struct rivals r = {
		rival(j, &arrival->duplicate), rival(j, &arrival->other_duplicate)};
	if (r.other.id && (!r.shown.id || is_before(j, &r.other, &r.shown)))
		r = (struct rivals){r.other, r.shown};
	const struct store_duplicate own = {1, j->about->feed.id,
		item_date(j->about->item) != TIME_NONE ? arrival->time : INT64_MIN};
	arrival->leads = !r.shown.id || (hides && is_before(j, &own, &r.shown));
	return r;
}

/* Of a story, one item is shown. */
static void
judge_duplicate(const struct rivals *r, struct store_arrival *arrival,
	struct engine_verdict *verdict)
{
	if (arrival->drop || !r->shown.id)
		return;
	verdict->hide_others[0] = r->other.id;
	verdict->lead = r->other.id ? r->shown.id : 0;
	if (verdict->hide)
		arrival->leads = false;
	else if (arrival->leads)
		verdict->hide_others[1] = r->shown.id;
	else
		verdict->hide = verdict->is_copy = true;
}

static void
judge_arrival(struct judge *j, size_t i, struct store_arrivals *arrivals, bool hides,
	int64_t now)
{
	struct store_arrival *arrival = &arrivals->items[i];
	struct rivals rivals = {0};
	j->about->item = &j->about->poll->document->items[i];
	j->about->known = arrival;
	j->about->author = NULL;
	if (arrival->duplicate.id)
		rivals = find_rivals(j, arrival, hides);
	judge_one(j, i, arrivals, now);
	if (hides)
		judge_duplicate(&rivals, arrival, &j->out->items[i]);
	add_acts(j, &j->out->items[i], arrival);
}

void
engine_rule_judge(struct engine *e, struct store_batch *batch,
	const struct store_poll *poll, struct store_arrivals *arrivals,
	struct arena *arena, struct engine_verdicts *out)
{
	struct store_view *view = arena_zalloc(arena, sizeof *view);
	struct engine_arrival *about = arena_zalloc(arena, sizeof *about);
	const char *only, *skip, *notify = engine_settings_notify(e, poll->feed);
	const char *download = engine_media_wish(engine_settings_of(e, poll->feed)).query;
	bool quiet = str_eq(notify, "none");
	*out = (struct engine_verdicts){
		.feed = poll->feed, .arrivals = arrivals, .about = about};
	if (!arrivals->fresh)
		return;
	compile(e);
	engine_settings_filter(e, poll->feed, &only, &skip);
	bool hides_duplicates, duplicates = has_duplicates(arrivals);
	(void)engine_settings_duplicates(e, poll->feed, &hides_duplicates);
	if (!e->rules->set && str_empty(only) && str_empty(skip) && str_empty(download) &&
		!duplicates && quiet)
		return;
	*view = store_batch_view(batch);
	*about = (struct engine_arrival){
		.view = view, .store = e->store, .poll = poll, .arena = arena};
	if (store_feed(view, poll->feed, arena, &about->feed) != OK)
		return;
	if (!about->feed.title)
		about->feed.title = poll->document->title;
	struct judge j = {.e = e, .arena = arena, .about = about, .out = out};
	j.only = filter_of(&j, "only", only);
	j.skip = filter_of(&j, "skip", skip);
	j.download = filter_of(&j, "auto-download", download);
	j.tell_all = str_eq(notify, "all");
	if (!quiet && !j.tell_all)
		j.notify = filter_of(&j, "notify", notify);
	out->items = arena_zalloc(arena, arrivals->len * sizeof *out->items);
	for (size_t i = 0; i < arrivals->len; i++)
		if (arrivals->items[i].kind == STORE_ARRIVAL_NEW)
			judge_arrival(&j, i, arrivals, hides_duplicates, poll->now);
	query_free(j.only.query);
	query_free(j.skip.query);
	query_free(j.notify.query);
	query_free(j.download.query);
}

bool
engine_rule_unwanted(const struct engine_verdicts *v, size_t i)
{
	return v->items && (v->items[i].hide || v->arrivals->items[i].drop);
}
