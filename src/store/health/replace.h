/*
 * What restore and repair have in common: a new store is made in a directory of its own
 * and takes the place of the present one, even if that cannot be opened.
 *
 *	struct replace r;
 *	status = store_health_replace_begin(&r, dir, "restore", err);
 *	… make the file r.new_data …
 *	if (status == OK)
 *		status = store_health_replace_lock(&r, err);
 *	if (status == OK)
 *		status = store_health_replace_finish(&r, &kept, err);
 *	store_health_replace_done(&r);
 */
#ifndef STORE_HEALTH_REPLACE_H
#define STORE_HEALTH_REPLACE_H

#include "base/attr.h"
#include "base/buf.h"

struct err;
struct store;
struct store_batch;

struct replace {
	const char *dir;
	const char *why;     /* part of the name under which the old file is kept */
	struct buf new_dir;  /* directory of the new file */
	struct buf new_data; /* the new file */
	struct store *now;   /* the present store */
	/* Open to keep others from writing; NULL: the present store cannot be opened. */
	struct store_batch *batch;
};

/* Makes an empty directory for the new file. dir and why must stay valid. */
int store_health_replace_begin(
	struct replace *r, const char *dir, const char *why, struct err *err) MUST_USE;
/* From here on nobody can write to the present store. Returns OK even if it is too
 * damaged to be opened, or not there. */
int store_health_replace_lock(struct replace *r, struct err *err) MUST_USE;
/* Puts the new file, which nobody has open, in its place. *kept gets the path of the old
 * one; it stays empty if there was none. */
int store_health_replace_finish(
	struct replace *r, struct buf *kept, struct err *err) MUST_USE;
/* Frees everything, and removes what is left of the directory. */
void store_health_replace_done(struct replace *r);

#endif
