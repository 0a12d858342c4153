/*
 * Bytes to UTF-8: which character set a document is in, and its conversion.
 */
#ifndef FEED_DECODE_H
#define FEED_DECODE_H

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"
#include "feed/charset.h"
#include "feed/note.h"

struct decoded {
	struct span text; /* UTF-8 by and large (feed_clean does the rest); borrowed from
			     the source or from buf */
	struct buf buf;
	char charset[CHARSET_NAME_MAX]; /* what the bytes were read as */
};

/* Goes by the byte order mark, the HTTP charset, the XML declaration and then a guess;
 * the next where the bytes refute one, and bytes that are valid UTF-8 are UTF-8, whatever
 * was declared (case 44). content_type may be NULL. Free with buf_done(&out->buf).
 * ERR_LIMIT past FEED_DOCUMENT_MAX decoded bytes. */
int feed_decode(struct span bytes, const char *content_type, struct decoded *out,
	struct notes *notes, struct err *err) MUST_USE;
/* ERR_LIMIT, with the sentence for it. */
int feed_decode_limit(struct err *err);

#endif
