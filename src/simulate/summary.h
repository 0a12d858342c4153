/*
 * The figures of a strategy over many feeds, computed from what became of each
 * (simulate/feed.h).
 */
#ifndef SIMULATE_SUMMARY_H
#define SIMULATE_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct simulate_days;
struct simulate_result;
struct simulate_trace;

/* "Feeds" averages are over the feeds that had items, "Polls" averages over all polls,
 * and errors are in minutes, as in Urbansky et al. (2011), table 1 and equation 4.
 */
struct simulate_summary {
	uint64_t polls, items, missed, feeds;
	double polls_per_item;
	double mean_delay, max_delay; /* seconds, over items */
	double feeds_mean_delay, feeds_polls_per_item, feeds_error;
	double polls_mean_delay, polls_error;
	/* Horincar, Amann and Artières (2010): items obtained out of those
	 * published, over all items and as the mean of the feeds; and the share of a
	 * source's window that the reader has, as a mean over time or, where the rules
	 * set count_from, over the instants after each cycle's polls. */
	double completeness, feeds_completeness, window_freshness;
	double waiting_mean; /* items that wait at a feed, over time */
	double waiting_max;  /* at any source */
	/* The largest of each day, as the mean over days: Adam, Bouras and Poulopoulos
	 * (2009), figure 4. */
	double waiting_max_daily;
};

/* kind NULL: all feeds, otherwise those of that kind. days, of all feeds, may be NULL. */
void simulate_summarise(struct simulate_summary *out,
	const struct simulate_result *results, const struct simulate_trace *feeds,
	size_t len, const struct simulate_days *days, const char *kind);

/* The figures by the names that programs know them by. */
struct simulate_figure {
	const char *key;
	bool whole;    /* a uint64_t; otherwise a double */
	size_t offset; /* in struct simulate_summary */
};

/* Ends with a row without a key. */
extern const struct simulate_figure simulate_figures[];

#endif
