/*
 * The door to the feed layer: bytes in, model out. The content tells the format; the
 * bytes are decoded, cleaned, repaired and parsed. No network, no disk, no clock. Any
 * thread; calls do not affect each other.
 */
#ifndef FEED_PARSE_H
#define FEED_PARSE_H

#include <stddef.h>

#include "base/attr.h"
#include "base/err.h"

struct feed;

#define FEED_DOCUMENT_MAX ((size_t)32 << 20) /* decoded bytes (cases 56, 66) */
#define FEED_ITEMS_MAX 10000                 /* the first ones are kept (case 56) */
#define FEED_TEXT_MAX ((size_t)1 << 20)      /* an item's text (case 57) */
#define FEED_TITLE_MAX ((size_t)4 << 10)
/* How many people, tags, files and addresses one item or feed may name, of each. */
#define FEED_LIST_MAX 256
#define FEED_ADDRESS_MAX ((size_t)8 << 10)
/* How many bytes all relative addresses together may grow by. */
#define FEED_ADDRESSES_MAX ((size_t)32 << 20)
#define FEED_GUID_MAX ((size_t)2 << 10) /* a longer one ends in a hash of the whole */

struct feed_source {
	const void *bytes;
	size_t len;
	const char *content_type; /* HTTP Content-Type, whole; NULL none */
	const char *base_url;     /* where it came from after redirects; NULL none */
};

/* Parses a document. On OK *out is the feed (feed_free), also when the document was
 * ill-formed and only part of it could be used; out->repairs says what was done. An OPML
 * list is a feed of format FEED_OPML with links. ERR_NOT_FEED: it is not a feed; if it
 * names some, as web pages do (autodiscovery), *out is a feed of FEED_UNKNOWN whose links
 * are these, else NULL. ERR_LIMIT: it is larger than FEED_DOCUMENT_MAX. err says why in
 * one sentence. */
int
feed_parse(const struct feed_source *source, struct feed **out, struct err *err) MUST_USE;

#endif
