/*
 * The part of a host's name that one owner has registered. Any thread.
 */
#ifndef FETCH_DOMAIN_H
#define FETCH_DOMAIN_H

#include "base/str.h"

/* The registrable domain of a host in lower case, by the Public Suffix List: the last
 * labels of a.b.example.co.uk, but a.github.io whole; empty for an address in numbers, a
 * name of one label and a public suffix. Borrows from host. */
struct span fetch_domain_of(const char *host);

#endif
