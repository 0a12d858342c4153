/*
 * An answer with one of its numbers replaced, one after the other: by the same number as
 * a string, by "", by null, by 2^63, or left out.
 */
#ifndef TESTS_UNIT_MUTATE_H
#define TESTS_UNIT_MUTATE_H

#include <stddef.h>

#include "base/span.h"

enum mutation {
	MUTATE_STRING,
	MUTATE_EMPTY,
	MUTATE_NULL,
	MUTATE_HUGE,
	MUTATE_MISSING,
	MUTATIONS,
};

/* How many numbers the JSON text has; 0 if it isn't JSON. */
size_t mutate_numbers(struct span text);
/* The text with its nth number (from 0) replaced; free() it. */
char *mutate_number(struct span text, size_t nth, enum mutation mutation);

#endif
