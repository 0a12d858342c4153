/*
 * courant undo.
 */
#ifndef CLI_UNDO_H
#define CLI_UNDO_H

struct cli;

int cli_undo(struct cli *cli, int argc, char **argv);

#endif
