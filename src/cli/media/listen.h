/*
 * Playing without a reader.
 */
#ifndef CLI_MEDIA_LISTEN_H
#define CLI_MEDIA_LISTEN_H

#include <stdbool.h>
#include <stdint.h>

struct cli;
struct player_verb;

/* Plays the items that the words name, by number or query, and then the queue; once:
 * without the queue, unless there are no words or only "next". how: PLAYER_PLAY or
 * PLAYER_STREAM, and the number, of the first of them. speed: what is asked of the player
 * then; NULL: nothing. Returns an exit status. */
int cli_media_listen_to(struct cli *cli, int argc, char **argv, bool once,
	const struct player_verb *how, const struct player_verb *speed);

#endif
