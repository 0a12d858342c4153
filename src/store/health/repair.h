/*
 * Makes a new store of what can be read of a damaged one.
 */
#ifndef STORE_HEALTH_REPAIR_H
#define STORE_HEALTH_REPAIR_H

#include <stdint.h>

#include "base/attr.h"

struct buf;
struct err;

struct store_health_repair {
	uint64_t feeds, items; /* saved */
	uint64_t lost_feeds, lost_items, lost_texts;
	uint64_t lost_pages; /* that could not be read */
};

/* Writes what can be read of the store in dir into a new one, builds everything that
 * follows from it, and puts it in the old one's place, as store_health_restore does. */
int store_health_repair(const char *dir, struct store_health_repair *out,
	struct buf *kept, struct err *err) MUST_USE;

#endif
