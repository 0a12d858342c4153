/*
 * A line of progress on a terminal.
 */
#ifndef CLI_CORE_PROGRESS_H
#define CLI_CORE_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct engine_counts;

struct cli_progress {
	bool on;     /* standard error is a terminal */
	bool shown;  /* the line is on the screen */
	int percent; /* shown last */
};

void cli_progress_init(struct cli_progress *progress, bool wanted);
/* Draws the line with these counts. */
void cli_progress_show(struct cli_progress *progress, const struct engine_counts *counts);
/* Draws the line with these words. */
void cli_progress_say(struct cli_progress *progress, const char *words);
/* Draws "WORDS: 12 %" if that has changed. */
void cli_progress_percent(
	struct cli_progress *progress, const char *words, uint64_t done, uint64_t total);
/* Draws how far the sync of an account is. */
void cli_progress_sync(struct cli_progress *progress, const char *account,
	const struct engine_counts *counts);
/* Clears the line, before other output and at the end. */
void cli_progress_clear(struct cli_progress *progress);

/* Appends the line for a terminal of this width: a bar if there is room for it, then as
 * many figures as fit. */
void
cli_progress_line(struct buf *out, const struct engine_counts *counts, size_t columns);

#endif
