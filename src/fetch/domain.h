/*
 * The part of a host name that was registered by its owner. Any thread.
 */
#ifndef FETCH_DOMAIN_H
#define FETCH_DOMAIN_H

#include "base/str.h"

/* The registrable domain of a host (in lower case), by the Public Suffix List:
 * example.co.uk for a.b.example.co.uk, but a.github.io for itself. Empty for IP
 * addresses, names of one label and public suffixes. Borrows from host. */
struct span fetch_domain_of(const char *host);

#endif
