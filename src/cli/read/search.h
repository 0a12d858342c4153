/*
 * courant search.
 */
#ifndef CLI_READ_SEARCH_H
#define CLI_READ_SEARCH_H

struct cli;

int cli_read_search(struct cli *cli, int argc, char **argv);

#endif
