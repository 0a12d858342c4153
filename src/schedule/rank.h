/*
 * posting-rank: paper 4 (Adam, Bouras, Poulopoulos: "Monitoring RSS Feeds", advaRSS),
 * section 4.
 *
 * Hourly rates. A feed has 24, one an hour of the day (UTC), learned from the posts that
 * polls find; an RSS feed tends to post alike at the same hour of each day. They start
 * from a constant that counts as one day's history, and never fall below a minimum, else
 * a silent feed would not be polled ever again:
 *	r_h = max((n_h + r_0)/(d + 1), r_min),
 * n_h posts at hour h within d days.
 *
 * Waiting items (equation 1): articles(t) = ∫ posting_rate dx / 3600 over [last, t], last
 * the last retrieval. The paper has posting_rate(t_now - t) there; the rate at the
 * clock's time is meant.
 *
 * Rank (equation 2): rank(f, t) = articles_f(t)·(1 + c·subscribers(f)). For one reader
 * the subscribers are how much the feed matters to them: its weight.
 *
 * Each run takes the k of the highest rank that were not retrieved within the politeness
 * gap of 10 minutes. The policies the paper compares with: the largest delay so far,
 * ∫ posting_rate·(t - x) dx ("minimum delay"), and round robin.
 */
#ifndef SCHEDULE_RANK_H
#define SCHEDULE_RANK_H

#include <stdbool.h>
#include <stdint.h>

#include "model/schedule.h"

struct plan;
struct strategy_feed;

#define RANK_GAP ((int64_t)600)    /* seconds */
#define RANK_START (1.0 / 24)      /* r_0, items an hour: one a day */
#define RANK_LEAST (1.0 / 24 / 90) /* r_min: one in ninety days */

/* The rates of hours, items an hour. */
void rank_rates(const struct post_hours *hours, double rates[SCHEDULE_DAY_HOURS]);

/* Equation 1: items expected within [from, to], and, unless delay is NULL, the seconds
 * that they have waited at to, added up. from <= to; at most a year is looked at. */
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
