/*
 * What a strategy knows about all feeds together, and how much it may do: scale, budget,
 * and the choice of the feeds that a cycle polls. A caller that schedules feeds keeps one
 * plan for each strategy in use:
 *
 *	plan_init(&plan, &choice, 0, 0);
 *	plan_survey_begin(&plan, feeds, now);           once in PLAN_SURVEY_EVERY seconds
 *	plan_survey_add(&plan, &feed);                  … for each feed
 *	plan_survey_end(&plan);
 *	u = plan_interval(&plan, &feed, &poll);         STRATEGY_TIME: after each poll
 *	plan_mark(&plan, &feed, now, i, &marks[n]);     STRATEGY_CYCLE: for each feed
 *	n = plan_cycle(&plan, feeds, 0, marks, n);      … and then once
 *	plan_done(&plan);
 */
#ifndef SCHEDULE_PLAN_H
#define SCHEDULE_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "schedule/strategy.h"

struct allocation;
struct plan_memory;

#define PLAN_SURVEY_EVERY ((int64_t)86400)

/* What a survey of all feeds gathers. */
struct plan_survey {
	int64_t now;
	size_t expected, len; /* feeds: about how many there will be; how many so far */
	double sum;           /* of √(wλ) */
	/* λ and w of each feed, for strategies that need them one by one. */
	struct plan_rate {
		double rate, weight;
	} * rates;
	size_t rates_len, rates_cap;
	double (*patterns)[24]; /* shares of the hours, of a sample of the feeds */
	size_t patterns_len, patterns_cap;
};

/* Open, so that the file of a paper can keep its own part in it; made and freed by
 * plan_init and plan_done. */
struct plan {
	struct strategy_choice choice;
	double scale;  /* 1; see schedule/strategy.h */
	double budget; /* polls per feed and cycle or day (see struct strategy) */
	int64_t cycle; /* seconds */
	size_t feeds;  /* under observation at the last survey or cycle */
	/* Used by schedule/budget.c: */
	double target; /* polls per feed and day to which the scale is fitted; 0: none */
	int fits;      /* how often it was fitted, up to BUDGET_MEMORY */
	int64_t fit_at;
	double fitted, debt;
	/* For cycles: */
	double carry; /* the remainder of the budget: saved, or borrowed */
	bool hold;    /* a budget was set: what a cycle saves is spent in later ones */
	double tau;   /* the threshold, which adapts; negative: not set yet */
	double subscribers; /* c of paper 4 (schedule/rank.h): how much weight counts */
	double multiplier;  /* of an allocation over all feeds */
	struct allocation *allocation; /* clusters and their plans (allocation.c) */
	struct plan_survey survey;     /* the one under way */
};

#define PLAN_CYCLE ((int64_t)3600)

/* budget 0: the row's own. cycle 0: PLAN_CYCLE. */
void plan_init(struct plan *plan, const struct strategy_choice *choice, double budget,
	int64_t cycle);
void plan_done(struct plan *plan);

/* A survey of all feeds, about expected of them. Does nothing where the strategy needs
 * none; otherwise keeps no more of a feed than the strategy needs until the end. */
void plan_survey_begin(struct plan *plan, size_t expected, int64_t now);
void plan_survey_add(struct plan *plan, const struct strategy_feed *feed);
void plan_survey_end(struct plan *plan);

/* What the plan has learned, for a later process; requests is the caller's own. */
struct plan_memory plan_remember(const struct plan *plan, uint64_t requests);
/* Takes it up again after plan_init. Returns requests. */
uint64_t plan_recall(struct plan *plan, const struct plan_memory *memory);

/* The strategy's interval for a feed that was just polled, in seconds, scaled, not
 * clamped. For a strategy of cycles it is what a feed's share of the budget means on
 * average. */
double plan_interval(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll);

/* The number of whole polls. A share of a budget that rounding leaves a hair below a
 * whole number counts as that number. */
size_t plan_whole(double polls);

/* One feed in a cycle. */
struct plan_mark {
	uint32_t index; /* the caller's */
	bool saturated;
	double urgency;
	/* Among equally urgent feeds, the one that waited longer for its last poll goes
	 * first, then one by lot, so that none is always the last. */
	int32_t waited; /* seconds */
	uint32_t lot;
};

/* Asks the strategy about a feed. False: not wanted in this cycle. */
bool plan_mark(const struct plan *plan, const struct strategy_feed *feed, int64_t now,
	uint32_t index, struct plan_mark *out);

/* Moves the marks of the feeds to be polled in this cycle to the front, most urgent
 * first, and returns their number. observed: feeds under observation, which the budget
 * is a share of; forced: polls of this cycle that are made in any case (by
 * max-interval). τ adapts. */
size_t plan_cycle(struct plan *plan, size_t observed, size_t forced,
	struct plan_mark *marks, size_t len);

#endif
