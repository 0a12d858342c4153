/*
 * The strategies' table and what they learn from. A poll goes through schedule_learn,
 * which keeps the window, and then through the strategy's next, which reads it.
 */
#include "config.h"

#include "schedule/predict.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "model/schedule.h"
#include "schedule/delay.h"
#include "schedule/habit.h"

static int64_t fixed(const struct schedule *state, const struct histogram *hist,
	const struct schedule_poll *poll);

static int64_t least_delay(const struct schedule *state, const struct histogram *hist,
	const struct schedule_poll *poll);

const struct strategy schedule_strategies[] = {
	{"moving-average",
		N_("the mean gap of the posts that the feed shows; in silence it grows"),
		schedule_moving_average},
	{"fixed", N_("every hour, whatever the feed does"), fixed},
	{"least-delay",
		N_("where a request saves the most waiting, by each feed's habits"),
		least_delay},
	{NULL},
};

const struct strategy *
schedule_strategy(const char *name)
{
	for (const struct strategy *s = schedule_strategies; s->name; s++)
		if (str_eq(s->name, name))
			return s;
	return NULL;
}

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

/* The newest times of those shown, oldest first. A feed can't have posted in the future:
 * such a time is a wrong clock's, and would make every gap before it look long. */
static void
window_take(struct schedule *state, const struct schedule_poll *poll)
{
	int64_t few[SCHEDULE_WINDOW_MAX];
	size_t n = poll->times_len;
	int64_t *times = n <= COUNT_OF(few) ? few : mem_realloc(NULL, n, sizeof *times);
	for (size_t i = 0; i < n; i++) {
		int64_t t = poll->times[i];
		times[i] = t == TIME_NONE || t > poll->now ? poll->now : t;
	}
	qsort(times, n, sizeof *times, earlier_first);
	size_t kept = n < SCHEDULE_WINDOW_MAX ? n : SCHEDULE_WINDOW_MAX;
	memcpy(state->window, times + n - kept, kept * sizeof *times);
	state->window_len = (uint16_t)kept;
	if (times != few)
		free(times);
}

void
schedule_learn(struct schedule *state, const struct schedule_poll *poll)
{
	if (poll->new_items > 0 && poll->times_len > 0)
		window_take(state, poll);
	habit_learn(&state->habit, state->window, state->window_len, poll->new_items,
		poll->now);
	if (state->first_poll == TIME_NONE)
		state->first_poll = poll->now;
	state->last_poll = poll->now;
	state->polls++;
	state->items += (uint32_t)poll->new_items;
}

int64_t
schedule_moving_average(const struct schedule *state, const struct histogram *hist,
	const struct schedule_poll *poll)
{
	(void)hist;
	const int64_t *x = state->window; /* x[0] is the paper's x_1 */
	size_t w = state->window_len;
	if (w < 2)
		return SCHEDULE_UNKNOWN;
	if (poll->new_items > 0)
		return (x[w - 1] - x[0]) / (int64_t)(w - 1);
	return (poll->now - x[1]) / (int64_t)(w - 1);
}

/* Fix 1h (paper 1, section 3.1). */
static int64_t
fixed(const struct schedule *state, const struct histogram *hist,
	const struct schedule_poll *poll)
{
	(void)state;
	(void)hist;
	(void)poll;
	return TIME_HOUR;
}

/* schedule/delay.h, at the price that makes as many polls as Moving Average. */
static int64_t
least_delay(const struct schedule *state, const struct histogram *hist,
	const struct schedule_poll *poll)
{
	(void)hist;
	return (int64_t)delay_interval(&state->habit, poll->now, DELAY_PRICE, 1);
}
