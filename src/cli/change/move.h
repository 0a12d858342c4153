/*
 * courant move.
 */
#ifndef CLI_CHANGE_MOVE_H
#define CLI_CHANGE_MOVE_H

struct cli;

int cli_change_move(struct cli *cli, int argc, char **argv);

#endif
