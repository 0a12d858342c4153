/*
 * What the store itself notes in the journal.
 */
#ifndef STORE_JOURNAL_JOURNAL_INSIDE_H
#define STORE_JOURNAL_JOURNAL_INSIDE_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"
#include "store/db/batch_inside.h"

/* The journal's part in every batch: changes are noted as they are made. */
extern const struct store_batch_part store_journal_part;

/* Items went from one feed to another: store_feed_merge. ids_len 0: only that it was
 * asked. */
int store_journal_moved(struct store_batch *batch, const char *name, const char *from,
	const char *into, const uint64_t *ids, size_t ids_len) MUST_USE;

/* Other machines were told that the two are one (store_sync_alias). */
int store_journal_same(
	struct store_batch *batch, const char *from, const char *into) MUST_USE;

/* Whether the entry is what was written; its key has 12 bytes. */
int store_journal_check(struct span key, struct span value) MUST_USE;

#endif
