#include "config.h"

#include "fault.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

/* The worker's thread writes as well. */
static _Atomic enum fault_kind kind;
static atomic_int left, hit;
static struct fault_watch watching;
static int told; /* the watch is being called */

void
fault_set(enum fault_kind new_kind, int n)
{
	kind = new_kind;
	left = n;
	hit = 0;
}

void
fault_watch(const struct fault_watch *watch)
{
	watching = watch ? *watch : (struct fault_watch){NULL, NULL, NULL};
}

static void
tell_write(int fd, const void *bytes, size_t n, off_t at)
{
	if (!watching.wrote || told)
		return;
	told = 1;
	watching.wrote(watching.data, fd, bytes, n, at);
	told = 0;
}

int
fault_hit(void)
{
	return hit;
}

/* True if this call must fail; errno is set. */
static int
falls(void)
{
	if (kind == FAULT_NONE || (left > 1 && left--))
		return 0;
	hit = 1;
	if (kind == FAULT_KILL)
		kill(getpid(), SIGKILL);
	errno = kind == FAULT_FULL ? ENOSPC : EIO;
	return 1;
}

ssize_t
pwrite(int fd, const void *bytes, size_t n, off_t at)
{
	if (!falls()) {
		ssize_t wrote = syscall(SYS_pwrite64, fd, bytes, n, at);
		if (wrote > 0)
			tell_write(fd, bytes, (size_t)wrote, at);
		return wrote;
	}
	if (kind == FAULT_TORN) {
		syscall(SYS_pwrite64, fd, bytes, n / 2, at);
		kill(getpid(), SIGKILL);
	}
	return -1;
}

#if defined __GLIBC__ && __SIZEOF_LONG__ == 4
/* Here the name stands for pwrite64, but LMDB may have been built for small files. */
ssize_t small_pwrite(int fd, const void *bytes, size_t n, long at) __asm__("pwrite");

ssize_t
small_pwrite(int fd, const void *bytes, size_t n, long at)
{
	return pwrite(fd, bytes, n, at);
}
#endif

ssize_t
writev(int fd, const struct iovec *parts, int len)
{
	if (!falls()) {
		off_t at = lseek(fd, 0, SEEK_CUR);
		ssize_t wrote = syscall(SYS_writev, fd, parts, len);
		for (int i = 0; wrote > 0 && i < len; at += (off_t)parts[i++].iov_len)
			tell_write(fd, parts[i].iov_base, parts[i].iov_len, at);
		return wrote;
	}
	if (kind == FAULT_TORN) {
		syscall(SYS_write, fd, parts[0].iov_base, parts[0].iov_len / 2);
		kill(getpid(), SIGKILL);
	}
	return -1;
}

/* For calls that are done or not done: nothing can be torn. */
static int
whole(long number, long a, long b, long c, long d)
{
	if (!falls())
		return (int)syscall(number, a, b, c, d);
	if (kind == FAULT_TORN)
		kill(getpid(), SIGKILL);
	return -1;
}

int
fdatasync(int fd)
{
	int code = whole(SYS_fdatasync, fd, 0, 0, 0);
	if (code == 0 && watching.synced && !told) {
		told = 1;
		watching.synced(watching.data, fd);
		told = 0;
	}
	return code;
}

/* A pipe is not on a disk. */
static int
is_file(int fd)
{
	struct stat st;
	return fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

ssize_t
write(int fd, const void *bytes, size_t n)
{
	if (!is_file(fd) || !falls())
		return syscall(SYS_write, fd, bytes, n);
	if (kind == FAULT_TORN) {
		syscall(SYS_write, fd, bytes, n / 2);
		kill(getpid(), SIGKILL);
	}
	return -1;
}

int
fsync(int fd)
{
	return whole(SYS_fsync, fd, 0, 0, 0);
}

int
unlink(const char *path)
{
	return whole(SYS_unlinkat, AT_FDCWD, (long)path, 0, 0);
}

int
rename(const char *from, const char *to)
{
	return whole(SYS_renameat, AT_FDCWD, (long)from, AT_FDCWD, (long)to);
}
