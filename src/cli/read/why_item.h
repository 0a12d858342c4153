/*
 * courant why --item: which rules touched an item.
 */
#ifndef CLI_READ_WHY_ITEM_H
#define CLI_READ_WHY_ITEM_H

#include <stdbool.h>

struct cli;

/* word: the item's number. Returns an exit status. */
int cli_read_why_item(struct cli *cli, const char *word, bool json);

#endif
