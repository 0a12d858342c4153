/*
 * The figures of a replay, for people and for programs.
 */
#ifndef CLI_SIMSHOW_H
#define CLI_SIMSHOW_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
struct cli_sim_job;
struct traces;

/* Appends a table; by_kind: one more for each kind of feed. */
void cli_sim_table(struct buf *out, const struct traces *traces,
	const struct cli_sim_job *jobs, size_t len, bool by_kind);
/* Appends what paper 3's table 2 has, beside the paper's figures. */
void cli_sim_roses(struct buf *out, const struct traces *traces,
	const struct cli_sim_job *jobs, size_t len);
/* Appends {"strategies": [{…}, …], …}. */
void cli_sim_json(struct buf *out, const struct traces *traces,
	const struct cli_sim_job *jobs, size_t len, bool by_kind);

#endif
