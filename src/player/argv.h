/*
 * How mpv is started. The user's mpv.conf applies, except for what we depend on. Pure.
 */
#ifndef PLAYER_ARGV_H
#define PLAYER_ARGV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

struct player_start {
	const char *command; /* mpv, or another name or path of it */
	const char *options; /* the user's, split into words; may be NULL */
	const char *door;    /* the path of a socket for other programs; NULL: none */
	bool video;
};

/* Ends with NULL; in arena. NULL: the user's options have an open quote. */
char **player_argv(const struct player_start *start, struct arena *arena);

/* Another program: a command with %u for what it plays or fetches (an address is given
 * without its login), %s for the second at
 * which it starts, %r for the speed (1.40), %t for the title, %o for the file that it
 * writes, %f for the MP3 frame at which it starts (at 44.1 kHz), and %% for a percent
 * sign. Well-known players are given these in their own way if the command has no %u. */
bool player_is_other(const char *command);
/* The names of these and of mpv, the best one first; NULL after the last. */
const char *player_well_known(size_t i);
struct player_other {
	const char *command, *url, *title;
	const char *file; /* NULL: it writes none */
	int64_t start;    /* seconds */
	int speed;        /* percent */
};
/* As above. */
char **player_other_argv(const struct player_other *other, struct arena *arena);

#endif
