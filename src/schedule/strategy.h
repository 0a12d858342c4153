/*
 * The strategies: one table of rows, behind one interface that the worker and the
 * simulator drive alike. A row is of one of two kinds:
 *
 *  STRATEGY_TIME   interval() tells after each poll when the next one shall be.
 *  STRATEGY_CYCLE  urgency() tells, once a cycle, how much each feed is wanted; the most
 *                  urgent are polled, as many as the cycle's budget allows.
 *
 * What a strategy knows of one feed is its history (struct strategy_feed); what it knows
 * of all feeds together (a threshold, an allocation, clusters) is in a struct plan, which
 * also holds the budget. A strategy is a pure function of both.
 *
 * To add one: a file (one a paper) with the function, its formula, paper and equation in
 * the header; a row in schedule_strategies (strategy.c); a test worked by hand. Nothing
 * else: option, `courant simulate`, manual and worker walk the table.
 *
 *  - The interval is in seconds, not clamped (the caller does it). It is multiplied by
 *    plan->scale when the user wants as many polls as another strategy makes; a row that
 *    has a better handle on its number of polls (a threshold, a budget) takes the flag
 *    STRATEGY_SCALES and uses plan->scale itself: more scale, fewer polls, steadily.
 *  - A row that must look at all feeds from time to time gives look() and looked(),
 * called before the first poll and once in STRATEGY_PREPARE seconds.
 *  - A row says by its flags which parts of a history it reads; more is not kept of a
 * feed in memory (schedule/history.h). What must be learned beyond them becomes a field
 * or a part in model/schedule.h and store/shape.c, updated in schedule_learn or
 *    histogram_add, so that a user may change strategies without losing anything.
 */
#ifndef SCHEDULE_STRATEGY_H
#define SCHEDULE_STRATEGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct allocation;
struct err;
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
	/* What the row's flags ask for; else they may be NULL. */
	const struct habit *habit;
	const struct post_hours *hours;
	const struct post_minutes *minutes;
	const struct post_days *days;
	int64_t slid; /* the oldest of the window slid on over silent polls */
	/* Items that the feed shows at once, W_s of paper 3; 0 unknown; STRATEGY_ENDLESS:
	 * none leaves it because others come. */
	size_t window;
	double weight; /* how much the user cares: 1 as for others */
	/* Known for certain (paper 3's experiments), else negative: the posting rate a
	 * second, and the items that wait. */
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
	STRATEGY_STUDY = 1 << 8,     /* for the simulator alone: no value of the option */
	STRATEGY_ORACLE = 1 << 9,    /* is told what no reader can know: oracle.h */
};

#define STRATEGY_PREPARE ((int64_t)86400)

struct strategy {
	const char *name;  /* with its variant: "best-effort:uniform" */
	const char *brief; /* one line for lists and manual */
	enum strategy_kind kind;
	int flags;
	/* Seconds from poll->now, which feed has learned, to the next poll. */
	double (*interval)(const struct plan *plan, const struct strategy_feed *feed,
		const struct schedule_poll *poll);
	/* How much the feed is wanted at now; <= 0: not in this cycle. *saturated: it
	 * goes before all that are not. */
	double (*urgency)(const struct plan *plan, const struct strategy_feed *feed,
		int64_t now, bool *saturated);
	/* Looks at all feeds under observation, one after another; and has seen all. */
	void (*look)(struct plan *plan, const struct strategy_feed *feed);
	void (*looked)(struct plan *plan, int64_t now);
	/* The budget as the paper has it: STRATEGY_CYCLE: polls a feed and cycle;
	 * STRATEGY_TIME with a budget: polls a feed and day. 0: none. */
	double budget;
	/* STRATEGY_HABIT: how it is learned. */
	const struct habit_model *model;
};

/* The table; ends with a row without name. */
extern const struct strategy schedule_strategies[];

/* A row with its parameter. */
struct strategy_choice {
	const struct strategy *row;
	int64_t span; /* of STRATEGY_SPAN, seconds */
};

/* Takes the value of the option: "moving-average", "fixed:30m". ERR_INVALID with one
 * sentence that names what is there. */
int
strategy_choose(struct strategy_choice *out, const char *name, struct err *err) MUST_USE;

/* What a look at all feeds gathers. */
struct plan_look {
	int64_t now;
	size_t expected, len; /* feeds to be seen, about; and seen so far */
	double sum;           /* of √(wλ) */
	/* λ and w of each feed, where they are needed one by one. */
	struct plan_rate {
		double rate, weight;
	} * rates;
	size_t rates_len, rates_cap;
	double (*patterns)[24]; /* shares of the hours, of a sample */
	size_t patterns_len, patterns_cap;
};

/* What a strategy knows of all feeds, and what it may do. Open, so that a file of a paper
 * keeps its own part in it; init and done by plan_init and plan_done. */
struct plan {
	struct strategy_choice choice;
	double scale;  /* 1; see above */
	double budget; /* polls a feed, a cycle or a day (see struct strategy) */
	int64_t cycle; /* seconds */
	size_t feeds;  /* under observation at the last prepare or cycle */
	double pace;   /* polls a feed and day to fit the scale to; 0: none */
	int fits;      /* … how often it was, up to BUDGET_MEMORY */
	int64_t fit_at;
	double fitted, debt; /* … and what schedule/budget.c keeps of it */
	double carry;        /* of a cycle's budget: what is no whole poll */
	bool hold;           /* a budget was set: what a cycle leaves, later ones spend */
	double tau;          /* a threshold that adapts; negative: not set yet */
	double subscribers;  /* c of paper 4: how much the weight counts */
	double multiplier;   /* of an allocation over all feeds */
	struct allocation *allocation; /* paper 5's clusters and their plans */
	struct plan_look look;         /* while one is under way */
};

#define PLAN_CYCLE ((int64_t)3600)

/* budget 0: the row's own. cycle 0: PLAN_CYCLE. */
void plan_init(struct plan *plan, const struct strategy_choice *choice, double budget,
	int64_t cycle);
void plan_done(struct plan *plan);

/* A look at all feeds, about so many, where the strategy does such a thing; no more of a
 * feed than the strategy needs is kept until the end. */
void plan_look_begin(struct plan *plan, size_t expected, int64_t now);
void plan_look_feed(struct plan *plan, const struct strategy_feed *feed);
void plan_look_end(struct plan *plan);

/* The strategy's interval for a feed just polled, in seconds, scaled, not clamped. Of a
 * strategy of cycles it is what a feed's share of the budget gives on average. */
double plan_interval(const struct plan *plan, const struct strategy_feed *feed,
	const struct schedule_poll *poll);

/* How many whole polls these are. A share of a budget that rounding leaves a hair below a
 * whole number counts as that number. */
size_t plan_whole(double polls);

/* One feed in a cycle. */
struct plan_mark {
	uint32_t index; /* the caller's */
	bool saturated;
	double urgency;
};

/* Asks the strategy about a feed. False: not wanted in this cycle. */
bool plan_mark(const struct plan *plan, const struct strategy_feed *feed, int64_t now,
	uint32_t index, struct plan_mark *out);

/* Puts the marks that are polled in this cycle in front, most urgent first, and returns
 * how many they are. observed: feeds under observation, of which the budget is a share;
 * forced: polls of this cycle that are made anyhow (by max-interval). τ adapts. */
size_t plan_cycle(struct plan *plan, size_t observed, size_t forced,
	struct plan_mark *marks, size_t len);

#endif
