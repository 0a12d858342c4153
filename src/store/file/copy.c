/*
 * Copies of the store while others read and write it. LMDB walks one state of the store
 * and writes its pages one after the other, without the free ones. A copy is written
 * under another name and renamed once it is complete and on the disk: to the backup's
 * name, or (compact) to the store's own.
 *
 * LMDB does not say how far it is, and cannot be stopped. So a thread lets it write into
 * a pipe, and this thread moves the pages into the file and reports progress. To stop it
 * halfway, LMDB's end of the pipe is set to O_NONBLOCK, so that its next write fails with
 * EAGAIN. Closing our end would do the same by SIGPIPE, which LMDB then waits for; but
 * not every system sends that signal if the program ignores it.
 */
#include "config.h"

#include "store/file/copy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/thread.h"
#include "store/db/batch.h"
#include "store/db/db.h"
#include "store/db/move.h"
#include "store/db/view.h"
#include "store/file/copy_fd.h"
#include "store/file/lmdb_page.h"
#include "store/file/page_check.h"

enum {
	LMDB_END, /* open; LMDB's thread closes it when it is done */
	LMDB_DONE,
	LMDB_STOPPED, /* ours to close */
};

struct copy {
	struct store *store;
	const struct store_watch *watch;
	uint64_t total; /* bytes, estimated */
	int from, to;   /* the pipe */
	atomic_int end; /* who closes `to` */
	int code;       /* of LMDB, once its thread has ended */
};

static void
let_lmdb_write(void *data)
{
	struct copy *c = data;
	c->code = mdb_env_copyfd2(c->store->env, c->to, MDB_CP_COMPACT);
	int was = LMDB_END;
	if (atomic_compare_exchange_strong(&c->end, &was, LMDB_DONE))
		close(c->to);
}

static void
never_wait(int fd)
{
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

/* If LMDB already waits for room in the pipe, some is made until it notices that it may
 * no longer wait. */
static void
stop_lmdb(struct copy *c)
{
	char bytes[4096];
	int was = LMDB_END;
	if (!atomic_compare_exchange_strong(&c->end, &was, LMDB_STOPPED))
		return;
	never_wait(c->to);
	never_wait(c->from);
	for (int i = 0; i < 16 && read(c->from, bytes, sizeof bytes) > 0; i++)
		;
}

static bool
go_on(void *data, uint64_t done)
{
	const struct copy *c = data;
	const struct store_watch *w = c->watch;
	if (!w || !w->go_on)
		return true;
	return w->go_on(w->data, done < c->total ? done : c->total, c->total);
}

/* The number of bytes that the copy will have. Counts the pages of all tables, also of
 * those that only newer programs know, and of LMDB's table of tables, whose values are
 * the roots of the tables. */
static uint64_t
count_bytes(const struct store_view *view)
{
	MDB_dbi list;
	MDB_stat stat;
	MDB_cursor *cursor;
	MDB_val k, v;
	struct page_tree tree;
	if (mdb_dbi_open(view->txn, NULL, 0, &list) != 0 ||
		mdb_stat(view->txn, list, &stat) != 0 ||
		mdb_cursor_open(view->txn, list, &cursor) != 0)
		return 0;
	uint64_t pages = PAGE_METAS + stat.ms_branch_pages + stat.ms_leaf_pages;
	while (store_db_cursor_get(cursor, &k, &v, MDB_NEXT) == 0) {
		if (v.mv_size != sizeof tree)
			continue;
		memcpy(&tree, v.mv_data, sizeof tree);
		pages += tree.branches + tree.leaves + tree.overflows;
	}
	mdb_cursor_close(cursor);
	return pages * stat.ms_psize;
}

static int
copy_pages(struct copy *c, int out)
{
	const struct copy_progress progress = {go_on, c};
	struct thread *thread;
	int ends[2];
	if (pipe(ends) != 0)
		return errno;
	c->from = ends[0];
	c->to = ends[1];
	for (size_t i = 0; i < 2; i++)
		fcntl(ends[i], F_SETFD, FD_CLOEXEC);
	if (thread_start(&thread, "copying", let_lmdb_write, c, NULL) != OK) {
		close(c->from);
		close(c->to);
		return EAGAIN;
	}
	int code = store_file_copy_fd(c->from, out, &progress);
	if (code)
		stop_lmdb(c);
	thread_join(thread, -1);
	if (c->end == LMDB_STOPPED)
		close(c->to);
	close(c->from);
	return code ? code : c->code;
}

/* Returns 0, a code of LMDB or an errno; ECANCELED if the watch stopped it. */
static int
write_copy(struct store *store, const struct store_watch *watch, uint64_t total,
	const char *part)
{
	struct copy copy = {.store = store, .watch = watch, .total = total};
	if (!go_on(&copy, 0))
		return ECANCELED;
	int fd;
	do
		fd = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
			0600);
	while (fd < 0 && errno == EINTR && go_on(&copy, 0));
	if (fd < 0)
		return errno == EINTR ? ECANCELED : errno;
	int code = copy_pages(&copy, fd);
	if (close(fd) != 0 && !code)
		code = errno;
	return code;
}

/* Estimates the size of the copy. Without a watch it is not needed, and the store may not
 * be ready for views yet. */
static int
measure(struct store *store, const struct store_watch *watch, uint64_t *total,
	struct err *err)
{
	struct store_view view;
	*total = 0;
	int status = watch ? store_view_begin(store, &view, err) : OK;
	if (!watch || status != OK)
		return status;
	*total = count_bytes(&view);
	store_view_end(&view);
	return OK;
}

int
store_file_backup(struct store *store, const char *path, const struct store_watch *watch,
	struct err *err)
{
	struct buf part = BUF_INIT(0);
	uint64_t total;
	/* LMDB trusts what it copies, and people make backups of what may be damaged. */
	int status = store_file_check(store, STORE_FILE_ALL, err);
	if (status == OK)
		status = measure(store, watch, &total, err);
	if (status != OK)
		return status;
	buf_addf(&part, "%s.part", path);
	int code = write_copy(store, watch, total, buf_str(&part));
	if (!code && rename(buf_str(&part), path) != 0)
		code = errno;
	if (code)
		unlink(buf_str(&part));
	buf_done(&part);
	if (!code)
		return OK;
	if (code == ECANCELED)
		return store_file_copy_stopped(err);
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
	return store_fail(store, code, err, _("cannot compact the store"));
}

int
store_file_compact(struct store *store, const struct store_watch *watch, uint64_t *before,
	uint64_t *after, struct err *err)
{
	struct store_batch *batch;
	struct buf next = BUF_INIT(0);
	/* Keeps everybody from writing until the new file is in its place. */
	int status = store_file_check(store, STORE_FILE_ALL, err);
	if (status == OK)
		status = store_batch_begin(store, &batch, err);
	if (status != OK)
		return status;
	buf_addf(&next, "%s/compact.mdb", store->dir);
	*before = size_of(store->path);
	const struct store_view view = store_batch_view(batch);
	int code = write_copy(store, watch, count_bytes(&view), buf_str(&next));
	*after = size_of(buf_str(&next));
	if (code == ECANCELED)
		status = store_file_copy_stopped(err);
	else if (code)
		status = copy_failed(store, code, err);
	else if (*after < *before)
		status = store_move(store->dir, buf_str(&next), NULL, err);
	else
		*after = *before; /* it is as small as it can be */
	store_batch_abort(batch);
	unlink(buf_str(&next));
	buf_done(&next);
	return status;
}
