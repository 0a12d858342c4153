/*
 * Mends JSON that a strict parser refuses.
 */
#ifndef FEED_JSON_MEND_H
#define FEED_JSON_MEND_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/str.h"

/* Writes a mended copy: raw control characters in strings are escaped, broken escapes and
 * halves of surrogate pairs replaced, and commas before a closing bracket dropped. A
 * document that ends early is cut behind its last whole item and closed. Returns whether
 * it had to be cut. */
bool feed_json_mend(struct span text, struct buf *out);

#endif
