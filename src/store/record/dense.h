/*
 * Arrays of numbers packed into few bits: the counts of a histogram, most of which are
 * similar or 0, and weights. Used for the fields of records that describe a feed's habit.
 *
 *	form u8 | counts
 *
 * form 0: pairs of varints, the distance from the previous count that is not 0, and the
 *         count.
 * form 1: each count as a Rice code whose parameter follows the mean of the last ones.
 * form 2: the same, for the differences from that mean; for counts that are similar.
 *
 * The shortest form is used. A Rice code of parameter k is u / 2^k ones, a zero, and the
 * k lowest bits of u, highest first; 24 ones are followed by 17 bits, the number itself.
 *
 * Weights are stored as shares of the largest one (a float: four bytes, lowest first) in
 * steps of 1/16383, and these are packed like counts. So weights that all decay by the
 * same factor keep their shares.
 */
#ifndef STORE_RECORD_DENSE_H
#define STORE_RECORD_DENSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct buf;

#define DENSE_MAX 1440 /* numbers in an array */

/* Appends counts[0 … len), at least one of which is not 0. */
void dense_put(const uint16_t *counts, size_t len, struct buf *out);
/* False if the bytes are not such an array. */
bool dense_get(struct span bytes, uint16_t *counts, size_t len);

/* The same for weights, which are at least 0. */
void dense_put_weights(const float *weights, size_t len, struct buf *out);
bool dense_get_weights(struct span bytes, float *weights, size_t len);

#endif
