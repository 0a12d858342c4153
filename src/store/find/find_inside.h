/*
 * A search from inside: find.c takes its steps, find_index.c asks the index, find_block.c
 * asks many items with the help of find_threads.c, find_item.c single ones.
 */
#ifndef STORE_FIND_FIND_INSIDE_H
#define STORE_FIND_FIND_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/str.h"
#include "query/query.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/item/raw.h"

#define FIND_PARTS_MAX 64 /* of an "and", those that index and list may tell */
#define FIND_SCORE_MAX 255
#define FIND_SCORE_TITLE 4
#define FIND_SCORE_AUTHOR 2
#define FIND_CHUNK 128 /* items between two looks at the clock */

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

/* An item of the list, and its feed; 0: the list does not say. */
struct find_row {
	struct store_key key;
	uint32_t feed;
};

struct find_place {
	uint64_t id;
	uint32_t at; /* in the block */
};

/* A part of those that are asked: from the first that is not yet. */
struct find_part {
	size_t from, to;
};

/* Who asks items, one at a time: a thread each. */
struct find_asker {
	struct store_find *find;
	struct query *query;
	/* The feeds, if the query asks for them. */
	struct arena arena, item_arena;
	struct store_feed *feeds;
	size_t feeds_len;
	bool feeds_read;
	/* The item being looked at. */
	struct store_item_raw raw;
	struct store_item_body body;
	char **tags;
	size_t tags_len;
	bool body_read, tags_read, item_known;
};

/* A block: rows in the list's order, their ids ascending, and a bit for each of both that
 * hits. */
struct find_block {
	struct find_row *rows;
	struct find_place *asked, *spare;
	uint64_t *asked_hits, *hits;
	size_t len, at, max;
	struct find_part own; /* what the worker is at */
};

struct find_threads;
struct index_alias;
struct index_segment;
struct store_feed;

struct store_find {
	struct query *query;
	char *text;          /* of the query */
	struct store *store; /* while it takes a step */
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
	bool all; /* every item is a candidate */
	/* Of the outermost "and", a bit each part: the index tells it, the list does. Of
	 * another query bit 0 is all of it. */
	uint64_t by_index, by_list;
	bool exact;             /* a candidate that the index knows is a hit, */
	bool listed;            /* and so is all that the list has */
	int64_t oldest, newest; /* of the list's times, those that matter */
	/* Keys in order: STAGE_FEW, STAGE_RANK. */
	struct store_key *keys;
	size_t keys_len, keys_cap, keys_at;
	struct store_key last;
	bool begun, ranked;
	struct find_block block;
	bool list_ended;
	struct store_walk *walk;  /* of a tag's feeds; NULL: not begun */
	struct store_key walk_at; /* its last row, if it gave one */
	bool walk_gave;
	struct find_asker asker;
	struct find_threads *threads; /* NULL: not wanted yet */
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

/* ---- find.c */

/* The next rows of the list, at most max of them; list_ended at its end. */
int store_find_rows(struct store_find *find, const struct store_view *view,
	struct find_row *rows, size_t max, size_t *len) MUST_USE;
/* The list goes on behind this one. */
void store_find_go_behind(struct store_find *find, const struct store_key *key);

struct find_hits {
	struct store_key *out;
	size_t max, len;
};

void store_find_take(
	struct store_find *find, struct find_hits *hits, const struct store_key *key);
/* The list was the last thing to look at. */
void store_find_end_list(struct store_find *find);

/* ---- find_block.c: a step of each of its stages. */

int store_find_gather(struct store_find *find, const struct store_view *view) MUST_USE;
void store_find_ask(struct store_find *find, const struct store_view *view);
void store_find_emit(struct store_find *find, struct find_hits *hits);
void store_find_block_done(struct find_block *block);

/* Asks at most max items of the part. */
void store_find_ask_part(struct find_asker *asker, const struct store_view *view,
	struct find_part *part, size_t max);

/* ---- find_threads.c: called by the worker. */

/* Has others ask the block's items, too. False: there are none, or too few items. */
bool store_find_share(struct store_find *find);
/* True when all of what was shared is done. Else waits a moment, or *own is a part that
 * the caller is to ask itself. */
bool store_find_share_over(struct store_find *find, struct find_part *own);
/* query_gave_up of the others. */
size_t store_find_threads_gave_up(const struct store_find *find);
void store_find_threads_done(struct store_find *find);

/* ---- find_index.c */

/* Sets what the index and the list can tell of the query. */
void store_find_plan(struct store_find *find);
/* Adds a segment's candidates and scores. */
int store_find_segment(struct store_find *find, const struct store_view *view,
	const struct index_segment *segment) MUST_USE;
void store_find_score(struct store_find *find, uint64_t item, unsigned score);

/* ---- find_item.c */

void store_find_asker_done(struct find_asker *asker);
/* May the item match, by the index? */
bool store_find_candidate(const struct store_find *find, uint64_t id);
/* Does it? */
bool store_find_asks(struct find_asker *asker, const struct store_view *view,
	const struct store_key *key, uint32_t feed);
/* The feed of the item in asker->raw, or NULL, and the i-th of the item's own tags (p
 * NULL: there are no more). */
const struct store_feed *store_find_feed(struct find_asker *asker);
struct span store_find_tag(struct find_asker *asker, size_t i);

#endif
