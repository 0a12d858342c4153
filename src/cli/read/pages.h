/*
 * Fetches the pages of items for their texts.
 */
#ifndef CLI_READ_PAGES_H
#define CLI_READ_PAGES_H

#include <stddef.h>
#include <stdint.h>

struct cli;

/* Fetches the pages that are not stored yet, and reports why some could not be fetched.
 * Returns an exit status: CLI_OK if all are there. */
int cli_read_pages(struct cli *cli, const uint64_t *items, size_t len);

#endif
