/*
 * Reading servers' JSON, where a number may be a string, "" or absent, and a string null.
 * Only files of this folder include it.
 */
#ifndef REMOTE_JSON_H
#define REMOTE_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "base/str.h"

struct arena;
struct remote_id;

/* The text after a byte order mark and after the notices and deprecation warnings that
 * PHP can write before a complete answer. */
struct span remote_json_behind_notices(struct span text);
/* The document, to be freed with json_decref; NULL: it is not JSON. Invalid UTF-8 is
 * mended. */
json_t *remote_json_read(struct span text);
/* A member of an object; NULL if value is not an object or has none, or null. */
const json_t *remote_json_get(const json_t *value, const char *key);
/* A member that is a list; NULL if it is not one. */
const json_t *remote_json_list(const json_t *value, const char *key);
/* A string, borrowed from the document; p is NULL if it is not one. */
struct span remote_json_span(const json_t *value);
/* A whole number, also from a real or a string; fallback for anything else. */
int64_t remote_json_integer(const json_t *value, int64_t fallback);
/* How many of something there are, from 0 to INT32_MAX, so that many can be added up;
 * fallback for anything else. */
int64_t remote_json_count(const json_t *value, int64_t fallback);
bool remote_json_true(const json_t *value); /* true, a number but 0, "1", "true" */
/* A number or a string as an id that is a number; else as text. False: neither. */
bool remote_json_id(const json_t *value, struct remote_id *out) MUST_USE;
/* A number or a string as a text, in arena; n 0: neither. */
struct span remote_json_text(struct arena *arena, const json_t *value);
/* A string as a line for titles, names and addresses, cleaned, in arena; NULL: none. */
char *remote_json_line(struct arena *arena, const json_t *value);

#endif
