/*
 * Sizes of files for people. Any thread.
 */
#ifndef BASE_SIZE_H
#define BASE_SIZE_H

#include <stdint.h>

struct buf;

#define SIZE_TEXT 32 /* bytes of the longest, in any language */

/* "512 B", "80 kB", "24.6 MB", "412 MB", "5.3 GB", in the user's language: powers of
 * 1000, rounded down. Returns out. */
const char *size_format(int64_t bytes, char out[static SIZE_TEXT]);
/* Appends it. */
void size_put(struct buf *out, int64_t bytes);

#endif
