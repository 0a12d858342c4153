/*
 * Replacing the data file (compact, restore, repair) while others have it open.
 *
 * A process that has an environment open reads and writes the file that it opened,
 * whatever file has that name later. So rename can put a new file in the old one's place
 * if two things hold: nobody writes the old file afterwards, and everybody opens the new
 * one soon.
 *
 * - The mover holds LMDB's write lock from before the copy until after the move, so the
 *   copy is complete. Readers continue in the old file.
 * - LMDB keeps its locks, and the number of the last transaction, in lock.mdb, which
 *   belongs to one data file. lock.mdb is removed first, then the new data file is
 *   renamed into place, and the first process to open it makes a new lock.mdb. Programs
 *   open the pair within the gate, a lock (flock) on the directory, so they get both old
 *   or both new files.
 * - A lock.mdb that is missing, or is not the one that was opened, marks the old file as
 *   moved. Every process checks this in each transaction (transact.c), a writer once it
 *   has LMDB's lock, and opens the new pair. So nothing is written to a file that is on
 *   its way out.
 *
 * The mark is outside of the old file, and setting it takes one unlink. If the mover is
 * killed between the two steps, everybody finds the mark, opens again, and meets in the
 * old data file with a new lock file. Nothing has to be cleaned up, the old file that is
 * kept has no mark in it, and all this works even if the old file can no longer be
 * written.
 */
#include "config.h"

#include "store/db/move.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "store/db/db.h"

static int
take_gate(const char *dir, int how)
{
	int gate = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (gate < 0)
		return -1;
	int code;
	do
		code = flock(gate, how);
	while (code != 0 && errno == EINTR);
	if (code == 0)
		return gate;
	close(gate);
	return -1;
}

int
store_move_enter(const char *dir)
{
	return take_gate(dir, LOCK_SH);
}

int
store_move_enter_alone(const char *dir)
{
	return take_gate(dir, LOCK_EX);
}

void
store_move_leave(int gate)
{
	if (gate >= 0)
		close(gate);
}

/* The file that distinguishes one pair from another: the data file, if no lock file can
 * be made. */
static bool
stat_pair(const struct store *store, struct stat *out)
{
	return stat(store->lock_path, out) == 0 || stat(store->path, out) == 0;
}

void
store_move_note(struct store *store)
{
	struct stat now;
	store->device = store->inode = 0;
	if (!stat_pair(store, &now))
		return;
	store->device = now.st_dev;
	store->inode = now.st_ino;
}

bool
store_move_happened(const struct store *store)
{
	struct stat now;
	return store->inode && stat_pair(store, &now) &&
	       (now.st_ino != store->inode || now.st_dev != store->device);
}

bool
store_move_removed(const struct store *store)
{
	struct stat now;
	return store->inode && !stat_pair(store, &now) && errno == ENOENT;
}

/* The file keeps its mode and, as far as we may, its owner and group: others may share
 * the store. */
static void
adopt(const char *data, const char *next)
{
	struct stat old, new;
	if (stat(data, &old) != 0 || stat(next, &new) != 0)
		return;
	if ((old.st_uid != new.st_uid &&chown(next, old.st_uid, old.st_gid) != 0) ||
		old.st_gid != new.st_gid)
		(void)!chown(next, (uid_t)-1, old.st_gid);
	chmod(next, old.st_mode & 0777);
}

static int
replace(const char *data, const char *lock, const char *next, const char *keep)
{
	adopt(data, next);
	if (keep && link(data, keep) != 0 && errno != ENOENT)
		return errno;
	if (unlink(lock) != 0 && errno != ENOENT)
		return errno;
	return rename(next, data) == 0 ? 0 : errno;
}

int
store_move(const char *dir, const char *next, const char *keep, struct err *err)
{
	struct buf data = BUF_INIT(0), lock = BUF_INIT(0);
	buf_addf(&data, "%s/data.mdb", dir);
	buf_addf(&lock, "%s/lock.mdb", dir);
	int gate = store_move_enter_alone(dir);
	int code = gate < 0 ? errno : replace(buf_str(&data), buf_str(&lock), next, keep);
	if (code == 0)
		fsync(gate);
	store_move_leave(gate);
	int status = OK;
	if (code)
		status = err_set(err, code == ENOSPC ? ERR_FULL : ERR_IO,
			_("cannot replace %s: %s"), buf_str(&data), mdb_strerror(code));
	buf_done(&data);
	buf_done(&lock);
	return status;
}
