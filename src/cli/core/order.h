/*
 * Rows in an order of their own: what is listed is collected first, and then sorted.
 */
#ifndef CLI_CORE_ORDER_H
#define CLI_CORE_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"
#include "model/order.h"
#include "store/item/list.h"

struct cli_rows;
struct store_feed;
struct store_view;

struct cli_order_entry {
	const struct store_feed *feed; /* NULL: it is an item */
	struct store_key key;          /* of the item */
	const char *place;
	size_t place_len, index;
};

/* Start with zeros and the order. */
struct cli_order {
	struct order order;
	struct arena arena;
	struct cli_order_entry *list; /* from malloc */
	size_t len, cap;
};

void cli_order_done(struct cli_order *order);
void cli_order_feed(struct cli_order *order, const struct store_view *view,
	const struct store_feed *feed);
/* Items that no longer exist are left out. */
int cli_order_items(struct cli_order *order, struct cli_rows *rows,
	const struct store_key *keys, size_t len, struct err *err) MUST_USE;
void cli_order_sort(struct cli_order *order);

#endif
