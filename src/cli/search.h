/*
 * courant search.
 */
#ifndef CLI_SEARCH_H
#define CLI_SEARCH_H

struct cli;

int cli_search(struct cli *cli, int argc, char **argv);

#endif
