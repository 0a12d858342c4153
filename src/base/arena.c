#include "config.h"

#include "base/arena.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/span.h"

/* Marks what a block has not handed out for AddressSanitizer, which then finds writes
 * past the end of an allocation. Does nothing without the sanitizer or its header. */
#if defined(__has_include)
#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#endif
#endif
#ifndef ASAN_POISON_MEMORY_REGION
#define ASAN_POISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#endif

#define BLOCK_SIZE ((size_t)16 * 1024) /* by default */

/* Blocks are chained, the newest first; only that one has room. */
struct arena_block {
	struct arena_block *older;
	size_t size, used;
	max_align_t bytes[];
};

/* Allocated in a block itself. */
struct arena_adopted {
	struct arena_adopted *older;
	void *p;
};

static size_t
block_size(const struct arena *arena)
{
	return arena->block ? arena->block : BLOCK_SIZE;
}

void
arena_init(struct arena *arena)
{
	*arena = (struct arena){.block = 0};
}

void
arena_done(struct arena *arena)
{
	for (struct arena_adopted *a = arena->adopted; a; a = a->older)
		free(a->p);
	for (struct arena_block *b = arena->head, *older; b; b = older) {
		older = b->older;
		free(b);
	}
	*arena = (struct arena){.block = arena->block};
}

void
arena_reset(struct arena *arena)
{
	struct arena_block *keep = arena->head;
	if (keep && keep->size == block_size(arena)) {
		arena->head = keep->older;
		keep->older = NULL;
		keep->used = 0;
	} else {
		keep = NULL;
	}
	arena_done(arena); /* what was adopted is listed in the kept block, too */
	arena->head = keep;
	if (keep)
		ASAN_POISON_MEMORY_REGION(keep->bytes, keep->size);
}

/* The bytes that a block has used, rounded up to a multiple of unit, a power of two. */
static size_t
aligned(const struct arena_block *b, size_t unit)
{
	return (b->used + unit - 1) & ~(unit - 1);
}

/* n bytes that begin at a multiple of unit. */
static void *
take(struct arena *arena, size_t n, size_t unit)
{
	if (n > (size_t)-1 / 4)
		mem_exhausted();
	struct arena_block *b = arena->head;
	if (!b || aligned(b, unit) > b->size || b->size - aligned(b, unit) < n) {
		size_t whole = block_size(arena), size = n > whole / 4 ? n : whole;
		struct arena_block *fresh = mem_alloc(sizeof *fresh + size);
		*fresh = (struct arena_block){.size = size};
		ASAN_POISON_MEMORY_REGION(fresh->bytes, size);
		if (b && size != whole) {
			/* A large piece goes after the block that still has room,
			 * which stays the first. */
			fresh->older = b->older;
			b->older = fresh;
		} else {
			fresh->older = b;
			arena->head = fresh;
		}
		b = fresh;
	}
	size_t from = aligned(b, unit);
	void *p = (char *)b->bytes + from;
	ASAN_UNPOISON_MEMORY_REGION(p, n);
	arena->used += from + n - b->used;
	b->used = from + n;
	return p;
}

void *
arena_alloc(struct arena *arena, size_t n)
{
	return take(arena, n, _Alignof(max_align_t));
}

void *
arena_alloc_as(struct arena *arena, size_t n, size_t unit)
{
	return take(arena, n, unit);
}

void *
arena_zalloc(struct arena *arena, size_t n)
{
	return memset(arena_alloc(arena, n), 0, n);
}

char *
arena_strndup(struct arena *arena, const char *s, size_t n)
{
	char *copy = take(arena, n + 1, 1);
	if (n)
		memcpy(copy, s, n);
	copy[n] = '\0';
	return copy;
}

void *
arena_memdup(struct arena *arena, const void *p, size_t n)
{
	void *copy = arena_alloc(arena, n ? n : 1);
	if (n)
		memcpy(copy, p, n);
	return copy;
}

struct span
arena_span(struct arena *arena, struct span s)
{
	return (struct span){arena_memdup(arena, s.p, s.n), s.n};
}

char *
arena_strdup(struct arena *arena, const char *s)
{
	return s ? arena_strndup(arena, s, strlen(s)) : NULL;
}

char *
arena_printf(struct arena *arena, const char *fmt, ...)
{
	va_list args, again;
	va_start(args, fmt);
	va_copy(again, args);
	int n = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	size_t len = n > 0 ? (size_t)n : 0;
	char *out = take(arena, len + 1, 1);
	vsnprintf(out, len + 1, fmt, again);
	va_end(again);
	return out;
}

void
arena_adopt(struct arena *arena, void *p, size_t n)
{
	struct arena_adopted *adopted = arena_alloc(arena, sizeof *adopted);
	*adopted = (struct arena_adopted){arena->adopted, p};
	arena->adopted = adopted;
	arena->used += n;
}

void *
arena_push(struct arena *arena, void *array, size_t count, size_t size)
{
	/* The array is full if count is 0, or a power of two not below 4. */
	if (count == 0 || (count >= 4 && (count & (count - 1)) == 0)) {
		size_t room = count ? count * 2 : 4;
		if (room > (size_t)-1 / 4 / size)
			mem_exhausted();
		void *bigger = arena_alloc(arena, room * size);
		if (count)
			memcpy(bigger, array, count * size);
		array = bigger;
	}
	memset((char *)array + count * size, 0, size);
	return array;
}
