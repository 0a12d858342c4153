/*
 * Writes a feed that feed_parse reads back: Atom 1.0 (RFC 4287), RSS 2.0 by the rules of
 * the RSS Advisory Board's profile, JSON Feed 1.1.
 */
#ifndef FEED_WRITE_H
#define FEED_WRITE_H

struct buf;
struct feed;

/* The site of a feed that has none: RSS requires one. */
#define FEED_WRITE_SITE "https://localhost/"

/* Where the document is, and which others belong to it. Addresses may be relative; NULL:
 * there is none. */
struct feed_place {
	const char *id;   /* the feed's own, an IRI */
	const char *self; /* the document's address */
	/* RFC 5005, section 4: that of the archive before it, and, if this is an archive
	 * itself, that of the feed. JSON Feed has a next_url for the former. */
	const char *older, *current;
};

/* Appends the document, in feed->format: FEED_ATOM10, FEED_RSS20 or FEED_JSON. Items need
 * guids that are IRIs; dates are published, updated, and where an item has neither, the
 * feed's updated. Pure. */
void feed_write(struct buf *out, const struct feed *feed, const struct feed_place *place);

#endif
