/*
 * Text as strings of other languages.
 */
#ifndef BASE_QUOTE_H
#define BASE_QUOTE_H

#include "base/buf.h"

/* Appends a string of JSON (RFC 8259, section 7), quotation marks included. C1
 * controls, line separators and whatever cannot be seen are escaped as well, so that it
 * is safe on a terminal. */
void quote_json(struct buf *out, const char *s);

/* Appends bytes in base64 (RFC 4648, section 4), in lines of this many characters; 0: in
 * a single one, without its end. */
void quote_base64(struct buf *out, const char *bytes, size_t n, size_t line);

#endif
