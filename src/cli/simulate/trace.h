/*
 * The posting times that courant has recorded of the user's own feeds, as traces.
 */
#ifndef CLI_SIMULATE_TRACE_H
#define CLI_SIMULATE_TRACE_H

#include <stdbool.h>

#include "base/attr.h"

struct buf;
struct cli;
struct err;
struct simulate_traces;

/* Adds all feeds that are polled. Their ids are hashes of their addresses or, if
 * addresses is set, the addresses without passwords. */
int cli_simulate_traces(struct cli *cli, bool addresses, struct simulate_traces *out,
	struct err *err) MUST_USE;
/* Appends them in the format of traces (simulate/trace.h). */
void cli_simulate_traces_write(const struct simulate_traces *traces, struct buf *out);

#endif
