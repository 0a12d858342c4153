/*
 * crawl-age and crawl-freshness: the policies that Sia, Cho and Cho (2007; "paper 5",
 * schedule/allocation.h) compare theirs with in section 4.5, table 2. They were made for
 * crawling web pages: Cho and Garcia-Molina, "Effective Page Refresh Policies for Web
 * Crawlers", 2003.
 *
 * A source that changes at rate λ is visited at frequency f; r = λ/f. Over time its copy
 * is fresh (lacks no change) with share F, and its age is A on average:
 *	F = (1 - e^-r)/r            ∂F/∂f = g(r)/λ,  g(r) = 1 - (1 + r)e^-r
 *	A = (1/f)(1/2 - 1/r + (1 - e^-r)/r²)   -∂A/∂f = h(r)/λ²,  h(r) = r²/2 - g(r)
 * The best frequencies under Σ f = M make the derivatives of all sources, each times its
 * weight, equal to one multiplier μ:
 *	freshness: g(r) = μλ/w, age: h(r) = μλ²/w.
 * g stays below 1, so for freshness a source with μλ >= w is not visited at all: it
 * changes too often to be kept fresh. μ is determined once a day over all feeds.
 */
#ifndef SCHEDULE_CRAWL_H
#define SCHEDULE_CRAWL_H

#include <stddef.h>
#include <stdint.h>

struct plan;
struct plan_rate;
struct schedule_poll;
struct strategy_feed;

enum crawl_goal {
	CRAWL_AGE,
	CRAWL_FRESHNESS,
};

/* The frequency, in visits per second, at which a source with this rate (changes per
 * second, > 0) has the derivative mu > 0. 0: it should not be visited. */
double crawl_frequency(enum crawl_goal goal, double rate, double weight, double mu);

/* The μ at which n sources are visited per_second times in total, within 0.01 %. The
 * search begins at near, for example at yesterday's μ; 0: anywhere. */
double crawl_multiplier(enum crawl_goal goal, const struct plan_rate *sources, size_t n,
	double per_second, double near);

/* The functions of the rows. */
double crawl_age(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll);
double crawl_freshness(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll);
void crawl_survey(struct plan *plan, const struct strategy_feed *feed);
void crawl_surveyed_age(struct plan *plan, int64_t now);
void crawl_surveyed_freshness(struct plan *plan, int64_t now);

#endif
