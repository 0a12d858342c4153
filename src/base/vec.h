/*
 * Growing arrays without a container type: three fields and one macro.
 *
 *	struct row *rows; size_t rows_len, rows_cap;
 *	*VEC_PUSH(rows, rows_len, rows_cap) = row;
 *
 * The array is the caller's to free().
 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stddef.h>

#include "base/attr.h"

/* Room for at least need elements of size bytes; updates *cap and returns the array. */
void *vec_grow(void *array, size_t *cap, size_t need, size_t size) NEVER_NULL;

/* The address of a new last element, uninitialised; len is counted up. */
#define VEC_PUSH(array, len, cap)                                                        \
	((array) = vec_grow((array), &(cap), (len) + 1, sizeof *(array)),                \
		&(array)[(len)++])

#endif
