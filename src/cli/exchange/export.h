/*
 * Feeds as OPML.
 */
#ifndef CLI_EXCHANGE_EXPORT_H
#define CLI_EXCHANGE_EXPORT_H

#include <stddef.h>

#include "base/attr.h"
#include "base/err.h"

struct buf;
struct cli;

/* Appends the feeds that a query finds as OPML; *found is their number. */
int cli_exchange_opml(struct cli *cli, const char *words, struct buf *out, size_t *found,
	struct err *err) MUST_USE;

#endif
