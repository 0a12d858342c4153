/*
 * Finds out which character set a document is in, and converts it to UTF-8.
 */
#ifndef FEED_DECODE_H
#define FEED_DECODE_H

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"
#include "feed/charset.h"
#include "feed/repair_note.h"

struct decoded {
	/* UTF-8, except what feed_clean mends; borrowed from the source or from buf. */
	struct span text;
	struct buf buf;
	char charset[CHARSET_NAME_MAX]; /* the set that the bytes were read in */
};

/* Goes by the byte order mark, the HTTP charset, the XML declaration and then a guess. A
 * name that the bytes refute gives way to the next, and bytes that are valid UTF-8 are
 * UTF-8 whatever was declared (case 44). content_type may be NULL. Free with
 * buf_done(&out->buf). ERR_LIMIT past FEED_DOCUMENT_MAX decoded bytes. */
int feed_decode(struct span bytes, const char *content_type, struct decoded *out,
	struct notes *notes, struct err *err) MUST_USE;
/* Sets the sentence for a document that is too large, and returns ERR_LIMIT. */
int feed_decode_limit(struct err *err);

#endif
