/*
 * Reads what can be read of a damaged data file, without LMDB.
 */
#ifndef STORE_HEALTH_SALVAGE_H
#define STORE_HEALTH_SALVAGE_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"
#include "store/record/schema.h"

struct err;
struct salvage;

/* ERR_DAMAGED if nothing in the file makes sense. Nobody may write to it meanwhile. */
int store_health_salvage_open(
	struct salvage **out, const char *path, struct err *err) MUST_USE;
void store_health_salvage_free(struct salvage *s); /* NULL is accepted */

/* Calls entry for each entry of the table that can be read, with ascending keys, until it
 * returns something other than 0, which is then the result. Spans are valid during the
 * call. */
int store_health_salvage_walk(struct salvage *s, enum schema_table table,
	int (*entry)(void *data, struct span key, struct span value),
	void *data) MUST_USE;
/* The same for tables that only a newer program knows. Calls table with the name of each,
 * then entry for each of its entries. */
int store_health_salvage_walk_unknown(struct salvage *s,
	int (*table)(void *data, const char *name),
	int (*entry)(void *data, struct span key, struct span value),
	void *data) MUST_USE;
/* Pages that could not be read so far. What was in each of them, and below it, is
 * lost. */
uint64_t store_health_salvage_lost(const struct salvage *s);

#endif
