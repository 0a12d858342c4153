/*
 * Replacing the data file (compacting, restoring, repairing) while others have it open.
 *
 * A process that has an environment open reads and writes the very file that it opened,
 * whatever stands under its name later. So a new file can be put into the place of the
 * old by rename, if two things hold: nobody writes the old one afterwards, and everybody
 * opens the new one soon.
 *
 *  - Who moves holds LMDB's lock for writing from before the copy until after the move,
 *    so the copy has everything. Readers go on, in the old file.
 *  - LMDB keeps locks and the number of the last transaction in lock.mdb, which belongs
 *    to one data file. It is removed first, then the new file is renamed into place: a
 *    new pair. Who opens does so within the gate, a lock (flock) on the directory, and
 *    so finds one pair or the other.
 *  - The missing or other lock.mdb is the mark of the old file as moved. Every process
 *    looks at it in each transaction (transact.c), a writer when it has LMDB's lock, and
 *    opens again. So nothing is written to a file that is on its way out.
 *
 * The mark stands outside of the old file, and setting it is one unlink: should the mover
 * be killed between the two steps, all find the mark, open again, and meet in the old
 * file with a lock file of its own. There is no state to clean up, the file that is kept
 * is free of marks, and it works where the old file can't be written any more.
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

void
store_move_leave(int gate)
{
	if (gate >= 0)
		close(gate);
}

/* The file that tells one pair from another: where locks can't be made, the data. */
static bool
look(const struct store *store, struct stat *out)
{
	return stat(store->lock_path, out) == 0 || stat(store->path, out) == 0;
}

void
store_move_note(struct store *store)
{
	struct stat now;
	store->device = store->inode = 0;
	if (!look(store, &now))
		return;
	store->device = now.st_dev;
	store->inode = now.st_ino;
}

bool
store_move_happened(const struct store *store)
{
	struct stat now;
	return store->inode && look(store, &now) &&
	       (now.st_ino != store->inode || now.st_dev != store->device);
}

static int
replace(const char *data, const char *lock, const char *next, const char *keep)
{
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
	int gate = take_gate(dir, LOCK_EX);
	int code = gate < 0 ? errno : replace(buf_str(&data), buf_str(&lock), next, keep);
	if (code == 0)
		fsync(gate);
	store_move_leave(gate);
	int status = OK;
	if (code)
		status = err_set(err, code == ENOSPC ? ERR_FULL : ERR_IO,
			_("cannot put another file into the place of %s: %s"),
			buf_str(&data), mdb_strerror(code));
	buf_done(&data);
	buf_done(&lock);
	return status;
}
