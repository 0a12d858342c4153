/*
 * An item that arrives, as queries see it.
 */
#ifndef ENGINE_RULE_ARRIVAL_H
#define ENGINE_RULE_ARRIVAL_H

#include "query/query.h"
#include "store/feed/feed.h"

struct arena;
struct store;
struct store_arrival;
struct store_poll;
struct store_view;

struct engine_arrival {
	const struct store_view *view;
	struct store *store;
	const struct store_poll *poll;
	struct arena *arena;
	struct store_feed feed; /* its title is the document's if it has none yet */
	const struct item *item;
	struct store_arrival *known;
	char *author; /* of the item, once a query asked for it */
};

/* The item as queries ask for it, from data, whose item and known are set and whose
 * author is NULL. */
struct query_item engine_rule_arrival(struct engine_arrival *data);

#endif
