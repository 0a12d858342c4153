/*
 * Web pages, and the feeds that they name.
 */
#ifndef FEED_HTML_H
#define FEED_HTML_H

#include <stdbool.h>

#include "base/str.h"

struct feed;

/* Whether it looks like a web page, by a doctype or elements that nothing else has. */
bool feed_html_is(struct span text);
/* Adds the feeds that the page names by <link rel="alternate"> and its like to feed->links,
 * absolute by the page's base; if it names none, those that its site is known to have for
 * it (feed/site.h). */
void feed_html_discover(struct feed *feed, struct span text, const char *base_url);

#endif
