/*
 * Writes OPML 2.0 (http://opml.org/spec2.opml): subscriptions as nested outlines, one for
 * each part of a tag "a/b". feed_parse reads it, as any other format.
 */
#ifndef FEED_OPML_H
#define FEED_OPML_H

struct buf;
struct subscriptions;

/* What a feed says of itself; either may be NULL. */
struct feed_opml_feed {
	const char *title, *link;
};
typedef void feed_opml_about(void *data, const char *url, struct feed_opml_feed *out);

/* Appends the document. It has web addresses, without user info, and saved searches;
 * exec:, filter: and file: lines are for this machine alone. about may be NULL. What OPML
 * has no attribute for (hidden, options, searches) stands in a namespace of our own, so
 * that reading it back loses nothing. Options that may hold secrets are the caller's to
 * leave out. */
void feed_opml_write(struct buf *out, const struct subscriptions *subs,
	feed_opml_about *about, void *data);

#endif
