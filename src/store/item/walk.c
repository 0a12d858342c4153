/*
 * The lists of several feeds as one: a lane a feed with its next items, and a heap of the
 * lanes by what each gives next. A lane that is empty is filled by one search from the
 * root and some steps back from there, more of them each time: feeds of which one item is
 * wanted cost a search, and those that are read to their end little more than the steps.
 */
#include "config.h"

#include "store/item/walk.h"

#include <stdlib.h>

#include "base/mem.h"
#include "store/db/db.h"
#include "store/db/view.h"
#include "store/item/list.h"
#include "store/item/walk_inside.h"
#include "store/record/schema.h"

#define LANE_FIRST 1    /* items read of a feed at first, */
#define LANE_MOST 32    /* and at most, */
#define LANE_MANY 4     /* but this where */
#define FEEDS_MANY 4096 /* there are more feeds than this: it is kept in memory */
#define SEEDS 128       /* feeds looked at in one go before the first item */

struct lane {
	uint32_t feed;
	uint16_t at, len, size; /* the next item, and how many there are room for */
	struct store_walked *items;
};

struct store_walk {
	struct store_key after; /* where it began */
	bool from_after;
	size_t seeded; /* lanes that were looked at */
	size_t lanes_len, heap_len;
	struct lane *lanes;
	uint32_t *heap; /* numbers of lanes that have an item */
};

int
store_item_walk_feed(MDB_cursor *cursor, uint32_t feed, const struct store_key *after,
	struct store_walked *out, size_t max, size_t *len)
{
	MDB_val k, v;
	struct schema_key key = after ? schema_feeditem(feed, after->time, after->id)
				      : schema_feed(feed + 1);
	int code = store_db_before(cursor, &key, &k, &v);
	for (*len = 0; code == OK;) {
		const uint8_t *p = k.mv_data, *flags = v.mv_data;
		if (k.mv_size != 20 || schema_get32(p) != feed)
			return k.mv_size == 20 ? OK : ERR_DAMAGED;
		out[(*len)++] = (struct store_walked){
			.key = {schema_get_time(p + 4), schema_get64(p + 12)},
			.feed = feed,
			.flags = v.mv_size == 1 ? flags[0] : 0,
		};
		if (*len == max)
			return OK;
		code = store_db_cursor_get(cursor, &k, &v, MDB_PREV);
	}
	return code == ERR_NOT_FOUND || code == MDB_NOTFOUND ? OK : code;
}

static const struct store_key *
head(const struct store_walk *w, uint32_t lane)
{
	return &w->lanes[lane].items[w->lanes[lane].at].key;
}

static bool
newer(const struct store_walk *w, uint32_t a, uint32_t b)
{
	const struct store_key *x = head(w, a), *y = head(w, b);
	return x->time != y->time ? x->time > y->time : x->id > y->id;
}

static void
sink(struct store_walk *w, size_t i)
{
	for (;;) {
		size_t child = 2 * i + 1;
		if (child >= w->heap_len)
			return;
		if (child + 1 < w->heap_len &&
			newer(w, w->heap[child + 1], w->heap[child]))
			child++;
		if (!newer(w, w->heap[child], w->heap[i]))
			return;
		uint32_t moved = w->heap[i];
		w->heap[i] = w->heap[child];
		w->heap[child] = moved;
		i = child;
	}
}

/* Reads the next items of an empty lane; it stays so at the end of its feed. */
static int
fill(struct store_walk *w, MDB_cursor *cursor, struct lane *lane,
	const struct store_key *after)
{
	size_t most = w->lanes_len > FEEDS_MANY ? LANE_MANY : LANE_MOST, len;
	struct store_key last;
	if (lane->len) {
		last = lane->items[lane->len - 1].key;
		after = &last;
	}
	size_t size = lane->size ? 2 * (size_t)lane->size : LANE_FIRST;
	size = size > most ? most : size;
	if (size > lane->size) {
		lane->items = mem_realloc(lane->items, size, sizeof *lane->items);
		lane->size = (uint16_t)size;
	}
	int code =
		store_item_walk_feed(cursor, lane->feed, after, lane->items, size, &len);
	lane->at = 0;
	lane->len = (uint16_t)len;
	return code;
}

/* Looks at some more of the feeds. */
static int
seed(struct store_walk *w, MDB_cursor *cursor)
{
	int code = OK;
	for (size_t i = 0; i < SEEDS && w->seeded < w->lanes_len && !code; i++) {
		struct lane *lane = &w->lanes[w->seeded];
		code = fill(w, cursor, lane, w->from_after ? &w->after : NULL);
		if (!code && lane->len)
			w->heap[w->heap_len++] = (uint32_t)w->seeded;
		w->seeded += !code;
	}
	if (!code && w->seeded == w->lanes_len)
		for (size_t i = w->heap_len / 2; i-- > 0;)
			sink(w, i);
	return code;
}

static int
take(struct store_walk *w, MDB_cursor *cursor, struct store_walked *out)
{
	struct lane *lane = &w->lanes[w->heap[0]];
	int code = OK;
	*out = lane->items[lane->at++];
	if (lane->at == lane->len) {
		/* Less than was asked for: that feed has no more. */
		bool ended = lane->len < lane->size;
		if (!ended)
			code = fill(w, cursor, lane, NULL);
		if (ended || lane->len == 0)
			w->heap[0] = w->heap[--w->heap_len];
	}
	if (!code)
		sink(w, 0);
	return code;
}

struct store_walk *
store_item_walk_new(const uint32_t *feeds, size_t len, const struct store_key *after)
{
	struct store_walk *w = mem_zalloc(sizeof *w);
	w->lanes = mem_zalloc((len + 1) * sizeof *w->lanes);
	w->heap = mem_alloc((len + 1) * sizeof *w->heap);
	w->lanes_len = len;
	for (size_t i = 0; i < len; i++)
		w->lanes[i].feed = feeds[i];
	w->from_after = after != NULL;
	if (after)
		w->after = *after;
	return w;
}

void
store_item_walk_free(struct store_walk *w)
{
	if (!w)
		return;
	for (size_t i = 0; i < w->lanes_len; i++)
		free(w->lanes[i].items);
	free(w->lanes);
	free(w->heap);
	free(w);
}

int
store_item_walk_next(struct store_walk *w, const struct store_view *view,
	struct store_walked *out, size_t max, size_t *len, bool *end)
{
	MDB_cursor *cursor;
	*len = 0;
	*end = false;
	int code = store_db_cursor(view, TABLE_FEEDITEM, &cursor);
	if (code)
		return store_db_status(view->store, code);
	if (w->seeded < w->lanes_len)
		code = seed(w, cursor);
	if (w->seeded == w->lanes_len)
		while (!code && *len < max && w->heap_len)
			code = take(w, cursor, &out[(*len)++]);
	mdb_cursor_close(cursor);
	*end = !code && w->seeded == w->lanes_len && w->heap_len == 0;
	return store_db_status(view->store, code);
}
