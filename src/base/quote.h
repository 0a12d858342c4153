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

#endif
