/*
 * Checks the pages of the data file without mapping them.
 */
#ifndef STORE_FILE_PAGE_CHECK_H
#define STORE_FILE_PAGE_CHECK_H

#include <stdbool.h>

#include "base/attr.h"

struct err;
struct store;

enum store_file_extent {
	STORE_FILE_FIRST,    /* the table of tables and META: what opening reads */
	STORE_FILE_BRANCHES, /* … and the branch pages of all tables */
	STORE_FILE_ALL,      /* … and leaves and long values */
};

/* Walks pages of the newest state. Returns OK if they are sound or the layout is not
 * known; ERR_DAMAGED, with a sentence, if they are not. Any thread, while others write.
 */
int store_file_check(
	struct store *store, enum store_file_extent extent, struct err *err) MUST_USE;
/* The same for the meta pages alone, before LMDB opens the file: LMDB does not check the
 * other one if one of them is wrong, and trusts what they say. */
int store_file_check_metas(struct store *store, struct err *err) MUST_USE;

#endif
