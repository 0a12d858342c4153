/*
 * snownews: the list urls (the newer one is OPML, opml.h), and its cache.
 */
#ifndef IMPORT_SNOWNEWS_H
#define IMPORT_SNOWNEWS_H

#include <stdbool.h>

#include "base/str.h"

struct import_list;
struct import_probe;

bool import_snownews_urls_known(const struct import_probe *probe);
void
import_snownews_urls_read(struct import_list *list, const char *path, struct span bytes);
bool import_snownews_items_known(const struct import_probe *probe);
void
import_snownews_items_read(struct import_list *list, const char *path, struct span bytes);

#endif
