/*
 * Recorded posting times of feeds, which a replay runs strategies over. In a text file, a
 * line
 *
 *	# id kind window n obs_start obs_end …
 *
 * opens a feed, its fields separated by single spaces; n lines with one posting time each
 * follow, in seconds since 1970, in ascending order.
 */
#ifndef SIMULATE_TRACE_H
#define SIMULATE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct err;

struct simulate_trace {
	char *id, *kind;
	size_t window;      /* items that a poll sees at once */
	int64_t start, end; /* the span of the observation */
	double rate;        /* items per second if strategies are told the rate; else 0 */
	int64_t *times;
	size_t len, cap;
};

struct simulate_traces {
	struct simulate_trace *list;
	size_t len, cap;
};

#define SIMULATE_TIMES_MIN 5 /* a feed with fewer posting times is not replayed */

bool simulate_trace_left_out(const struct simulate_trace *trace);

/* Adds the feeds of a file, which may be compressed with gzip, to *out. ERR_SYNTAX names
 * the faulty line; the feeds before it have been added. */
int simulate_traces_load(
	struct simulate_traces *out, const char *path, struct err *err) MUST_USE;
#define SIMULATE_KINDS_MAX 64
/* The kinds of the feeds, each once, in the order of their first feeds. Borrows from
 * *traces; returns how many there are. */
size_t simulate_traces_kinds(
	const struct simulate_traces *traces, const char *kinds[SIMULATE_KINDS_MAX]);
void simulate_traces_done(struct simulate_traces *traces);

#endif
