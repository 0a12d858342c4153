/*
 * Backup and compact: complete copies of the data file, beside it or in its place.
 */
#ifndef STORE_FILE_COPY_H
#define STORE_FILE_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct err;
struct store;

/* How the caller follows a job that takes time. Each function may be NULL. */
struct store_watch {
	/* Gets a sentence for each fault that a check finds, at most 20 of each kind. */
	void (*report)(void *data, const char *sentence);
	/* Called now and then with the progress made. If it returns false, the job ends
	 * with ERR_CANCELLED. */
	bool (*go_on)(void *data, uint64_t done, uint64_t total);
	void *data;
};

/* Writes a complete copy of one state of the store to path, while others use the store. A
 * file of that name is only replaced when the copy is complete. watch may be NULL. */
int store_file_backup(struct store *store, const char *path,
	const struct store_watch *watch, struct err *err) MUST_USE;

/* Makes the data file as small as its content allows; *before and *after are its size in
 * bytes. Meanwhile others can read, and wait to write. Each process then opens the new
 * file by itself. watch may be NULL; it is not called before others have to wait. */
int store_file_compact(struct store *store, const struct store_watch *watch,
	uint64_t *before, uint64_t *after, struct err *err) MUST_USE;

#endif
