/*
 * A search from inside: find.c takes its steps, find_index.c asks the index, find_item.c
 * asks single items.
 */
#ifndef ENGINE_FIND_INSIDE_H
#define ENGINE_FIND_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/str.h"
#include "engine/find.h"
#include "query/query.h"
#include "store/index_read.h"
#include "store/peek.h"
#include "store/read.h"

#define FIND_PARTS_MAX 64 /* of an "and" whose exact ones are left out */
#define FIND_SCORE_MAX 255
#define FIND_SCORE_TITLE 4
#define FIND_SCORE_AUTHOR 2

enum stage {
	STAGE_BEGIN,
	STAGE_INDEX,
	STAGE_PLACES, /* few: collect and sort */
	STAGE_FEW,
	STAGE_WALK,
	STAGE_GATHER, /* a block of the list whose items are to be asked, */
	STAGE_ASK,    /* asked in the order of their ids, */
	STAGE_EMIT,   /* given out in the list's */
	STAGE_RANK,   /* by relevance: everything was collected */
	STAGE_DONE,
};

struct place {
	uint64_t id;
	size_t at; /* in the block */
};

struct engine_find {
	struct query *query;
	struct store_scope scope;
	char *tag;
	int how;
	int64_t now;
	enum stage stage;
	/* A bit an item: it may match; it is not in the index. */
	uint64_t *candidates, *unknown;
	uint8_t *scores; /* RELEVANT */
	size_t bits;     /* items that there is room for */
	uint64_t next;   /* the index is read up to here */
	struct index_alias *aliases;
	bool *valid; /* is this alias the last of its item? */
	size_t aliases_len;
	bool all;                                       /* every item is a candidate */
	bool exact;                                     /* a known candidate is a hit */
	const struct query_node *known[FIND_PARTS_MAX]; /* told by the index */
	size_t known_len;
	/* Keys in order: STAGE_FEW, STAGE_RANK. */
	struct store_key *keys;
	size_t keys_len, keys_cap, keys_at;
	struct store_key last;
	bool begun, ranked;
	/* A block: keys in the list's order, ids ascending, a bit for each key that hits.
	 */
	struct store_key *block;
	struct place *asked;
	uint64_t *block_hits;
	size_t block_len, block_at, block_max;
	bool list_ended;
	/* The feeds, if the query asks for them. */
	struct arena arena, item_arena, tag_arena;
	struct store_feed *feeds;
	size_t feeds_len;
	bool feeds_read;
	/* The item being looked at. */
	struct store_peek peek;
	struct store_body body;
	struct store_item item;
	bool body_read, item_read, item_known;
	char *note;
};

static inline void
find_set_bit(uint64_t *bits, uint64_t i)
{
	bits[i / 64] |= UINT64_C(1) << (i % 64);
}

static inline bool
find_get_bit(const uint64_t *bits, uint64_t i)
{
	return bits[i / 64] >> (i % 64) & 1;
}

/* ---- find_index.c */

/* Sets all, exact and known: what the index can tell of the query. */
void engine_find_plan(struct engine_find *find);
/* Adds a segment's candidates and scores. */
int engine_find_segment(struct engine_find *find, const struct store_view *view,
	const struct index_segment *segment) MUST_USE;
void engine_find_score(struct engine_find *find, uint64_t item, unsigned score);

/* ---- find_item.c */

/* May the item match, by the index? */
bool engine_find_candidate(const struct engine_find *find, uint64_t id);
/* Does it? */
bool engine_find_asks(struct engine_find *find, const struct store_view *view,
	const struct store_key *key);
/* The feed of the item in find->peek, or NULL, and the i-th of the item's own tags (p
 * NULL: there are no more). */
const struct store_feed *engine_find_feed(struct engine_find *find);
struct span engine_find_tag(struct engine_find *find, size_t i);

#endif
