/*
 * Rebuilds the full-text index from the texts.
 */
#ifndef STORE_INDEX_REINDEX_H
#define STORE_INDEX_REINDEX_H

#include "base/attr.h"

struct err;
struct store;

/* Empties the index and fills it in slices, between which others can read and write. If
 * this is interrupted, the next process that has time continues. */
int store_index_rebuild(struct store *store, struct err *err) MUST_USE;

#endif
