/*
 * Replaying a strategy over recorded posting times. The rules, so that figures compare:
 *
 * A feed's first poll is at max(start, x_k + 1 s) with k = min(w, ⌊n/2⌋). That poll and
 * the items that it shows are not counted; they only teach the strategy. From then on the
 * strategy alone decides, until the trace's end. A poll sees every item since the
 * previous one; those beyond the newest w are missed but count, with their delay until
 * the poll that lost them. Items not yet seen at the end count as late until then. Feeds
 * with fewer than five posting times are left out. It is the interval that is clamped,
 * not what it is computed from.
 *
 * Deterministic: the results depend on the arguments alone.
 */
#ifndef SIMULATE_REPLAY_H
#define SIMULATE_REPLAY_H

#include <stdbool.h>
#include <stddef.h>

struct plan;
struct simulate_days;
struct simulate_result;
struct simulate_rules;
struct simulate_trace;
struct strategy;

/* Whether feeds can be replayed one by one, in any thread: the strategy looks at no other
 * feed, and no budget is shared. */
bool simulate_replay_separate(
	const struct strategy *strategy, const struct simulate_rules *rules);

/* Replays traces[0 … len) under plan, which learns from them and takes over the rules'
 * budget; results[i] is for traces[i]. With a separate strategy, any part of the traces
 * may be replayed, and several threads may use the same plan. */
void simulate_replay(struct plan *plan, const struct simulate_rules *rules,
	const struct simulate_trace *traces, size_t len, struct simulate_result *results,
	struct simulate_days *days);

#endif
