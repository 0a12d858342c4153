/*
 * courant why ITEM: which rules touched an item.
 */
#ifndef CLI_READ_WHY_ITEM_H
#define CLI_READ_WHY_ITEM_H

#include <stdbool.h>

struct cli;
struct err;

#define CLI_READ_ITEM "id:" /* before an item's number, as in queries */

/* word: the number of an item, with or without CLI_READ_ITEM, or the address or id (guid)
 * from its feed. none: the error to report if the item does not exist; NULL: only that it
 * does not. Returns an exit status. */
int
cli_read_why_item(struct cli *cli, const char *word, const struct err *none, bool json);

#endif
