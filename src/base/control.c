#include "config.h"

#include "base/control.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"

#define PLACES 3

/* The directories in which sockets may be, the best first. A program from cron or another
 * login may not have the variable that the reader has, so all of them are searched. */
static bool
socket_dir(size_t i, char *out, size_t size)
{
	const char *runtime = getenv("XDG_RUNTIME_DIR");
	long uid = (long)getuid();
	int n = -1;
	if (i == 0 && runtime && runtime[0] == '/')
		n = snprintf(out, size, "%s/courant", runtime);
	else if (i == 1)
		n = snprintf(out, size, "/run/user/%ld/courant", uid);
	else if (i == 2)
		n = snprintf(out, size, "/tmp/courant-%ld", uid);
	return n > 0 && (size_t)n < size;
}

/* Whether it belongs to us alone. */
static bool
is_ours(const char *dir)
{
	struct stat st;
	return lstat(dir, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == getuid() &&
	       !(st.st_mode & (S_IRWXG | S_IRWXO));
}

/* What the names of a store's sockets begin with. */
static void
prefix(const char *store, char *out, size_t size)
{
	char *real = realpath(store, NULL);
	const char *path = real ? real : store;
	snprintf(out, size, "%016" PRIx64 ".", hash64(path, strlen(path)));
	free(real);
}

static bool
address(struct sockaddr_un *out, const char *dir, const char *name)
{
	*out = (struct sockaddr_un){.sun_family = AF_UNIX};
	int n = snprintf(out->sun_path, sizeof out->sun_path, "%s/%s", dir, name);
	return n > 0 && (size_t)n < sizeof out->sun_path;
}

/* The address of a new socket, in the first directory that can be used. */
static bool
new_address(struct sockaddr_un *out, const char *name)
{
	char dir[96];
	for (size_t i = 0; i < PLACES; i++)
		if (socket_dir(i, dir, sizeof dir) && address(out, dir, name) &&
			(mkdir(dir, 0700) == 0 || errno == EEXIST) && is_ours(dir))
			return true;
	return false;
}

int
control_listen(const char *store, char **path, struct err *err)
{
	char name[48], first[24];
	struct sockaddr_un at;
	prefix(store, first, sizeof first);
	snprintf(name, sizeof name, "%s%ld", first, (long)getpid());
	if (!new_address(&at, name)) {
		err_set(err, ERR_IO, _("no directory for a socket: set XDG_RUNTIME_DIR"));
		return -1;
	}
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	unlink(at.sun_path);
	bool good = fd >= 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 &&
		    fcntl(fd, F_SETFL, O_NONBLOCK) == 0 &&
		    bind(fd, (struct sockaddr *)&at, sizeof at) == 0 &&
		    chmod(at.sun_path, 0600) == 0 && listen(fd, 4) == 0;
	if (!good) {
		err_set_errno(err, ERR_IO, _("cannot listen on %s"), at.sun_path);
		if (fd >= 0)
			close(fd);
		return -1;
	}
	*path = mem_strdup(at.sun_path);
	return fd;
}

/* Tries one socket; one that nobody listens on is removed. */
static bool
try(const char *dir, const char *name, int *fd)
{
	struct sockaddr_un at;
	*fd = address(&at, dir, name) ? socket(AF_UNIX, SOCK_STREAM, 0) : -1;
	if (*fd < 0)
		return false;
	fcntl(*fd, F_SETFD, FD_CLOEXEC);
	if (connect(*fd, (struct sockaddr *)&at, sizeof at) == 0)
		return true;
	if (errno == ECONNREFUSED)
		unlink(at.sun_path);
	close(*fd);
	return false;
}

/* The newest of a store's sockets that was made before a time; false if there is none. */
static bool
newest(const char *dir, const char *first, const struct timespec *before, char *out,
	size_t size, struct timespec *when)
{
	DIR *list = opendir(dir);
	bool found = false;
	const struct dirent *entry;
	while (list && (entry = readdir(list)) != NULL) {
		struct stat st;
		char path[384];
		if (!str_starts(entry->d_name, first))
			continue;
		snprintf(path, sizeof path, "%s/%s", dir, entry->d_name);
		if (lstat(path, &st) != 0)
			continue;
		const struct timespec *t = &st.st_mtim;
		bool early =
			t->tv_sec < before->tv_sec ||
			(t->tv_sec == before->tv_sec && t->tv_nsec < before->tv_nsec);
		bool later = !found || t->tv_sec > when->tv_sec ||
			     (t->tv_sec == when->tv_sec && t->tv_nsec > when->tv_nsec);
		if (early && later) {
			found = true;
			*when = *t;
			snprintf(out, size, "%s", entry->d_name);
		}
	}
	if (list)
		closedir(list);
	return found;
}

static bool
connect_newest(const char *dir, const char *first, int *fd)
{
	struct timespec before = {.tv_sec = INT32_MAX}, when = {0};
	char name[256];
	while (newest(dir, first, &before, name, sizeof name, &when)) {
		if (try(dir, name, fd))
			return true;
		before = when;
	}
	return false;
}

int
control_connect(const char *store, pid_t pid, int *fd, struct err *err)
{
	char dir[96], first[24], name[48];
	prefix(store, first, sizeof first);
	snprintf(name, sizeof name, "%s%ld", first, (long)pid);
	for (size_t i = 0; i < PLACES; i++)
		if (socket_dir(i, dir, sizeof dir) && is_ours(dir) &&
			(pid ? try(dir, name, fd) : connect_newest(dir, first, fd)))
			return OK;
	return pid ? err_set(err, ERR_NOT_FOUND,
			     _("no reader with the process id %ld is running"), (long)pid)
		   : err_set(err, ERR_NOT_FOUND, _("no reader is running"));
}

/* ---- a program's own socket */

char *
control_path(const char *store, const char *program)
{
	char first[24], name[64];
	struct sockaddr_un at;
	prefix(store, first, sizeof first);
	/* Must not begin like the sockets of readers, which are found by their prefix. */
	snprintf(name, sizeof name, "%s-%ssock", program, first);
	return new_address(&at, name) ? mem_strdup(at.sun_path) : NULL;
}

int
control_lock(const char *path)
{
	char name[sizeof((struct sockaddr_un *)0)->sun_path + 8];
	snprintf(name, sizeof name, "%s.lock", path);
	int fd = open(name, O_RDONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0) {
		close(fd);
		return -1;
	}
	return fd;
}
