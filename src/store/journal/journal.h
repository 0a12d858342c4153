/*
 * The journal: what the user did, recorded in the transaction of the change, so that it
 * can be undone even after a restart.
 *
 *	uint64_t group = 0;      (kept for the next slices of this action)
 *	status = store_journal_begin(batch, &group, now, err);
 *	if (status == OK)
 *		status = store_mark_put_flags(batch, ids, len, 0, ITEM_UNREAD, NULL, err);
 */
#ifndef STORE_JOURNAL_JOURNAL_H
#define STORE_JOURNAL_JOURNAL_H

#include <stdint.h>

#include "base/attr.h"
#include "model/action.h"

struct err;
struct store_batch;

/* From here to the end of the batch, all changes by store_mark_put_flags,
 * store_mark_read, store_item_put_tag, store_mark_put_trash, store_poll_merge and
 * store_journal_put_line are recorded as one group, which is undone as a whole. *group 0:
 * begins a new group; otherwise continues that one, in a later slice of the same action.
 * What was undone before can no longer be redone. */
int store_journal_begin(struct store_batch *batch, uint64_t *group, int64_t now,
	struct err *err) MUST_USE;

/* Stops recording before the batch ends. Returns a status. */
int store_journal_end(struct store_batch *batch, struct err *err) MUST_USE;

/* The same for what rules do to arrivals, feed by feed, in one batch: begun for each
 * feed, and paused after it. It is written to the journal at the end of the batch, with
 * the number of the rule that did it. */
int store_journal_begin_rules(struct store_batch *batch, uint64_t *group, int64_t now,
	struct err *err) MUST_USE;
/* What follows is done by the rule with this number in the config, from 1; 0: by none of
 * them. */
void store_journal_rule(struct store_batch *batch, uint32_t rule);
void store_journal_pause_rules(struct store_batch *batch);

/* An entry of its own that only says what the group is; act has the flag ACTION_IS_PART.
 * name: who did it, such as an account; may be NULL. */
int store_journal_put_head(struct store_batch *batch, enum action act, const char *name,
	struct err *err) MUST_USE;

/* A change of a line in the feeds file. */
struct store_line {
	enum action act; /* one that is ACTION_OF_LINES */
	const char *url, *name;
	/* Without the line feed; NULL: no line before, or after. */
	const char *before, *after;
	uint32_t line; /* number of the line, from 1 */
};
int store_journal_put_line(struct store_batch *batch, const struct store_line *line,
	struct err *err) MUST_USE;

#endif
