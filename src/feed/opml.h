/*
 * Writes OPML 2.0 (http://opml.org/spec2.opml): subscriptions as nested outlines, one for
 * each part of a tag "a/b". feed_parse reads it, as any other format.
 */
#ifndef FEED_OPML_H
#define FEED_OPML_H

struct buf;
struct subscriptions;

/* Appends the document. Only web addresses are written, without user info: exec:, filter:
 * and query: lines are for this machine alone. A title is the user's own, or else the
 * result of title_of(data, url), which may be NULL. */
void feed_opml_write(struct buf *out, const struct subscriptions *subs,
	const char *(*title_of)(void *data, const char *url), void *data);

#endif
