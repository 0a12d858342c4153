/*
 * elfeed: its index, elfeed-feeds in a Lisp file, and elfeed.org.
 */
#ifndef IMPORT_ELFEED_H
#define IMPORT_ELFEED_H

#include <stdbool.h>

#include "base/str.h"

struct import_list;
struct import_probe;

bool import_elfeed_lisp_known(const struct import_probe *probe);
void
import_elfeed_lisp_read(struct import_list *list, const char *path, struct span bytes);
bool import_elfeed_org_known(const struct import_probe *probe);
void
import_elfeed_org_read(struct import_list *list, const char *path, struct span bytes);
bool import_elfeed_index_known(const struct import_probe *probe);
void
import_elfeed_index_read(struct import_list *list, const char *path, struct span bytes);

#endif
