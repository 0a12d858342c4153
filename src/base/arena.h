/*
 * An arena: many small allocations of one life, freed together. A parsed document, a page
 * of list rows, a decoded record each own one, so that their strings need no owner of
 * their own. One thread at a time.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

#include "base/attr.h"

struct arena_block;
struct arena_adopted;

struct arena {
	struct arena_block *head;
	struct arena_adopted *adopted;
	size_t used; /* bytes handed out and adopted */
};

#define ARENA_INIT                                                                       \
	{                                                                                \
		NULL, NULL, 0                                                            \
	}

void arena_init(struct arena *arena);
void arena_done(struct arena *arena);
/* Forgets all allocations but keeps one block for reuse. */
void arena_reset(struct arena *arena);

/* n bytes, aligned for any type, uninitialised / zeroed; never NULL. */
void *arena_alloc(struct arena *arena, size_t n) NEVER_NULL;
void *arena_zalloc(struct arena *arena, size_t n) NEVER_NULL;
/* A copy of n bytes. */
void *arena_memdup(struct arena *arena, const void *p, size_t n);
/* NUL-terminated copies; arena_strdup(NULL) is NULL. */
char *arena_strdup(struct arena *arena, const char *s);
char *arena_strndup(struct arena *arena, const char *s, size_t n);
char *arena_printf(struct arena *arena, const char *fmt, ...) PRINTF(2, 3);

/* Takes over p of n bytes, from malloc: it lives as long as the arena. */
void arena_adopt(struct arena *arena, void *p, size_t n);

/* Grows an array of elements of size bytes by one: returns the (perhaps moved) array,
 * whose element at count is zeroed. Capacity doubles at powers of two, so count is all
 * that need be kept:  a = arena_push(arena, a, n, sizeof *a); a[n++] = … */
void *arena_push(struct arena *arena, void *array, size_t count, size_t size) NEVER_NULL;

#endif
