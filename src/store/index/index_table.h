/*
 * A hash table of words and their postings, in memory. An occurrence costs one look-up
 * and, mostly, two or three bytes.
 *
 * Nearly all the time goes into instructions and into waiting for memory. Therefore words
 * are added many at a time; all that a word needs is in one cache line, which is fetched
 * while others are handled; and there are no branches that cannot be predicted.
 */
#ifndef STORE_INDEX_INDEX_TABLE_H
#define STORE_INDEX_INDEX_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/fold.h"
#include "base/mem.h"
#include "base/simd.h"
#include "base/str.h"
#include "base/word.h"
#include "store/index/index_inside.h"

#define INDEX_TERM_NEAR 13 /* bytes that fit into the cache line */

/* A word of a space: its first bytes, padded with zeros, which for most words is all of
 * it; and its postings (index_chunk.h). Most words are rare, and the postings fit in
 * here. Others have a block of their own, which doubles when it is full. */
struct index_term {
	simd_u8 head;
	uint8_t *postings;
	uint32_t len, full;  /* full: with more than this, there may be no room left */
	uint32_t name;       /* where the space and the word are in `names` */
	uint32_t docs, last; /* how many documents have it; the last one */
	uint32_t place;      /* the last one there, */
	uint16_t kind;       /* the space, and the length of the word */
	uint8_t place_len;   /* … and how many bytes that place takes */
	uint8_t near[INDEX_TERM_NEAR];
};

/* A word whose cache line is being fetched. */
struct index_waiting {
	simd_u8 head;
	const char *word;
	uint32_t hash, place;
	uint16_t kind;
};

#define INDEX_WAITING 64 /* words that are being fetched */

struct index_slot {
	uint32_t hash, term; /* term: its number + 1; 0: the slot is free */
};

struct index_table {
	struct index_slot *slots;
	uint32_t bits;             /* there are 1 << bits slots */
	uint64_t multipliers[3];   /* for hashes */
	struct index_term **terms; /* in blocks, which never move */
	size_t terms_len, blocks_len, blocks_cap;
	struct arena postings; /* those that do not fit into terms */
	struct buf names;      /* for each word its space, then the word */
	size_t words;          /* occurrences so far */
	uint32_t doc;          /* that has the words being added */
	struct index_waiting waiting[INDEX_WAITING];
	size_t waiting_len;
	char copies[INDEX_WAITING][WORD_MAX + FOLD_ROOM];
};

void store_index_table_init(struct index_table *table);
void store_index_table_done(struct index_table *table);

/* The words that are added from now on are those of this document. Documents ascend, and
 * the words of the one before have been settled. */
void store_index_table_begin(struct index_table *table, uint32_t doc);
/* Adds n words of the space, at most INDEX_WAITING, in the places from `place` on. The
 * words must not change before store_index_table_settle, and FOLD_ROOM bytes from the
 * start of each must be readable. Within a space and a document, places ascend. */
void store_index_table_add(struct index_table *table, enum index_space space,
	const struct span *words, size_t len, uint32_t place);
/* Adds one word, of which a copy is kept. */
void store_index_table_add_copy(struct index_table *table, enum index_space space,
	struct span word, uint32_t place);
/* Finishes the words that are being fetched. */
void store_index_table_settle(struct index_table *table);

/* The space, then the word, as in an entry of a chunk. Valid until another word is
 * added. */
struct span
store_index_table_name(const struct index_table *table, const struct index_term *term);
/* All words in the order of chunks, table->terms_len of them, after settling. The caller
 * frees the list. */
const struct index_term **
store_index_table_sorted(const struct index_table *table) NEVER_NULL;

#endif
