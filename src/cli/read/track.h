/*
 * The chapters and the transcript of episodes, in several formats.
 */
#ifndef CLI_READ_TRACK_H
#define CLI_READ_TRACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cli;

/* Prints the chapters of items or, with transcript, their transcripts; fetches what is
 * not stored yet, and reports which items have none. language: of the transcripts; NULL:
 * as the option says. format: NULL for text. Returns an exit status. */
int cli_read_tracks(struct cli *cli, const uint64_t *items, size_t len, bool transcript,
	const char *language, const char *format);

#endif
