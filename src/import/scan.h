/*
 * Looks for files that a row of the table of formats knows.
 */
#ifndef IMPORT_SCAN_H
#define IMPORT_SCAN_H

#include <stddef.h>

#include "base/attr.h"

struct err;
struct import_list;

/* import_path, but without files of formats that are among the list's first `earlier`. */
int import_scan(struct import_list *list, const char *path, const char *only,
	size_t earlier, struct err *err) MUST_USE;

#endif
