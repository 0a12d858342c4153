/*
 * Does to items what an action says (model/action_rows.h), for the user or a rule:
 *
 *	const struct store_act act = {.action = ACTION_TAG, .tag = "later", .now = now};
 *	status = store_act(batch, &act, ids, len, &changed, err);
 */
#ifndef STORE_ACT_H
#define STORE_ACT_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "model/action.h"

struct err;
struct store_batch;

struct store_act {
	enum action action;  /* an ACTION_OF_ITEMS */
	int64_t now;         /* seconds since 1970 */
	const char *tag;     /* ACTION_WITH_TAG */
	const char *place;   /* QUEUE: "next", or NULL for the end; REORDER, ORDER: where
			      * to, as   store_media_queue_place takes it */
	const char *address; /* CHOOSE: of one of the item's enclosures */
	const char *rule;    /* RATE: its text, */
	int64_t score;       /* and what it adds to the items' scores */
};

/* Does the action in the batch, journaled if it can be undone. Adds the number of changed
 * items to *changed, which may be NULL. Returns a status; ERR_INVALID: nothing of that
 * kind can be done to items. */
int store_act(struct store_batch *batch, const struct store_act *act, const uint64_t *ids,
	size_t len, size_t *changed, struct err *err) MUST_USE;

#endif
