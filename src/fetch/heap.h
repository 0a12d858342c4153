/*
 * A binary heap of pointers whose elements know their own place, so that one may be taken
 * out from the middle. The elements are the caller's.
 */
#ifndef FETCH_HEAP_H
#define FETCH_HEAP_H

#include <stdbool.h>
#include <stddef.h>

#define HEAP_OUT ((size_t)0) /* the place of an element that stands in no heap */

struct fetch_heap {
	void **items; /* items[0] comes before all others */
	size_t len, cap;
	bool (*before)(const void *a, const void *b);
	size_t place; /* offset in an element of a size_t: its index + 1, or HEAP_OUT */
};

void fetch_heap_init(struct fetch_heap *heap, bool (*before)(const void *, const void *),
	size_t place);
void fetch_heap_done(struct fetch_heap *heap);
/* The element that comes first, or NULL. */
void *fetch_heap_first(const struct fetch_heap *heap);
void fetch_heap_add(struct fetch_heap *heap, void *item);
/* Takes item out; it must be in this heap. */
void fetch_heap_remove(struct fetch_heap *heap, void *item);

#endif
