/*
 * An estimate of the mean posting rate λ, which Horincar et al. (2010;
 * schedule/effort.h) and Sia et al. (2007; schedule/allocation.h) take as known.
 *
 * It comes from the last 14 days (more history does not help: Sia et al., section 4.2)
 * and, with the weight of one item, from the rate of the window before them, silence
 * included:
 *	λ = (n + 1)/(d + 1/λ_w),  λ_w = (w - 1)/(p - x_1),
 * with n items in d observed days, x_1 the oldest of the w posting times of the window,
 * and p the last poll. So a busy feed has its fortnight's rate, and a feed that posts
 * twice a year has a rate above zero, which falls as it stays silent.
 */
#ifndef SCHEDULE_RATE_H
#define SCHEDULE_RATE_H

struct strategy_feed;

#define RATE_UNKNOWN (1.0 / 86400) /* λ_w where there are fewer than two times */

/* Items per second, > 0. A rate known for certain (feed->rate), which may be 0, takes
 * precedence. Reads the days of the histogram (STRATEGY_DAYS) and the ends of the
 * window. */
double rate_mean(const struct strategy_feed *feed);

#endif
