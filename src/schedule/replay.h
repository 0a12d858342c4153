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
struct replay_days;
struct strategy;
struct trace;

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

/* Whether feeds can be replayed one by one, in any thread: the strategy looks at no other
 * feed, and no budget is shared. */
bool replay_separate(const struct strategy *strategy, const struct replay_rules *rules);

/* Replays feeds[0 … len) under plan, which learns and gets the rules' budget; results[i]
 * is of feeds[i]. Of a separate strategy any part of the feeds may be replayed, with a
 * plan that others use at the same time. */
void
replay_run(struct plan *plan, const struct replay_rules *rules, const struct trace *feeds,
	size_t len, struct replay_result *results, struct replay_days *days);

#endif
