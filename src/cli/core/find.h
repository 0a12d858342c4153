/*
 * The items that a command line names by number, or finds by a query.
 */
#ifndef CLI_CORE_FIND_H
#define CLI_CORE_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct cli_session;
struct engine_target;
struct store_key;
struct store_scope;

/* Memory of a target. */
struct cli_items {
	uint64_t *ids;
	size_t len, cap;
	char *query;
};

/* Makes a target of the words: of the items with these numbers or, if they are not all
 * numbers, of what they find as a query, up to the newest item there is now. The session
 * has begun. ERR_NOT_FOUND: there is no item with one of the numbers. ERR_CANCELLED: a
 * signal came. */
int cli_find_target(struct cli_session *session, int argc, char *const *argv,
	struct cli_items *items, struct engine_target *target, struct err *err) MUST_USE;
/* Counts the items of a target. */
int cli_find_count(struct cli_session *session, const struct engine_target *target,
	size_t *found, struct err *err) MUST_USE;
/* Gives what a query finds in a scope (NULL: everywhere) to take, as it is found, until
 * take returns false. */
typedef bool cli_find_take(void *data, const struct store_key *hits, size_t len);
int cli_find_each(struct cli_session *session, const char *query,
	const struct store_scope *scope, cli_find_take *take, void *data,
	struct err *err) MUST_USE;
void cli_items_done(struct cli_items *items);

#endif
