/*
 * A backup takes the place of the store.
 */
#ifndef STORE_CARE_RESTORE_H
#define STORE_CARE_RESTORE_H

#include "base/attr.h"

struct buf;
struct err;
struct store_care_check;
struct store_watch;

/* Puts the store in the file `path` (a backup, also of an older format) in the place of
 * the one in dir, after a look at all of it (store_care_check_copy); watch may be NULL.
 * *found has its figures. *kept gets the path under which the present one stays ("":
 * there was none). It need not be one that can be opened; processes that have it open use
 * the new one. Nobody of this process has. */
int store_care_restore(const char *dir, const char *path, struct store_care_check *found,
	const struct store_watch *watch, struct buf *kept, struct err *err) MUST_USE;

#endif
