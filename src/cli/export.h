/*
 * courant export.
 */
#ifndef CLI_EXPORT_H
#define CLI_EXPORT_H

struct cli;

int cli_export(struct cli *cli, int argc, char **argv);

#endif
