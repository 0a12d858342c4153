/*
 * Web pages: the feeds that one names in its head.
 */
#ifndef FEED_HTML_H
#define FEED_HTML_H

#include <stdbool.h>

#include "base/str.h"

struct feed;

/* Looks like a web page: by its doctype or the elements only such have. */
bool feed_html_is(struct span text);
/* Adds the feeds that <link rel="alternate"> and its like name to feed->links, absolute
 * by the page's base. */
void feed_html_discover(struct feed *feed, struct span text, const char *base_url);

#endif
