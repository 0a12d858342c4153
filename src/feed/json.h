/*
 * JSON Feed 1.0 and 1.1 (jsonfeed.org), through jansson.
 */
#ifndef FEED_JSON_H
#define FEED_JSON_H

#include "base/attr.h"
#include "base/err.h"
#include "base/str.h"
#include "feed/repair_note.h"

struct feed;

/* Fills feed. ERR_NOT_FEED when the text is not JSON, or JSON but not a feed; feed->links
 * may then have feeds that it names. */
int feed_json_read(struct feed *feed, struct span text, const char *base_url,
	struct notes *notes, struct err *err) MUST_USE;

#endif
