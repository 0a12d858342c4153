#include "config.h"

#include "store/score/order.h"

#include "model/item.h"
#include "store/item/item.h"
#include "store/score/taste.h"

struct order_value
store_score_order_value(void *ordered, enum order_key key)
{
	const struct store_item_ordered *o = ordered;
	struct order_value value = {0};
	struct store_item_glance glance;
	switch (key) {
	case ORDER_DATE:
		value.number = o->item->time;
		break;
	case ORDER_SEEN:
		value.number = o->item->seen;
		break;
	case ORDER_TITLE:
		value.text = o->item->title;
		break;
	case ORDER_FEED:
		value.text = o->feed_title(o->data, o->item->feed);
		break;
	case ORDER_AUTHOR:
		value.text = o->item->author;
		break;
	case ORDER_LENGTH:
		if (store_item_glance(o->view, o->item->id, &glance) == OK)
			value.number = (int64_t)glance.text.n;
		break;
	case ORDER_INTEREST:
		value.number = store_score_interest(o->view, o->item->id);
		break;
	case ORDER_SCORE:
		value.number = store_score_total(o->view, o->item);
		break;
	case ORDER_UNREAD:
		value.number = (o->item->flags & ITEM_UNREAD) != 0;
		break;
	default:
		break;
	}
	return value;
}
