/*
 * Merges the lists of several feeds: each feed is a source with its next items, and a
 * heap orders the sources by their first ones. An empty source is filled by one search
 * from the root and some steps back from there, more of them each time. So a feed from
 * which only one item is needed costs one search, and a feed that is read to its end
 * costs hardly more than its items.
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

#define READ_FIRST 1    /* items read from a feed at first, */
#define READ_MOST 32    /* and at most, */
#define READ_MANY 4     /* or at most, for the memory, */
#define FEEDS_MANY 4096 /* if there are more feeds than this */
#define SEEDS 128       /* sources filled in one call before the first item */

struct source {
	uint32_t feed;
	uint16_t at, len, size; /* at: the next item; size: allocated */
	struct store_walked *items;
};

struct store_walk {
	struct store_key after; /* where it began */
	bool from_after, oldest;
	size_t seeded; /* sources filled so far */
	size_t sources_len, heap_len;
	struct source *sources;
	uint32_t *heap; /* the sources that have an item */
};

/* Moves to the first entry of a feed that is wanted. */
static int
begin_feed(MDB_cursor *cursor, uint32_t feed, const struct store_key *after, bool oldest,
	MDB_val *k, MDB_val *v)
{
	struct schema_key key = after ? schema_feeditem(feed, after->time, after->id)
				      : schema_feed(oldest ? feed : feed + 1);
	return oldest ? store_db_after(cursor, &key, k, v)
		      : store_db_before(cursor, &key, k, v);
}

bool
store_item_walk_follows(
	const struct store_key *before, const struct store_key *key, bool oldest)
{
	const struct store_key *less = oldest ? before : key;
	const struct store_key *more = oldest ? key : before;
	return less->time != more->time ? less->time < more->time : less->id < more->id;
}

int
store_item_walk_feed(MDB_cursor *cursor, uint32_t feed, const struct store_key *after,
	bool oldest, struct store_walked *out, size_t max, size_t *len)
{
	MDB_val k, v;
	int code = begin_feed(cursor, feed, after, oldest, &k, &v);
	for (*len = 0; code == OK;) {
		const uint8_t *p = k.mv_data, *flags = v.mv_data;
		if (k.mv_size != 20 || schema_get32(p) != feed)
			return k.mv_size == 20 ? OK : ERR_DAMAGED;
		struct store_walked *to = &out[*len];
		*to = (struct store_walked){
			.key = {schema_get_time(p + 4), schema_get64(p + 12)},
			.feed = feed,
			.flags = v.mv_size == 1 ? flags[0] : 0,
		};
		if (after && !store_item_walk_follows(after, &to->key, oldest))
			return ERR_DAMAGED;
		after = &to->key;
		if (++*len == max)
			return OK;
		code = store_db_cursor_get(cursor, &k, &v, oldest ? MDB_NEXT : MDB_PREV);
	}
	return code == ERR_NOT_FOUND || code == MDB_NOTFOUND ? OK : code;
}

static const struct store_key *
head(const struct store_walk *w, uint32_t source)
{
	return &w->sources[source].items[w->sources[source].at].key;
}

static bool
comes_first(const struct store_walk *w, uint32_t a, uint32_t b)
{
	bool turn = w->oldest;
	const struct store_key *x = head(w, turn ? b : a), *y = head(w, turn ? a : b);
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
			comes_first(w, w->heap[child + 1], w->heap[child]))
			child++;
		if (!comes_first(w, w->heap[child], w->heap[i]))
			return;
		uint32_t moved = w->heap[i];
		w->heap[i] = w->heap[child];
		w->heap[child] = moved;
		i = child;
	}
}

/* Reads the next items of an empty source. At the end of its feed it stays empty. */
static int
fill(struct store_walk *w, MDB_cursor *cursor, struct source *source,
	const struct store_key *after)
{
	size_t most = w->sources_len > FEEDS_MANY ? READ_MANY : READ_MOST, len;
	struct store_key last;
	if (source->len) {
		last = source->items[source->len - 1].key;
		after = &last;
	}
	size_t size = source->size ? 2 * (size_t)source->size : READ_FIRST;
	size = size > most ? most : size;
	if (size > source->size) {
		source->items = mem_realloc(source->items, size, sizeof *source->items);
		source->size = (uint16_t)size;
	}
	int code = store_item_walk_feed(
		cursor, source->feed, after, w->oldest, source->items, size, &len);
	source->at = 0;
	source->len = (uint16_t)len;
	return code;
}

/* Fills some more sources. */
static int
seed(struct store_walk *w, MDB_cursor *cursor)
{
	int code = OK;
	for (size_t i = 0; i < SEEDS && w->seeded < w->sources_len && !code; i++) {
		struct source *source = &w->sources[w->seeded];
		code = fill(w, cursor, source, w->from_after ? &w->after : NULL);
		if (!code && source->len)
			w->heap[w->heap_len++] = (uint32_t)w->seeded;
		w->seeded += !code;
	}
	if (!code && w->seeded == w->sources_len)
		for (size_t i = w->heap_len / 2; i-- > 0;)
			sink(w, i);
	return code;
}

static int
take(struct store_walk *w, MDB_cursor *cursor, struct store_walked *out)
{
	struct source *source = &w->sources[w->heap[0]];
	int code = OK;
	*out = source->items[source->at++];
	if (source->at == source->len) {
		/* If it got fewer items than it has room for, the feed has no more. */
		bool ended = source->len < source->size;
		if (!ended)
			code = fill(w, cursor, source, NULL);
		if (ended || source->len == 0)
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
	w->sources = mem_zalloc((len + 1) * sizeof *w->sources);
	w->heap = mem_alloc((len + 1) * sizeof *w->heap);
	w->sources_len = len;
	for (size_t i = 0; i < len; i++)
		w->sources[i].feed = feeds[i];
	w->from_after = after != NULL;
	if (after)
		w->after = *after;
	return w;
}

void
store_item_walk_turn(struct store_walk *w)
{
	w->oldest = true;
}

void
store_item_walk_free(struct store_walk *w)
{
	if (!w)
		return;
	for (size_t i = 0; i < w->sources_len; i++)
		free(w->sources[i].items);
	free(w->sources);
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
	if (w->seeded < w->sources_len)
		code = seed(w, cursor);
	if (w->seeded == w->sources_len)
		while (!code && *len < max && w->heap_len)
			code = take(w, cursor, &out[(*len)++]);
	mdb_cursor_close(cursor);
	*end = !code && w->seeded == w->sources_len && w->heap_len == 0;
	return store_db_status(view->store, code);
}
