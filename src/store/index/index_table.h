/*
 * A table of words, and where each of them occurs: the heart of making postings. An
 * occurrence costs a look into the table and four bytes behind what the word has so far.
 *
 * Nearly all its time goes by instructions, and by waiting for memory. So words come many
 * at a time; all that one needs lies in one line of memory, which is fetched while others
 * are dealt with; and no question is asked whose answer nobody can foresee.
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

#define INDEX_TERM_NEAR 6 /* numbers that need no other line */

/* A word of a space: its first bytes, filled up with zeros, which is most words whole;
 * and the numbers of its occurrences, ascending. Most words are rare, and theirs lie
 * here; those of others have a place of their own, twice as large each time it is full.
 */
struct index_term {
	simd_u8 head;
	uint16_t kind; /* the space, and the word's length */
	uint32_t name; /* where the space and the word are in `names` */
	uint32_t *numbers, len, cap;
	uint32_t near[INDEX_TERM_NEAR];
};

/* A word whose place in the table is being fetched. */
struct index_waiting {
	simd_u8 head;
	const char *word;
	uint32_t hash, number;
	uint16_t kind;
};

#define INDEX_WAITING 64 /* words on their way */

struct index_slot {
	uint32_t hash, term; /* term + 1; 0: free */
};

struct index_table {
	struct index_slot *slots;
	uint32_t bits;             /* there are 1 << bits */
	uint64_t multipliers[3];   /* of hashes */
	struct index_term **terms; /* in blocks; none ever moves */
	size_t terms_len, blocks_len, blocks_cap;
	struct arena numbers; /* those that are not near */
	struct buf names;     /* of each word its space, then the word */
	size_t words;         /* occurrences so far */
	struct index_waiting waiting[INDEX_WAITING];
	size_t waiting_len;
	char copies[INDEX_WAITING][WORD_MAX + FOLD_ROOM];
};

void store_index_table_init(struct index_table *table);
void store_index_table_done(struct index_table *table);

/* Words of the space, at most INDEX_WAITING, with the numbers from `number` on. They stay
 * the caller's, and unchanged, until store_index_table_settle; FOLD_ROOM bytes of each,
 * or behind it, can be read. Of a space, numbers ascend from call to call. */
void store_index_table_add(struct index_table *table, enum index_space space,
	const struct span *words, size_t len, uint32_t number);
/* One that is copied. */
void store_index_table_add_copy(struct index_table *table, enum index_space space,
	struct span word, uint32_t number);
/* Nothing waits any more. */
void store_index_table_settle(struct index_table *table);

/* The space, then the word, as in an entry of a chunk; until another word is added. */
struct span
store_index_table_name(const struct index_table *table, const struct index_term *term);
/* All words in the order of chunks, table->terms_len; free it. Nothing waits. */
const struct index_term **
store_index_table_sorted(const struct index_table *table) NEVER_NULL;

#endif
