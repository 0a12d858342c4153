/*
 * Addresses of this machine and of the local network, to which public servers must not
 * lead us (case 27): neither by redirects nor by what their documents name, which is
 * fetched as fetch_request.link. Any thread.
 */
#ifndef FETCH_PRIVATE_H
#define FETCH_PRIVATE_H

#include <stdbool.h>

#include "base/str.h"

struct sockaddr;

bool fetch_private_address(const struct sockaddr *address);
/* Whether host is one, as far as its name shows: localhost, .local names, IP addresses.
 * For other names, that is only known once they have been looked up. */
bool fetch_private_host(struct span host);
/* Whether an IP address, as libcurl reports it, is one. */
bool fetch_private_text(const char *ip);
/* Whether host is this machine, as far as its name shows: nobody can listen in between.
 */
bool fetch_private_loopback(struct span host);

/* Whether host is an IP address. */
bool fetch_private_number(struct span host);
/* Whether it is an IP address in the block "ADDRESS" or "ADDRESS/BITS". */
bool fetch_private_within(struct span host, struct span block);

#endif
