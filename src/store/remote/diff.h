/*
 * Compares a server's list of ids with what it had when both sides last agreed, in slices
 * and without a hash table: both are sorted.
 *
 *	struct store_remote_diff diff;
 *	store_remote_diff_init(&diff, STORE_REMOTE_READ, false, list, len);    unread ids
 *	while (status == OK && !diff.done)
 *		status = store_remote_diff_step(&view, account, &diff, 1000);
 *	… diff.came, diff.missing, diff.unknown …
 *	store_remote_diff_done(&diff);
 */
#ifndef STORE_REMOTE_DIFF_H
#define STORE_REMOTE_DIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "store/remote/remote.h"

struct store_remote_diff {
	enum store_remote_word word;
	bool value;                          /* that the items of the list have */
	const struct store_remote_key *list; /* sorted, each once; borrowed */
	size_t len;
	struct store_remote_again again; /* rows that count as unknown */
	/* Results: */
	struct store_remote_key *came; /* in the list, and base has another value */
	size_t came_len, came_cap;
	struct store_remote_key *missing; /* not in the list, but base has the value */
	size_t missing_len, missing_cap;
	size_t *unknown; /* places in the list of ids that are not known */
	size_t unknown_len, unknown_cap;
	uint64_t had; /* rows whose base has the value */
	bool done;
	/* Where it is. */
	size_t at;
	struct store_remote_key after;
	bool began;
};

void store_remote_diff_init(struct store_remote_diff *diff, enum store_remote_word word,
	bool value, const struct store_remote_key *list, size_t len);
/* Continues with at most max rows; the view can be another one each time. */
int store_remote_diff_step(const struct store_view *view, uint32_t account,
	struct store_remote_diff *diff, size_t max) MUST_USE;
void store_remote_diff_done(struct store_remote_diff *diff);

#endif
