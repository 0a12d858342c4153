/*
 * Knows sites that have a feed for each of their pages, even if the pages do not name it.
 */
#ifndef FEED_SITE_H
#define FEED_SITE_H

#include <stddef.h>

#include "base/arena.h"
#include "base/str.h"

#define FEED_SITE_MAX 2 /* feeds of one page */

/* Puts the feeds that belong to a page of a known site into out (in arena), by the
 * address of the page, and returns how many. Programs that run on many hosts are
 * recognised by a sign in the page, which may be empty. This is for pages that name no
 * feed themselves. Pure. */
size_t feed_site_feeds(
	struct arena *arena, const char *url, struct span page, char *out[FEED_SITE_MAX]);

#endif
