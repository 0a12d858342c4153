/*
 * A disk that fails, or a process that dies, at the nth write. These functions replace
 * the system's in the whole test program, LMDB included. So every point of a commit, a
 * copy or a move is hit in turn, and none by chance.
 */
#ifndef TESTS_STORE_FAULT_H
#define TESTS_STORE_FAULT_H

#include <stddef.h>
#include <sys/types.h>

enum fault_kind {
	FAULT_NONE,
	FAULT_KILL,   /* SIGKILL in place of the nth write, sync, rename … */
	FAULT_TORN,   /* half of it is written, then SIGKILL */
	FAULT_FULL,   /* from the nth write on: ENOSPC */
	FAULT_BROKEN, /* from the nth write on: EIO */
};

/* Counts from now; n 1 is the next call. */
void fault_set(enum fault_kind kind, int n);
/* Has the fault happened? */
int fault_hit(void);

/* Called after each write that succeeded, and each fdatasync; not for writes of the watch
 * itself. NULL: no watch. */
struct fault_watch {
	void (*wrote)(void *data, int fd, const void *bytes, size_t n, off_t at);
	void (*synced)(void *data, int fd);
	void *data;
};

void fault_watch(const struct fault_watch *watch);

#endif
