#include "config.h"

#include "fetch/heap.h"

#include <stdlib.h>

#include "base/vec.h"

void
fetch_heap_init(
	struct fetch_heap *heap, bool (*before)(const void *, const void *), size_t place)
{
	*heap = (struct fetch_heap){.before = before, .place = place};
}

void
fetch_heap_done(struct fetch_heap *heap)
{
	free(heap->items);
	heap->items = NULL;
	heap->len = heap->cap = 0;
}

void *
fetch_heap_first(const struct fetch_heap *heap)
{
	return heap->len ? heap->items[0] : NULL;
}

static size_t *
place_of(const struct fetch_heap *heap, void *item)
{
	return (size_t *)(void *)((char *)item + heap->place);
}

static void
put(struct fetch_heap *heap, size_t i, void *item)
{
	heap->items[i] = item;
	*place_of(heap, item) = i + 1;
}

/* Moves item from the hole at i towards the root, as far as it belongs. */
static size_t
rise(struct fetch_heap *heap, size_t i, void *item)
{
	while (i > 0 && heap->before(item, heap->items[(i - 1) / 2])) {
		put(heap, i, heap->items[(i - 1) / 2]);
		i = (i - 1) / 2;
	}
	return i;
}

/* The same, away from the root. */
static size_t
sink(struct fetch_heap *heap, size_t i, void *item)
{
	for (size_t child; (child = 2 * i + 1) < heap->len; i = child) {
		if (child + 1 < heap->len &&
			heap->before(heap->items[child + 1], heap->items[child]))
			child++;
		if (!heap->before(heap->items[child], item))
			break;
		put(heap, i, heap->items[child]);
	}
	return i;
}

void
fetch_heap_add(struct fetch_heap *heap, void *item)
{
	*VEC_PUSH(heap->items, heap->len, heap->cap) = item;
	put(heap, rise(heap, heap->len - 1, item), item);
}

void
fetch_heap_remove(struct fetch_heap *heap, void *item)
{
	size_t i = *place_of(heap, item) - 1;
	*place_of(heap, item) = HEAP_OUT;
	void *last = heap->items[--heap->len];
	if (last == item)
		return;
	i = rise(heap, i, last);
	put(heap, sink(heap, i, last), last);
}
