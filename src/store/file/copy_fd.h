/*
 * Copies all bytes of a file or pipe into a new file, with progress.
 */
#ifndef STORE_FILE_COPY_FD_H
#define STORE_FILE_COPY_FD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

struct err;

/* go_on is called with the number of bytes copied: at the start, now and then, and when
 * all are on the disk. False stops the copy. NULL: nothing is reported. */
struct copy_progress {
	bool (*go_on)(void *data, uint64_t done);
	void *data;
};

/* Copies from `from` to its end, and syncs `to` to the disk. Returns 0, an errno, or
 * ECANCELED if go_on stopped it. */
int store_file_copy_fd(int from, int to, const struct copy_progress *progress) MUST_USE;

/* Sets the sentence for ECANCELED. Returns ERR_CANCELLED. */
int store_file_copy_stopped(struct err *err);

#endif
