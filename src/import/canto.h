/*
 * canto: conf and feeds, both JSON.
 */
#ifndef IMPORT_CANTO_H
#define IMPORT_CANTO_H

#include <stdbool.h>

#include "base/str.h"

struct import_list;
struct import_probe;

bool import_canto_conf_known(const struct import_probe *probe);
void
import_canto_conf_read(struct import_list *list, const char *path, struct span bytes);
bool import_canto_items_known(const struct import_probe *probe);
void
import_canto_items_read(struct import_list *list, const char *path, struct span bytes);

#endif
