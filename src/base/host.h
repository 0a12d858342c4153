/*
 * Converts host names beyond ASCII to the form that resolvers and servers know. libcurl
 * could do it too, but goes by the locale's character set and fails if that is C. Any
 * thread.
 */
#ifndef BASE_HOST_H
#define BASE_HOST_H

#include "base/buf.h"
#include "base/str.h"

/* Appends host in lower case, with each label that is not ASCII in Punycode (RFC 3492).
 * What is appended is always ASCII. */
void host_ascii(struct buf *out, struct span host);

#endif
