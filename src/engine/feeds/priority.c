#include "config.h"

#include "engine/feeds/priority.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/log.h"
#include "conf/settings.h"
#include "engine/core/engine.h"
#include "engine/core/settings.h"
#include "model/subscription.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/score/priority.h"

static int
by_feed(const void *a, const void *b)
{
	const struct store_priority *x = a, *y = b;
	return (x->feed > y->feed) - (x->feed < y->feed);
}

static int32_t
worth_of(const struct settings *settings, const struct subscription *sub)
{
	struct options own;
	if (!conf_feed_has_options(&settings->config, sub))
		return 0;
	conf_feed_options(&own, &settings->options, &settings->config, sub);
	int64_t worth = own.priority - settings->options.priority;
	conf_options_done(&own);
	return (int32_t)worth;
}

static size_t
find_priorities(const struct store_view *view, const struct subscriptions *subs,
	const struct settings *settings, struct arena *arena, struct store_priority **out)
{
	size_t len = 0;
	*out = NULL;
	for (size_t i = 0; i < subs->len; i++) {
		struct store_priority one = {.worth = worth_of(settings, &subs->list[i])};
		if (!one.worth ||
			store_feed_find(view, subs->list[i].url, &one.feed) != OK)
			continue;
		*out = arena_push(arena, *out, len, sizeof **out);
		(*out)[len++] = one;
	}
	if (len)
		qsort(*out, len, sizeof **out, by_feed);
	return len;
}

int
engine_feeds_put_priorities(struct store *store, const struct subscriptions *subs,
	const struct settings *settings, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct store_view view;
	struct store_priority *list;
	struct store_batch *batch;
	int status = store_view_begin(store, &view, err);
	if (status != OK)
		return status;
	size_t len = find_priorities(&view, subs, settings, &arena, &list);
	bool same = store_score_has_priorities(&view, list, len);
	store_view_end(&view);
	if (!same)
		status = store_batch_begin(store, &batch, err);
	if (!same && status == OK)
		status = store_batch_end(
			batch, store_score_put_priorities(batch, list, len, err), err);
	arena_done(&arena);
	return status;
}

void
engine_feeds_store_priorities(struct engine *e)
{
	struct err err;
	int status = store_read_only(e->store)
			     ? OK
			     : engine_feeds_put_priorities(e->store, &e->settings->subs,
				       e->settings->now, &err);
	if (status != OK)
		log_put(LOG_WARN, "%s", err.text);
}
