/*
 * Reading JSON, for the formats that are made of it.
 */
#ifndef IMPORT_JSON_H
#define IMPORT_JSON_H

#include <jansson.h>
#include <stdint.h>

#include "base/str.h"

struct import_list;

/* NULL, with a remark: it is not JSON. */
json_t *import_json_load(struct import_list *list, struct span bytes);
/* A member as text; NULL: none. Numbers become text, too. */
const char *
import_json_text(struct import_list *list, const json_t *object, const char *name);
/* The same of "name/name/name". */
const json_t *import_json_at(const json_t *object, const char *path);
/* A date: seconds, milliseconds or microseconds since 1970, or words. TIME_NONE: none. */
int64_t import_json_date(const json_t *object, const char *name);
bool import_json_true(const json_t *object, const char *name);

#endif
