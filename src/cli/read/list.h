/*
 * courant list.
 */
#ifndef CLI_READ_LIST_H
#define CLI_READ_LIST_H

#include "base/attr.h"
#include "base/err.h"

struct cli;
struct store_feed;

#define CLI_LIST_OUTPUT 8 /* the option --output, in the order of the table */

int cli_read_list(struct cli *cli, int argc, char **argv);
/* Gives take the feeds that match a query, in the order of the feeds file. */
int cli_read_list_feeds(struct cli *cli, const char *words,
	void (*take)(void *data, const struct store_feed *feed), void *data,
	struct err *err) MUST_USE;

#endif
