#include "config.h"

#include "cli/core/order.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "cli/core/command.h"
#include "cli/core/rows.h"
#include "store/db/view.h"
#include "store/feed/feed.h"
#include "store/feed/order.h"
#include "store/item/item.h"
#include "store/score/order.h"

void
cli_order_done(struct cli_order *order)
{
	arena_done(&order->arena);
	free(order->list);
}

static void
add(struct cli_order *order, struct cli_order_entry entry,
	struct order_value (*value_of)(void *data, enum order_key key), void *data)
{
	struct buf place = BUF_INIT(0);
	order_place(&order->order, value_of, data, &place);
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
	struct store_feed_ordered ordered = {
		.feed = feed, .title = feed->title ? feed->title : feed->address};
	store_item_frequency(view, feed->id, &ordered.newest, &ordered.gap);
	add(order, (struct cli_order_entry){.feed = feed}, store_feed_order_value,
		&ordered);
}

static const char *
feed_title(void *data, uint32_t feed)
{
	return cli_rows_feed_title(data, feed);
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
		struct store_item_ordered ordered = {&view, &item, feed_title, rows};
		if (store_item(&view, keys[i].id, &arena, &item) == OK)
			add(order, (struct cli_order_entry){.key = keys[i]},
				store_score_order_value, &ordered);
		arena_done(&arena);
	}
	store_view_end(&view);
	return OK;
}

/* Equal rows stay in the order in which they came. */
static int
by_place(const void *a, const void *b)
{
	const struct cli_order_entry *x = a, *y = b;
	int order = order_compare(x->place, x->place_len, y->place, y->place_len);
	return order ? order : x->index < y->index ? -1 : x->index > y->index;
}

void
cli_order_sort(struct cli_order *order)
{
	if (order->len)
		qsort(order->list, order->len, sizeof *order->list, by_place);
}
