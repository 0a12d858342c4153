/*
 * The directory of media on the disk: finding it, names of files in it, its trash. The
 * option media-dir says where it is. All access is by descriptors of directories and
 * follows no symbolic link below the first of them, so nothing outside is ever touched:
 * files of other programs, whose paths begin with a slash, are only read. The worker's.
 */
#ifndef ENGINE_MEDIA_DISK_H
#define ENGINE_MEDIA_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/attr.h"
#include "base/err.h"

struct arena;
struct download_record;
struct engine;

/* For errno after a failure with a path. Returns the status. */
int engine_media_disk_cannot(struct err *err, const char *path);

/* ---- directory.c */

/* The path of the directory; free() it. Any thread. */
char *engine_media_dir(const char *option, const char *store_path);

/* Opens the directory. The first time, it is created and marked with a file; if the mark
 * is missing later, the disk is not mounted, and nothing is created: ERR_NOT_FOUND. */
int engine_media_disk_open(struct engine *engine, int *dir, struct err *err) MUST_USE;
/* Opens it only if it is there and marked. */
int engine_media_disk_find(struct engine *engine, int *dir) MUST_USE;

/* ---- disk.c */

/* The whole path of a file below root, or of another program's; free() it. Any thread. */
char *engine_media_disk_path(const char *root, const char *path);
/* Opens the folder of a path below the directory and gives the file's name in it.
 * make: makes the folders that are missing. */
int engine_media_disk_folder(int dir, const char *path, bool make, int *folder,
	const char **name, struct err *err) MUST_USE;
/* Stats a file below the directory, or (part) the part of it that is here. False: it does
 * not exist, or is not a plain file. */
bool
engine_media_disk_stat(int dir, const char *path, bool part, struct stat *file) MUST_USE;

/* Makes the part of a file in a folder unless it or the file is there, and has the record
 * say which file on the disk it is: so it is known again by whatever name. */
void
engine_media_disk_make_part(int folder, const char *name, struct download_record *record);
/* Removes the name of a part. */
void engine_media_disk_drop_part(int dir, const char *path);

/* Whether the record's file is as it came: nobody has replaced, changed or linked it. */
bool engine_media_disk_is_ours(int dir, const struct download_record *record) MUST_USE;
/* Whether there is certainly nothing at a path below the directory. */
bool engine_media_disk_lacks(int dir, const char *path) MUST_USE;

/* Whether a file below the directory, or what is here of it, has the name; the case of
 * letters does not matter, as on USB sticks and phones. */
bool engine_media_disk_taken(int dir, const char *path) MUST_USE;

/* Fills *out for a file of another program, which stays where it is. False: there is none
 * of that whole path. What it points to is the caller's. Any thread. */
bool engine_media_disk_adopt(
	const char *directory, const char *file, struct download_record *out) MUST_USE;

/* A download's places in the trash: for its file, and for another version of that. */
enum engine_media_trash {
	ENGINE_MEDIA_TRASH_FILE,
	ENGINE_MEDIA_TRASH_FORMER,
};
/* Moves a download's file, or what is here of it, to the trash; back from there, to path;
 * or deletes it there. OK also if there is none. A file that is not the one which the
 * record describes stays where it is. */
int engine_media_disk_trash(int dir, uint64_t item, enum engine_media_trash place,
	const char *path, const struct download_record *record, struct err *err) MUST_USE;
int engine_media_disk_restore(int dir, uint64_t item, enum engine_media_trash place,
	const char *path, struct err *err) MUST_USE;
int engine_media_disk_delete(
	int dir, uint64_t item, enum engine_media_trash place, struct err *err) MUST_USE;

/* Renames a file by its first bytes if its extension was guessed, since neither its type
 * nor its address gave one. Returns the new path; free() it. NULL: as before. */
char *engine_media_disk_extend(int dir, const struct download_record *record) MUST_USE;
/* After a crash between the last byte of a file and the commit that says so: a record of
 * a part gets the size of that file and, in arena, the name that it has by then. The file
 * is known by its device and inode. */
void
engine_media_disk_catch_up(int dir, struct download_record *record, struct arena *arena);
/* Gives a file below the directory another name in its folder, if nothing has that. */
int engine_media_disk_rename(
	int dir, const char *from, const char *to, struct err *err) MUST_USE;

/* Free bytes of the disk; INT64_MAX: unknown. */
int64_t engine_media_disk_free_space(int dir);
/* Whether a download's file begins as something that is not played, although its type and
 * address promise an episode. */
bool engine_media_disk_is_wrong(int dir, const struct download_record *record) MUST_USE;

#endif
