/*
 * Bytes in, model out: the one door to the feed layer. Recognises the format by content,
 * decodes, cleans and repairs, parses. No network, no disk, no clock. Any thread; each
 * call is on its own.
 */
#ifndef FEED_PARSE_H
#define FEED_PARSE_H

#include <stddef.h>

#include "base/attr.h"
#include "base/err.h"

struct feed;

#define FEED_DOCUMENT_MAX ((size_t)32 << 20) /* decoded bytes (cases 56, 66) */
#define FEED_ITEMS_MAX 10000                 /* newest by document order (case 56) */
#define FEED_TEXT_MAX ((size_t)1 << 20)      /* an item's text (case 57) */
#define FEED_TITLE_MAX ((size_t)4 << 10)
/* People, tags, files and addresses that one item or feed names, of each. */
#define FEED_LIST_MAX 256
#define FEED_ADDRESS_MAX ((size_t)8 << 10)
/* Bytes that all relative addresses may grow by. */
#define FEED_ADDRESSES_MAX ((size_t)32 << 20)
#define FEED_GUID_MAX ((size_t)2 << 10) /* a longer one ends in a hash of the whole */

struct feed_source {
	const void *bytes;
	size_t len;
	const char *content_type; /* HTTP Content-Type, whole; NULL none */
	const char *base_url;     /* where it came from after redirects; NULL none */
};

/* Parses a document. On OK *out is the feed (feed_free): also when it was ill-formed and
 * only part could be used (out->repairs says what was done). An OPML list is a feed of
 * format FEED_OPML with links. ERR_NOT_FEED: no feed; for an HTML page *out is then a
 * feed of FEED_UNKNOWN whose links are the feeds that the page names (autodiscovery),
 * else NULL. ERR_LIMIT: larger than FEED_DOCUMENT_MAX. err says why in one sentence. */
int
feed_parse(const struct feed_source *source, struct feed **out, struct err *err) MUST_USE;

#endif
