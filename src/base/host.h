/*
 * Names of hosts beyond ASCII, as resolvers and servers know them. By our own hand, since
 * libcurl maps them by the locale's character set and fails where that is C. Any thread.
 */
#ifndef BASE_HOST_H
#define BASE_HOST_H

#include "base/buf.h"
#include "base/str.h"

/* Appends host in small letters, every label that is not ASCII in Punycode (RFC 3492). */
void host_ascii(struct buf *out, struct span host);

#endif
