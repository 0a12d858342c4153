/*
 * Posting times made up from a paper's set-up, the same ones in every run.
 */
#ifndef SIMULATE_SYNTHETIC_H
#define SIMULATE_SYNTHETIC_H

#include <stdint.h>

struct simulate_traces;

/* Horincar, Amann and Artières (2010), section 6, table 1: 100 sources that post as
 * Poisson processes, their rates spread evenly over [0, 6.5] items per cycle of an hour,
 * with windows of 10 items. Strategies are told the rates. During the cycles before
 * *count_from, a time, τ settles; 100 cycles follow. */
#define SIMULATE_ROSES_FEEDS 100
#define SIMULATE_ROSES_CYCLES 100
void simulate_synthetic_roses(struct simulate_traces *out, int64_t *count_from);

#endif
