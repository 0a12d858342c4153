#include "config.h"

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/vfs.h>
#else
#include <sys/mount.h>
#endif
#include <time.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"

#define LEFT_SECONDS 3600
#define CHUNK ((size_t)64 * 1024)

static int
read_all(int fd, const char *name, struct buf *out, struct err *err)
{
	for (;;) {
		size_t room = out->max && out->max - out->len < CHUNK
				      ? out->max - out->len
				      : CHUNK;
		char extra = 0;
		char *to = room ? buf_reserve(out, room) : &extra;
		ssize_t n = read(fd, to, room ? room : 1);
		if (n == 0)
			return OK;
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return err_set_errno(err, ERR_IO, _("cannot read %s"), name);
		if (!room)
			return err_set(err, ERR_LIMIT, _("%s is larger than %zu bytes"),
				name, out->max);
		buf_end(out, (size_t)n);
	}
}

/* A named pipe that nobody writes to would keep the program waiting for ever. */
static int
wait_for_writer(int fd, const char *name, struct buf *out, struct err *err)
{
	struct stat file;
	char first;
	bool pipe = fstat(fd, &file) == 0 && S_ISFIFO(file.st_mode);
	ssize_t n = pipe ? read(fd, &first, 1) : 1;
	if (n == 0)
		return err_set(
			err, ERR_IO, _("%s is a pipe that nobody writes to"), name);
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
	return pipe && n > 0 ? buf_add(out, &first, 1) : OK;
}

static int
cannot_open(const char *path, struct err *err)
{
	return err_set_errno(
		err, errno == ENOENT ? ERR_NOT_FOUND : ERR_IO, _("cannot open %s"), path);
}

int
file_read_own(const char *path, struct buf *out, struct err *err)
{
	struct stat file;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
	if (fd < 0)
		return cannot_open(path, err);
	int status = fstat(fd, &file) == 0 && S_ISREG(file.st_mode)
			     ? read_all(fd, path, out, err)
			     : err_set(err, ERR_IO, _("cannot open %s"), path);
	close(fd);
	return status;
}

int
file_read(const char *path, struct buf *out, struct err *err)
{
	if (str_eq(path, "-"))
		return read_all(STDIN_FILENO, "standard input", out, err);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return cannot_open(path, err);
	int status = wait_for_writer(fd, path, out, err);
	if (status == OK)
		status = read_all(fd, path, out, err);
	close(fd);
	return status;
}

bool
file_write_all(int fd, const void *bytes, size_t n)
{
	for (const char *p = bytes; n > 0;) {
		ssize_t wrote = write(fd, p, n);
		if (wrote < 0 && errno == EINTR)
			continue;
		if (wrote < 0)
			return false;
		p += wrote;
		n -= (size_t)wrote;
	}
	return true;
}

/* A rename is durable only once its directory is synced. */
static void
sync_dir_of(const char *path)
{
	char *dir = mem_strdup(path);
	char *slash = strrchr(dir, '/');
	if (slash)
		slash[slash == dir] = '\0';
	int fd = open(slash ? dir : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0) {
		fsync(fd);
		close(fd);
	}
	free(dir);
}

static int
write_beside(const char *target, const char *fresh, const void *bytes, size_t n,
	mode_t mode, struct err *err)
{
	struct stat old;
	int fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
	if (fd < 0)
		return err_set_errno(err, ERR_IO, _("cannot create %s"), target);
	if (lstat(target, &old) == 0 && S_ISREG(old.st_mode))
		mode = old.st_mode & 07777;
	bool good =
		fchmod(fd, mode) == 0 && file_write_all(fd, bytes, n) && fsync(fd) == 0;
	good = close(fd) == 0 && good;
	if (good && rename(fresh, target) == 0) {
		sync_dir_of(target);
		return OK;
	}
	int status = errno == ENOSPC || errno == EDQUOT ? ERR_FULL : ERR_IO;
	err_set_errno(
		err, status, _("cannot write %s (the old content is kept)"), target);
	unlink(fresh);
	return status;
}

#define LINKS_MAX 40 /* Linux's own limit */

/* The target of the symbolic link at path, or NULL if path is not one. */
static char *
link_target(const char *path)
{
	char to[4096];
	ssize_t n = readlink(path, to, sizeof to - 1);
	if (n <= 0)
		return NULL;
	to[n] = '\0';
	return to[0] == '/' ? mem_strdup(to) : file_beside(path, to);
}

/* The file to write for path: where links lead in the end, whether it exists or not. */
static char *
final_target(const char *path)
{
	char *at = realpath(path, NULL);
	if (at)
		return at;
	at = mem_strdup(path);
	for (int i = 0; i < LINKS_MAX; i++) {
		char *next = link_target(at);
		if (!next)
			return at;
		free(at);
		at = next;
	}
	return at;
}

/* Deletes NAME.PID.new if its process is gone. The file must also be old, since other
 * machines and containers that use the directory have processes of their own. */
static void
delete_if_left(const char *dir, const char *name, size_t stem)
{
	char *end;
	struct stat file;
	long pid = strtol(name + stem + 1, &end, 10);
	if (pid <= 0 || !str_eq(end, ".new") || kill((pid_t)pid, 0) == 0 ||
		errno != ESRCH)
		return;
	char *path = file_join(dir, name);
	if (lstat(path, &file) == 0 && S_ISREG(file.st_mode) &&
		time(NULL) - file.st_mtime > LEFT_SECONDS)
		unlink(path);
	free(path);
}

/* Deletes what earlier processes were writing for target when they were killed. */
static void
delete_left(const char *target)
{
	const char *slash = strrchr(target, '/'), *base = slash ? slash + 1 : target;
	char *dir = slash ? mem_strndup(target, (size_t)(slash - target) + 1)
			  : mem_strdup("./");
	size_t stem = strlen(base);
	DIR *list = opendir(dir);
	for (struct dirent *entry; list && (entry = readdir(list)) != NULL;)
		if (strncmp(entry->d_name, base, stem) == 0 && entry->d_name[stem] == '.')
			delete_if_left(dir, entry->d_name, stem);
	if (list)
		closedir(list);
	free(dir);
}

/* Writes to a device or a pipe, which must not be replaced by another file. A pipe that
 * nobody reads is not waited for. */
static int
write_into(const char *path, const void *bytes, size_t n, struct err *err)
{
	int fd = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	bool good = fd >= 0 &&
		    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK) == 0 &&
		    file_write_all(fd, bytes, n);
	int code = errno;
	if (fd >= 0)
		close(fd);
	errno = code;
	return good ? OK
		    : err_set_errno(err,
			      code == ENOSPC || code == EDQUOT ? ERR_FULL : ERR_IO,
			      _("cannot write %s"), path);
}

int
file_write_own(
	const char *target, const void *bytes, size_t n, mode_t mode, struct err *err)
{
	size_t size = strlen(target) + 32;
	char *fresh = mem_alloc(size);
	snprintf(fresh, size, "%s.%ld.new", target, (long)getpid());
	unlink(fresh); /* left by a process that had our id and crashed */
	delete_left(target);
	int status = write_beside(target, fresh, bytes, n, mode, err);
	free(fresh);
	return status;
}

int
file_write(const char *path, const void *bytes, size_t n, mode_t mode, struct err *err)
{
	struct stat there;
	if (stat(path, &there) == 0 && !S_ISREG(there.st_mode))
		return write_into(path, bytes, n, err);
	char *target = final_target(path);
	int status = file_write_own(target, bytes, n, mode, err);
	free(target);
	return status;
}

char *
file_join(const char *dir, const char *name)
{
	size_t len = strlen(dir), size = len + strlen(name) + 2;
	char *path = mem_alloc(size);
	snprintf(path, size, "%s%s%s", dir, len && dir[len - 1] == '/' ? "" : "/", name);
	return path;
}

char *
file_folder(const char *path)
{
	const char *slash = strrchr(path, '/');
	if (!slash)
		return mem_strdup(".");
	return mem_strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

char *
file_beside(const char *path, const char *name)
{
	char *dir = file_folder(path), *other = file_join(dir, name);
	free(dir);
	return other;
}

char *
file_expand_home(const char *path)
{
	const char *home = getenv("HOME");
	bool tilde = path[0] == '~' && (path[1] == '/' || path[1] == '\0');
	if (!tilde || str_empty(home))
		return mem_strdup(path);
	return path[1] ? file_join(home, path + 2) : mem_strdup(home);
}

int
file_make_dirs(const char *dir, struct err *err)
{
	char *path = mem_strdup(dir);
	int status = OK;
	for (char *p = path + 1; status == OK; p++) {
		if (*p != '/' && *p != '\0')
			continue;
		char kept = *p;
		struct stat st;
		*p = '\0';
		if (mkdir(path, 0700) != 0 && (errno != EEXIST || stat(path, &st) != 0))
			status = err_set_errno(
				err, ERR_IO, _("cannot create the directory %s"), path);
		else if (stat(path, &st) == 0 && !S_ISDIR(st.st_mode))
			status = err_set(err, ERR_IO,
				_("%s is in the way: it is a file, but must be a "
				  "directory"),
				path);
		*p = kept;
		if (!kept)
			break;
	}
	free(path);
	return status;
}

bool
file_is_remote(const char *dir, bool perhaps)
{
	struct statfs fs;
	if (statfs(dir, &fs) != 0)
		return false;
#ifdef __linux__
	/* statfs(2): FUSE, then NFS, SMB, CIFS, SMB2, 9P, AFS, Ceph, CODA. */
	static const uint32_t remote[] = {0x65735546, 0x6969, 0x517b, 0xff534d42,
		0xfe534d42, 0x01021997, 0x5346414f, 0x00c36400, 0x73757245};
	for (size_t i = perhaps ? 0 : 1; i < COUNT_OF(remote); i++)
		if ((uint32_t)fs.f_type == remote[i])
			return true;
	return false;
#elif defined(MNT_LOCAL)
	(void)perhaps;
	return !(fs.f_flags & MNT_LOCAL);
#else
	(void)perhaps;
	return false;
#endif
}
