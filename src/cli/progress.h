/*
 * A line of progress on a terminal.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct engine_counts;

struct cli_progress {
	bool on;     /* standard error is a terminal */
	bool shown;  /* the line stands there now */
	int percent; /* what it says, if it does */
};

void cli_progress_init(struct cli_progress *progress, bool wanted);
/* Draws the line anew. */
void cli_progress_show(struct cli_progress *progress, const struct engine_counts *counts);
/* The same with words of the caller's. */
void cli_progress_say(struct cli_progress *progress, const char *words);
/* "WORDS: 12 %", drawn when that changes. */
void cli_progress_percent(
	struct cli_progress *progress, const char *words, uint64_t done, uint64_t total);
/* Takes it away, before other output and at the end. */
void cli_progress_clear(struct cli_progress *progress);

/* Appends the line for a terminal of columns columns: a bar where it has room, then the
 * figures, as many as fit. */
void
cli_progress_line(struct buf *out, const struct engine_counts *counts, size_t columns);

#endif
