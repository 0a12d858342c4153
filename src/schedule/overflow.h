/*
 * How soon a feed pushes items out that nobody has seen. A feed shows its newest w items
 * at once, so a poll that comes too late has lost the older ones for good. That is worse
 * than finding an item late, and so it is a rule of the ladder (schedule/due.h) for every
 * strategy, whatever prices and weights say.
 *
 * Rate. λ = n/e, with n items found in e seconds between polls, those included that rules
 * hide or drop, since they push out others, too. Both sums fade by
 * e^(-k/16) with k items found, and by e^(-t/T), T = 14 days. They begin with the first
 * window: w - 1 items since x_1. A poll that finds more than it should have raises λ at
 * once, if only for the next interval g: to k/g, or, since a window full of new items
 * says only that there were at least w of them, to (w - 1)/(x_w - x_1).
 *
 * Limit. m expected items, a Poisson count, hardly ever become more than w (1 in 1000)
 * if m + 3√m = w. So the next poll comes after m/λ seconds at the latest, with
 *	m = ((√(9 + 4w) - 3)/2)², but within [w/3, w/2]:
 * half of what the feed shows at once, or two fifths of a window of ten. Pure.
 */
#ifndef SCHEDULE_OVERFLOW_H
#define SCHEDULE_OVERFLOW_H

#include <stddef.h>
#include <stdint.h>

struct http_state;
struct schedule;
struct schedule_poll;

/* Learns a poll. To be called before its time becomes state->last_poll, and after its
 * window became that of state. */
void overflow_learn(struct schedule *state, const struct schedule_poll *poll);

/* The items that a feed shows at once, by what its polls showed; STRATEGY_ENDLESS: new
 * items push none out. */
size_t overflow_window(const struct schedule *state);

/* Seconds from poll->now, which state has learned, within which the feed is to be polled
 * again so that it loses nothing; 0: it has no window (0 or STRATEGY_ENDLESS), or its
 * rate is not known. window: items that it shows at once. */
int64_t overflow_limit(
	const struct schedule *state, size_t window, const struct schedule_poll *poll);

/* What is lost at a rate of polls. */
struct overflow_loss {
	double per_day; /* items a day that no poll can see; 0: none */
	int64_t within; /* seconds between polls that would lose none */
};

/* For a feed that is polled every interval seconds. Less than one item in two hundred
 * counts as none. */
struct overflow_loss
overflow_loss(const struct schedule *state, size_t window, int64_t interval);
/* The same for a feed as it is polled now. None for one that fails. */
struct overflow_loss
overflow_loss_now(const struct schedule *state, const struct http_state *http);

#endif
