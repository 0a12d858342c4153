/*
 * What is playing, as a row: play --status, and the reader's line (playing-format). Pure.
 */
#ifndef OUTPUT_PLAYING_H
#define OUTPUT_PLAYING_H

#include <stdint.h>

#include "output/field.h"

struct arena;

/* Strings may be NULL. */
struct output_playing {
	const char *state; /* none, starting, playing, paused, waiting */
	const char *sign;
	uint64_t item; /* 0: none */
	const char *feed, *title;
	uint64_t position_s, duration_s; /* seconds; 0: unknown */
	uint32_t speed;                  /* percent */
	const char *chapter;             /* its title */
	uint64_t chapter_number, chapters;
	uint32_t pid;
	/* Filled by output_playing_fill. */
	const char *position, *duration, *left; /* "12:31"; "": unknown */
	const char *text, *times;               /* several of them together */
	uint32_t percent;
};

extern const struct output_field output_playing_fields[];

/* The name of an enum player_state, as programs read it. */
const char *output_playing_state(int32_t state);

/* Fills what follows from the rest, in arena. more: what stands after the times. */
void
output_playing_fill(struct output_playing *row, const char *more, struct arena *arena);

#endif
