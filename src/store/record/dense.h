/*
 * Arrays of numbers in few bits: counts of a histogram, of which most are alike or
 * nothing, and weights. Used by record.c for the fields of a feed's habit.
 *
 *	form u8 | counts
 *
 * form 0: pairs of varints, distance to the count before that is not 0, and the count.
 * form 1: each count, as a Rice code whose parameter follows the mean of the last ones.
 * form 2: the same of the difference to that mean, for counts that are alike.
 * The shortest is taken. Rice codes of parameter k: u / 2^k ones, a zero, k bits, the
 * highest first; 24 ones: 17 bits follow, the number itself.
 *
 * Weights are stored as shares of the largest (a float, four bytes, the lowest first)
 * in steps of 1/16383, and these as counts. What fades evenly so stays as it is.
 */
#ifndef STORE_RECORD_DENSE_H
#define STORE_RECORD_DENSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

#define DENSE_MAX 1440 /* numbers of an array */

/* Appends counts[0 … len), of which some are not 0. */
void dense_put(const uint16_t *counts, size_t len, struct buf *out);
/* False: these bytes are no such array. */
bool dense_get(struct span bytes, uint16_t *counts, size_t len);

/* The same of weights >= 0. */
void dense_put_weights(const float *weights, size_t len, struct buf *out);
bool dense_get_weights(struct span bytes, float *weights, size_t len);

#endif
