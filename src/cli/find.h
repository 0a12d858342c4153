/*
 * Items that are named or looked for on a command line.
 */
#ifndef CLI_FIND_H
#define CLI_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct cli;
struct cli_session;
struct store_key;

struct cli_items {
	uint64_t *ids; /* newest first when they were looked for */
	size_t len, cap;
};

/* The items of the words: all numbers, or else a query. No words: all items. The session
 * has begun. ERR_NOT_FOUND: a number is no item's. ERR_CANCELLED: a signal came. */
int cli_find(struct cli_session *session, int argc, char *const *argv,
	struct cli_items *items, struct err *err) MUST_USE;
/* The same, handed on as they are found; take returns false to stop. */
typedef bool cli_find_take(void *data, const struct store_key *hits, size_t len);
int cli_find_each(struct cli_session *session, const char *query, cli_find_take *take,
	void *data, struct err *err) MUST_USE;
void cli_items_done(struct cli_items *items);

#endif
