/*
 * How many unread items each of several queries finds, kept up to date from what commits
 * change, so that hardly ever all items have to be searched again.
 *
 *	struct store_find_tally *tally = store_find_tally_new(STORE_FIND_ACCENTS);
 *	store_find_tally_add(tally, "title:sea");
 *	…
 *	struct store_find_turn turn = {.until_us = …, .now = now, .count = true};
 *	status = store_find_tally_step(tally, store, &turn, err);
 *	struct store_find_sum sum = store_find_tally_sum(tally, 0);
 *	store_find_tally_free(tally);
 *
 * For the thread that writes the store; only one tally of a store works at a time.
 */
#ifndef STORE_FIND_TALLY_H
#define STORE_FIND_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct err;
struct store;
struct store_find_tally;

struct store_find_turn {
	int64_t until_us; /* of time_mono_us; work stops soon after it */
	int64_t now;      /* for ages of items */
	bool count;       /* queries may be recounted, which takes long */
	bool settled;     /* what the index has not got yet is not about to get there */
	/* What happened: */
	bool searched;  /* the step recounted queries, */
	size_t counted; /* this many of them to the end */
	bool wants;     /* some still have to be */
	bool waits;     /* new items wait for the index */
	bool more;      /* there is more to do at once */
};

struct store_find_sum {
	bool known;        /* it was counted */
	uint64_t unread;   /* items; as far as changes were looked at */
	const char *error; /* what is wrong with the query, or NULL; the tally's */
};

/* how: STORE_FIND_ACCENTS or 0. */
struct store_find_tally *store_find_tally_new(int how);
void store_find_tally_free(struct store_find_tally *tally); /* NULL is accepted */
/* Adds a query. Queries are numbered from 0, in this order. All are added before the
 * first step. */
void store_find_tally_add(struct store_find_tally *tally, const char *text);
/* What changed is looked at first; then queries are counted that were not so far, whose
 * results depend on more than an item and its feed's line, or all after changes by other
 * processes. On errors, the next step starts over. */
int store_find_tally_step(struct store_find_tally *tally, struct store *store,
	struct store_find_turn *turn, struct err *err) MUST_USE;
/* Has this process changed anything since the last step? Others may have. */
bool store_find_tally_behind(const struct store_find_tally *tally);
size_t store_find_tally_len(const struct store_find_tally *tally);
const char *store_find_tally_text(const struct store_find_tally *tally, size_t i);
struct store_find_sum
store_find_tally_sum(const struct store_find_tally *tally, size_t i);
/* When the passing of time alone changes results: `now` of the next step that should be
 * made; INT64_MAX: never, or what it changes waits to be counted. */
int64_t store_find_tally_due(const struct store_find_tally *tally);

#endif
