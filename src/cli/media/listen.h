/*
 * Playing without a reader.
 */
#ifndef CLI_MEDIA_LISTEN_H
#define CLI_MEDIA_LISTEN_H

#include <stdbool.h>
#include <stdint.h>

struct cli;

/* Plays what the words name (items, or a query; "next" or none: nothing), then, if it was
 * not that or only asked for once, what is in the queue. from: where the first of them
 * starts, in milliseconds; 0: as the rules say. Returns an exit status. */
int cli_media_listen_to(struct cli *cli, int argc, char **argv, bool once, int64_t from);

#endif
