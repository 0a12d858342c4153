#include "config.h"

#include "store/item/count.h"

#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/item/count_inside.h"
#include "store/item/list.h"
#include "store/item/list_inside.h"
#include "store/item/sum_inside.h"
#include "store/item/tag_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"

#define COUNT_BYTES 28 /* three u64 and the check */

int
store_item_count_get(
	const struct store_view *view, uint32_t feed, struct store_item_counts *out)
{
	struct span value;
	*out = (struct store_item_counts){0};
	int code = store_db_get(view, TABLE_COUNT, schema_feed(feed), &value);
	if (code)
		return code == ERR_NOT_FOUND ? OK : code;
	if (value.n != COUNT_BYTES ||
		schema_get32(value.p + 24) != record_sum(feed, value.p, 24))
		return ERR_DAMAGED;
	out->unread = schema_get64(value.p);
	out->total = schema_get64(value.p + 8);
	out->starred = schema_get64(value.p + 16);
	return OK;
}

static int
write_sum(struct store_batch *batch, uint64_t feed, const struct store_sum *sum)
{
	const struct count_delta *delta = &sum->items;
	struct store_view view = store_batch_view(batch);
	struct store_item_counts now;
	if (!delta->unread && !delta->total && !delta->starred)
		return OK;
	int code = store_item_count_get(&view, (uint32_t)feed, &now);
	if (code)
		return code;
	uint8_t value[COUNT_BYTES];
	schema_put64(value, now.unread + (uint64_t)delta->unread);
	schema_put64(value + 8, now.total + (uint64_t)delta->total);
	schema_put64(value + 16, now.starred + (uint64_t)delta->starred);
	schema_put32(value + 24, record_sum((uint32_t)feed, value, 24));
	return store_db_put(
		batch, TABLE_COUNT, schema_feed((uint32_t)feed), value, sizeof value, 0);
}

static void
add(struct store_batch *batch, uint32_t feed, const struct count_delta *delta)
{
	struct count_delta *sum = &store_item_sum(batch, write_sum, feed)->items;
	sum->unread += delta->unread;
	sum->total += delta->total;
	sum->starred += delta->starred;
}

int
store_item_count_add(
	struct store_batch *batch, uint32_t feed, const struct count_delta *delta)
{
	if (!delta->unread && !delta->total && !delta->starred)
		return OK;
	struct store_view view = store_batch_view(batch);
	struct span removed;
	int code = store_db_removed(&view, &removed);
	if (code)
		return code;
	add(batch, feed, delta);
	if (!store_db_listed(removed, feed))
		add(batch, STORE_COUNT_ALL, delta);
	return OK;
}

int
store_item_count_show(struct store_batch *batch, uint32_t feed, int sign)
{
	struct store_view view = store_batch_view(batch);
	struct store_item_counts counts;
	int code = store_item_sums_write(batch);
	if (code == OK)
		code = store_item_count_get(&view, feed, &counts);
	if (code)
		return code;
	const struct count_delta delta = {sign * (int64_t)counts.unread,
		sign * (int64_t)counts.total, sign * (int64_t)counts.starred};
	add(batch, STORE_COUNT_ALL, &delta);
	return OK;
}

static int
count_tag(const struct store_view *view, const char *tag, struct store_item_counts *out)
{
	struct arena arena = ARENA_INIT;
	uint32_t *feeds;
	size_t len;
	*out = (struct store_item_counts){0};
	int code = store_item_tag_feeds(view, tag, &arena, &feeds, &len);
	for (size_t i = 0; code == OK && i < len; i++) {
		struct store_item_counts one;
		code = store_item_count_get(view, feeds[i], &one);
		if (code)
			break;
		out->unread += one.unread;
		out->total += one.total;
		out->starred += one.starred;
	}
	arena_done(&arena);
	return code;
}

static int
count_hidden(const struct store_view *view, struct store_item_counts *out)
{
	*out = (struct store_item_counts){.total = store_db_entries(view, TABLE_HIDDEN)};
	return OK;
}

int
store_item_counts(const struct store_view *view, const struct store_scope *scope,
	struct store_item_counts *out)
{
	int code;
	if (scope->kind == STORE_TAG)
		code = count_tag(view, scope->tag, out);
	else if (scope->kind == STORE_TAGGED)
		code = store_item_tag_count(view, scope->tag, out);
	else if (scope->kind == STORE_HIDDEN)
		code = count_hidden(view, out);
	else
		code = store_item_count_get(view,
			scope->kind == STORE_FEED ? scope->feed : STORE_COUNT_ALL, out);
	if (code == OK && scope->kind == STORE_UNREAD)
		*out = (struct store_item_counts){out->unread, out->unread, 0};
	if (code == OK && scope->kind == STORE_STARRED)
		*out = (struct store_item_counts){0, out->starred, out->starred};
	return store_db_status(view->store, code);
}
