/*
 * Puts a backup in the place of the store.
 */
#ifndef STORE_HEALTH_RESTORE_H
#define STORE_HEALTH_RESTORE_H

#include "base/attr.h"

struct buf;
struct err;
struct store_health_check;
struct store_watch;

/* Puts the store in the file `path` (a backup, which may have an older format) in the
 * place of the one in dir, after checking all of it (store_health_check_copy, which fills
 * *found). *kept gets the path under which the old one is kept, or stays empty if there
 * was none; the old one may be damaged. Other processes that have it open use the new one
 * from then on; this process must not have it open. watch may be NULL. */
int
store_health_restore(const char *dir, const char *path, struct store_health_check *found,
	const struct store_watch *watch, struct buf *kept, struct err *err) MUST_USE;

#endif
