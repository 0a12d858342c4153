/*
 * A file that is being downloaded: NAME.part in an open directory, renamed to NAME once
 * it is complete and on the disk. Bytes are only ever appended, so after a crash
 * NAME.part still holds the beginning of the file.
 *
 * Every call may block on the disk. A struct fetch_part is used by one thread at a time.
 * fetch_file_publish (fetch.h) is implemented here, too; any thread may call it.
 */
#ifndef FETCH_PART_FILE_H
#define FETCH_PART_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "fetch/integrity.h"

struct fetch_file;

struct fetch_part {
	int dir, fd; /* -1: not open */
	char *name;  /* NULL: it stays NAME.part */
	char *part;
	int64_t keep_free;  /* bytes of the disk to leave free */
	int64_t size;       /* bytes in the file */
	int64_t checked_at; /* size when the free space was last checked */
	struct fetch_integrity integrity;
};

/* Copies what it needs from file and duplicates the directory's descriptor. ERR_INVALID
 * if the name is not that of a file in the directory. */
int fetch_part_init(
	struct fetch_part *part, const struct fetch_file *file, struct err *err) MUST_USE;
/* Closes the file if it is open. NAME.part stays where it is. */
void fetch_part_done(struct fetch_part *part);

/* Opens or creates NAME.part and sets size. Never follows a symbolic link. ERR_DENIED:
 * NAME exists already, or NAME.part is not a plain file of this user. ERR_BUSY: another
 * download, in this process or another one, has it open. */
int fetch_part_open(struct fetch_part *part, struct err *err) MUST_USE;
void fetch_part_close(struct fetch_part *part);

/* Empties the file. */
int fetch_part_clear(struct fetch_part *part, struct err *err) MUST_USE;
/* ERR_FULL unless the disk has room for a file of total bytes (-1: unknown). */
int
fetch_part_check_space(struct fetch_part *part, int64_t total, struct err *err) MUST_USE;
/* Takes n bytes that belong at offset `at`, which is at most size. Bytes that the file
 * already has must be equal, otherwise ERR_DAMAGED; the others are appended. After
 * ERR_FULL or ERR_IO the file keeps what could be written, and size says how much. */
int fetch_part_put(struct fetch_part *part, int64_t at, const char *bytes, size_t n,
	struct err *err) MUST_USE;
/* The file is complete: syncs it to the disk, gives it its name and closes it.
 * ERR_DAMAGED: it is not the file whose sums were published, and was emptied. */
int fetch_part_finish(struct fetch_part *part, struct err *err) MUST_USE;

#endif
