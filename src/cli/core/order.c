#include "config.h"

#include "cli/core/order.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "cli/core/command.h"
#include "cli/core/rows.h"
#include "model/item.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/item/item.h"

struct values {
	struct cli_rows *rows;
	const struct store_view *view;
	const struct store_feed *feed; /* of a feed, */
	int64_t newest, gap;
	const struct store_item *item; /* or of an item */
};

static struct order_value
of_feed(void *data, enum order_key key)
{
	const struct values *v = data;
	struct order_value value = {0};
	switch (key) {
	case ORDER_FILE:
		value.number = v->feed->order;
		break;
	case ORDER_TITLE:
	case ORDER_FEED:
		value.text = v->feed->title ? v->feed->title : v->feed->url;
		break;
	case ORDER_DATE:
		value.number = v->newest;
		break;
	case ORDER_GAP:
		value.number = v->gap ? v->gap : INT64_MAX;
		break;
	case ORDER_UNREAD:
		value.number = v->feed->unread;
		break;
	case ORDER_FAILURES:
		value.number = v->feed->failures;
		break;
	default:
		break;
	}
	return value;
}

static struct order_value
of_item(void *data, enum order_key key)
{
	const struct values *v = data;
	struct order_value value = {0};
	struct store_item_glance glance;
	switch (key) {
	case ORDER_DATE:
		value.number = v->item->time;
		break;
	case ORDER_SEEN:
		value.number = v->item->seen;
		break;
	case ORDER_TITLE:
		value.text = v->item->title;
		break;
	case ORDER_FEED:
		value.text = cli_rows_feed_title(v->rows, v->item->feed);
		break;
	case ORDER_AUTHOR:
		value.text = v->item->author;
		break;
	case ORDER_LENGTH:
		if (store_item_glance(v->view, v->item->id, &glance) == OK)
			value.number = (int64_t)glance.length;
		break;
	case ORDER_UNREAD:
		value.number = (v->item->flags & ITEM_UNREAD) != 0;
		break;
	default:
		break;
	}
	return value;
}

void
cli_order_done(struct cli_order *order)
{
	arena_done(&order->arena);
	free(order->list);
}

static void
add(struct cli_order *order, struct cli_order_entry entry,
	struct order_value (*value_of)(void *data, enum order_key key),
	struct values *values)
{
	struct buf place = BUF_INIT(0);
	order_place(&order->order, value_of, values, &place);
	char *copy = arena_alloc(&order->arena, place.len + 1);
	memcpy(copy, buf_str(&place), place.len);
	entry.place = copy;
	entry.place_len = place.len;
	entry.index = order->len;
	*VEC_PUSH(order->list, order->len, order->cap) = entry;
	buf_done(&place);
}

void
cli_order_feed(struct cli_order *order, const struct store_view *view,
	const struct store_feed *feed)
{
	struct values values = {.feed = feed};
	store_item_pace(view, feed->id, &values.newest, &values.gap);
	add(order, (struct cli_order_entry){.feed = feed}, of_feed, &values);
}

int
cli_order_items(struct cli_order *order, struct cli_rows *rows,
	const struct store_key *keys, size_t len, struct err *err)
{
	struct store_view view;
	struct store_item item;
	int status = store_view_begin(rows->cli->store, &view, err);
	if (status != OK)
		return status;
	for (size_t i = 0; i < len; i++) {
		struct arena arena = ARENA_INIT;
		struct values values = {.rows = rows, .view = &view, .item = &item};
		if (store_item(&view, keys[i].id, &arena, &item) == OK)
			add(order, (struct cli_order_entry){.key = keys[i]}, of_item,
				&values);
		arena_done(&arena);
	}
	store_view_end(&view);
	return OK;
}

/* Rows that are equal stay as they came. */
static int
by_place(const void *a, const void *b)
{
	const struct cli_order_entry *x = a, *y = b;
	size_t n = x->place_len < y->place_len ? x->place_len : y->place_len;
	int order = memcmp(x->place, y->place, n);
	if (order == 0 && x->place_len != y->place_len)
		order = x->place_len < y->place_len ? -1 : 1;
	return order ? order : x->index < y->index ? -1 : x->index > y->index;
}

void
cli_order_sort(struct cli_order *order)
{
	if (order->len)
		qsort(order->list, order->len, sizeof *order->list, by_place);
}
