/*
 * Lessons that undo takes back.
 */
#ifndef STORE_SCORE_TASTE_INSIDE_H
#define STORE_SCORE_TASTE_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct store_batch;

/* Takes back, or gives again, the lesson that the journal has under ACTION_LEARN with
 * this tag, given then; what has faded since stays faded. Returns a code. */
int store_score_learn_again(struct store_batch *batch, const uint64_t *ids, size_t len,
	const char *tag, int64_t then, bool redo, int64_t now) MUST_USE;

#endif
