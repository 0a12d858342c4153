/*
 * Whole files: read with a maximum, written atomically (a new file beside, fsync,
 * rename), so that a crash leaves the old or the new one, never half.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"

/* Appends path's content to out. "-" reads standard input. ERR_NOT_FOUND when there is
 * none, ERR_LIMIT past out's maximum, ERR_IO for a directory or an unreadable file. */
int file_read(const char *path, struct buf *out, struct err *err) MUST_USE;
/* Writes all n bytes to the descriptor, however often that takes. False: errno says why.
 * In signal handlers, too. */
bool file_write_all(int fd, const void *bytes, size_t n);
/* Replaces path (following symbolic links to what they lead to, there or not, and keeping
 * the old file's mode; mode for a new one). */
int file_write(const char *path, const void *bytes, size_t n, mode_t mode,
	struct err *err) MUST_USE;
/* "dir/name", to be freed with free(). */
char *file_join(const char *dir, const char *name) NEVER_NULL;
/* "~" and "~/x" as a shell expands them, if HOME is set; any other path as it is. To be
 * freed with free(). */
char *file_expand_home(const char *path) NEVER_NULL;
/* Makes dir and its parents, 0700. */
int file_make_dirs(const char *dir, struct err *err) MUST_USE;

/* Is the directory on the disk of another computer, which may change it without this one
 * being told? perhaps: also where it can't be known (FUSE). */
bool file_is_remote(const char *dir, bool perhaps);

#endif
