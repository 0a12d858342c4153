/*
 * courant queue: the episodes that are played next.
 */
#ifndef CLI_QUEUE_H
#define CLI_QUEUE_H

struct cli;

int cli_queue(struct cli *cli, int argc, char **argv);

#endif
