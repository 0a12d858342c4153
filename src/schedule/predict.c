#include "config.h"

#include "schedule/predict.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/time.h"
#include "model/schedule.h"
#include "schedule/habit.h"
#include "schedule/histogram.h"
#include "schedule/overflow.h"

#define SPAN_MAX (31 * TIME_DAY) /* the paper's longest interval */

void
predict_init(struct schedule *state)
{
	*state = (struct schedule){.first_poll = TIME_NONE, .last_poll = TIME_NONE};
}

void
predict_record_init(struct schedule_record *record)
{
	memset(record, 0, sizeof *record);
	predict_init(&record->schedule);
	habit_init(&record->habit);
}

static int
earlier_first(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

/* Copies times, with those in the future taken as now: they come from a wrong clock, and
 * would make every gap before them look long. Returns whether the result is in ascending
 * order. */
static bool
tame(int64_t *to, const struct schedule_poll *poll)
{
	bool ascend = true;
	for (size_t i = 0; i < poll->times_len; i++) {
		int64_t t = poll->times[i];
		to[i] = t == TIME_NONE || t > poll->now ? poll->now : t;
		ascend &= i == 0 || to[i - 1] <= to[i];
	}
	return ascend;
}

/* Fills window with the newest of the times shown, oldest first. Returns their number. */
static size_t
newest_times(const struct schedule_poll *poll, int64_t *window)
{
	size_t n = poll->times_len;
	bool few = n <= SCHEDULE_WINDOW_MAX;
	int64_t *times = few ? window : mem_realloc(NULL, n, sizeof *times);
	if (!tame(times, poll))
		qsort(times, n, sizeof *times, earlier_first);
	if (few)
		return n;
	memcpy(window, times + n - SCHEDULE_WINDOW_MAX,
		SCHEDULE_WINDOW_MAX * sizeof *times);
	free(times);
	return SCHEDULE_WINDOW_MAX;
}

static int64_t
mean_gap(const struct schedule *state)
{
	return (state->newest - state->oldest) / (int64_t)(state->window_len - 1);
}

/* More than 68 years count as that. */
static int32_t
whole_seconds(int64_t span)
{
	return span < INT32_MAX ? (int32_t)span : INT32_MAX;
}

/* -1: it can't be computed. Less than a second counts as one. */
static int32_t
first_gap(const struct schedule *state)
{
	if (state->window_len < 2 || state->oldest == state->newest)
		return -1;
	int64_t gap = mean_gap(state);
	return gap > 0 ? whole_seconds(gap) : 1;
}

static void
take_ends(struct schedule *state, const int64_t *window, size_t len)
{
	state->window_len = (uint16_t)len;
	state->oldest = window[0];
	state->second = window[len > 1];
	state->newest = window[len - 1];
}

static void
count_poll(struct schedule *state, const struct schedule_poll *poll)
{
	if (state->learned == 0)
		state->learned = first_gap(state);
	overflow_learn(state, poll);
	if (state->first_poll == TIME_NONE)
		state->first_poll = poll->now;
	else
		state->gap = whole_seconds(poll->now - state->last_poll);
	state->last_poll = poll->now;
	if (poll->shown > 0)
		state->shown =
			(uint8_t)(poll->shown < UINT8_MAX ? poll->shown : UINT8_MAX);
	state->polls++;
	state->items += (uint32_t)poll->new_items;
}

size_t
predict_learn_poll(struct schedule *state, struct habit *habit,
	const struct habit_model *model, const struct schedule_poll *poll,
	int64_t *window)
{
	size_t len = 0;
	if (poll->new_items > 0 && poll->times_len > 0) {
		len = newest_times(poll, window);
		take_ends(state, window, len);
	}
	count_poll(state, poll);
	if (habit)
		habit_learn(model, habit, window, len, poll->new_items, poll->now);
	return len;
}

/* Adds a virtual item. The oldest of them leave when there are more than the window
 * holds. */
static void
silent_add(struct schedule_window *window, int64_t now)
{
	size_t max = window->len ? window->len : 1;
	if (window->silent_len >= max) {
		size_t drop = window->silent_len - max + 1;
		memmove(window->silent, window->silent + drop,
			(window->silent_len - drop) * sizeof *window->silent);
		window->silent_len = (uint16_t)(window->silent_len - drop);
	}
	window->silent[window->silent_len++] = now;
}

void
predict_learn(struct schedule_record *record, const struct schedule_poll *poll)
{
	struct schedule_window *window = &record->window;
	const struct habit_model *model = &habit_model;
	size_t len =
		predict_learn_poll(&record->schedule, NULL, model, poll, window->times);
	if (len > 0) {
		window->len = (uint16_t)len;
		window->silent_len = 0;
	} else {
		silent_add(window, poll->now);
	}
	/* A habit that begins only now can learn from the whole window. */
	habit_learn(model, &record->habit, window->times, window->len, poll->new_items,
		poll->now);
}

int64_t
predict_fixed_learned(const struct schedule *state)
{
	return state->learned > 0 ? state->learned : SCHEDULE_UNKNOWN;
}

/* Too few times for a mean gap. A feed of which nearly everything is hidden has shown at
 * most one post among many items: its silence says how rare they are. */
static int64_t
without_gap(const struct schedule *state, int64_t now)
{
	int64_t since = state->window_len ? state->newest : state->first_poll;
	bool hides = state->items < 2 && state->items < state->shown;
	return hides && now - since > SCHEDULE_UNKNOWN ? now - since : SCHEDULE_UNKNOWN;
}

int64_t
predict_moving_average(const struct schedule *state, const struct schedule_poll *poll)
{
	if (state->window_len < 2)
		return without_gap(state, poll->now);
	if (poll->new_items > 0)
		return mean_gap(state);
	return (poll->now - state->second) / (int64_t)(state->window_len - 1);
}

int64_t
predict_sliding_average(
	const struct schedule *state, int64_t slid, const struct schedule_poll *poll)
{
	if (state->window_len < 2)
		return without_gap(state, poll->now);
	if (poll->new_items > 0)
		return mean_gap(state);
	return (poll->now - slid) / (int64_t)(state->window_len - 1);
}

int64_t
predict_slid(const struct schedule_window *window)
{
	size_t k = window->silent_len;
	return k < window->len ? window->times[k] : window->silent[0];
}

int64_t
predict_post_rate(const struct post_minutes *minutes, int64_t now)
{
	uint32_t day = 0, sum = 0;
	if (minutes->since == TIME_NONE)
		return SCHEDULE_UNKNOWN;
	/* The rates add up to one item where the counts add up to the observed days. */
	double goal = (double)(minutes->until - minutes->since) / (double)TIME_DAY;
	for (size_t i = 0; i < SCHEDULE_DAY_MINUTES; i++)
		day += minutes->posts[i];
	if (day == 0)
		return SPAN_MAX;
	int64_t days = (int64_t)(goal / day);
	if (days >= SPAN_MAX / TIME_DAY)
		return SPAN_MAX;
	goal -= (double)days * day;
	int64_t wait = 0;
	size_t at = histogram_day_minute(now);
	while (sum < goal && wait < SCHEDULE_DAY_MINUTES) {
		sum += minutes->posts[(at + (size_t)wait) % SCHEDULE_DAY_MINUTES];
		wait++;
	}
	return days * TIME_DAY + wait * TIME_MINUTE;
}
