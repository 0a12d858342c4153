#include "config.h"

#include "fault.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static enum fault_kind kind;
static int left, hit;

void
fault_set(enum fault_kind new_kind, int n)
{
	kind = new_kind;
	left = n;
	hit = 0;
}

int
fault_hit(void)
{
	return hit;
}

/* True when this call must not go through; errno is set. */
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
	if (!falls())
		return syscall(SYS_pwrite64, fd, bytes, n, at);
	if (kind == FAULT_TORN) {
		syscall(SYS_pwrite64, fd, bytes, n / 2, at);
		kill(getpid(), SIGKILL);
	}
	return -1;
}

ssize_t
writev(int fd, const struct iovec *parts, int len)
{
	if (!falls())
		return syscall(SYS_writev, fd, parts, len);
	if (kind == FAULT_TORN) {
		syscall(SYS_write, fd, parts[0].iov_base, parts[0].iov_len / 2);
		kill(getpid(), SIGKILL);
	}
	return -1;
}

int
fdatasync(int fd)
{
	if (!falls())
		return (int)syscall(SYS_fdatasync, fd);
	if (kind == FAULT_TORN)
		kill(getpid(), SIGKILL);
	return -1;
}
