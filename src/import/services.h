/*
 * What services give in JSON: starred, shared and other items, and our own export. A
 * table says where each service puts what.
 */
#ifndef IMPORT_SERVICES_H
#define IMPORT_SERVICES_H

#include <stdbool.h>

#include "base/str.h"

struct import_list;
struct import_probe;

bool import_services_known(const struct import_probe *probe);
void import_services_read(struct import_list *list, const char *path, struct span bytes);
/* Our own items, one object per line. */
bool import_services_lines_known(const struct import_probe *probe);
void
import_services_lines_read(struct import_list *list, const char *path, struct span bytes);

#endif
