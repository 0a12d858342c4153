/*
 * The journal's part in a batch: changes noted as they are made.
 */
#ifndef STORE_JOURNAL_H
#define STORE_JOURNAL_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"
#include "store/read.h"

struct store_batch;
struct store_journal;

void store_journal_free(struct store_journal *journal);
/* The action changed the item: other machines hear of it (state.h), and it is noted for
 * undo, unless the batch is not journaled. tag may be NULL.
 */
int store_journal_item(struct store_batch *batch, enum store_act act, const char *tag,
	uint64_t id) MUST_USE;
/* Writes what was noted since the last flush. Each function that changes items ends so.
 */
int store_journal_flush(struct store_batch *batch) MUST_USE;
/* Items went from one feed to another: store_merge. ids_len 0: only that it was asked. */
int store_journal_moved(struct store_batch *batch, const char *name, const char *from,
	const char *into, const uint64_t *ids, size_t ids_len) MUST_USE;
/* Other machines were told that the two are one (store_state_same). */
int store_journal_same(
	struct store_batch *batch, const char *from, const char *into) MUST_USE;
/* Whether the entry is what was written; its key has 12 bytes. */
int store_journal_check(struct span key, struct span value) MUST_USE;

#endif
