/*
 * Copies of the store while others read and write it: LMDB walks one state of it and
 * writes its pages in a row, without the free ones. A copy is written under another name
 * and takes its own when it is whole and on the disk: the backup's, or (compact) that of
 * the store itself.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "store/admin.h"
#include "store/db.h"
#include "store/move.h"
#include "store/write.h"

/* 0, an errno or a code of LMDB. */
static int
write_copy(struct store *store, const char *part)
{
	int fd = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return errno;
	int code = mdb_env_copyfd2(store->env, fd, MDB_CP_COMPACT);
	if (!code && fsync(fd) != 0)
		code = errno;
	if (close(fd) != 0 && !code)
		code = errno;
	return code;
}

int
store_backup(struct store *store, const char *path, struct err *err)
{
	struct buf part = BUF_INIT(0);
	buf_addf(&part, "%s.part", path);
	int code = write_copy(store, buf_str(&part));
	if (!code && rename(buf_str(&part), path) != 0)
		code = errno;
	if (code)
		unlink(buf_str(&part));
	buf_done(&part);
	if (!code)
		return OK;
	return err_set(err, code == ENOSPC || code == EDQUOT ? ERR_FULL : ERR_IO,
		_("cannot write the backup %s: %s"), path, mdb_strerror(code));
}

/* ---- Compact. */

static uint64_t
size_of(const char *path)
{
	struct stat file;
	return stat(path, &file) == 0 ? (uint64_t)file.st_size : 0;
}

static int
copy_failed(struct store *store, int code, struct err *err)
{
	return store_db_fail(store, code, err, _("cannot make the store compact"));
}

int
store_compact(struct store *store, uint64_t *before, uint64_t *after, struct err *err)
{
	struct store_batch *batch;
	struct buf next = BUF_INIT(0);
	/* Nobody writes until the new file is in its place. */
	int status = store_batch_begin(store, &batch, err);
	if (status != OK)
		return status;
	buf_addf(&next, "%s/compact.mdb", store->dir);
	*before = size_of(store->path);
	int code = write_copy(store, buf_str(&next));
	*after = size_of(buf_str(&next));
	if (code)
		status = copy_failed(store, code, err);
	else if (*after < *before)
		status = store_move(store->dir, buf_str(&next), NULL, err);
	else
		*after = *before; /* as small as it can be */
	store_batch_abort(batch);
	unlink(buf_str(&next));
	buf_done(&next);
	return status;
}
