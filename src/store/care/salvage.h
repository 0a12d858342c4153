/*
 * Reading what can be read of a data file that LMDB must not be let loose on.
 */
#ifndef STORE_CARE_SALVAGE_H
#define STORE_CARE_SALVAGE_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"
#include "store/record/schema.h"

struct err;
struct salvage;

/* ERR_DAMAGED when nothing of the file makes sense. Nobody may write it meanwhile. */
int
store_care_salvage_open(struct salvage **out, const char *path, struct err *err) MUST_USE;
void store_care_salvage_free(struct salvage *s); /* NULL is accepted */

/* Calls entry for each entry of the table that can be read, keys ascending, until it
 * returns something else than 0, which is returned. Spans hold during the call. */
int store_care_salvage_walk(struct salvage *s, enum schema_table table,
	int (*entry)(void *data, struct span key, struct span value),
	void *data) MUST_USE;
/* The same for the tables that only a newer program knows: calls table with the name of
 * each, then entry for its entries. */
int store_care_salvage_walk_unknown(struct salvage *s,
	int (*table)(void *data, const char *name),
	int (*entry)(void *data, struct span key, struct span value),
	void *data) MUST_USE;
/* Pages that could not be read so far, each with all that stood in and below it. */
uint64_t store_care_salvage_lost(const struct salvage *s);

#endif
