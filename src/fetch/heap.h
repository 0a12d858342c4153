/*
 * A binary heap of pointers. Each element knows its place, so that it can be removed from
 * the middle. The elements belong to the caller.
 */
#ifndef FETCH_HEAP_H
#define FETCH_HEAP_H

#include <stdbool.h>
#include <stddef.h>

#define HEAP_OUT ((size_t)0) /* the place of an element that is in no heap */

struct fetch_heap {
	void **items; /* items[0] comes before all others */
	size_t len, cap;
	bool (*before)(const void *a, const void *b);
	size_t place; /* offset of a size_t in each element: its index + 1, or HEAP_OUT */
};

void fetch_heap_init(struct fetch_heap *heap, bool (*before)(const void *, const void *),
	size_t place);
void fetch_heap_done(struct fetch_heap *heap);
/* The first element, or NULL. */
void *fetch_heap_first(const struct fetch_heap *heap);
void fetch_heap_add(struct fetch_heap *heap, void *item);
/* Removes item, which must be in this heap. */
void fetch_heap_remove(struct fetch_heap *heap, void *item);

#endif
