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
 * characters and quotes in strings are escaped, broken escapes and halves of surrogate
 * pairs replaced, commas dropped or added, comments left out, and what stands in single
 * quotes or in none, as in JavaScript and Python, becomes a string, as do whole numbers
 * that are too large. A document that ends early is cut after its last whole item and
 * closed; then *truncated is set. */
json_t *feed_json_load(struct span text, struct notes *notes, bool *truncated);

#endif
