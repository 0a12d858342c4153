/*
 * What feeds are sorted by, for order_place (model/order.h); as store/score/order.h.
 */
#ifndef STORE_FEED_ORDER_H
#define STORE_FEED_ORDER_H

#include <stdint.h>

#include "model/order.h"

struct store_feed;

struct store_feed_ordered {
	const struct store_feed *feed;
	const char *title;   /* what it is called */
	int64_t newest, gap; /* of store_item_frequency */
};

/* ordered: a struct store_feed_ordered. Keys that are not of feeds are 0. */
struct order_value store_feed_order_value(void *ordered, enum order_key key);

#endif
