/*
 * The figures of replays as tables of text.
 */
#ifndef SIMULATE_REPORT_H
#define SIMULATE_REPORT_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
struct simulate_job;
struct simulate_traces;

/* Appends a table; by_kind: and another for each kind of feed. */
void simulate_report_table(struct buf *out, const struct simulate_traces *traces,
	const struct simulate_job *jobs, size_t len, bool by_kind);
/* Appends the figures of table 2 of Horincar, Amann and Artières (2010), next to the
 * paper's own. */
void simulate_report_roses(struct buf *out, const struct simulate_traces *traces,
	const struct simulate_job *jobs, size_t len);

/* How much sooner each strategy after the first would have found items, and at how many
 * more or fewer requests a day: a sentence for each. */
void simulate_report_compared(struct buf *out, const struct simulate_traces *traces,
	const struct simulate_job *jobs, size_t len);

#endif
