/*
 * Growing arrays without a container type: three variables and a macro.
 *
 *	struct row *rows; size_t rows_len, rows_cap;
 *	*VEC_PUSH(rows, rows_len, rows_cap) = row;
 *
 * The caller frees the array with free().
 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stddef.h>

#include "base/attr.h"

/* Makes room for at least need elements of size bytes; updates *cap and returns the
 * array. */
void *vec_grow(void *array, size_t *cap, size_t need, size_t size) NEVER_NULL;

/* Adds an element at the end, uninitialised, and gives its address. */
#define VEC_PUSH(array, len, cap)                                                        \
	((array) = vec_grow((array), &(cap), (len) + 1, sizeof *(array)),                \
		&(array)[(len)++])

#endif
