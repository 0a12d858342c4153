/*
 * Loads JSON, and mends what a strict parser refuses.
 */
#ifndef FEED_JSON_MEND_H
#define FEED_JSON_MEND_H

#include <jansson.h>
#include <stdbool.h>

#include "base/str.h"

struct notes;

/* Returns the document's value, which the caller drops with json_decref; NULL when it
 * cannot be read even if mended, or has too many values. What is mended: raw control
 * characters in strings are escaped, broken escapes and halves of surrogate pairs
 * replaced, commas before a closing bracket dropped, and whole numbers that are too large
 * become reals. A document that ends early is cut behind its last whole item and closed;
 * then *truncated is set. */
json_t *feed_json_load(struct span text, struct notes *notes, bool *truncated);

#endif
