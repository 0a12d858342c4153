/*
 * A document as it comes, and the limits of what is taken from it.
 */
#ifndef FEED_DOCUMENT_LIMITS_H
#define FEED_DOCUMENT_LIMITS_H

#include <stddef.h>

#define FEED_DOCUMENT_MAX ((size_t)32 << 20) /* decoded bytes (cases 56, 66) */
#define FEED_ITEMS_MAX 10000                 /* the first ones are kept (case 56) */
#define FEED_TEXT_MAX ((size_t)1 << 20)      /* an item's text (case 57) */
#define FEED_TITLE_MAX ((size_t)4 << 10)
#define FEED_LONG_TITLE_MAX ((size_t)128 << 10) /* of an item, until it is stored */
/* How many people, tags, files and addresses one item or feed may name, of each. */
#define FEED_LIST_MAX 256
#define FEED_ADDRESS_MAX ((size_t)8 << 10)
/* How many bytes all relative addresses together can grow by. */
#define FEED_ADDRESSES_MAX ((size_t)32 << 20)
#define FEED_GUID_MAX ((size_t)2 << 10) /* a longer one ends in a hash of the whole */

struct feed_source {
	const void *bytes;
	size_t len;
	const char *content_type; /* HTTP Content-Type, whole; NULL none */
	const char *base_url;     /* where it came from after redirects; NULL none */
	const char *links; /* HTTP Link (RFC 8288), several joined by commas; NULL none */
};

#endif
