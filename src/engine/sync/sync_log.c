/*
 * Our log is DIR/MACHINE.state: a header line and lines of states (model/state.h), which
 * is only appended to. Lines wait in the store (store/sync/) from the transaction of the
 * user's action; they are appended and synced, and only then removed from the waiting
 * ones, so a crash writes a line twice at worst. When the file has doubled since the last
 * rewrite, it is rewritten into a new file in slices, with only the latest state of each
 * item, and renamed: its size stays in proportion to the items. It is also rewritten when
 * somebody deleted or shortened it. Several processes of one store write one log: each
 * locks it while writing, and looks again later if another holds the lock.
 */
#include "config.h"

#include "engine/sync/sync.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/mem.h"
#include "base/time.h"
#include "engine/core/engine.h"
#include "store/db/batch.h"
#include "store/db/view.h"
#include "store/sync/sync.h"

#define RETRY_MS 1000                    /* when another process writes */
#define REWRITE_MIN ((uint64_t)64 << 10) /* a smaller log is left as it is */

/* A rewrite of our log under way. */
struct sync_writer {
	int lock; /* the old one, locked */
	int fd;
	char *path; /* the new one */
	struct store_sync_walk walk;
	struct buf out;
	uint64_t size;
};

/* Opens and locks the file now at path. -1: see errno; EWOULDBLOCK: another process holds
 * the lock. */
static int
open_locked(const char *path, int flags)
{
	struct stat there, here;
	int fd = open(path, flags | O_RDWR | O_APPEND | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	if (flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &here) == 0 &&
		stat(path, &there) == 0 && here.st_ino == there.st_ino)
		return fd;
	close(fd);
	errno = EWOULDBLOCK;
	return -1;
}

/* Appends the waiting lines to out; *upto is the last one's time, 0: there are none. */
static int
take_waiting(struct engine *e, struct buf *out, uint64_t *upto, struct err *err)
{
	struct store_view view;
	size_t len = 0;
	struct state *list = mem_realloc(NULL, STATE_MERGE_MAX, sizeof *list);
	int status = store_view_begin(e->store, &view, err);
	*upto = 0;
	if (status == OK) {
		status = store_sync_waiting(&view, list, STATE_MERGE_MAX, &len);
		store_view_end(&view);
		if (status != OK)
			err_set(err, status, _("the store's states cannot be read"));
	}
	for (size_t i = 0; i < len; i++) {
		state_put(out, &list[i]);
		*upto = list[i].stamp.time;
	}
	free(list);
	return status;
}

/* Records that the log was written. */
static int
note_written(struct engine *e, const struct store_sync_info *info, uint64_t upto,
	struct err *err)
{
	struct store_batch *batch;
	int status = store_batch_begin(e->store, &batch, err);
	if (status != OK)
		return status;
	if (upto)
		status = store_sync_written(batch, upto, err);
	if (status == OK)
		status = store_sync_own(batch, info, err);
	if (status != OK) {
		store_batch_abort(batch);
		return status;
	}
	return store_batch_commit(batch, err);
}

void
engine_sync_writer_free(struct sync_writer *w)
{
	if (!w)
		return;
	if (w->fd >= 0)
		close(w->fd);
	if (w->path)
		unlink(w->path);
	if (w->lock >= 0)
		close(w->lock);
	free(w->path);
	buf_done(&w->out);
	free(w);
}

/* Begins to rewrite our log; the old one, created if missing, stays locked meanwhile. */
static int
begin_rewrite(struct engine *e, const struct store_sync_info *info, struct err *err)
{
	char *name = engine_sync_name(info->machine), *path = engine_sync_path(e, name);
	struct sync_writer *w = mem_zalloc(sizeof *w);
	struct buf new_path = BUF_INIT(0);
	int status = OK;
	w->fd = -1;
	w->walk.machine = info->machine;
	w->lock = open_locked(path, O_CREAT);
	if (w->lock < 0 && errno != EWOULDBLOCK) {
		status = err_set_errno(err, ERR_IO, _("cannot write %s"), path);
	} else if (w->lock >= 0) {
		buf_addf(&new_path, "%s/.%s.new", e->sync->dir, name);
		w->path = buf_take(&new_path);
		w->fd = open(w->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
		if (w->fd < 0)
			status =
				err_set_errno(err, ERR_IO, _("cannot write %s"), w->path);
		buf_adds(&w->out, STATE_HEADER "\n");
	}
	if (status == OK && w->fd >= 0)
		e->sync->rewrite = w;
	else
		engine_sync_writer_free(w);
	if (status == OK && !e->sync->rewrite)
		e->sync->next_ms = time_mono_ms() + RETRY_MS;
	free(name);
	free(path);
	return status;
}

static void
take_state(void *data, const struct state *state)
{
	state_put(data, state);
}

static bool
write_out(struct sync_writer *w)
{
	if (!file_write_all(w->fd, buf_str(&w->out), w->out.len))
		return false;
	w->size += w->out.len;
	buf_clear(&w->out);
	return true;
}

/* The last step: appends what waits, syncs the file and renames it into place. */
static int
end_rewrite(struct engine *e, struct store_sync_info *info, struct err *err)
{
	struct sync_writer *w = e->sync->rewrite;
	char *name = engine_sync_name(info->machine), *path = engine_sync_path(e, name);
	uint64_t upto;
	int status = take_waiting(e, &w->out, &upto, err);
	if (status == OK && (!write_out(w) || fsync(w->fd) != 0))
		status = err_set_errno(err, ERR_IO, _("cannot write %s"), w->path);
	if (status == OK && rename(w->path, path) != 0)
		status = err_set_errno(err, ERR_IO, _("cannot write %s"), path);
	if (status == OK) {
		free(w->path);
		w->path = NULL; /* nothing to remove */
		info->logged = info->base = w->size;
		status = note_written(e, info, upto, err);
	}
	free(name);
	free(path);
	return status;
}

/* A slice of the rewrite. False: done. */
bool
engine_sync_rewrite(struct engine *e)
{
	struct sync_writer *w = e->sync->rewrite;
	struct store_sync_info info;
	struct store_view view;
	struct err err;
	int status = store_view_begin(e->store, &view, &err);
	if (status == OK) {
		status = store_sync_walk(
			&view, &w->walk, SYNC_WALK_ITEMS, take_state, &w->out);
		store_view_end(&view);
		if (status != OK)
			err_set(&err, status, _("the store's states cannot be read"));
	}
	if (status == OK && !write_out(w))
		status = err_set_errno(&err, ERR_IO, _("cannot write %s"), w->path);
	if (status == OK && !w->walk.done)
		return true;
	if (status == OK)
		status = engine_sync_info(e, &info, &err);
	if (status == OK)
		status = end_rewrite(e, &info, &err);
	if (status != OK)
		engine_sync_fault(e, &err);
	engine_sync_writer_free(w);
	e->sync->rewrite = NULL;
	return false;
}

/* A log whose end was cut by a crash gets a line feed first. */
static bool
ends_torn(int fd, off_t size)
{
	char last = '\n';
	return size > 0 && pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

static int
append(struct engine *e, int fd, struct store_sync_info *info, bool *more,
	struct err *err)
{
	struct buf out = BUF_INIT(0);
	struct stat st;
	uint64_t upto = 0;
	int status = OK;
	if (fstat(fd, &st) != 0)
		return err_set_errno(err, ERR_IO, _("cannot write states"));
	if (ends_torn(fd, st.st_size))
		buf_addc(&out, '\n');
	status = take_waiting(e, &out, &upto, err);
	if (status == OK && upto) {
		if (!file_write_all(fd, buf_str(&out), out.len) || fsync(fd) != 0) {
			status = err_set_errno(
				err, ERR_IO, _("cannot write to %s"), e->sync->dir);
		} else {
			info->logged = (uint64_t)st.st_size + out.len;
			status = note_written(e, info, upto, err);
		}
	}
	*more = status == OK && upto;
	buf_done(&out);
	return status;
}

/* Appends what waits. *more: call again. */
int
engine_sync_write(struct engine *e, bool *more, struct err *err)
{
	struct store_sync_info info;
	struct stat st;
	*more = false;
	int status = engine_sync_info(e, &info, err);
	if (status != OK)
		return status;
	char *name = engine_sync_name(info.machine), *path = engine_sync_path(e, name);
	int fd = open_locked(path, 0);
	if (fd < 0 && errno == EWOULDBLOCK) {
		e->sync->next_ms = time_mono_ms() + RETRY_MS;
	} else if (fd < 0 && errno != ENOENT) {
		status = err_set_errno(err, ERR_IO, _("cannot write %s"), path);
	} else if (fd < 0 || fstat(fd, &st) != 0 || (uint64_t)st.st_size < info.logged ||
		   st.st_size == 0 ||
		   ((uint64_t)st.st_size > REWRITE_MIN &&
			   (uint64_t)st.st_size / 2 > info.base)) {
		if (fd >= 0)
			close(fd);
		fd = -1;
		status = begin_rewrite(e, &info, err);
		*more = e->sync->rewrite != NULL;
	} else {
		status = append(e, fd, &info, more, err);
	}
	if (fd >= 0)
		close(fd);
	free(name);
	free(path);
	return status;
}
