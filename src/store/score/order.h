/*
 * What items are sorted by, for order_place (model/order.h):
 *
 *	struct store_item_ordered ordered = {view, item, title_of, data};
 *	order_place(&order, store_score_order_value, &ordered, &place);
 */
#ifndef STORE_SCORE_ORDER_H
#define STORE_SCORE_ORDER_H

#include <stdint.h>

#include "model/order.h"

struct store_item;
struct store_view;

struct store_item_ordered {
	const struct store_view *view;
	const struct store_item *item;
	/* What to call a feed; NULL: nothing. */
	const char *(*feed_title)(void *data, uint32_t feed);
	void *data;
};

/* ordered: a struct store_item_ordered. Keys that are not of items are 0. */
struct order_value store_score_order_value(void *ordered, enum order_key key);

#endif
