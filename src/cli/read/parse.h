/*
 * courant parse.
 */
#ifndef CLI_READ_PARSE_H
#define CLI_READ_PARSE_H

struct cli;

int cli_read_parse(struct cli *cli, int argc, char **argv);

#endif
