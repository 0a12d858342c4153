#include "config.h"

#include "step.h"

#include <stdio.h>

#include "base/err.h"
#include "base/str.h"
#include "model/http.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/item/count.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/mark/flags.h"
#include "store/poll/poll.h"
#include "unit/unit.h"

void
step_begin(struct fixture *f)
{
	static const char *const feeds[] = {"A", "B", "C"};
	put_subscriptions(f, feeds, COUNT_OF(feeds));
}

static int
put_items(struct store_batch *batch, uint64_t step, struct err *err)
{
	char room[STEP_ITEMS][64], text[3000];
	const char *lines[STEP_ITEMS];
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	for (int i = 0; i < STEP_ITEMS; i++) {
		snprintf(room[i], sizeof room[i], "%d.%d||%d.%d|x|", (int)step, i,
			(int)step, i);
		lines[i] = room[i];
	}
	struct feed *document = make_document(lines, STEP_ITEMS);
	document->items[2].content.text = text;
	struct http_state http = {.next_poll = T0 + (int64_t)step, .status = 200};
	struct store_poll poll = {.feed = (uint32_t)(step % 3 + 1),
		.now = T0 + (int64_t)step,
		.document = document,
		.http = &http};
	int status = store_poll_put(batch, &poll, NULL, err);
	feed_free(document);
	return status;
}

int
step_do(struct store *store, uint64_t step, struct err *err)
{
	struct store_batch *batch;
	uint64_t read = step * STEP_ITEMS + 1, star = read + 1;
	int status = store_batch_begin(store, &batch, err);
	if (status)
		return status;
	status = put_items(batch, step, err);
	if (status == OK)
		status = store_mark_put_flags(batch, &read, 1, 0, ITEM_UNREAD, NULL, err);
	if (status == OK)
		status =
			store_mark_put_flags(batch, &star, 1, ITEM_STARRED, 0, NULL, err);
	if (status == OK)
		return store_batch_commit(batch, err);
	store_batch_abort(batch);
	return status;
}

uint64_t
step_count(struct fixture *f)
{
	struct store_view view;
	struct store_item_counts counts;
	struct store_scope all = {STORE_ALL, 0, NULL};
	struct err err;
	assert_int_equal(store_view_begin(f->store, &view, &err), OK);
	assert_int_equal(store_item_counts(&view, &all, &counts), OK);
	uint64_t last = store_item_last_id(&view);
	store_view_end(&view);
	uint64_t steps = counts.total / STEP_ITEMS;
	assert_int_equal(counts.total, steps * STEP_ITEMS);
	assert_int_equal(counts.unread, steps * (STEP_ITEMS - 1));
	assert_int_equal(counts.starred, steps);
	assert_int_equal(last, counts.total);
	return steps;
}
