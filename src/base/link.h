/*
 * Which parts of a page's address identify the page, and which only say how one got
 * there.
 */
#ifndef BASE_LINK_H
#define BASE_LINK_H

#include <stdbool.h>

#include "base/buf.h"

struct arena;

/* Appends an http or https address without the parameters that are there for tracking
 * only (utm_source, fbclid …); anything else as it is. */
void link_untrack(struct buf *out, const char *link);
/* The same in arena; NULL stays NULL. */
char *link_untracked(struct arena *arena, const char *link);

/* Appends what two addresses of one page have in common: without scheme, www., the hosts
 * and paths of mobile and AMP editions, tracking, fragment and a slash at the end. False
 * if the address is not that of a single page, but a site's front page, say. */
bool link_page(struct buf *out, const char *link);

#endif
