/*
 * Whole copies of the data file, and a smaller one in its place.
 */
#ifndef STORE_FILE_COPY_H
#define STORE_FILE_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct err;
struct store;

/* Who follows what takes its time; each may be NULL. */
struct store_watch {
	/* Of a look: gets a sentence for each fault, at most 20 of a kind. */
	void (*report)(void *data, const char *sentence);
	/* Is asked now and then, and told how far it is; false ends it with
	 * ERR_CANCELLED. */
	bool (*go_on)(void *data, uint64_t done, uint64_t total);
	void *data;
};

/* Writes a whole copy of one state of the store to path, while others go on. One that was
 * there stays until the new one is whole. watch may be NULL. */
int store_file_backup(struct store *store, const char *path,
	const struct store_watch *watch, struct err *err) MUST_USE;

/* Makes the file as small as its content allows; before and after are its bytes. Readers
 * go on, writers wait; each process then uses the new file by itself. watch may be NULL;
 * it is asked when others have to wait, and not before. */
int store_file_compact(struct store *store, const struct store_watch *watch,
	uint64_t *before, uint64_t *after, struct err *err) MUST_USE;

#endif
