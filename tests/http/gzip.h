/*
 * Just enough of gzip (RFC 1951, RFC 1952) to serve it: bytes stored as they are, or one
 * byte repeated without end, which is a decompression bomb.
 */
#ifndef HTTP_GZIP_H
#define HTTP_GZIP_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/* Appends the gzip form of the n bytes. */
void gzip_store(struct buf *out, const void *bytes, size_t n);
/* Appends the gzip form of n times c, about n / 158 bytes long. */
void gzip_bomb(struct buf *out, char c, uint64_t n);

#endif
