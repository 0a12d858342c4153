/*
 * Splits folded text into words. Both the index of the store and the matching of queries
 * use this, so that they cannot disagree.
 *
 * A word is a run of letters, digits and marks. Scripts that write no blanks between
 * words (Han, kana, Thai …), and Hangul, give overlapping pairs of characters instead:
 * 東京都 is 東京, 京都 and, at the end of the run, 都. So to search for a part of such
 * a run is to search for a phrase of pairs or, for a single character, for a prefix.
 *
 *	struct word_walk walk = word_walk(text);
 *	while (word_next(&walk))
 *		use(walk.word, walk.position);
 *
 * Pure; the spans point into the text.
 */
#ifndef BASE_WORD_H
#define BASE_WORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* Bytes of a word that are kept; longer words are equal if these are. */
#define WORD_MAX 64

struct word_walk {
	const char *at, *end;
	/* The word that word_next found last: */
	struct span word;
	uint32_t position; /* the number of words before it */
	bool last;         /* a single ideograph at the end of a run of several */
	bool pair;         /* two ideographs, or a single one */
	bool ascii;        /* it is all ASCII */
	bool accents;      /* it has accents; false for a pair */
	/* Private: */
	bool run; /* within a run of ideographs */
	uint32_t count;
};

struct word_walk word_walk(struct span text);
bool word_next(struct word_walk *walk);

/* Gets many words at once, as long as they are all ASCII: at most max, which must not be
 * less than WORD_MANY. Returns how many. The walk continues after them; the last one's
 * position is walk->count - 1. If there are none, the caller continues with word_next,
 * which knows whether that is the end. */
#define WORD_MANY 33
size_t word_next_many(struct word_walk *walk, struct span *words, size_t max);

/* Which words a caller looks for, by their first bytes: most of a text's words are passed
 * over at once. All zeros: none. */
#define WORD_FILTER_BITS 16
struct word_filter {
	uint64_t map[1 << (WORD_FILTER_BITS - 6)];
	bool brief; /* some have fewer bytes than are compared */
};

void word_filter_add(struct word_filter *filter, struct span word);
/* Like word_next_many, but returns only words that may be in the filter, and does not
 * count positions. It stops where only word_next knows how to continue, or when the array
 * is full, so the caller goes on with word_next, even after no words. Four bytes from the
 * start of each word must be readable. */
size_t word_next_likely(struct word_walk *walk, const struct word_filter *filter,
	struct span *words, size_t max);

#endif
