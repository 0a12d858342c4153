#include "config.h"

#include "engine/media/disk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/fold.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "fetch/result.h"
#include "model/episode_record.h"
#include "model/media.h"

#define TRASH ".trash"
#define PART ".part"
#define FORMER ".former"
#define OPEN_DIR (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

int
engine_media_disk_cannot(struct err *err, const char *path)
{
	enum status status = errno == ENOSPC || errno == EDQUOT ? ERR_FULL : ERR_IO;
	return err_set_errno(err, status, _("cannot use %s"), path);
}

char *
engine_media_disk_path(const char *root, const char *path)
{
	return path[0] == '/' ? mem_strdup(path) : file_join(root, path);
}

/* The folder of another program's file: links in its path are the user's. */
static int
open_elsewhere(const char *path, int *folder, const char **name, struct err *err)
{
	const char *slash = strrchr(path, '/');
	char *up = mem_strndup(path, (size_t)(slash - path) + 1);
	int fd = open(up, OPEN_DIR & ~O_NOFOLLOW);
	free(up);
	if (fd < 0)
		return engine_media_disk_cannot(err, path);
	*folder = fd;
	*name = slash + 1;
	return OK;
}

int
engine_media_disk_folder(int dir, const char *path, bool make, int *folder,
	const char **name, struct err *err)
{
	if (path[0] == '/')
		return open_elsewhere(path, folder, name, err);
	char part[256];
	int at = fcntl(dir, F_DUPFD_CLOEXEC, 0);
	const char *slash;
	while (at >= 0 && (slash = strchr(path, '/')) != NULL) {
		size_t n = (size_t)(slash - path);
		int next = -1;
		errno = EINVAL;
		if (n && n < sizeof part && path[0] != '.') {
			memcpy(part, path, n);
			part[n] = '\0';
			if (make && mkdirat(at, part, 0755) != 0 && errno != EEXIST)
				next = -1;
			else
				next = openat(at, part, OPEN_DIR);
		}
		int code = errno;
		close(at);
		errno = code;
		at = next;
		path = slash + 1;
	}
	if (at < 0)
		return engine_media_disk_cannot(err, path);
	*folder = at;
	*name = path;
	return OK;
}

static char *
part_name(const char *name, bool part)
{
	size_t n = strlen(name);
	char *out = mem_alloc(n + sizeof PART);
	memcpy(out, name, n);
	memcpy(out + n, part ? PART : "", part ? sizeof PART : 1);
	return out;
}

bool
engine_media_disk_stat(int dir, const char *path, bool part, struct stat *file)
{
	int folder;
	const char *name;
	if (engine_media_disk_folder(dir, path, false, &folder, &name, NULL) != OK)
		return false;
	char *whole = part_name(name, part);
	bool there = fstatat(folder, whole, file, AT_SYMLINK_NOFOLLOW) == 0 &&
		     S_ISREG(file->st_mode);
	free(whole);
	close(folder);
	return there;
}

/* What is in the way is reported by the download, which gets another name then. */
void
engine_media_disk_make_part(int folder, const char *name, struct download_record *r)
{
	struct stat st;
	if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0)
		return;
	char *part = part_name(name, true);
	int fd = openat(folder, part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd >= 0)
		close(fd);
	if (fstatat(folder, part, &st, AT_SYMLINK_NOFOLLOW) == 0) {
		r->device = st.st_dev;
		r->inode = st.st_ino;
	}
	free(part);
}

void
engine_media_disk_drop_part(int dir, const char *path)
{
	int folder;
	const char *name;
	if (engine_media_disk_folder(dir, path, false, &folder, &name, NULL) != OK)
		return;
	char *part = part_name(name, true);
	unlinkat(folder, part, 0);
	free(part);
	close(folder);
}

/* Whether it is the file that the record describes. */
static bool
is_ours(const struct download_record *r, const struct stat *file)
{
	return file->st_ino == r->inode && file->st_dev == r->device &&
	       file->st_size == r->size && file->st_nlink == 1;
}

bool
engine_media_disk_is_ours(int dir, const struct download_record *r)
{
	struct stat st;
	return r->path && engine_media_disk_stat(dir, r->path, false, &st) &&
	       is_ours(r, &st);
}

bool
engine_media_disk_lacks(int dir, const char *path)
{
	struct stat st;
	return fstatat(dir, path, &st, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT;
}

static bool
is_name(struct buf *folded, const char *name, const struct buf *wanted)
{
	fold_text(folded, name, strlen(name), false, FOLD_CASE);
	return strcmp(buf_str(folded), buf_str(wanted)) == 0;
}

bool
engine_media_disk_taken(int dir, const char *path)
{
	struct buf whole = BUF_INIT(0), part = BUF_INIT(0), there = BUF_INIT(0);
	int folder;
	const char *name;
	bool taken = false;
	if (engine_media_disk_folder(dir, path, false, &folder, &name, NULL) != OK)
		return false;
	DIR *list = fdopendir(folder);
	if (!list)
		close(folder);
	char *with = part_name(name, true);
	fold_text(&whole, name, strlen(name), false, FOLD_CASE);
	fold_text(&part, with, strlen(with), false, FOLD_CASE);
	free(with);
	for (struct dirent *e; !taken && list && (e = readdir(list)) != NULL;)
		taken = is_name(&there, e->d_name, &whole) ||
			is_name(&there, e->d_name, &part);
	if (list)
		closedir(list);
	buf_done(&whole);
	buf_done(&part);
	buf_done(&there);
	return taken;
}

/* The path of a file below the directory, or the file itself if it is elsewhere. */
static const char *
below(const char *directory, const char *file)
{
	size_t n = strlen(directory);
	while (n > 1 && directory[n - 1] == '/')
		n--;
	bool inside = strncmp(file, directory, n) == 0 && file[n] == '/';
	return inside ? file + n + strspn(file + n, "/") : file;
}

bool
engine_media_disk_adopt(
	const char *directory, const char *file, struct download_record *out)
{
	struct stat st;
	const char *path = below(directory, file);
	int dir = open(path == file ? "/" : directory, OPEN_DIR & ~O_NOFOLLOW);
	bool there = dir >= 0 && (path != file || file[0] == '/') &&
		     engine_media_disk_stat(dir, path, false, &st) && st.st_size > 0;
	if (dir >= 0)
		close(dir);
	if (there)
		*out = (struct download_record){.state = DOWNLOAD_HERE,
			.path = (char *)(uintptr_t)path,
			.size = st.st_size,
			.total = st.st_size,
			.device = st.st_dev,
			.inode = st.st_ino,
			.hop_time = TIME_NONE,
			.next = TIME_NONE,
			.foreign = true};
	return there;
}

int64_t
engine_media_disk_free_space(int dir)
{
	struct statvfs fs;
	if (fstatvfs(dir, &fs) != 0 || fs.f_blocks == 0 || fs.f_frsize == 0)
		return INT64_MAX;
	return fs.f_bavail > (uint64_t)INT64_MAX / fs.f_frsize
		       ? INT64_MAX
		       : (int64_t)(fs.f_bavail * fs.f_frsize);
}

/* Returns how many bytes were read. */
static size_t
read_start(int dir, const char *path, void *out, size_t n)
{
	int folder;
	const char *name;
	if (engine_media_disk_folder(dir, path, false, &folder, &name, NULL) != OK)
		return 0;
	int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	ssize_t got = fd >= 0 ? read(fd, out, n) : -1;
	if (fd >= 0)
		close(fd);
	close(folder);
	return got > 0 ? (size_t)got : 0;
}

/* Whether a name in a folder is that of a file. */
static bool
is_file(int folder, const char *name, const struct stat *file)
{
	struct stat st;
	return fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	       S_ISREG(st.st_mode) && st.st_dev == file->st_dev &&
	       st.st_ino == file->st_ino;
}

/* ---- the trash: a folder with the files of downloads, named after their items */

static int
open_trash(int dir, int *trash, struct err *err)
{
	if (mkdirat(dir, TRASH, 0755) != 0 && errno != EEXIST)
		return engine_media_disk_cannot(err, TRASH);
	*trash = openat(dir, TRASH, OPEN_DIR);
	return *trash >= 0 ? OK : engine_media_disk_cannot(err, TRASH);
}

static void
trash_name(char out[static 40], uint64_t item, enum engine_media_trash place, bool part)
{
	snprintf(out, 40, "%" PRIu64 "%s%s", item,
		place == ENGINE_MEDIA_TRASH_FORMER ? FORMER : "", part ? PART : "");
}

/* What a media-command that was stopped may leave beside its part. */
static void
drop_scraps(int folder, const char *name)
{
	static const char *const ends[] = {".part.part", ".part.lock"};
	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		struct buf scrap = BUF_INIT(0);
		buf_adds(&scrap, name);
		buf_adds(&scrap, ends[i]);
		unlinkat(folder, buf_str(&scrap), 0);
		buf_done(&scrap);
	}
}

int
engine_media_disk_trash(int dir, uint64_t item, enum engine_media_trash place,
	const char *path, const struct download_record *r, struct err *err)
{
	int folder, trash, status;
	const char *name;
	if (r->foreign)
		return OK;
	if (engine_media_disk_folder(dir, path, false, &folder, &name, NULL) != OK)
		return OK;
	status = open_trash(dir, &trash, err);
	for (int part = 0; status == OK && part < 2; part++) {
		struct stat st;
		char to[40], *from = part_name(name, part);
		trash_name(to, item, place, part);
		bool there = fstatat(folder, from, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
			     S_ISREG(st.st_mode);
		/* A file that we did not write is the user's. */
		if (there && (part || is_ours(r, &st)) &&
			renameat(folder, from, trash, to) != 0 && errno != ENOENT)
			status = engine_media_disk_cannot(err, path);
		free(from);
	}
	drop_scraps(folder, name);
	if (status == OK)
		close(trash);
	close(folder);
	return status;
}

int
engine_media_disk_restore(int dir, uint64_t item, enum engine_media_trash place,
	const char *path, struct err *err)
{
	int folder, trash;
	const char *name;
	int status = engine_media_disk_folder(dir, path, true, &folder, &name, err);
	if (status != OK)
		return status;
	status = open_trash(dir, &trash, err);
	for (int part = 0; status == OK && part < 2; part++) {
		struct stat st;
		char from[40], *to = part_name(name, part);
		trash_name(from, item, place, part);
		if (fstatat(trash, from, &st, AT_SYMLINK_NOFOLLOW) == 0) {
			/* After a crash between the two, it has both names. */
			if (linkat(trash, from, folder, to, 0) == 0 ||
				(errno == EEXIST && is_file(folder, to, &st)))
				unlinkat(trash, from, 0);
			else if (errno == EEXIST)
				status = err_set(err, ERR_DENIED,
					_("%s exists already and is not overwritten"),
					path);
			else if (renameat(trash, from, folder, to) != 0)
				status = engine_media_disk_cannot(err, path);
		}
		free(to);
	}
	if (status == OK)
		close(trash);
	close(folder);
	return status;
}

int
engine_media_disk_delete(
	int dir, uint64_t item, enum engine_media_trash place, struct err *err)
{
	int trash;
	int status = open_trash(dir, &trash, err);
	for (int part = 0; status == OK && part < 2; part++) {
		char name[40];
		trash_name(name, item, place, part);
		if (unlinkat(trash, name, 0) != 0 && errno != ENOENT)
			status = engine_media_disk_cannot(err, TRASH);
	}
	if (status == OK)
		close(trash);
	return status;
}

/* Only audio and video are played, whatever the name says: a playlist, for example, would
 * make a player open what it names. */
bool
engine_media_disk_is_wrong(int dir, const struct download_record *r)
{
	unsigned char start[16];
	enum media_kind magic =
		media_magic(start, read_start(dir, r->path, start, sizeof start));
	return magic != MEDIA_UNKNOWN && !media_plays(magic) &&
	       media_plays(media_kind(r->type, r->url));
}

int
engine_media_disk_rename(int dir, const char *from, const char *to, struct err *err)
{
	const char *slash = strrchr(to, '/'), *name;
	int folder;
	int status = engine_media_disk_folder(dir, from, false, &folder, &name, err);
	if (status != OK)
		return status;
	status = fetch_file_publish(folder, name, slash ? slash + 1 : to, err);
	close(folder);
	return status;
}

/* Whether a name differs from the wanted one only in its ending. */
static bool
is_extended(const char *name, const char *wanted)
{
	const char *dot = strrchr(wanted, '.');
	size_t n = dot ? (size_t)(dot + 1 - wanted) : 0;
	return n && strncmp(name, wanted, n) == 0 && !strchr(name + n, '.') &&
	       !str_eq(name, wanted);
}

/* Finds the name that engine_media_disk_extend has given a file, and removes the one
 * before if that was interrupted. NULL: it has given it none. free() it. */
static char *
find_extended(int folder, const char *name, const struct stat *file)
{
	char *found = NULL;
	int copy = fcntl(folder, F_DUPFD_CLOEXEC, 0);
	DIR *list = copy >= 0 ? fdopendir(copy) : NULL;
	if (!list && copy >= 0)
		close(copy);
	for (struct dirent *e; !found && list && (e = readdir(list)) != NULL;)
		if (is_extended(e->d_name, name) && is_file(folder, e->d_name, file))
			found = mem_strdup(e->d_name);
	if (list)
		closedir(list);
	if (found && is_file(folder, name, file))
		unlinkat(folder, name, 0);
	return found;
}

void
engine_media_disk_catch_up(int dir, struct download_record *r, struct arena *arena)
{
	struct stat st = {.st_dev = (dev_t)r->device, .st_ino = (ino_t)r->inode};
	bool whole = r->state == DOWNLOAD_HERE ||
		     (r->state == DOWNLOAD_DROPPED && r->was == DOWNLOAD_HERE);
	int folder;
	const char *name;
	if (whole || !r->path || !r->inode || r->foreign ||
		engine_media_disk_folder(dir, r->path, false, &folder, &name, NULL) != OK)
		return;
	/* Only a guessed ending is replaced. */
	bool guess = str_eq(media_extension(r->type, r->url, "?"), "?");
	char *other = guess ? find_extended(folder, name, &st) : NULL;
	if (other)
		r->path = arena_printf(
			arena, "%.*s%s", (int)(name - r->path), r->path, other);
	if (is_file(folder, other ? other : name, &st) &&
		fstatat(folder, other ? other : name, &st, AT_SYMLINK_NOFOLLOW) == 0)
		r->size = st.st_size;
	free(other);
	close(folder);
}

char *
engine_media_disk_extend(int dir, const struct download_record *r)
{
	unsigned char start[16];
	const char *bytes = media_magic_extension(
		start, read_start(dir, r->path, start, sizeof start));
	const char *before = media_extension(r->type, r->url, NULL);
	const char *now = media_extension(r->type, r->url, bytes);
	const char *dot = strrchr(r->path, '.');
	struct buf path = BUF_INIT(0);
	if (r->foreign || str_eq(before, now) || !dot || !str_eq(dot + 1, before))
		return NULL;
	buf_add(&path, r->path, (size_t)(dot + 1 - r->path));
	buf_adds(&path, now);
	if (!engine_media_disk_taken(dir, buf_str(&path)) &&
		engine_media_disk_rename(dir, r->path, buf_str(&path), NULL) == OK)
		return buf_take(&path);
	buf_done(&path);
	return NULL;
}
