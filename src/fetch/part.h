/*
 * A file while it comes over the network: NAME.part in a directory that is held open, and
 * NAME once it is whole and on the disk. Only the bytes themselves survive a crash, so
 * what is in NAME.part is always the beginning of the file.
 *
 * Everything here may wait for the disk. A struct fetch_part belongs to one thread at a
 * time; fetch_file_publish (fetch.h), which is here as well, to any.
 */
#ifndef FETCH_PART_H
#define FETCH_PART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct fetch_file;

struct fetch_part {
	int dir, fd; /* -1: not open */
	char *name;  /* NULL: it stays NAME.part */
	char *part;
	int64_t keep_free; /* bytes of the disk that are not ours to use */
	int64_t size;      /* bytes that are in it */
	int64_t looked_at; /* size at the last look at the free space */
};

/* Copies what it needs of file and duplicates its directory's descriptor. ERR_INVALID for
 * a name that is more than the name of a file. */
int fetch_part_init(
	struct fetch_part *part, const struct fetch_file *file, struct err *err) MUST_USE;
/* Closes it, if open, and leaves NAME.part where it is. */
void fetch_part_done(struct fetch_part *part);

/* Opens NAME.part, or makes it, and sets size. Never follows a symbolic link. ERR_DENIED:
 * NAME is there already, or NAME.part is no plain file of this user's. ERR_BUSY: it is
 * open elsewhere, in this process or another. */
int fetch_part_open(struct fetch_part *part, struct err *err) MUST_USE;
void fetch_part_close(struct fetch_part *part);

/* Throws away what is in it. */
int fetch_part_clear(struct fetch_part *part, struct err *err) MUST_USE;
/* Is there room for total bytes in all (-1: unknown)? ERR_FULL if not. */
int fetch_part_room(struct fetch_part *part, int64_t total, struct err *err) MUST_USE;
/* The n bytes at offset at, which is at most size: those that are there already must be
 * the same, or it is ERR_DAMAGED; the others are appended. ERR_FULL, ERR_IO: what could
 * be written stays, and size says how much that is. */
int fetch_part_put(struct fetch_part *part, int64_t at, const char *bytes, size_t n,
	struct err *err) MUST_USE;
/* All of it is there: onto the disk, under its name, closed. */
int fetch_part_finish(struct fetch_part *part, struct err *err) MUST_USE;

#endif
