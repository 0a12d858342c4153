/*
 * What other folders of the store record in the journal.
 */
#ifndef STORE_JOURNAL_JOURNAL_INSIDE_H
#define STORE_JOURNAL_JOURNAL_INSIDE_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"
#include "store/db/batch_inside.h"

struct store_journal;

/* The journal's part in every batch: it records changes as they are made. */
extern const struct store_batch_part store_journal_part;

/* Records that store_poll_merge moved items to another feed. ids_len 0: only that the
 * feeds were merged. */
int store_journal_moved(struct store_batch *batch, const char *name, const char *from,
	const char *into, const uint64_t *ids, size_t ids_len) MUST_USE;

/* Records that other machines were told that both addresses belong to one feed. */
int store_journal_same(
	struct store_batch *batch, const char *from, const char *into) MUST_USE;

/* Records rows of the table import, as text (poll/import_row.c). */
int
store_journal_imported(struct store_batch *batch, const char *rows, size_t n) MUST_USE;

/* The group that changes are recorded in; 0: in none. */
uint64_t store_journal_group(const struct store_batch *batch);
/* From here to store_journal_leave, changes are recorded as parts of that group, which is
 * done, or nowhere if it is 0 or no longer kept. The batch's own group waits in *own.
 * Both return a code: store_journal_leave the one that it is given, or its own. */
int store_journal_enter(struct store_batch *batch, uint64_t group, int64_t now,
	struct store_journal **own) MUST_USE;
int store_journal_leave(
	struct store_batch *batch, struct store_journal *own, int code) MUST_USE;

/* Checks that the entry is as it was written. Its key has 12 bytes. Returns OK or
 * ERR_DAMAGED. */
int store_journal_check(struct span key, struct span value) MUST_USE;

#endif
