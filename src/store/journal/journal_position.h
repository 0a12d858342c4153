/*
 * Positions in the journal, among them the one between what is done and what is undone.
 */
#ifndef STORE_JOURNAL_JOURNAL_POSITION_H
#define STORE_JOURNAL_JOURNAL_POSITION_H

#include <lmdb.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct store_batch;
struct store_view;

struct journal_position {
	uint64_t group; /* UINT64_MAX: the end of the journal */
	uint32_t entry;
};

/* The first entry that is undone, or the end of the journal. */
int store_journal_position_get(
	const struct store_view *view, struct journal_position *position) MUST_USE;
int store_journal_position_put(
	struct store_batch *batch, const struct journal_position *position) MUST_USE;
/* The position of an entry. False if k is not a key of the journal. */
bool store_journal_position_of(const MDB_val *k, struct journal_position *at);
/* The number that the record's check covers for its key (record.h). */
uint64_t store_journal_key_number(uint64_t group, uint32_t entry);

#endif
