/*
 * Pages as a list in HTML: what Pocket and Instapaper exported before they had tables,
 * and bookmarks as browsers and services have exported them since Netscape.
 */
#ifndef IMPORT_BOOKMARKS_H
#define IMPORT_BOOKMARKS_H

#include <stdbool.h>

#include "base/str.h"

struct import_list;
struct import_probe;

bool import_bookmarks_known(const struct import_probe *probe);
void import_bookmarks_read(struct import_list *list, const char *path, struct span bytes);

#endif
