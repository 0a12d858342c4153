/*
 * A look at the pages of the data file without mapping them.
 */
#ifndef STORE_FILE_PAGE_CHECK_H
#define STORE_FILE_PAGE_CHECK_H

#include <stdbool.h>

#include "base/attr.h"

struct err;
struct store;

/* Walks meta and branch pages (all: leaves and long values, too) of the newest state.
 * ERR_DAMAGED with a sentence; OK when sound, and for a layout that is not known. Any
 * thread, beside writers. */
int store_file_check(struct store *store, bool all, struct err *err) MUST_USE;

#endif
