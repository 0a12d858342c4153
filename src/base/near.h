/*
 * Which texts are nearly the same: one article that two feeds carry with other markup,
 * another headline, a word changed here and there, or cut off.
 *
 * A text is its title and the first words after it, as overlapping shingles of three
 * words (Broder, "On the resemblance and containment of documents", 1997). Two texts are
 * the same if most shingles of the shorter one are in the other one, nearly all if their
 * titles differ (a series may begin each part with the same words), and if they have the
 * same numbers: notices of releases, prices and weather differ in these alone. A copy
 * without numbers is like each of several such notices, but does not make them the same.
 * tests/bench/near_pairs measured the thresholds.
 *
 * The keys of a text are its lowest shingles by hash, of four words: two texts that share
 * a part p of these have a given one in common with a probability of about p (MinHash),
 * while texts that are not the same hardly ever do. Pure.
 */
#ifndef BASE_NEAR_H
#define BASE_NEAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct buf;

#define NEAR_BYTES 1000 /* of a text, markup included, read for its first words */
#define NEAR_WORDS 64
#define NEAR_SHINGLE 3
#define NEAR_KEY_WORDS 4
#define NEAR_LEAST 16   /* words; a shorter text has no key, and is not like any other */
#define NEAR_NUMBERS 16 /* of the first words */
#define NEAR_TITLE 16   /* words of the title that are compared */
#define NEAR_KEYS 3

/* What is kept of a text, so that others can be compared with it. Words have hashes of
 * one byte: that three in a row are the same by chance is rare enough. */
struct near_words {
	uint8_t words[NEAR_WORDS];
	uint16_t numbers[NEAR_NUMBERS]; /* hashes of the words that are numbers */
	uint8_t len, numbers_len;
	uint8_t title_len; /* how many of the words are the title's */
};

/* The shingles of a text. */
struct near_set {
	size_t len;
	uint32_t slots[128]; /* twice as many as there are shingles; 0: free */
};

struct near_text {
	struct near_words kept;
	/* The lowest shingles, ascending: a text is kept and looked for under all. 0:
	 * there is none. */
	uint64_t keys[NEAR_KEYS];
};

/* Reads a text; html: its markup is left out. Either may be empty, and no more than
 * NEAR_BYTES of each are read. scratch is overwritten. */
void near_read(struct near_text *out, struct buf *scratch, struct span title,
	struct span text, bool html);
/* Prepares a text for being compared with many. */
void near_set(struct near_set *out, const struct near_words *text);
/* What two texts are to each other. */
enum near_likeness {
	NEAR_DIFFERENT,
	NEAR_OTHER_NUMBERS, /* … only in their numbers */
	NEAR_WITHOUT,       /* nearly the same, but only one of them has numbers */
	NEAR_SAME,          /* nearly the same */
};
/* set: that of a. */
enum near_likeness near_compare(const struct near_words *a, const struct near_set *set,
	const struct near_words *b);

#endif
