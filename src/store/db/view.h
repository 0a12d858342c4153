/*
 * Reading the store. A view is a short read transaction: never keep one open across
 * poll(), a wait, or a call into another layer, since pages that an open view may need
 * are not reused and the file grows. What is read from a view is copied into the caller's
 * arena and stays valid as long as the arena.
 *
 * Any thread may open views, several at a time. Functions that read return 0 or a
 * negative enum status: ERR_NOT_FOUND for an unknown id, ERR_DAMAGED for a record whose
 * checksum is wrong (skip it and continue), ERR_IO for anything else. They have no struct
 * err; store_fail makes a sentence of what they return.
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

/* A view is a local variable of its user. */
struct store_view {
	struct store *store;
	void *txn;
};
int
store_view_begin(struct store *store, struct store_view *view, struct err *err) MUST_USE;
void store_view_end(struct store_view *view);

/* Grows with each commit of any process: equal numbers mean equal content. */
uint64_t store_view_version(const struct store_view *view);

/* Makes a sentence of what a function that reads returned; OK stays OK. `what` is a
 * translated "cannot …". Returns the status for it. */
int store_fail(const struct store *store, int code, struct err *err, const char *what);

/* True if the disk or the permissions allow reading only. */
bool store_read_only(const struct store *store);
/* True if there was no store and this one is kept nowhere (store_open_to_read): nothing
 * outside may be changed because of it either. */
bool store_temporary(const struct store *store);

/* A sentence without a full stop about the place where the store is, for users; NULL if
 * there is nothing to say. */
const char *store_notice(const struct store *store);

/* The data file, to be watched. */
const char *store_path(const struct store *store);

/* Stops this process as SIGTSTP does, but not while one of its threads is writing, since
 * then nobody else could write until it continues. For the user's thread, also in a
 * signal handler. Waits at most two seconds. */
void store_stop(struct store *store);

/* Has a thread of this process waited for more than a second to write, because another
 * process is writing, or was stopped while writing? Any thread. */
bool store_waits(const struct store *store);

#endif
