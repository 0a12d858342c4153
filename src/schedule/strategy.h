/*
 * What a strategy is. The worker and the simulator drive all of them through this one
 * interface, and every strategy is a row of this struct, of one of two kinds:
 *
 *  STRATEGY_TIME   interval() says after each poll when the next one should be.
 *  STRATEGY_CYCLE  urgency() says, once per cycle, how much each feed is wanted; the most
 *                  urgent ones are polled, as many as the cycle's budget allows.
 *
 * A strategy is a pure function of what it knows about one feed (struct strategy_feed)
 * and of what it knows about all feeds together: a threshold, an allocation, clusters,
 * the budget (struct plan, schedule/plan.h).
 *
 * To add one: a file (one per paper) with the function, its formula, paper and equation
 * in the header; a row in the table (strategies.c); its name among the option's values
 * (model/strategy_names.h), which a test compares with the table; a test worked out by
 * hand. Nothing else: `courant simulate`, manual and worker walk the table.
 *
 *  - The interval is in seconds and not clamped; the caller clamps it. It is multiplied
 *    by plan->scale when the user wants as many polls as another strategy makes. A row
 *    that has a better handle on its number of polls (a threshold, a budget) sets the
 *    flag STRATEGY_SCALES and uses plan->scale itself: a larger scale must mean fewer
 *    polls, steadily.
 *  - A row that has to look at all feeds from time to time provides survey() and
 *    surveyed(), called before the first poll and once in PLAN_SURVEY_EVERY seconds.
 *  - The flags of a row say which parts of a history it reads; nothing else of a feed is
 *    kept in memory (schedule/history.h). What must be learned beyond them becomes a
 *    field or a part in model/schedule.h and store/record/shape.c, updated in
 *    predict_learn or histogram_add, so that changing the strategy loses nothing.
 */
#ifndef SCHEDULE_STRATEGY_H
#define SCHEDULE_STRATEGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct habit;
struct habit_model;
struct plan;
struct post_days;
struct post_hours;
struct post_minutes;
struct schedule;
struct schedule_poll;

#define STRATEGY_ENDLESS ((size_t)1000000)

/* A feed as strategies see it, after its last poll was learned. */
struct strategy_feed {
	const struct schedule *schedule;
	/* The parts that the row's flags ask for; the others may be NULL. */
	const struct habit *habit;
	const struct post_hours *hours;
	const struct post_minutes *minutes;
	const struct post_days *days;
	int64_t slid; /* the oldest time of the window that slides over silent polls */
	/* Items that the feed shows at once, W_s of paper 3 (schedule/effort.h); 0: not
	 * known; STRATEGY_ENDLESS: new items push none out of it. */
	size_t window;
	double weight; /* how much the user cares; 1 is usual */
	/* The posting rate per second and the number of items that wait, where both are
	 * known for certain, as in paper 3's experiments; negative otherwise. */
	double rate, waiting;
};

enum strategy_kind {
	STRATEGY_TIME,
	STRATEGY_CYCLE,
};

enum strategy_flag {
	STRATEGY_SPAN = 1 << 0,      /* takes a time after a colon: fixed:1h */
	STRATEGY_SCALES = 1 << 1,    /* interval() uses plan->scale itself */
	STRATEGY_THRESHOLD = 1 << 2, /* a cycle takes what passes τ, not the b best */
	STRATEGY_MINUTES = 1 << 3,   /* reads the histogram's minutes */
	STRATEGY_HOURS = 1 << 4,     /* … its hours */
	STRATEGY_DAYS = 1 << 5,      /* … its days */
	STRATEGY_SLID = 1 << 6,      /* reads slid */
	STRATEGY_HABIT = 1 << 7,     /* reads the habit */
};

struct strategy {
	const char *name;  /* with its variant: "best-effort:uniform" */
	const char *brief; /* one line for lists and the manual */
	enum strategy_kind kind;
	int flags;
	/* Seconds from poll->now, which feed has learned, to the next poll. */
	double (*interval)(const struct plan *plan, const struct strategy_feed *feed,
		const struct schedule_poll *poll);
	/* How much the feed is wanted at now; <= 0: not in this cycle. *saturated: it
	 * goes before all feeds that are not. */
	double (*urgency)(const struct plan *plan, const struct strategy_feed *feed,
		int64_t now, bool *saturated);
	/* Takes in the feeds under observation one after another, and then draws its
	 * conclusions. */
	void (*survey)(struct plan *plan, const struct strategy_feed *feed);
	void (*surveyed)(struct plan *plan, int64_t now);
	/* The paper's budget. STRATEGY_CYCLE: polls per feed and cycle; STRATEGY_TIME
	 * with a budget: polls per feed and day. 0: none. */
	double budget;
	/* STRATEGY_HABIT: how it is learned. */
	const struct habit_model *model;
};

/* A row with its parameter. */
struct strategy_choice {
	const struct strategy *row;
	int64_t span; /* of STRATEGY_SPAN, seconds */
};

#endif
