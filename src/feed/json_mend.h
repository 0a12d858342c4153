/*
 * JSON that a strict parser refuses → JSON that it takes.
 */
#ifndef FEED_JSON_MEND_H
#define FEED_JSON_MEND_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/str.h"

/* Writes a mended copy: raw control characters in strings escaped, broken escapes and
 * halves of surrogate pairs replaced, commas before a closing bracket dropped; a document
 * that ends early is cut after its last whole item and closed. Returns whether it had to
 * be cut. */
bool feed_json_mend(struct span text, struct buf *out);

#endif
