/*
 * Learned interest: what the user reads promptly weighs more. Pure.
 *
 * A feed has two sums, both of which fade by e^(-t/T), T = 60 days:
 *	R = Σ e^(-d/D), D = 1 day, over items that were read, d after they came in,
 *	N = the number of items that came in.
 * So an item that is read at once counts 1, one read a day later 0.37, and one that is
 * never opened 0. All feeds together have the same sums, and π = R_all/N_all says how
 * promptly an item of any feed is read. A feed whose items are read like all others would
 * have R = πN. Its interest is how many times as much it has: the mean of a gamma
 * posterior whose prior is that of all feeds, worth κ = 4 items read at once:
 *	interest = (R + κ)/(πN + κ), between 1/8 and 8.
 * It is 1 where nothing was read, and for a new feed. Strategies that weight feeds use
 * priority × interest: as w in least-delay, allocation and crawl-…, as the subscribers
 * in posting-rank, and as the share that is wanted in best-effort.
 */
#ifndef SCHEDULE_INTEREST_H
#define SCHEDULE_INTEREST_H

#include <stdint.h>

#include "model/schedule.h"

struct buf;

#define INTEREST_KAPPA 4.0
#define INTEREST_MOST 8.0

/* Lets the sums fade for span seconds. A span below 0, from a clock that was set back,
 * changes nothing. */
void interest_fade(struct interest *sums, int64_t span);
/* What an item counts that was read delay seconds after it came in. */
double interest_promptness(int64_t delay);
/* The feed's interest; 1 is usual. */
double interest_weight(const struct interest *feed, const struct interest *all);
/* What rules add to the priority of a feed's items: the mean over those that came in,
 * which fades like the sums and is shrunk towards 0 by the weight of κ items. ruled: see
 * struct schedule_record. */
double interest_ruled(const float ruled[3]);
void interest_fade_ruled(float ruled[3], int64_t span);
/* The priority with that; at least 1/8. */
double interest_priority(double priority, const float ruled[3]);
/* Appends it in words: "read sooner than most: counts 1.8 times as much". Appends
 * nothing and returns false while too little was read to tell. */
bool
interest_reason(const struct interest *feed, const struct interest *all, struct buf *out);

#endif
