/*
 * The mean posting rate λ that papers 3 and 5 take as known, estimated.
 *
 * From the last 14 days (paper 5, section 4.2: longer estimates no better), with one item
 * at the rate of the window before them, silence included:
 *	λ = (n + 1)/(d + 1/λ_w),  λ_w = (w - 1)/(p - x_1),
 * n items in d observed days, x_1 the oldest of the w posting times of the window, p the
 * last poll. So a busy feed has its fortnight's rate, and one that posts twice a year has
 * a rate above zero that falls as it keeps silent.
 */
#ifndef SCHEDULE_RATE_H
#define SCHEDULE_RATE_H

struct strategy_feed;

#define RATE_UNKNOWN (1.0 / 86400) /* λ_w where there are fewer than two times */

/* Items a second, > 0; what is known for certain (feed->rate) comes first, and may be 0.
 * Reads the days of the histogram (STRATEGY_DAYS) and the window's ends. */
double rate_mean(const struct strategy_feed *feed);

#endif
