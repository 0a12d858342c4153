/*
 * Two feeds become one: what the journal needs of it. The rest is in write.h and read.h.
 */
#ifndef STORE_MERGE_H
#define STORE_MERGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"

struct journal_record;
struct store_batch;

/* Moves the items of a STORE_MERGE entry back, or (redo) there again. */
int store_merge_again(struct store_batch *batch, const struct journal_record *record,
	bool redo, size_t *changed) MUST_USE;

#endif
