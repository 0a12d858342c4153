/*
 * What the files of a search share. find.c does its steps, find_index.c queries the
 * index, find_block.c tests many items, with threads (find_threads.c), and find_item.c a
 * single one.
 */
#ifndef STORE_FIND_FIND_INSIDE_H
#define STORE_FIND_FIND_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/map.h"
#include "base/str.h"
#include "query/query.h"
#include "store/item/item.h"
#include "store/item/list.h"
#include "store/item/raw.h"

#define FIND_PARTS_MAX 64 /* of an "and", that the index or the list may answer */
#define FIND_SCORE_MAX 255
#define FIND_SCORE_TITLE 4
#define FIND_SCORE_AUTHOR 2
#define FIND_CHUNK 128 /* items between checks of the clock */

enum stage {
	STAGE_BEGIN,
	STAGE_INDEX,
	STAGE_PLACES, /* few candidates: collect and sort */
	STAGE_FEW,
	STAGE_WALK,
	STAGE_GATHER, /* a block of the list with items to be tested, */
	STAGE_MATCH,  /* tested in the order of their ids, */
	STAGE_EMIT,   /* and output in the order of the list */
	STAGE_RANK,   /* by relevance: all hits are collected */
	STAGE_DONE,
};

/* An item in the list. feed 0: the list does not have it. */
struct find_row {
	struct store_key key;
	uint32_t feed;
};

struct find_place {
	uint64_t id;
	uint32_t at; /* position in the block */
};

/* Items of a block still to be tested. */
struct find_part {
	size_t from, to;
};

/* Tests items, one at a time. Each thread has one of these, and each tally. */
struct find_matcher {
	struct store_find *find; /* NULL in a tally */
	struct query *query;
	struct arena arena, item_arena;
	struct map
		feeds; /* that were needed, by id; in arena, and with id 0 if not there */
	uint32_t newest_feed; /* the feed whose newest item was last looked up; 0: none */
	int64_t newest;
	/* The item that is being tested. */
	uint64_t answered; /* the parts of the query that hold, as in by_index */
	struct store_item_raw raw;
	struct store_item_body body;
	char **tags;
	size_t tags_len;
	struct buf both; /* its text, and that of its page */
	bool body_read, tags_read, arena_used, item_known;
};

/* A block of the list: its rows in the order of the list, and ordered by id, each with a
 * bit for every hit. */
struct find_block {
	struct find_row *rows;
	struct find_place *by_id, *spare;
	uint64_t *by_id_hits, *hits;
	size_t len, at, max;
	struct find_part own; /* what this thread tests */
};

struct find_threads;
struct index_alias;
struct index_segment;
struct index_set;
struct store_feed;

struct store_find {
	struct query *query;
	char *text;          /* the query as text */
	struct store *store; /* during a step only */
	struct store_scope scope;
	char *tag;
	int how;
	int64_t now;
	enum stage stage;
	/* One bit for each item: it may match; it is not in the index. */
	uint64_t *candidates, *unknown;
	uint8_t *scores; /* for STORE_FIND_RELEVANT */
	size_t bits;     /* items that have a bit */
	uint64_t next;   /* the index has been searched up to here */
	struct index_alias *aliases;
	bool *valid; /* is the alias the last one of its item? */
	size_t aliases_len;
	bool all; /* every item is a candidate */
	/* If the query is an "and", a bit for each part: the index answers it, the list
	 * does. For other queries bit 0 is the whole query. */
	uint64_t by_index, by_list;
	bool exact;             /* a candidate in the index is a hit, */
	bool listed;            /* and so is every item of the list */
	int64_t oldest, newest; /* times that the query allows */
	/* Sorted keys, in STAGE_FEW and STAGE_RANK. */
	struct store_key *keys;
	size_t keys_len, keys_cap, keys_at;
	struct store_key last;
	bool begun, ranked;
	struct find_block block;
	bool list_ended;
	struct store_walk *walk;  /* through a tag's feeds; NULL: not begun */
	struct store_key walk_at; /* its last row, if it returned one */
	bool walk_gave;
	struct find_matcher matcher;
	struct find_threads *threads; /* NULL: not needed so far */
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

/* Gets the next rows of the list, at most max; list_ended at its end. */
int store_find_rows(struct store_find *find, const struct store_view *view,
	struct find_row *rows, size_t max, size_t *len) MUST_USE;
/* Makes the list continue after this key. */
void store_find_go_behind(struct store_find *find, const struct store_key *key);

struct find_hits {
	struct store_key *out;
	size_t max, len;
};

void store_find_take(
	struct store_find *find, struct find_hits *hits, const struct store_key *key);
/* The search has come to the end of the list, its last stage. */
void store_find_end_list(struct store_find *find);

/* ---- find_block.c: a step of each of its stages */

int store_find_gather(struct store_find *find, const struct store_view *view) MUST_USE;
void store_find_match(struct store_find *find, const struct store_view *view);
void store_find_emit(struct store_find *find, struct find_hits *hits);
void store_find_block_done(struct find_block *block);

/* Tests at most max items of the part. */
void store_find_match_part(struct find_matcher *matcher, const struct store_view *view,
	struct find_part *part, size_t max);

/* ---- find_threads.c: called by the searching thread */

/* Has other threads test items of the block. False if there are none, or too few
 * items. */
bool store_find_share(struct store_find *find);
/* True once everything that was shared is done. Otherwise waits a moment, or hands a part
 * to the caller in *own. */
bool store_find_share_over(struct store_find *find, struct find_part *own);
/* The sum of query_gave_up in the other threads. */
size_t store_find_threads_gave_up(const struct store_find *find);
void store_find_threads_done(struct store_find *find);

/* ---- find_index.c */

/* Determines what the index and the list can answer. */
void store_find_plan(struct store_find *find);
/* Adds the candidates and scores of a segment. */
int store_find_segment(struct store_find *find, const struct store_view *view,
	const struct index_segment *segment) MUST_USE;
void store_find_score(struct store_find *find, uint64_t item, unsigned score);
/* Sets the segment's documents that may match, as far as the index knows. out is empty at
 * first. */
int store_find_among(const struct query *query, const struct store_view *view,
	const struct index_segment *segment, struct index_set *out) MUST_USE;
/* The parts of the query (see by_index) that hold for these documents. */
uint64_t store_find_by_index(const struct query *query);

/* ---- find_item.c */

void store_find_matcher_done(struct find_matcher *matcher);
/* Goes to another item, which query_match can then read. feed 0: not known. */
struct query_item store_find_item(struct find_matcher *matcher,
	const struct store_view *view, const struct store_key *key, uint32_t feed);
/* May the item match, as far as the index knows? */
bool store_find_candidate(const struct store_find *find, uint64_t id);
/* Does the item match? */
bool store_find_matches(struct find_matcher *matcher, const struct store_view *view,
	const struct store_key *key, uint32_t feed);
/* The feed of the item in matcher->raw, or NULL; and the i-th of the item's own tags,
 * where p is NULL if there are no more. */
const struct store_feed *store_find_feed(struct find_matcher *matcher);
/* Feeds have changed. */
void store_find_forget_feeds(struct find_matcher *matcher);
struct span store_find_tag(struct find_matcher *matcher, size_t i);

#endif
