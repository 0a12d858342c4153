/*
 * Feeds as OPML.
 */
#ifndef CLI_EXCHANGE_EXPORT_H
#define CLI_EXCHANGE_EXPORT_H

#include "base/attr.h"
#include "base/err.h"

struct buf;
struct cli;

/* Appends the feeds that a query finds as OPML. ERR_NOT_FOUND: there are none. */
int cli_exchange_opml(
	struct cli *cli, const char *words, struct buf *out, struct err *err) MUST_USE;

#endif
