#include "config.h"

#include "engine/learn.h"

#include <string.h>

#include "base/arena.h"
#include "base/time.h"
#include "model/feed.h"
#include "model/schedule.h"
#include "schedule/histogram.h"
#include "schedule/predict.h"

static int64_t
posted(const struct item *item)
{
	return item->published != TIME_NONE ? item->published : item->updated;
}

void
engine_learn_poll(const struct schedule *state, const struct feed *document,
	const bool *known, bool partial, int64_t now, struct arena *arena,
	struct schedule_poll *out)
{
	*out = (struct schedule_poll){.now = now};
	if (!document || document->items_len == 0)
		return;
	size_t room = document->items_len + SCHEDULE_WINDOW_MAX;
	int64_t *times = arena_alloc(arena, room * sizeof *times);
	size_t len = 0;
	bool dated = false;
	for (size_t i = 0; i < document->items_len; i++) {
		int64_t at = posted(&document->items[i]);
		out->new_items += !known[i];
		dated |= at != TIME_NONE;
		if (at != TIME_NONE)
			times[len++] = at;
		else if (!known[i] && state->polls > 0)
			times[len++] = now;
	}
	/* What the document doesn't tell, the window of before still knows. */
	if (partial || !dated) {
		memcpy(times + len, state->window, state->window_len * sizeof *times);
		len += state->window_len;
	}
	out->times = times;
	out->times_len = len;
}

void
engine_learn_histogram(struct histogram *hist, bool first, const struct feed *document,
	const bool *known, int64_t now)
{
	if (first)
		histogram_init(hist, TIME_NONE);
	for (size_t i = 0; i < document->items_len; i++) {
		int64_t at = posted(&document->items[i]);
		if (known[i] || (at == TIME_NONE && first))
			continue;
		if (at == TIME_NONE || at > now)
			at = now;
		/* What is older would be worth less than half a post. */
		if (at >= now - HISTOGRAM_SPAN_MAX)
			histogram_add(hist, at);
	}
	histogram_observe(hist, now);
}
