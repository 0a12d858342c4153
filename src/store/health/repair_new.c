#include "config.h"

#include "store/health/repair_inside.h"

#include <string.h>

#include "base/time.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/record/record.h"
#include "store/record/schema.h"

#define SLICE 20000 /* puts in a transaction */

int
store_health_repair_commit(struct repair *r)
{
	struct store_batch *full = r->batch;
	r->batch = NULL;
	int status = store_batch_commit(full, r->err);
	return status == OK ? store_batch_begin(r->to, &r->batch, r->err) : status;
}

int
store_health_repair_slice(struct repair *r)
{
	return ++r->puts % SLICE ? OK : store_health_repair_commit(r);
}

static int
put_so(struct repair *r, enum schema_table table, struct schema_key key,
	const void *value, size_t len, unsigned flags)
{
	int status = store_health_repair_slice(r);
	return status == OK ? store_db_put(r->batch, table, key, value, len, flags)
			    : status;
}

int
store_health_repair_put(struct repair *r, enum schema_table table, struct schema_key key,
	const void *value, size_t len)
{
	return put_so(r, table, key, value, len, 0);
}

int
store_health_repair_put_record(struct repair *r, enum schema_table table,
	const struct record_shape *shape, struct schema_key key, uint64_t number,
	const void *from, struct span unknown)
{
	record_encode(shape, number, from, unknown, &r->record);
	return store_health_repair_put(r, table, key, r->record.data, r->record.len);
}

/* Our own keys have 20 bytes at most. */
int
store_health_repair_keep(
	struct repair *r, enum schema_table table, struct span key, struct span value)
{
	struct schema_key k;
	if (key.n > sizeof k.bytes)
		return OK;
	memcpy(k.bytes, key.p, key.n);
	k.len = (uint8_t)key.n;
	/* The large tables are copied in order, so appending fills their pages. */
	return put_so(r, table, k, value.p, value.n,
		table == TABLE_ITEM || table == TABLE_TEXT ? MDB_APPEND : 0);
}

struct kept_feed *
store_health_repair_feed(struct repair *r, uint32_t feed)
{
	void **slot = map_put(&r->feeds, &feed, sizeof feed);
	if (!*slot) {
		struct kept_feed *new = arena_zalloc(&r->all, sizeof *new);
		new->next = TIME_NONE;
		*slot = new;
	}
	return *slot;
}

struct kept_tag *
store_health_repair_tag(struct repair *r, uint32_t tag)
{
	void **slot = map_put(&r->tags, &tag, sizeof tag);
	if (!*slot)
		*slot = arena_zalloc(&r->all, sizeof(struct kept_tag));
	return *slot;
}

struct kept_item *
store_health_repair_item(struct repair *r, uint64_t id)
{
	size_t low = 0, high = r->items_len;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (r->items[middle].id == id)
			return &r->items[middle];
		if (r->items[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

int
store_health_repair_raise(
	struct repair *r, const char *name, uint64_t least, size_t width)
{
	struct store_view view = store_batch_view(r->batch);
	struct span value;
	uint8_t bytes[8];
	int code = store_db_get(&view, TABLE_META, schema_name(name), &value);
	if (code && code != ERR_NOT_FOUND)
		return code;
	if (code == OK && value.n == width &&
		(width == 8 ? schema_get64(value.p) : schema_get32(value.p)) >= least)
		return OK;
	if (width == 8)
		schema_put64(bytes, least);
	else
		schema_put32(bytes, (uint32_t)least);
	return store_health_repair_put(r, TABLE_META, schema_name(name), bytes, width);
}

int
store_health_repair_put_feed_name(struct repair *r, const char *url, uint32_t feed)
{
	uint8_t bytes[4];
	schema_put32(bytes, feed);
	return store_health_repair_put(
		r, TABLE_FEEDURL, schema_feedurl(url), bytes, sizeof bytes);
}
