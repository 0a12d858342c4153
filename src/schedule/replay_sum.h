/*
 * What replays (schedule/replay.h) come to: the largest number of waiting items of each
 * day while they go, and the figures over all feeds at their end.
 */
#ifndef SCHEDULE_REPLAY_SUM_H
#define SCHEDULE_REPLAY_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct replay_result;
struct trace;

#define REPLAY_LEAST 5 /* times that a feed must have */

/* Does it have fewer? */
bool replay_left_out(const struct trace *trace);

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
/* Items fresh[0 … n) wait from their times on until now: the largest number of each day.
 */
void
replay_days_count(struct replay_days *days, const int64_t *fresh, size_t n, int64_t now);
/* Takes the larger of each day into *to; both are of the same feeds. */
void replay_days_merge(struct replay_days *to, const struct replay_days *from);

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
