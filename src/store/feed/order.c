#include "config.h"

#include "store/feed/order.h"

#include "store/feed/feed.h"

struct order_value
store_feed_order_value(void *ordered, enum order_key key)
{
	const struct store_feed_ordered *o = ordered;
	struct order_value value = {0};
	switch (key) {
	case ORDER_FILE:
		value.number = o->feed->order;
		break;
	case ORDER_TITLE:
	case ORDER_FEED:
		value.text = o->title;
		break;
	case ORDER_DATE:
		value.number = o->newest;
		break;
	case ORDER_GAP:
		value.number = o->gap ? o->gap : INT64_MAX;
		break;
	case ORDER_UNREAD:
		value.number = o->feed->unread;
		break;
	case ORDER_LENGTH:
		value.number = o->feed->total;
		break;
	case ORDER_FAILURES:
		value.number = o->feed->failures;
		break;
	default:
		break;
	}
	return value;
}
