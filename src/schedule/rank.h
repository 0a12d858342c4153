/*
 * posting-rank: Adam, Bouras and Poulopoulos, "Monitoring RSS Feeds" (advaRSS, 2009;
 * "paper 4"), section 4.
 *
 * Hourly rates. A feed has 24, one for each hour of the day (UTC), learned from the
 * posts that polls find, because an RSS feed tends to post alike at the same hour of
 * each day. They start from a constant that counts as one day's history, and never fall
 * below a minimum; otherwise a silent feed would never be polled again:
 *	r_h = max((n_h + r_0)/(d + 1), r_min),
 * with n_h posts at hour h within d days.
 *
 * Waiting items (equation 1): articles(t) = ∫ posting_rate dx / 3600 over [last, t],
 * with last the latest retrieval. The paper has posting_rate(t_now - t) there; the rate
 * at that time of the clock must be meant.
 *
 * Rank (equation 2): rank(f, t) = articles_f(t)·(1 + c·subscribers(f)). For a single
 * reader the subscribers stand for how much the feed matters to them: its weight.
 *
 * Each run takes the k feeds of the highest rank that were not retrieved within the
 * politeness gap of 10 minutes. The paper compares this with two other policies: the
 * largest delay so far, ∫ posting_rate·(t - x) dx ("minimum delay"), and round robin.
 */
#ifndef SCHEDULE_RANK_H
#define SCHEDULE_RANK_H

#include <stdbool.h>
#include <stdint.h>

#include "model/schedule.h"

struct plan;
struct strategy_feed;

#define RANK_GAP ((int64_t)600)    /* seconds */
#define RANK_START (1.0 / 24)      /* r_0, items per hour: one a day */
#define RANK_LEAST (1.0 / 24 / 90) /* r_min: one in ninety days */

/* The rates of the hours, in items per hour. */
void rank_rates(const struct post_hours *hours, double rates[SCHEDULE_DAY_HOURS]);

/* Equation 1: the items expected within [from, to], from <= to; and, unless delay is
 * NULL, how long they have waited at to in total, in seconds. Looks back a year at
 * most. */
double rank_articles(
	const double rates[SCHEDULE_DAY_HOURS], int64_t from, int64_t to, double *delay);

/* The urgency functions of the rows. */
double rank_urgency(const struct plan *plan, const struct strategy_feed *feed,
	int64_t now, bool *saturated);
double rank_minimum_delay(const struct plan *plan, const struct strategy_feed *feed,
	int64_t now, bool *saturated);
double rank_round_robin(const struct plan *plan, const struct strategy_feed *feed,
	int64_t now, bool *saturated);

#endif
