#include "config.h"

#include "schedule/overflow.h"

#include <math.h>
#include <stdbool.h>

#include "base/time.h"
#include "model/http.h"
#include "model/schedule.h"
#include "schedule/predict.h"
#include "schedule/strategy.h"

#define MEMORY_ITEMS 16.0
#define MEMORY_SECONDS (14.0 * TIME_DAY)
#define DEVIATIONS 3.0
#define LOSS_SEEN 0.005 /* of the items; less is not reported */

/* m: the items that may be expected until the next poll. */
static double
room(size_t window)
{
	double w = (double)window,
	       root = (sqrt(DEVIATIONS * DEVIATIONS + 4 * w) - DEVIATIONS) / 2;
	return fmin(fmax(root * root, w / 3), w / 2);
}

size_t
overflow_window(const struct schedule *state)
{
	return state->complete    ? STRATEGY_ENDLESS
	       : state->shown > 0 ? state->shown
				  : state->window_len;
}

static bool
bounded(size_t window)
{
	return window > 0 && window < STRATEGY_ENDLESS;
}

/* All that the feed showed, wanted or not: items with a time, and the ends of these. */
struct extent {
	size_t len;
	int64_t first, last;
};

static struct extent
extent_of(const struct schedule *state, const struct schedule_poll *poll)
{
	if (poll->dated)
		return (struct extent){poll->dated, poll->first, poll->last};
	return (struct extent){state->window_len, state->oldest, state->newest};
}

static void
learn_first(struct schedule *state, const struct schedule_poll *poll)
{
	const struct extent all = extent_of(state, poll);
	if (all.len < 2 || poll->now <= all.first)
		return;
	state->inflow[0] = (float)(all.len - 1);
	state->inflow[1] = (float)(poll->now - all.first);
}

/* Items that the user will never see push others out as well. */
static size_t
found_by(const struct schedule_poll *poll)
{
	return poll->new_items + poll->unwanted;
}

void
overflow_learn(struct schedule *state, const struct schedule_poll *poll)
{
	if (state->last_poll == TIME_NONE) {
		learn_first(state, poll);
		return;
	}
	if (poll->now <= state->last_poll)
		return;
	size_t shown = poll->times_len + poll->unwanted, found = found_by(poll);
	double k = (double)(found < shown ? found : shown);
	double gap = (double)(poll->now - state->last_poll);
	double q = exp(-k / MEMORY_ITEMS - gap / MEMORY_SECONDS);
	state->inflow[0] = (float)((double)state->inflow[0] * q + k);
	state->inflow[1] = (float)((double)state->inflow[1] * q + gap);
}

static double
mean_rate(const struct schedule *state)
{
	return state->inflow[1] > 0 ? (double)state->inflow[0] / (double)state->inflow[1]
				    : 0;
}

/* The rate of the last poll alone, if it found more than it should have. */
static double
latest_rate(const struct schedule *state, size_t window, const struct schedule_poll *poll)
{
	const struct extent all = extent_of(state, poll);
	double k = (double)found_by(poll), span = (double)(all.last - all.first);
	if (state->gap <= 0 || k <= room(window))
		return 0;
	double rate = fmin(k, (double)window) / (double)state->gap;
	if (found_by(poll) >= window && span > 0)
		rate = fmax(rate, (double)(all.len - 1) / span);
	return rate;
}

int64_t
overflow_limit(
	const struct schedule *state, size_t window, const struct schedule_poll *poll)
{
	if (!bounded(window))
		return 0;
	double rate = fmax(mean_rate(state), latest_rate(state, window, poll));
	double limit = rate > 0 ? room(window) / rate : 0;
	return limit < 1 ? rate > 0 : limit < 1e12 ? (int64_t)limit : 0;
}

/* E[(N - w)+] of a Poisson count N with mean m: m - w + Σ over j < w of (w - j) P(j). */
static double
excess(double m, size_t window)
{
	double log_p = -m, sum = m - (double)window;
	for (size_t j = 0; j < window; j++) {
		sum += (double)(window - j) * exp(log_p);
		log_p += log(m / (double)(j + 1));
	}
	return sum > 0 ? sum : 0;
}

struct overflow_loss
overflow_loss(const struct schedule *state, size_t window, int64_t interval)
{
	struct overflow_loss loss = {0};
	double rate = mean_rate(state), m = rate * (double)interval;
	if (!bounded(window) || m <= 0)
		return loss;
	double lost = excess(m, window);
	if (lost < LOSS_SEEN * m)
		return loss;
	loss.per_day = lost * (double)TIME_DAY / (double)interval;
	loss.within = (int64_t)(room(window) / rate);
	return loss;
}

struct overflow_loss
overflow_loss_now(const struct schedule *state, const struct http_state *http)
{
	if (http->next_poll == TIME_NONE || http->next_poll == INT64_MAX ||
		http->failures > 0 || state->last_poll == TIME_NONE)
		return (struct overflow_loss){0};
	return overflow_loss(
		state, overflow_window(state), http->next_poll - state->last_poll);
}
