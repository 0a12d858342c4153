/*
 * Which texts are nearly the same: one article that two feeds bring with other markup,
 * another headline, a word changed here and there, or cut off.
 *
 * A text is its title and the first words after it, as overlapping shingles of three
 * words (Broder, "On the resemblance and containment of documents", 1997). Two texts are
 * the same if most shingles of the shorter one are in the other one, nearly all if their
 * titles differ (a series may begin each part with the same words), and if they have the
 * same numbers: notices of releases, prices and weather differ in these alone.
 * tests/bench/near_pairs measured the thresholds.
 *
 * The key of a text is its lowest shingle by hash, which a text that shares a part p of
 * its shingles has with a probability of about p (MinHash). Pure.
 */
#ifndef BASE_NEAR_H
#define BASE_NEAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct buf;

#define NEAR_WORDS 64
#define NEAR_SHINGLE 3
#define NEAR_LEAST 14   /* shingles; a shorter text has no key, and is like no other */
#define NEAR_NUMBERS 16 /* of the first words */
#define NEAR_TITLE 16   /* words of the title that are compared */
#define NEAR_KEYS 2
#define NEAR_MAP 2

/* What is kept of a text, so that most others need not be read. */
struct near_sketch {
	uint64_t map[NEAR_MAP]; /* a bit for each shingle */
};

struct near_text {
	uint64_t shingles[NEAR_WORDS];
	size_t len;
	uint32_t numbers[NEAR_NUMBERS], title[NEAR_TITLE]; /* hashes of words */
	size_t numbers_len, title_len;
	/* The lowest shingles, ascending: under the first the text is kept, under all it
	 * is looked for. 0: there is none. */
	uint64_t keys[NEAR_KEYS];
	struct near_sketch sketch;
};

/* Reads a text; html: its markup is left out. Either may be empty. scratch is
 * overwritten. */
void near_read(struct near_text *out, struct buf *scratch, struct span title,
	struct span text, bool html);
/* May they be nearly the same? */
bool near_maybe(const struct near_sketch *a, const struct near_sketch *b);
/* Are they nearly the same? */
bool near_same(const struct near_text *a, const struct near_text *b);

#endif
