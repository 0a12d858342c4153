/*
 * Web pages, and the feeds that they name.
 */
#ifndef FEED_HTML_PAGE_H
#define FEED_HTML_PAGE_H

#include <stdbool.h>

#include "base/str.h"

struct feed;

/* Whether the text looks like a web page: by a doctype, or elements that only web pages
 * have. */
bool feed_html_is(struct span text);
/* Adds the feeds that the page names by <link rel="alternate"> and the like to
 * feed->links, as absolute addresses. If it names none, adds those of the HTTP Link
 * header (NULL: none), or else those that its anchors name, or else those that its site
 * is known to have for it (feed/site.h). */
void feed_html_discover(
	struct feed *feed, struct span text, const char *links, const char *base_url);
/* Adds the feeds that the header names, for documents that are not web pages. */
void feed_html_links(struct feed *feed, const char *links, const char *base_url);

#endif
