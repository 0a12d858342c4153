/*
 * The full-text index, built again from the texts.
 */
#ifndef STORE_INDEX_REINDEX_H
#define STORE_INDEX_REINDEX_H

#include "base/attr.h"

struct err;
struct store;

/* Makes the full-text index anew, in slices: readers and writers go on. What was not done
 * when it is stopped, the next process that has time goes on with. */
int store_index_rebuild(struct store *store, struct err *err) MUST_USE;

#endif
