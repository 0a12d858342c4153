/*
 * Identifies processes by pid, start time, boot and pid namespace, so that neither a
 * reboot nor a reused pid can be mistaken for one.
 */
#include "config.h"

#include "store/db/process.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "store/db/db.h"
#include "store/record/shape.h"

#define PROC_MAX 4096

/* When the process was started, from /proc if there is one; 0: unknown, or it has ended
 * and only its parent has yet to notice. */
static uint64_t
start_time(uint32_t pid)
{
	char path[64];
	struct buf stat = BUF_INIT(PROC_MAX);
	unsigned long long start = 0;
	snprintf(path, sizeof path, "/proc/%u/stat", (unsigned)pid);
	if (file_read(path, &stat, NULL) == OK) {
		/* The process's name, field 2, is in parentheses and may contain
		 * anything, so it ends at the last ")". Its state follows. The start time
		 * is field 22. */
		const char *p = strrchr(buf_str(&stat), ')');
		if (p && strncmp(p, ") Z", 3) == 0)
			p = NULL;
		for (int field = 2; p && field < 22; field++)
			p = strchr(p + 1, ' ');
		if (p)
			start = strtoull(p, NULL, 10);
	}
	buf_done(&stat);
	return start;
}

static uint64_t
boot_hash(void)
{
	struct buf id = BUF_INIT(PROC_MAX);
	uint64_t hash = 0;
	if (file_read("/proc/sys/kernel/random/boot_id", &id, NULL) == OK)
		hash = hash64(id.data, id.len);
	buf_done(&id);
	return hash;
}

struct claim_record
store_process_own(struct store *store)
{
	struct stat space;
	struct claim_record *own = &store->own;
	if (!own->pid) {
		own->pid = (uint32_t)getpid();
		own->start = start_time(own->pid);
		own->machine = boot_hash();
		own->space = stat("/proc/self/ns/pid", &space) == 0 ? space.st_ino : 0;
	}
	return *own;
}

bool
store_process_same(const struct claim_record *a, const struct claim_record *b)
{
	return a->pid == b->pid && a->start == b->start && a->machine == b->machine &&
	       a->space == b->space;
}

bool
store_process_runs(struct store *store, const struct claim_record *claim)
{
	const struct claim_record own = store_process_own(store);
	if (claim->machine != own.machine || claim->space != own.space)
		return false;
	if (kill((pid_t)claim->pid, 0) != 0 && errno == ESRCH)
		return false;
	return start_time(claim->pid) == claim->start;
}

bool
store_process_alive(struct store *store, const struct claim_record *claim, int64_t now)
{
	const struct claim_record own = store_process_own(store);
	/* Setting the clock back must not prolong a claim, either. */
	if (claim->until <= now || claim->until > now + 2 * STORE_CLAIM_SECONDS)
		return false;
	if (claim->machine != own.machine)
		return false;
	/* Pids of another namespace tell us nothing, so the claim holds until its time is
	 * over. */
	return claim->space != own.space || store_process_runs(store, claim);
}
