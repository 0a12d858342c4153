/*
 * courant queue: the episodes that are played next.
 */
#ifndef CLI_MEDIA_QUEUE_H
#define CLI_MEDIA_QUEUE_H

struct cli;

int cli_media_queue(struct cli *cli, int argc, char **argv);

#endif
