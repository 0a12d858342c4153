/*
 * Allocation that cannot fail: when memory runs out, the program ends after calling a
 * hook that restores the terminal. Therefore every buffer that is filled from outside has
 * a maximum, and exceeding that is an ordinary error (see buf.h). Any thread.
 */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>

#include "base/attr.h"

/* Allocate size bytes, uninitialised or set to zero; the caller frees them with free().
 */
void *mem_alloc(size_t size) NEVER_NULL;
void *mem_zalloc(size_t size) NEVER_NULL;

/* Allocates size bytes (not 0), uninitialised, aligned to cache lines, so that an element
 * of that size never spans two. Freed with free(). */
#define MEM_CACHE_LINE 64
void *mem_cache_lines(size_t size) NEVER_NULL;

/* Resizes to n elements of size bytes. A product that overflows counts as out of memory.
 */
void *mem_realloc(void *old, size_t n, size_t size) NEVER_NULL;

/* Copies; those of strings end with a NUL; mem_strdup(NULL) is NULL. */
char *mem_strdup(const char *s);
char *mem_strndup(const char *s, size_t n);
void *mem_dup(const void *p, size_t n);

/* Lets the allocator keep several megabytes of freed memory for reuse, rather than return
 * them to the system. Called once, before any thread. */
void mem_keep_freed(void);

/* Sets a function to call before the program ends for lack of memory. At start-up, before
 * any thread. */
void mem_on_exhausted(void (*hook)(void));

/* Ends the program with an out-of-memory message. */
NORETURN void mem_exhausted(void);
/* Ends the program in the same way for lack of something else it can't run without. what
 * says what failed ("cannot create a pipe"), errno why. */
NORETURN void mem_die(const char *what);

#endif
