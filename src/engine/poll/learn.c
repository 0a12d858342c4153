#include "config.h"

#include "engine/poll/learn.h"

#include <string.h>

#include "base/arena.h"
#include "base/time.h"
#include "model/feed.h"
#include "model/schedule.h"
#include "schedule/histogram.h"
#include "schedule/predict.h"

/* An answer from a cache may bring items that were posted before the last poll. */
#define DATES_SLACK TIME_HOUR
#define DATES_DECAY 0.95F /* with each poll that brought something */
#define DATES_LEAD 2.0F   /* by how much wrong dates must outweigh right ones */

/* Whether the feed's dates are known not to be the times of posting, but a day's
 * midnight, a time in a wrong zone or the time of writing. Then they count as missing. */
static bool
dates_lie(const struct schedule *state)
{
	return state->dates[1] > state->dates[0] + DATES_LEAD;
}

static int64_t
posted(const struct item *item, bool lie)
{
	return lie ? TIME_NONE : item_date(item);
}

void
engine_poll_learn_dates(struct schedule *state, const struct feed *document,
	const bool *known, int64_t now)
{
	size_t truths = 0, lies = 0;
	if (state->last_poll == TIME_NONE)
		return;
	for (size_t i = 0; i < document->items_len; i++) {
		int64_t at = item_date(&document->items[i]);
		if (known[i] || at == TIME_NONE)
			continue;
		if (at > now || at < state->last_poll - DATES_SLACK) {
			lies++;
			continue;
		}
		truths++;
		state->waited += now - (at > state->last_poll ? at : state->last_poll);
		state->waited_items++;
	}
	if (truths + lies == 0)
		return;
	state->dates[0] *= DATES_DECAY;
	state->dates[1] *= DATES_DECAY;
	/* Each poll has one vote, so that a feed is not misjudged for showing its archive
	 * again. */
	state->dates[lies > truths]++;
}

/* Counts an item that is shown, wanted or not. */
static void
note_shown(struct schedule_poll *poll, int64_t at)
{
	if (at > poll->now)
		at = poll->now;
	if (poll->dated == 0 || at < poll->first)
		poll->first = at;
	if (poll->dated == 0 || at > poll->last)
		poll->last = at;
	poll->dated++;
}

/* Appends to times the newest times of the window that are older than all already there,
 * as many as there is room for. Returns how many there are then. */
static size_t
add_older(const struct schedule_window *window, size_t room, int64_t *times, size_t len)
{
	int64_t oldest = INT64_MAX;
	for (size_t i = 0; i < len; i++)
		if (times[i] < oldest)
			oldest = times[i];
	for (size_t i = window->len; i-- > 0 && len < room;)
		if (window->times[i] < oldest)
			times[len++] = window->times[i];
	return len;
}

void
engine_poll_learn_poll(const struct schedule_record *record, const struct feed *document,
	const bool *known, const bool *unseen, bool partial, int64_t now,
	struct arena *arena, struct schedule_poll *out)
{
	*out = (struct schedule_poll){.now = now};
	if (!document || document->items_len == 0)
		return;
	out->shown = partial ? 0 : document->items_len;
	size_t room = document->items_len + SCHEDULE_WINDOW_MAX;
	int64_t *times = arena_alloc(arena, room * sizeof *times);
	size_t len = 0;
	const struct schedule *state = &record->schedule;
	const struct schedule_window *window = &record->window;
	bool any = false, hides = false, lie = dates_lie(state);
	for (size_t i = 0; i < document->items_len; i++) {
		int64_t at = posted(&document->items[i], lie);
		out->new_items += !known[i];
		if (at != TIME_NONE)
			note_shown(out, at);
		if (unseen && unseen[i]) {
			hides = true;
			continue;
		}
		any |= at != TIME_NONE;
		if (at != TIME_NONE)
			times[len++] = at;
		else if (!known[i] && state->polls > 0)
			times[len++] = now;
	}
	/* The window of earlier polls still has what the document doesn't show, and the
	 * posts that hidden items pushed out of it: visible posts are rare then, and a
	 * single document would not show how rare. */
	if (partial || !any) {
		memcpy(times + len, window->times, window->len * sizeof *times);
		len += window->len;
	} else if (hides) {
		len = add_older(window, document->items_len, times, len);
	}
	if (partial || !hides)
		out->dated = 0; /* times say it all */
	out->times = times;
	out->times_len = len;
}

void
engine_poll_learn_histogram(struct histogram *hist, const struct schedule *state,
	const struct feed *document, const bool *known, int64_t now)
{
	bool first = state->polls == 0, lie = dates_lie(state);
	if (first)
		histogram_init(hist, TIME_NONE);
	for (size_t i = 0; i < document->items_len; i++) {
		int64_t at = posted(&document->items[i], lie);
		if (known[i] || (at == TIME_NONE && first))
			continue;
		if (at == TIME_NONE || at > now)
			at = now;
		/* Older ones would count for less than half a post. */
		if (at >= now - HISTOGRAM_SPAN_MAX)
			histogram_add(hist, at);
	}
	histogram_observe(hist, now);
}
