/*
 * An arena: many small allocations that are freed together. A parsed document, a page of
 * list rows and a decoded record each own one, so that their strings need no owners of
 * their own. One thread at a time.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

#include "base/attr.h"

struct arena_block;
struct arena_adopted;
struct span;

struct arena {
	struct arena_block *head;
	struct arena_adopted *adopted;
	size_t used; /* bytes handed out and adopted */
	/* Bytes allocated at a time; 0: 16 KB. Less where there are many arenas, each
	 * with a few small things. */
	size_t block;
};

#define ARENA_INIT                                                                       \
	{                                                                                \
		NULL, NULL, 0, 0                                                         \
	}

void arena_init(struct arena *arena);
void arena_done(struct arena *arena);
/* Frees all allocations but keeps one block for reuse. */
void arena_reset(struct arena *arena);

/* Allocates n bytes, aligned for any type; alloc leaves them uninitialised, zalloc sets
 * them to zero. */
void *arena_alloc(struct arena *arena, size_t n) NEVER_NULL;
void *arena_zalloc(struct arena *arena, size_t n) NEVER_NULL;
/* The same for many small things: aligned to unit bytes only, a power of two. */
void *arena_alloc_as(struct arena *arena, size_t n, size_t unit) NEVER_NULL;
/* A copy of n bytes. */
void *arena_memdup(struct arena *arena, const void *p, size_t n);
struct span arena_span(struct arena *arena, struct span s);
/* NUL-terminated copies, not aligned; arena_strdup(NULL) is NULL. */
char *arena_strdup(struct arena *arena, const char *s);
char *arena_strndup(struct arena *arena, const char *s, size_t n);
char *arena_printf(struct arena *arena, const char *fmt, ...) PRINTF(2, 3);

/* Takes ownership of p, n bytes from malloc: it is freed with the arena. */
void arena_adopt(struct arena *arena, void *p, size_t n);

/* Grows an array by one element: returns the array, which may have moved, with the
 * element at count zeroed. size is that of an element. The capacity follows from count,
 * so the caller keeps only that:
 *
 *	a = arena_push(arena, a, n, sizeof *a);
 *	a[n++] = … */
void *arena_push(struct arena *arena, void *array, size_t count, size_t size) NEVER_NULL;

#endif
