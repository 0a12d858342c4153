/*
 * Converts text from any character set to UTF-8.
 */
#ifndef FEED_CONVERT_H
#define FEED_CONVERT_H

#include <stddef.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/str.h"

/* Where the bytes that a set does not have were replaced. */
struct misfits {
	size_t count, first; /* first: offset in the result */
};

/* Appends all of b to out. charset is iconv's name of the set. A bad byte becomes what
 * windows-1252 has there, if that is the set, or U+FFFD. ERR_INVALID: there is no such
 * set; ERR_LIMIT: out is full. */
int feed_convert(struct span b, const char *charset, struct buf *out,
	struct misfits *misfits) MUST_USE;

#endif
