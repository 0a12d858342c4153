/*
 * Words of folded text, as the index of the store keeps them and as a query compares
 * them: both take them from here, so that they can not disagree.
 *
 * A word is a run of letters, digits and marks. Scripts that write no blanks between
 * words (Han, kana, Thai …) and Hangul give pairs of characters that overlap by one:
 * 東京都 is 東京, 京都 and, as the last of its run, 都. So a search for any part of such
 * a run is one for a phrase of pairs, or, for a single character, for all that begins
 * with it.
 *
 * Pure; the spans point into the text.
 */
#ifndef BASE_WORD_H
#define BASE_WORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* What is kept of a word; longer ones are equal when so much is. */
#define WORD_MAX 64

struct word_walk {
	const char *at, *end;
	/* Of the word that word_next found last: */
	struct span word;
	uint32_t position; /* words before it */
	bool last;         /* an ideograph alone, at the end of a run of several */
	bool pair;         /* two ideographs, or one alone */
	bool ascii;        /* nothing but ASCII in it */
	bool accents;      /* it is another without its accents; of a pair: false */
	/* Inside: */
	bool run; /* in a run of ideographs */
	uint32_t count;
};

struct word_walk word_walk(struct span text);
bool word_next(struct word_walk *walk);

/* Many words at once, where they have nothing but ASCII in them: the next ones, at most
 * max, which is WORD_MANY or more. The walk stands behind them, and the last one's
 * position is walk->count - 1. None does not mean that it is the end: word_next tells. */
#define WORD_MANY 33
size_t word_next_many(struct word_walk *walk, struct span *words, size_t max);

#endif
