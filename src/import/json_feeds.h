/*
 * Lists of feeds in JSON.
 */
#ifndef IMPORT_JSON_FEEDS_H
#define IMPORT_JSON_FEEDS_H

#include <stdbool.h>

#include "base/str.h"

struct import_list;
struct import_probe;

bool import_json_feeds_known(const struct import_probe *probe);
void
import_json_feeds_read(struct import_list *list, const char *path, struct span bytes);

#endif
