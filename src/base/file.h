/*
 * Reads and writes whole files. Reading has a maximum; writing is atomic (a new file in
 * the same directory, fsync, rename), so that a crash leaves either the old content or
 * the new.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"

/* Appends the content of path to out; "-" is standard input. ERR_NOT_FOUND if it does not
 * exist, ERR_LIMIT if it exceeds out's maximum, ERR_IO for a directory, an unreadable
 * file, or a pipe that nobody has open for writing. */
int file_read(const char *path, struct buf *out, struct err *err) MUST_USE;
/* Writes all n bytes to the descriptor. False on failure, with errno set. Safe in signal
 * handlers. */
bool file_write_all(int fd, const void *bytes, size_t n);
/* Replaces the content of path. Symbolic links are followed, even if their target does
 * not exist. An old file keeps its mode; a new one gets mode. A device or pipe is written
 * to as it is. */
int file_write(const char *path, const void *bytes, size_t n, mode_t mode,
	struct err *err) MUST_USE;
/* The same for directories that others may write to: nothing but a regular file is read
 * (ERR_IO), and anything else of that name is replaced, even a symbolic link, so that
 * nobody can choose which file is written. */
int file_read_own(const char *path, struct buf *out, struct err *err) MUST_USE;
int file_write_own(const char *path, const void *bytes, size_t n, mode_t mode,
	struct err *err) MUST_USE;
/* Returns "dir/name", to be freed with free(). */
char *file_join(const char *dir, const char *name) NEVER_NULL;
/* The directory in which a path is: "." if it names none. To be freed with free(). */
char *file_folder(const char *path) NEVER_NULL;
/* The path of another file in the same directory. To be freed with free(). */
char *file_beside(const char *path, const char *name) NEVER_NULL;
/* Expands "~" and "~/x" as a shell does, if HOME is set; copies any other path. To be
 * freed with free(). */
char *file_expand_home(const char *path) NEVER_NULL;
/* Creates dir and its parents with mode 0700. */
int file_make_dirs(const char *dir, struct err *err) MUST_USE;

/* Is the directory on another computer, so that it may change without a notification?
 * perhaps: also true if that can't be known (FUSE). */
bool file_is_remote(const char *dir, bool perhaps);

#endif
