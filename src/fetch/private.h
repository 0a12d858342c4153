/*
 * Addresses of this machine and of the local network, which a server out there must not
 * make us ask (case 27). Any thread.
 */
#ifndef FETCH_PRIVATE_H
#define FETCH_PRIVATE_H

#include <stdbool.h>

#include "base/str.h"

struct sockaddr;

bool fetch_private_address(const struct sockaddr *address);
/* By its looks: localhost and .local names, addresses in numbers. Names of other kinds
 * show what they are only when they are looked up. */
bool fetch_private_host(struct span host);
/* An address in numbers, as libcurl tells it. */
bool fetch_private_text(const char *ip);
/* Whether it is this very machine, by its looks: what goes there is seen by nobody. */
bool fetch_private_loopback(struct span host);

/* Whether host is an address in figures. */
bool fetch_private_number(struct span host);
/* … and in the block, "ADDRESS" or "ADDRESS/BITS". */
bool fetch_private_within(struct span host, struct span block);

#endif
