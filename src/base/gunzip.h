/*
 * Decompresses gzip data (RFC 1952), and other forms of it, in memory.
 */
#ifndef BASE_GUNZIP_H
#define BASE_GUNZIP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/str.h"

/* Recognises gzip data by its first three bytes, with which no text begins. */
bool gunzip_is_gzip(struct span bytes);

/* Decompresses bytes and appends the content to out. Several members are joined (section
 * 2.2); anything after them is padding. ERR_LIMIT: more than out may hold. ERR_SYNTAX:
 * damaged or cut off, and *out has the members before. Any thread. */
int gunzip(struct span bytes, struct buf *out) MUST_USE;

/* The same for what HTTP calls deflate: zlib's format (RFC 1950) or, from servers that
 * take the name literally, raw deflate (RFC 1951). What follows the data is padding. */
int gunzip_deflate(struct span bytes, struct buf *out) MUST_USE;

/* The decompressed size that the data claims (ISIZE, section 2.3.1), if plausible, else
 * that of the data itself. Only an estimate. */
size_t gunzip_size_hint(struct span bytes);

#endif
