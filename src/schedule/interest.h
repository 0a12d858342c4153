/*
 * Learned interest: what the user reads promptly weighs more. Pure.
 *
 * A feed has two sums, both fading by e^(-t/T), T = 60 days:
 *	R = Σ e^(-d/D), D = 1 day, over items that were read, d after they came in,
 *	N = items that came in;
 * so an item read at once counts 1, one read a day later 0.37, one that is never opened
 * nothing. All feeds together have the same sums, and π = R_all/N_all is how promptly an
 * item of any feed is read. A feed whose items are read like all others would have
 * R = πN; its interest is how many times as much it has, the mean of a gamma posterior
 * whose prior is that of all feeds, worth κ = 4 items read at once:
 *	interest = (R + κ)/(πN + κ), between 1/8 and 8.
 * It is 1 where nothing was read, and for a new feed. The strategies that weigh feeds
 * weigh by priority × interest: w of least-delay, allocation and crawl-…, the subscribers
 * of posting-rank, the share that is wanted of best-effort.
 */
#ifndef SCHEDULE_INTEREST_H
#define SCHEDULE_INTEREST_H

#include <stdint.h>

#include "model/schedule.h"

struct buf;

#define INTEREST_KAPPA 4.0
#define INTEREST_MOST 8.0

/* Lets sums fade for so many seconds; a clock that was set back changes nothing. */
void interest_fade(struct interest *sums, int64_t span);
/* What an item counts that was read so many seconds after it came in. */
double interest_promptness(int64_t delay);
/* The weight, 1 as for others. */
double interest_weight(const struct interest *feed, const struct interest *all);
/* Appends it in words: "read sooner than most: counts 1.8 times as much". Nothing, and
 * false, while too little was read to tell. */
bool
interest_reason(const struct interest *feed, const struct interest *all, struct buf *out);

#endif
