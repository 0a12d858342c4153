/*
 * Playing without a reader.
 */
#ifndef CLI_MEDIA_LISTEN_H
#define CLI_MEDIA_LISTEN_H

#include <stdbool.h>
#include <stdint.h>

struct cli;
struct player_verb;

/* For an exit status: another process plays, and is to be asked instead. */
#define CLI_MEDIA_UNANSWERED (-1)

/* Plays the items that the words name, by number or query, and then the queue. once: the
 * queue is played only without words, or if "next" is the only one. how: how the first
 * item is played, PLAYER_PLAY or PLAYER_STREAM with a number. speed: sent to the player
 * after that; NULL: nothing is. Returns an exit status; CLI_MEDIA_UNANSWERED, only with
 * once.
 */
int cli_media_listen_to(struct cli *cli, int argc, char **argv, bool once,
	const struct player_verb *how, const struct player_verb *speed);

#endif
