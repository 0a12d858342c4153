/*
 * courant undo.
 */
#ifndef CLI_CHANGE_UNDO_H
#define CLI_CHANGE_UNDO_H

struct cli;

int cli_change_undo(struct cli *cli, int argc, char **argv);

#endif
