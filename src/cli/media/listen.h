/*
 * Playing without a reader.
 */
#ifndef CLI_MEDIA_LISTEN_H
#define CLI_MEDIA_LISTEN_H

#include <stdbool.h>

struct cli;

/* Plays what the words name (items, or a query; "next" or none: nothing), then, if it was
 * not that or only asked for once, what is in the queue. Returns an exit status. */
int cli_media_listen_to(struct cli *cli, int argc, char **argv, bool once);

#endif
