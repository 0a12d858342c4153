/*
 * OPML 2.0 written (http://opml.org/spec2.opml): subscriptions as nested outlines, one
 * for each part of a tag "a/b". Reading is feed_parse's, as for any other format.
 */
#ifndef FEED_OPML_H
#define FEED_OPML_H

struct buf;
struct subscriptions;

/* Appends the document. Only web addresses are written (exec:, filter: and query: lines
 * are of this machine alone), without user info. Titles are the user's own, else the
 * result of title_of(data, url) (may be NULL: none). */
void feed_opml_write(struct buf *out, const struct subscriptions *subs,
	const char *(*title_of)(void *data, const char *url), void *data);

#endif
