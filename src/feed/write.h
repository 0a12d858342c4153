/*
 * Writes a feed that feed_parse reads back: Atom 1.0 (RFC 4287), RSS 2.0 by the rules of
 * the RSS Advisory Board's profile, JSON Feed 1.1.
 */
#ifndef FEED_WRITE_H
#define FEED_WRITE_H

struct buf;
struct feed;

/* Appends the document, in feed->format: FEED_ATOM10, FEED_RSS20 or FEED_JSON. id is the
 * feed's own, an IRI. Items need guids that are IRIs; dates are published, updated, and
 * where an item has neither, the feed's updated. Pure. */
void feed_write(struct buf *out, const struct feed *feed, const char *id);

#endif
