/*
 * courant import.
 */
#ifndef CLI_IMPORT_H
#define CLI_IMPORT_H

struct cli;

int cli_import(struct cli *cli, int argc, char **argv);

#endif
