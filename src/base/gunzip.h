/*
 * Bytes that gzip packed (RFC 1952), in memory.
 */
#ifndef BASE_GUNZIP_H
#define BASE_GUNZIP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/str.h"

/* By the first three bytes, which no text begins with. */
bool gunzip_is_gzip(struct span bytes);

/* Appends what bytes hold, members one behind the other together (section 2.2); what else
 * follows is padding. OK; ERR_LIMIT: more than out may hold; ERR_SYNTAX: damaged or cut
 * short; then *out has the members before. Any thread. */
int gunzip(struct span bytes, struct buf *out) MUST_USE;

/* How much bytes hold by their own account (ISIZE, section 2.3.1), if that can be true:
 * for reckoning alone. */
size_t gunzip_size_hint(struct span bytes);

#endif
