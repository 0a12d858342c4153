/*
 * The door to the feed layer: bytes in, model out. The content shows the format; the
 * bytes are decoded, cleaned, repaired and parsed. No network, no disk, no clock. Any
 * thread; calls do not affect each other.
 */
#ifndef FEED_PARSE_H
#define FEED_PARSE_H

#include "base/attr.h"
#include "base/err.h"
#include "feed/document_limits.h"

struct feed;

/* Parses a document. On OK *out is the feed (feed_free), even if the document was
 * ill-formed and only part of it could be used; out->repairs says what was done. An OPML
 * list is a feed of format FEED_OPML with links. ERR_NOT_FEED: it is not a feed; if it
 * names some, as web pages do (autodiscovery), *out is a feed of FEED_UNKNOWN whose links
 * are these, else NULL. ERR_LIMIT: it is larger than FEED_DOCUMENT_MAX. err says why in
 * one sentence. */
int
feed_parse(const struct feed_source *source, struct feed **out, struct err *err) MUST_USE;

/* Makes titles of items fit for lists: those longer than FEED_TITLE_MAX are cut. Such a
 * title becomes the text of an item that has none, since it is a whole post. */
void feed_shorten_titles(struct feed *feed);

#endif
