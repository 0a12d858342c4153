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
struct engine_target;
struct store_key;

/* What a target borrows. */
struct cli_items {
	uint64_t *ids;
	size_t len, cap;
	char *query;
};

/* The target that the words name: numbers of items, or else a query, up to the newest
 * item that there is now. The session has begun. ERR_NOT_FOUND: a number is no item's.
 * ERR_CANCELLED: a signal came. */
int cli_find_target(struct cli_session *session, int argc, char *const *argv,
	struct cli_items *items, struct engine_target *target, struct err *err) MUST_USE;
/* How many items it has. */
int cli_find_count(struct cli_session *session, const struct engine_target *target,
	size_t *found, struct err *err) MUST_USE;
/* What a query finds, handed on as it is found; take returns false to stop. */
typedef bool cli_find_take(void *data, const struct store_key *hits, size_t len);
int cli_find_each(struct cli_session *session, const char *query, cli_find_take *take,
	void *data, struct err *err) MUST_USE;
void cli_items_done(struct cli_items *items);

#endif
