/*
 * newsraft: the file feeds. Its database is in bases.h, its config in newsraft_config.h.
 */
#ifndef IMPORT_NEWSRAFT_H
#define IMPORT_NEWSRAFT_H

#include <stdbool.h>

#include "base/str.h"

struct import_list;
struct import_probe;

bool import_newsraft_feeds_known(const struct import_probe *probe);
void
import_newsraft_feeds_read(struct import_list *list, const char *path, struct span bytes);

#endif
