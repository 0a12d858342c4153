/*
 * Sites that have a feed for each of their pages, also where the pages do not name it.
 */
#ifndef FEED_SITE_H
#define FEED_SITE_H

#include <stddef.h>

#include "base/arena.h"
#include "base/str.h"

#define FEED_SITE_MAX 2 /* feeds of one page */

/* The feeds that belong to a page of a known site, by its address, to out (in arena).
 * Returns how many. Some programs run on many hosts; they are known by a sign in the page
 * (empty: there is none to look at). To be asked only after what the page names itself.
 * Pure. */
size_t feed_site_feeds(struct arena *arena, const char *url, struct span page,
	char *out[FEED_SITE_MAX]);

#endif
