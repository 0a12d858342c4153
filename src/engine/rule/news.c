#include "config.h"

#include "engine/rule/news.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "conf/option.h"
#include "engine/core/engine.h"
#include "engine/core/message.h"
#include "engine/rule/arrival.h"
#include "engine/rule/rule_command.h"
#include "engine/rule/rule_inside.h"
#include "engine/rule/rules.h"
#include "model/feed.h"
#include "model/item.h"
#include "store/feed/feed.h"
#include "store/identity/item_match.h"
#include "store/item/list.h"
#include "store/poll/poll.h"

static void
tell(struct engine *e, const struct engine_rule_item *item, struct arena *arena)
{
	struct rule_news *news = &e->rules->news;
	const char *title = item->item->title  ? item->item->title
			    : item->item->lead ? item->item->lead
					       : "";
	if (news->count++ == 0) {
		const char *name = item->feed->title ? item->feed->title : "";
		struct buf text = BUF_INIT(0);
		buf_addf(&text, *name && *title ? "%s: %s" : "%s%s", name, title);
		free(news->first);
		news->first = buf_take(&text);
	}
	if (news->announced_len == ENGINE_NEWS_MAX)
		return;
	*VEC_PUSH(news->announced, news->announced_len, news->announced_cap) = item->id;
	if (!str_empty(e->options->notify_command))
		engine_rule_item_json(&news->lines, item, false, arena);
}

void
engine_rule_news_put(struct engine *e, const struct engine_verdicts *verdicts,
	const uint64_t *ids, struct arena *arena)
{
	struct rule_news *news = &e->rules->news;
	for (size_t i = 0; i < verdicts->arrivals->len; i++) {
		const struct engine_verdict *verdict =
			verdicts->items ? &verdicts->items[i] : NULL;
		if (!ids[i] || (verdict && verdict->hide))
			continue;
		*VEC_PUSH(news->arrived, news->arrived_len, news->arrived_cap) =
			(struct rule_arrived){verdicts->feed, ids[i]};
		if (!verdict || !verdict->tell)
			continue;
		const struct engine_rule_item item = {.id = ids[i],
			.item = &verdicts->about->poll->document->items[i],
			.feed = &verdicts->about->feed};
		tell(e, &item, arena);
	}
}

/* Posts the items of one poll, which are adjacent in the list. */
static void
post_arrived(struct engine *e, const struct rule_arrived *list, size_t len)
{
	struct store_key *keys = mem_alloc(len * sizeof *keys);
	for (size_t i = 0; i < len; i++)
		keys[i] = (struct store_key){.id = list[i].item};
	engine_event_post(e, &(struct engine_event){.kind = ENGINE_ARRIVED,
				     .feed = list[0].feed,
				     .hits = keys,
				     .hits_len = len});
	free(keys);
}

void
engine_rule_news_settle(struct engine *e, bool stored)
{
	struct rule_news *news = &e->rules->news;
	const struct rule_arrived *list = news->arrived;
	for (size_t i = 0, n; stored && i < news->arrived_len; i += n) {
		for (n = 1;
			i + n < news->arrived_len && list[i + n].feed == list[i].feed;)
			n++;
		post_arrived(e, list + i, n);
	}
	news->arrived_len = 0;
	if (stored) {
		news->announced_stored = news->announced_len;
		news->count_stored = news->count;
		news->lines_stored = news->lines.len;
	} else {
		news->announced_len = news->announced_stored;
		news->count = news->count_stored;
		buf_cut(&news->lines, news->lines_stored);
	}
}

static void
run_command(struct engine *e)
{
	struct rule_news *news = &e->rules->news;
	struct engine_rule_order *order = NULL;
	if (news->lines.len)
		order = engine_rule_order_line(
			"notify-command", e->options->notify_command, &news->lines);
	if (order)
		engine_rule_run_post(e, e->rules->runs, order);
}

void
engine_rule_news_flush(struct engine *e)
{
	struct rule_news *news = &e->rules->news;
	size_t len = news->announced_stored;
	if (!news->count_stored)
		return;
	struct store_key *keys = mem_alloc(len * sizeof *keys);
	struct buf text = BUF_INIT(0);
	for (size_t i = 0; i < len; i++)
		keys[i] = (struct store_key){.id = news->announced[i]};
	buf_adds(&text, news->first);
	if (news->count_stored > 1)
		buf_addf(&text,
			P_(" (and %zu more)", " (and %zu more)", news->count_stored - 1),
			news->count_stored - 1);
	engine_event_post(e, &(struct engine_event){.kind = ENGINE_NEWS,
				     .counted = news->count_stored,
				     .text = buf_str(&text),
				     .hits = keys,
				     .hits_len = len});
	run_command(e);
	buf_done(&text);
	free(keys);
	buf_clear(&news->lines);
	news->announced_len = news->announced_stored = news->count = news->count_stored =
		0;
	news->lines_stored = 0;
}

void
engine_rule_news_done(struct rule_news *news)
{
	buf_done(&news->lines);
	free(news->arrived);
	free(news->announced);
	free(news->first);
}
