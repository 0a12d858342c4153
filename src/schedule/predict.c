/*
 * A poll goes through schedule_learn, which keeps the window, and then through the
 * strategy, which reads it.
 */
#include "config.h"

#include "schedule/predict.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/mem.h"
#include "base/time.h"
#include "model/schedule.h"
#include "schedule/habit.h"
#include "schedule/histogram.h"

#define SPAN_MAX (31 * TIME_DAY) /* paper 1's longest interval */

void
schedule_init(struct schedule *state)
{
	memset(state, 0, sizeof *state);
	state->first_poll = state->last_poll = TIME_NONE;
	habit_init(&state->habit);
}

static int
earlier_first(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

/* A feed can't have posted in the future: such a time is a wrong clock's, and would make
 * every gap before it look long. True: the times ascend. */
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

/* The newest times of those shown, oldest first. */
static void
window_take(struct schedule *state, const struct schedule_poll *poll)
{
	int64_t few[SCHEDULE_WINDOW_MAX];
	size_t n = poll->times_len;
	int64_t *times = n <= COUNT_OF(few) ? few : mem_realloc(NULL, n, sizeof *times);
	if (!tame(times, poll))
		qsort(times, n, sizeof *times, earlier_first);
	size_t kept = n < SCHEDULE_WINDOW_MAX ? n : SCHEDULE_WINDOW_MAX;
	memcpy(state->window, times + n - kept, kept * sizeof *times);
	state->window_len = (uint16_t)kept;
	if (times != few)
		free(times);
}

/* Virtual items: more than the window holds would push each other out. */
static void
silent_add(struct schedule *state, int64_t now)
{
	size_t max = state->window_len ? state->window_len : 1;
	if (state->silent_len >= max) {
		size_t drop = state->silent_len - max + 1;
		memmove(state->silent, state->silent + drop,
			(state->silent_len - drop) * sizeof *state->silent);
		state->silent_len = (uint16_t)(state->silent_len - drop);
	}
	state->silent[state->silent_len++] = now;
}

static int64_t
mean_gap(const struct schedule *state)
{
	const int64_t *x = state->window; /* x[0] is the paper's x_1 */
	size_t w = state->window_len;
	return (x[w - 1] - x[0]) / (int64_t)(w - 1);
}

/* -1: it can't be told, less than a second counts as one. */
static int64_t
first_gap(const struct schedule *state)
{
	size_t w = state->window_len;
	if (w < 2 || state->window[0] == state->window[w - 1])
		return -1;
	int64_t gap = mean_gap(state);
	return gap > 0 ? gap : 1;
}

void
schedule_learn(struct schedule *state, const struct schedule_poll *poll)
{
	schedule_learn_window(state, poll);
	schedule_learn_habit(&habit_models[HABIT_WHOLE], state, poll);
}

void
schedule_learn_habit(const struct habit_model *model, struct schedule *state,
	const struct schedule_poll *poll)
{
	habit_learn(model, &state->habit, state->window, state->window_len,
		poll->new_items, poll->now);
}

void
schedule_learn_window(struct schedule *state, const struct schedule_poll *poll)
{
	if (poll->new_items > 0 && poll->times_len > 0) {
		window_take(state, poll);
		state->silent_len = 0;
	} else {
		silent_add(state, poll->now);
	}
	if (state->learned == 0)
		state->learned = first_gap(state);
	if (state->first_poll == TIME_NONE)
		state->first_poll = poll->now;
	state->last_poll = poll->now;
	state->polls++;
	state->items += (uint32_t)poll->new_items;
}

int64_t
schedule_fixed_learned(const struct schedule *state)
{
	return state->learned > 0 ? state->learned : SCHEDULE_UNKNOWN;
}

int64_t
schedule_moving_average(const struct schedule *state, const struct histogram *hist,
	const struct schedule_poll *poll)
{
	(void)hist;
	size_t w = state->window_len;
	if (w < 2)
		return SCHEDULE_UNKNOWN;
	if (poll->new_items > 0)
		return mean_gap(state);
	return (poll->now - state->window[1]) / (int64_t)(w - 1);
}

int64_t
schedule_sliding_average(const struct schedule *state, const struct schedule_poll *poll)
{
	size_t w = state->window_len, k = state->silent_len;
	if (w < 2)
		return SCHEDULE_UNKNOWN;
	if (poll->new_items > 0)
		return mean_gap(state);
	int64_t oldest = k < w ? state->window[k] : state->silent[0];
	return (poll->now - oldest) / (int64_t)(w - 1);
}

int64_t
schedule_post_rate(const struct histogram *hist, int64_t now)
{
	uint32_t day = 0, sum = 0;
	if (hist->minutes_since == TIME_NONE)
		return SCHEDULE_UNKNOWN;
	/* Counts reach the number of observed days as their rates reach one item. */
	double goal = (double)(hist->until - hist->minutes_since) / (double)TIME_DAY;
	for (size_t i = 0; i < SCHEDULE_DAY_MINUTES; i++)
		day += hist->minutes[i];
	if (day == 0)
		return SPAN_MAX;
	int64_t days = (int64_t)(goal / day);
	if (days >= SPAN_MAX / TIME_DAY)
		return SPAN_MAX;
	goal -= (double)days * day;
	int64_t minutes = 0;
	size_t at = histogram_day_minute(now);
	while (sum < goal && minutes < SCHEDULE_DAY_MINUTES) {
		sum += hist->minutes[(at + (size_t)minutes) % SCHEDULE_DAY_MINUTES];
		minutes++;
	}
	return days * TIME_DAY + minutes * TIME_MINUTE;
}
