/*
 * A library for LD_PRELOAD: system calls and allocations of the program courant fail, and
 * its threads crash, where the environment says so. So every place where something may
 * fail is reached in turn, in the program as it is, libraries included.
 *
 *	FAULT_WHAT    names from the table below, separated by commas: what is counted,
 *	              and fails
 *	FAULT_AT      the number of the call that fails, from 1; 0: none, they are counted
 *	FAULT_ON      if set, all later calls fail as well
 *	FAULT_HOW     the errno (a number); "short": half of what was asked is done;
 *	              "slow": all of it, but a third of a second later
 *	FAULT_COUNT   a file that gets the number of calls, whatever ends the program
 *	FAULT_SITES   a file that gets 32 bits for each call that is counted, or for the
 *	              one that fails, at its place in order: they stand for its callers,
 *	              and are the same in each run of the same build
 *	CRASH_THREAD  the number of the thread that crashes, from 1, in order of creation;
 *	              for "stack" those of libraries do not count
 *	CRASH_HOW     segv, bus, fpe, ill, abort, exit or stack
 *
 * tests/faults/run.sh goes through them. Beside that, CLOCK_AT (seconds since 1970) is
 * the time at which each program starts. glibc only.
 */
#include "config.h"

/* Calls of both sizes of off_t and time_t are here, each by its own name. */
#undef _FILE_OFFSET_BITS
#undef _TIME_BITS

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum what {
	MALLOC = 1 << 0,
	WRITE = 1 << 1,
	SYNC = 1 << 2,
	RENAME = 1 << 3,
	MMAP = 1 << 4,
	OPEN = 1 << 5,
	PIPE = 1 << 6,
	FORK = 1 << 7,
	THREAD = 1 << 8,
	READ = 1 << 9,
};

static const struct {
	const char *name;
	int what;
	int code; /* if FAULT_HOW is not set */
} names[] = {
	{"malloc", MALLOC, ENOMEM},
	{"write", WRITE, ENOSPC},
	{"sync", SYNC, EIO},
	{"rename", RENAME, EACCES},
	{"mmap", MMAP, ENOMEM},
	{"open", OPEN, EMFILE},
	{"pipe", PIPE, EMFILE},
	{"fork", FORK, EAGAIN},
	{"thread", THREAD, EAGAIN},
	{"read", READ, EIO},
};

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t n);
void *__libc_memalign(size_t align, size_t n);

enum {
	SITES_MAX = 1 << 20,
	FRAMES = 10
};

static time_t shift; /* of the clock */
static int wanted, code, at;
static bool on, halves, slow;
static _Atomic int *calls, own_calls;
static uint32_t *sites; /* of SITES_MAX */
static atomic_int threads;
static int doomed;
static const char *crash_how;
static __thread bool crash_next, inside;

/* True if a name is among those of a list, between commas: "thread" does not name "read".
 */
static bool
lists(const char *list, const char *name)
{
	for (size_t n; *list; list += n + (list[n] == ',')) {
		n = strcspn(list, ",");
		if (n == strlen(name) && strncmp(list, name, n) == 0)
			return true;
	}
	return false;
}

/* A file of n zeros, shared with the processes that this one starts; or NULL. */
static void *
map_file(const char *path, size_t n)
{
	int fd = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
	if (fd < 0)
		return NULL;
	bool good = ftruncate(fd, 0) == 0 && ftruncate(fd, (off_t)n) == 0;
	void *map = good ? mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
			 : MAP_FAILED;
	close(fd);
	return map == MAP_FAILED ? NULL : map;
}

/* Where the program or library that has this code happens to be. */
static uintptr_t
base_of(void *code_address)
{
#if __GLIBC_PREREQ(2, 35)
	struct dl_find_object object;
	if (_dl_find_object(code_address, &object) == 0)
		return object.dlfo_link_map->l_addr;
#else
	(void)code_address; /* dladdr is too slow here; runs then differ */
#endif
	return 0;
}

/* A number for the innermost callers: FNV-1a over their return addresses. */
static uint32_t
site(void)
{
	void *frames[FRAMES];
	inside = true;
	int len = backtrace(frames, FRAMES);
	uint32_t sum = 2166136261U;
	for (int i = 0; i < len; i++) {
		sum = (sum ^ (uint32_t)((uintptr_t)frames[i] - base_of(frames[i]))) *
		      16777619U;
	}
	inside = false;
	return sum;
}

static void __attribute__((constructor)) set_up(void)
{
	const char *what = getenv("FAULT_WHAT"), *how = getenv("FAULT_HOW");
	const char *number = getenv("FAULT_AT");
	const char *thread = getenv("CRASH_THREAD"), *clock = getenv("CLOCK_AT");
	shift = clock ? (time_t)strtol(clock, NULL, 10) - time(NULL) : 0;
	calls = &own_calls;
	if (strcmp(program_invocation_short_name, "courant") != 0)
		return;
	void *count = map_file(getenv("FAULT_COUNT"), sizeof *calls);
	if (count)
		calls = count;
	sites = map_file(getenv("FAULT_SITES"), SITES_MAX * sizeof *sites);
	if (sites)
		(void)site(); /* loads a library */
	at = number ? (int)strtol(number, NULL, 10) : 0;
	on = getenv("FAULT_ON") != NULL;
	halves = how && strcmp(how, "short") == 0;
	slow = how && strcmp(how, "slow") == 0;
	crash_how = getenv("CRASH_HOW");
	doomed = thread ? (int)strtol(thread, NULL, 10) : 0;
	for (size_t i = 0; what && i < sizeof names / sizeof *names; i++)
		if (lists(what, names[i].name)) {
			wanted |= names[i].what;
			code = how ? (int)strtol(how, NULL, 10) : names[i].code;
		}
}

int
clock_gettime(clockid_t id, struct timespec *ts)
{
	long rc = syscall(SYS_clock_gettime, id, ts);
	if (rc == 0 && id == CLOCK_REALTIME)
		ts->tv_sec += shift;
	return (int)rc;
}

time_t
time(time_t *out)
{
	struct timespec ts;
	(void)clock_gettime(CLOCK_REALTIME, &ts);
	if (out)
		*out = ts.tv_sec;
	return ts.tv_sec;
}

#ifdef SYS_clock_gettime64 /* where time_t may be smaller */
struct wide_time {
	int64_t tv_sec;
	int32_t tv_nsec, filler;
};

int __clock_gettime64(clockid_t id, struct wide_time *ts);
int64_t __time64(int64_t *out);

int
__clock_gettime64(clockid_t id, struct wide_time *ts)
{
	long rc = syscall(SYS_clock_gettime64, id, ts);
	if (rc == 0 && id == CLOCK_REALTIME)
		ts->tv_sec += shift;
	return (int)rc;
}

int64_t
__time64(int64_t *out)
{
	struct wide_time ts;
	(void)__clock_gettime64(CLOCK_REALTIME, &ts);
	if (out)
		*out = ts.tv_sec;
	return ts.tv_sec;
}
#endif

#pragma GCC diagnostic ignored "-Winfinite-recursion"
static int __attribute__((noinline)) use_up_stack(volatile char *above)
{
	volatile char frame[4096];
	frame[0] = above ? above[0] : 0;
	return use_up_stack(frame) + frame[0];
}

static void
crash(void)
{
	static volatile int zero;
	volatile int *nowhere = NULL;
	crash_next = false;
	if (strcmp(crash_how, "abort") == 0)
		abort();
	if (strcmp(crash_how, "exit") == 0)
		exit(1); /* as some libraries do */
	if (strcmp(crash_how, "stack") == 0)
		use_up_stack(NULL);
	if (strcmp(crash_how, "fpe") == 0)
		zero = 12345 / zero;
	if (strcmp(crash_how, "ill") == 0)
		__builtin_trap();
	if (strcmp(crash_how, "bus") == 0) {
		/* a page after the end of its file */
		char *map = mmap(
			NULL, 4096, PROT_READ, MAP_SHARED, memfd_create("bus", 0), 0);
		zero = *(volatile char *)map;
	}
	*nowhere = 1;
}

/* Counts a call. True if it has to fail; errno is set. */
static bool
falls(int what)
{
	if (!calls || inside)
		return false;
	if (crash_next && !(what & MALLOC)) /* its stack for crashes is allocated first */
		crash();
	if (!(wanted & what))
		return false;
	int n = atomic_fetch_add(calls, 1) + 1;
	if (sites && n <= SITES_MAX && (!at || n == at))
		sites[n - 1] = site();
	if (!at || n < at || (n > at && !on))
		return false;
	if (slow)
		nanosleep(&(struct timespec){.tv_nsec = 333000000}, NULL);
	errno = slow ? errno : code;
	return !slow;
}

static void *
next(const char *name)
{
	inside = true;
	void *function = dlsym(RTLD_NEXT, name);
	inside = false;
	return function;
}

/* The function that ours stands before. */
#define NEXT(name)                                                                       \
	static __typeof__(&name) after;                                                  \
	if (!after)                                                                      \
	after = (__typeof__(&name))next(#name)

/* ---- memory */

void *
malloc(size_t n)
{
	return falls(MALLOC) ? NULL : __libc_malloc(n);
}

void *
calloc(size_t n, size_t size)
{
	return falls(MALLOC) ? NULL : __libc_calloc(n, size);
}

void *
realloc(void *old, size_t n)
{
	return falls(MALLOC) ? NULL : __libc_realloc(old, n);
}

void *
aligned_alloc(size_t align, size_t n)
{
	return falls(MALLOC) ? NULL : __libc_memalign(align, n);
}

#define MMAP_AS(name, offset)                                                            \
	void *name(void *p, size_t n, int prot, int flags, int fd, offset from)          \
	{                                                                                \
		NEXT(name);                                                              \
		return falls(MMAP) ? MAP_FAILED : after(p, n, prot, flags, fd, from);    \
	}
MMAP_AS(mmap, off_t)
MMAP_AS(mmap64, off64_t)

/* ---- files */

/* Pipes, sockets and terminals do not fail like disks. */
static bool
is_file(int fd)
{
	struct stat st;
	return fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

/* What a read or a write of n bytes does: n, fewer, or -1. */
static ssize_t
allowed(int what, int fd, size_t n)
{
	if (!(wanted & what) || !is_file(fd) || !falls(what))
		return (ssize_t)n;
	return halves && n > 1 ? (ssize_t)(n / 2) : halves ? (ssize_t)n : -1;
}

#define OPEN_AS(name)                                                                    \
	int name(const char *path, int flags, ...)                                       \
	{                                                                                \
		va_list more;                                                            \
		va_start(more, flags);                                                   \
		mode_t mode =                                                            \
			flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0;      \
		va_end(more);                                                            \
		NEXT(name);                                                              \
		return falls(OPEN) ? -1 : after(path, flags, mode);                      \
	}
OPEN_AS(open)
OPEN_AS(open64)

int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);

#define OPEN_2_AS(name)                                                                  \
	int name(const char *path, int flags)                                            \
	{                                                                                \
		NEXT(name);                                                              \
		return falls(OPEN) ? -1 : after(path, flags);                            \
	}
OPEN_2_AS(__open_2)
OPEN_2_AS(__open64_2)

#define OPENAT_AS(name)                                                                  \
	int name(int dir, const char *path, int flags, ...)                              \
	{                                                                                \
		va_list more;                                                            \
		va_start(more, flags);                                                   \
		mode_t mode =                                                            \
			flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0;      \
		va_end(more);                                                            \
		NEXT(name);                                                              \
		return falls(OPEN) ? -1 : after(dir, path, flags, mode);                 \
	}
OPENAT_AS(openat)
OPENAT_AS(openat64)

#define PREAD_AS(name, offset)                                                           \
	ssize_t name(int fd, void *bytes, size_t n, offset from)                         \
	{                                                                                \
		NEXT(name);                                                              \
		ssize_t size = allowed(READ, fd, n);                                     \
		return size < 0 ? -1 : after(fd, bytes, (size_t)size, from);             \
	}
PREAD_AS(pread, off_t)
PREAD_AS(pread64, off64_t)

#define PWRITE_AS(name, offset)                                                          \
	ssize_t name(int fd, const void *bytes, size_t n, offset from)                   \
	{                                                                                \
		NEXT(name);                                                              \
		ssize_t size = allowed(WRITE, fd, n);                                    \
		return size < 0 ? -1 : after(fd, bytes, (size_t)size, from);             \
	}
PWRITE_AS(pwrite, off_t)
PWRITE_AS(pwrite64, off64_t)

ssize_t
read(int fd, void *bytes, size_t n)
{
	NEXT(read);
	ssize_t size = allowed(READ, fd, n);
	return size < 0 ? -1 : after(fd, bytes, (size_t)size);
}

ssize_t __read_chk(int fd, void *bytes, size_t n, size_t room);

ssize_t
__read_chk(int fd, void *bytes, size_t n, size_t room)
{
	(void)room;
	return read(fd, bytes, n);
}

ssize_t
write(int fd, const void *bytes, size_t n)
{
	NEXT(write);
	ssize_t size = allowed(WRITE, fd, n);
	return size < 0 ? -1 : after(fd, bytes, (size_t)size);
}

ssize_t
writev(int fd, const struct iovec *parts, int len)
{
	NEXT(writev);
	if (wanted & WRITE && is_file(fd) && falls(WRITE))
		return halves ? write(fd, parts[0].iov_base, parts[0].iov_len) : -1;
	return after(fd, parts, len);
}

#define PWRITEV_AS(name, offset)                                                         \
	ssize_t name(int fd, const struct iovec *parts, int len, offset from)            \
	{                                                                                \
		NEXT(name);                                                              \
		return falls(WRITE) && !halves ? -1 : after(fd, parts, len, from);       \
	}
PWRITEV_AS(pwritev, off_t)
PWRITEV_AS(pwritev64, off64_t)

#define SYNC_AS(name)                                                                    \
	int name(int fd)                                                                 \
	{                                                                                \
		NEXT(name);                                                              \
		return falls(SYNC) ? -1 : after(fd);                                     \
	}
SYNC_AS(fsync)
SYNC_AS(fdatasync)

int
msync(void *p, size_t n, int flags)
{
	NEXT(msync);
	return falls(SYNC) ? -1 : after(p, n, flags);
}

int
rename(const char *from, const char *to)
{
	NEXT(rename);
	return falls(RENAME) ? -1 : after(from, to);
}

int
link(const char *from, const char *to)
{
	NEXT(link);
	return falls(RENAME) ? -1 : after(from, to);
}

/* ---- processes and threads */

int
pipe(int ends[2])
{
	NEXT(pipe);
	return falls(PIPE) ? -1 : after(ends);
}

int
pipe2(int ends[2], int flags)
{
	NEXT(pipe2);
	return falls(PIPE) ? -1 : after(ends, flags);
}

pid_t
fork(void)
{
	NEXT(fork);
	return falls(FORK) ? -1 : after();
}

int
posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
	const posix_spawnattr_t *attributes, char *const argv[], char *const envp[])
{
	NEXT(posix_spawnp);
	return falls(FORK) ? errno : after(pid, file, actions, attributes, argv, envp);
}

struct start {
	void *(*run)(void *);
	void *data;
	bool crashes;
};

static void *
start_thread(void *data)
{
	const struct start start = *(struct start *)data;
	free(data);
	crash_next = start.crashes;
	return start.run(start.data);
}

/* Threads that libraries start have no stack for crashes. */
static bool
is_ours(void *function)
{
	Dl_info info;
	if (!dladdr(function, &info))
		return false;
	const char *slash = strrchr(info.dli_fname, '/');
	return strcmp(slash ? slash + 1 : info.dli_fname, "courant") == 0;
}

int
pthread_create(
	pthread_t *id, const pthread_attr_t *attributes, void *(*run)(void *), void *data)
{
	NEXT(pthread_create);
	if (falls(THREAD))
		return errno;
	struct start *start = __libc_malloc(sizeof *start);
	*start = (struct start){run, data, false};
	if (doomed && (strcmp(crash_how, "stack") != 0 || is_ours((void *)run)))
		start->crashes = atomic_fetch_add(&threads, 1) + 1 == doomed;
	return after(id, attributes, start_thread, start);
}

/* Taken by every thread of ours, at its end if not before: there a thread crashes that
 * is to do so. */
int
pthread_mutex_lock(pthread_mutex_t *lock)
{
	NEXT(pthread_mutex_lock);
	falls(0);
	return after(lock);
}
