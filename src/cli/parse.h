/*
 * courant parse.
 */
#ifndef CLI_PARSE_H
#define CLI_PARSE_H

struct cli;

int cli_parse(struct cli *cli, int argc, char **argv);

#endif
