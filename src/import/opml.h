/*
 * OPML, with what programs add to it: folders, options of feeds, saved searches,
 * episodes. Each program's file is known by its title or its attributes.
 */
#ifndef IMPORT_OPML_H
#define IMPORT_OPML_H

#include <stdbool.h>

#include "base/str.h"

struct import_list;
struct import_probe;

bool import_opml_liferea(const struct import_probe *probe);
bool import_opml_snownews(const struct import_probe *probe);
bool import_opml_akregator(const struct import_probe *probe);
bool import_opml_known(const struct import_probe *probe); /* any other */
void import_opml_read(struct import_list *list, const char *path, struct span bytes);

#endif
