/*
 * How mpv is started. The user's mpv.conf counts, but for what we depend on. Pure.
 */
#ifndef PLAYER_ARGV_H
#define PLAYER_ARGV_H

#include <stdbool.h>

struct arena;

struct player_start {
	const char *command; /* mpv, or another name or path of it */
	const char *options; /* the user's, split into words; may be NULL */
	bool video;
};

/* Ends with NULL; in arena. NULL: the user's options have an open quote. */
char **player_argv(const struct player_start *start, struct arena *arena);

#endif
