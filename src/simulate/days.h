/*
 * The largest number of items that waited at any source, day by day.
 */
#ifndef SIMULATE_DAYS_H
#define SIMULATE_DAYS_H

#include <stddef.h>
#include <stdint.h>

struct simulate_trace;

struct simulate_days {
	int64_t first; /* day since 1970 */
	size_t len;
	uint32_t *most; /* one for each day from first; 0: nothing was observed */
};

/* Makes room for the days of these feeds; free it with simulate_days_done. */
void simulate_days_init(
	struct simulate_days *days, const struct simulate_trace *feeds, size_t len);
void simulate_days_done(struct simulate_days *days);
/* Counts items of one source, fresh[0 … n) in ascending order, as waiting from their
 * posting times until now. */
void simulate_days_count(
	struct simulate_days *days, const int64_t *fresh, size_t n, int64_t now);
/* Takes the larger number of each day into *to; both are for the same feeds. */
void simulate_days_merge(struct simulate_days *to, const struct simulate_days *from);
/* The mean over the days on which anything waited. */
double simulate_days_mean(const struct simulate_days *days);

#endif
