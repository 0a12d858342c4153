/*
 * Documents that are kept as files of gzip.
 */
#ifndef FEED_UNPACK_H
#define FEED_UNPACK_H

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

/* *text is the document: bytes themselves, or what they hold, which is in *out then.
 * ERR_SYNTAX: it is damaged. Unpacking ends a little above FEED_DOCUMENT_MAX. */
int feed_unpack(
	struct span bytes, struct buf *out, struct span *text, struct err *err) MUST_USE;

#endif
