/*
 * What the user likes, learned from what is done with items; transparent: an item's
 * interest is a sum of parts that can be listed one by one (courant why --item). Pure.
 *
 * Features of an item are its feed, its author, and words of its title. Each has two sums
 * that fade by e^(-t/T), T = 90 days: how much spoke for items that had it (liked:
 * opened, starred, marked unread again), and how much against (passed: hidden, deleted,
 * marked read among many without being opened). All items together have the same sums,
 * and π = liked/(liked + passed) of them. A feature's weight is its log-odds above those
 * of all items, shrunk towards 0 as if κ = 4 more items with it had been liked or passed
 * like all:
 *	w = log((liked + κπ)/(passed + κ(1 - π))) - log(π/(1 - π)), within ±3.
 * Words overlap in what they say, so n of them count as √n: the sum is
 *	s = w_feed + w_author + Σ w_word/√n,
 * and the interest 100/(1 + e^-s). It is 50 where nothing was learned.
 */
#ifndef MODEL_TASTE_H
#define MODEL_TASTE_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct buf;

#define TASTE_WORDS 12
#define TASTE_PARTS (TASTE_WORDS + 2)
#define TASTE_TEXT 40

enum taste_kind {
	TASTE_FEED,
	TASTE_AUTHOR,
	TASTE_WORD,
};

struct taste_part {
	enum taste_kind kind;
	uint64_t key;          /* hash of kind and text */
	char text[TASTE_TEXT]; /* of a word, perhaps cut */
	double weight;         /* its part of the sum; set by taste_weigh */
};

struct taste {
	struct taste_part parts[TASTE_PARTS];
	size_t len, words;
};

struct taste_count {
	float liked, passed;
	int64_t at; /* the time up to which they have faded */
};

#define TASTE_KEY_ALL 0 /* where the sums over all items are kept */

/* The features of an item, without weights. scratch is overwritten. */
void taste_read(struct taste *out, struct buf *scratch, uint32_t feed, struct span author,
	struct span title);
void taste_fade(struct taste_count *count, int64_t now);
/* Sets the weight of a part from its sums and those of all items, both faded. */
void taste_weigh(struct taste *taste, size_t part, const struct taste_count *count,
	const struct taste_count *all);
double taste_sum(const struct taste *taste);
/* 0 to 100. */
int taste_interest(const struct taste *taste);

#endif
