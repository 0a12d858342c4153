/*
 * courant export --query: the items that a query finds, as a feed.
 */
#ifndef CLI_EXCHANGE_PUBLISH_H
#define CLI_EXCHANGE_PUBLISH_H

#include "base/attr.h"
#include "base/err.h"
#include "model/feed.h"

struct arena;
struct buf;
struct cli;

/* Appends the newest items, at most limit, that are found by the query, or by the query:
 * line of that name. format is one that feed_write knows. */
int cli_exchange_publish(struct cli *cli, const char *query, enum feed_format format,
	int64_t limit, struct buf *out, struct err *err) MUST_USE;

/* The expression of the query: line with that name, or else the name itself, as a query.
 * In arena. */
char *cli_exchange_query(struct cli *cli, struct arena *arena, const char *name);

#endif
