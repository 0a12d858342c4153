/*
 * Keys of the journal, and the place in it between what is done and what is undone.
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
	uint64_t group; /* the first that is undone; UINT64_MAX: nothing is */
	uint32_t entry;
};

int store_journal_position_get(
	const struct store_view *view, struct journal_position *place) MUST_USE;
int store_journal_position_put(
	struct store_batch *batch, const struct journal_position *place) MUST_USE;
/* Of an entry. False: that is no key of the journal. */
bool store_journal_position_of(const MDB_val *k, struct journal_position *at);
/* A number that stands for the key in the record's check. */
uint64_t store_journal_key_number(uint64_t group, uint32_t entry);

#endif
