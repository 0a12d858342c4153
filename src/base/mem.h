/*
 * Memory that cannot fail: when the system has none left the program ends, after one hook
 * (which restores the terminal). So every buffer that is fed from outside carries a
 * maximum, and passing that is an ordinary error (see buf.h, arena.h). Any thread.
 */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>

#include "base/attr.h"

/* size bytes, uninitialised / zeroed; the caller frees with free(). */
void *mem_alloc(size_t size) NEVER_NULL;
void *mem_zalloc(size_t size) NEVER_NULL;

/* size bytes, not 0, uninitialised, from the begin of a cache line on; freed like others.
 * What is as large as a line then never lies in two. */
#define MEM_CACHE_LINE 64
void *mem_cache_lines(size_t size) NEVER_NULL;

/* Room for n elements of size bytes; a product that overflows counts as exhausted. */
void *mem_realloc(void *old, size_t n, size_t size) NEVER_NULL;

/* Copies, NUL-terminated; mem_strdup(NULL) is NULL. */
char *mem_strdup(const char *s);
char *mem_strndup(const char *s, size_t n);
void *mem_dup(const void *p, size_t n);

/* Lets the allocator keep up to some megabytes of what is freed for the next one who
 * asks. Once, before any thread. */
void mem_keep_freed(void);

/* Called once, before the message and the exit; set at start-up, before any thread. */
void mem_on_exhausted(void (*hook)(void));

/* Says on stderr that there is no memory left, and ends the program. */
NORETURN void mem_exhausted(void);
/* Ends the program like that for want of something else that it can't run without: what
 * failed ("cannot create a pipe"), with the reason in errno. */
NORETURN void mem_die(const char *what);

#endif
