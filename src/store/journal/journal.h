/*
 * The journal: what the user did, noted in the transaction of the change, so that it can
 * be undone after any time and restart.
 */
#ifndef STORE_JOURNAL_JOURNAL_H
#define STORE_JOURNAL_JOURNAL_H

#include <stdint.h>

#include "base/attr.h"
#include "model/action.h"

struct err;
struct store_batch;

/* From here to the batch's end, what store_item_put_flags, store_item_mark_read,
 * store_item_put_tag, store_item_put_trash and store_journal_put_line change is journaled
 * as one group, to be undone as a whole. *group 0: a new one, else the one to go on with
 * (a slice of the same action in a later batch). What was undone can't be done again from
 * then on. */
int store_journal_begin(struct store_batch *batch, uint64_t *group, int64_t now,
	struct err *err) MUST_USE;

/* Notes the change of a line of the feeds file, NULL: none before, or after. name is what
 * people call the feed. */
struct store_line {
	enum action act; /* ACTION_SUBSCRIBE … ACTION_SET, ACTION_READDRESS */
	const char *url, *name;
	const char *before, *after; /* without the line feed */
	uint32_t line;              /* its number, from 1 */
};
int store_journal_put_line(struct store_batch *batch, const struct store_line *line,
	struct err *err) MUST_USE;

#endif
