/*
 * Replaying strategies over recorded posting times. The rules, so that figures compare:
 *
 * A feed's first poll is at max(start, x_k + 1 s) with k = min(w, ⌊n/2⌋); that poll and
 * the items it shows count nowhere but teach. Then the strategy alone decides, until the
 * trace's end. A poll sees every item since the last; those beyond the newest w are
 * missed, but count, with their delay to the poll that lost them. Items still unseen at
 * the end count as late until then. Feeds with fewer than five times are left out. The
 * interval, not what it is computed from, is clamped.
 *
 * Deterministic: results depend on arguments alone.
 */
#ifndef SCHEDULE_REPLAY_H
#define SCHEDULE_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct plan;
struct strategy;
struct trace;

#define REPLAY_LEAST 5 /* times that a feed must have */

struct replay_rules {
	int64_t min_interval, max_interval; /* seconds */
	double per_day; /* a budget in polls a feed and day (schedule/budget.h); 0 none */
	int64_t count_from; /* what comes before is not counted; for synthetic feeds, else
			       0 */
};

/* What became of one feed. All zero for one that is left out. */
struct replay_result {
	uint64_t polls, found; /* all, and those that found something */
	uint64_t items, missed;
	uint64_t obtained; /* by polls; with count_from, what waited then, too */
	uint64_t cycles;   /* in which the next was measured; 0: none */
	/* The sum of the share of the window that was lacking after a cycle's polls. */
	double cycles_lacking;
	double delay, delay_max; /* seconds: the sum over items, the longest */
	double found_delay;      /* the sum over found of the mean delay of their items */
	double lost; /* ∫ of the share of the source's window that the reader lacks */
	double observed;      /* seconds from the first poll to the end */
	uint64_t waiting_max; /* most items that waited at once */
};

/* The largest number of waiting items at any source, for each day since first; zero where
 * nothing was observed. */
struct replay_days {
	int64_t first;
	size_t len;
	uint32_t *most;
};

/* Room for the days of these feeds; free with replay_days_done. */
void replay_days_init(struct replay_days *days, const struct trace *feeds, size_t len);
void replay_days_done(struct replay_days *days);
/* Takes the larger of each day into *to; both are of the same feeds. */
void replay_days_merge(struct replay_days *to, const struct replay_days *from);

/* Whether feeds can be replayed one by one, in any thread: the strategy looks at no other
 * feed, and no budget is shared. */
bool replay_separate(const struct strategy *strategy, const struct replay_rules *rules);

/* Replays feeds[0 … len) under plan, which learns and gets the rules' budget; results[i]
 * is of feeds[i]. Of a separate strategy any part of the feeds may be replayed, with a
 * plan that others use at the same time. */
void
replay_run(struct plan *plan, const struct replay_rules *rules, const struct trace *feeds,
	size_t len, struct replay_result *results, struct replay_days *days);

/* The figures of a strategy over feeds. Feeds averages are over feeds that had items,
 * Polls averages over polls (paper 1, table 1); errors in minutes as there (equation 4).
 */
struct replay_summary {
	uint64_t polls, items, missed;
	size_t feeds;
	double polls_per_item;
	double mean_delay, max_delay; /* seconds, over items */
	double feeds_mean_delay, feeds_polls_per_item, feeds_error;
	double polls_mean_delay, polls_error;
	/* Paper 3: items obtained of those published, over all and as the mean of the
	 * feeds; the share of a source's window that the reader has, over time, or after
	 * each cycle's polls where count_from is given. */
	double completeness, feeds_completeness, window_freshness;
	double waiting_mean;      /* items that wait at a feed, over time */
	double waiting_max;       /* at any source */
	double waiting_max_daily; /* the day's largest, mean over days (paper 4, figure 4)
				   */
};

/* kind NULL: all feeds, else those of that kind; days (may be NULL) are of all. */
void replay_summarise(struct replay_summary *out, const struct replay_result *results,
	const struct trace *feeds, size_t len, const struct replay_days *days,
	const char *kind);

#endif
