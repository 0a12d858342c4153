/*
 * Reads JSON that has no faults.
 */
#ifndef FEED_JSON_STRICT_H
#define FEED_JSON_STRICT_H

#include <jansson.h>

#include "base/str.h"

/* Returns the array or object at the start of the text, as json_loadb does with
 * JSON_ALLOW_NUL and JSON_DISABLE_EOF_CHECK, but several times as fast: the library takes
 * a document byte by byte. The caller drops the value with json_decref. NULL: it has a
 * fault, or something so rare that the library may have it (a NUL in a key, endless
 * depth). */
json_t *feed_json_strict(struct span text);

#endif
