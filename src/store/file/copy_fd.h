/*
 * Bytes from a file or pipe into a new file, while somebody waits: the one way of copies
 * of a whole store.
 */
#ifndef STORE_FILE_COPY_FD_H
#define STORE_FILE_COPY_FD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct err;

/* Who is told how many bytes went over, at the start, now and then, and when all of them
 * are on the disk. NULL: nobody; false ends it. */
struct pour {
	bool (*go_on)(void *data, uint64_t done);
	void *data;
};

/* All of `from` to `to`, which is on the disk then. 0, an errno, or ECANCELED: it was
 * ended. */
int store_file_copy_fd(int from, int to, const struct pour *pour) MUST_USE;

/* The sentence for that. */
int store_file_copy_stopped(struct err *err);

#endif
