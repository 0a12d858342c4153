/*
 * Reading the store. A view is a short read transaction: never keep one open across
 * poll(), a wait, or a call into another layer, since an old view keeps the file from
 * reusing pages. What a view hands out is copied into the caller's arena and lives as
 *long as that.
 *
 * Any thread may open views at the same time. Functions that read return 0 or a negative
 * enum status: ERR_NOT_FOUND for an unknown id, ERR_DAMAGED for a record whose checksum
 *is wrong (skip it and go on), ERR_IO for the rest.
 *
 *	struct store_view view;
 *	int status = store_view_begin(store, &view, err);
 *	if (status)
 *		return status;
 *	status = store_item(&view, id, &arena, &item);
 *	store_view_end(&view);
 *	return store_fail(store, status, err, _("cannot read the item"));
 */
#ifndef STORE_DB_VIEW_H
#define STORE_DB_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct err;
struct store;

/* A view lives in the caller's frame. */
struct store_view {
	struct store *store;
	void *txn;
};
int
store_view_begin(struct store *store, struct store_view *view, struct err *err) MUST_USE;
void store_view_end(struct store_view *view);

/* Grows with each commit of any process: equal numbers, equal content. */
uint64_t store_view_version(const struct store_view *view);

/* Functions that read have no err; this makes a sentence of what they return. `what` is a
 * translated "cannot …". Returns the status: what was returned, or what stands for a code
 * of LMDB or errno; OK of OK. */
int store_fail(const struct store *store, int code, struct err *err, const char *what);

/* True when somebody else's disk or permissions allow reading only. */
bool store_read_only(const struct store *store);

/* A sentence without a stop on what users should know of where the store lies; NULL: all
 * is as usual. */
const char *store_notice(const struct store *store);

/* The data file, for watching it. */
const char *store_path(const struct store *store);

/* Stops this process as SIGTSTP does, but not while one of its threads writes: all others
 * would wait until it goes on. Of the user's thread, also in a signal handler. Waits two
 * seconds at most. */
void store_stop(struct store *store);

/* Has a thread of this process waited for more than a second to write, as another process
 * writes, or was stopped while it did? Any thread. */
bool store_waits(const struct store *store);

#endif
