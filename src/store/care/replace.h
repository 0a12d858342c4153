/*
 * A new store is made in a directory of its own and takes the place of the present one,
 * whether that can be opened or not: the frame of restore and repair.
 */
#ifndef STORE_CARE_REPLACE_H
#define STORE_CARE_REPLACE_H

#include "base/attr.h"
#include "base/buf.h"

struct err;
struct store;
struct store_batch;

struct replace {
	const char *dir;
	const char *why;   /* part of the name under which the present file stays */
	struct buf room;   /* the directory of the new file */
	struct buf data;   /* the new file */
	struct store *now; /* the present store, and a batch that */
	struct store_batch *batch; /* keeps others from writing; NULL: can't be opened */
};

/* Makes the new file's directory, empty. dir and why are kept. */
int store_care_replace_begin(
	struct replace *r, const char *dir, const char *why, struct err *err) MUST_USE;
/* From here on nobody writes the present store. OK also when it is too damaged to be
 * opened, or not there. */
int store_care_replace_lock(struct replace *r, struct err *err) MUST_USE;
/* Puts the new file, which no one has open, into its place. *kept gets the path of the
 * old one, and stays empty when there was none. */
int
store_care_replace_finish(struct replace *r, struct buf *kept, struct err *err) MUST_USE;
/* Frees, and removes what is left of the directory. */
void store_care_replace_done(struct replace *r);

#endif
