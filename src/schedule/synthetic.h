/*
 * Posting times that were never recorded: set-ups of the papers, the same in every run.
 */
#ifndef SCHEDULE_SYNTHETIC_H
#define SCHEDULE_SYNTHETIC_H

#include <stdint.h>

struct traces;

/* Paper 3, section 6, table 1: 100 sources that post by Poisson processes with rates
 * spread evenly over [0, 6.5] items a cycle of an hour, windows of 10 items. The rates
 * are known to strategies. Cycles before *count_from (a time) let τ settle; then come
 * 100. */
#define SYNTHETIC_ROSES_FEEDS 100
#define SYNTHETIC_ROSES_CYCLES 100
void synthetic_roses(struct traces *out, int64_t *count_from);

#endif
