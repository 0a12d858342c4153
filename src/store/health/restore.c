/*
 * Restores a backup. It is copied to a place beside the present store, checked
 * completely, and converted to this format if it is older. Only then does it take the
 * store's place; the old file is kept under another name. Processes that have the store
 * open continue with what was restored (db/move.c).
 *
 * A file that was damaged since it was written must be refused. So pages, checksums,
 * lists and counters are checked, and the parts of the full-text index by their
 * checksums. Whether the index has exactly the words of the texts is left to courant
 * check: that takes most of its time, damage to a file cannot change only that, and the
 * index can be rebuilt.
 */
#include "config.h"

#include "store/health/restore.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "store/db/db.h"
#include "store/file/copy.h"
#include "store/file/copy_fd.h"
#include "store/health/check.h"
#include "store/health/replace.h"
#include "store/index/reindex.h"
#include "store/open.h"

struct restore {
	struct replace place;
	const char *path;
	uint64_t size; /* of the backup */
	struct store_health_check *found;
	const struct store_watch *watch;
};

/* Copying counts as one half of the work, checking as the other. */
static bool
go_on(void *data, uint64_t done)
{
	const struct restore *r = data;
	const struct store_watch *w = r->watch;
	return !w || !w->go_on || w->go_on(w->data, done, 2 * r->size);
}

static bool
look_on(void *data, uint64_t done, uint64_t total)
{
	struct restore *r = data;
	double part = total ? (double)done / (double)total : 1;
	return go_on(r, r->size + (uint64_t)(part * (double)r->size));
}

static int
copy_file(struct restore *r, struct err *err)
{
	const char *path = r->path, *to = buf_str(&r->place.new_data);
	struct stat file;
	int in = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), out = -1, status = OK;
	if (in < 0)
		return err_set_errno(err, errno == ENOENT ? ERR_NOT_FOUND : ERR_IO,
			_("cannot open %s"), path);
	if (fstat(in, &file) != 0 || !S_ISREG(file.st_mode)) {
		close(in);
		return err_set(err, ERR_INVALID,
			_("%s is not a backup: it is not a regular file"), path);
	}
	r->size = (uint64_t)file.st_size;
	out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	const struct copy_progress progress = {go_on, r};
	int code = out < 0 ? errno : store_file_copy_fd(in, out, &progress);
	if (out >= 0 && close(out) != 0 && !code)
		code = errno;
	if (code == ECANCELED) {
		status = store_file_copy_stopped(err);
	} else if (code) {
		errno = code;
		status = err_set_errno(err, code == ENOSPC ? ERR_FULL : ERR_IO,
			_("cannot copy %s to %s"), path, to);
	}
	close(in);
	return status;
}

static int
refuse(const char *path, int status, const struct err *why, struct err *err)
{
	if (status == ERR_VERSION)
		return err_set(err, status,
			_("%s is from another version; nothing was changed: %s"), path,
			why->text);
	if (status == ERR_DAMAGED)
		return err_set(err, status,
			_("%s is not a store, or is damaged; nothing was changed"), path);
	return err_set(err, status, "%s", why->text);
}

/* Opens the copy as the store that it is going to be, and checks all of it. */
static int
look_at(struct restore *r, struct err *err)
{
	const char *path = r->path;
	struct store_health_check *found = r->found;
	struct store *store;
	struct stat file;
	struct err why = {0};
	int status = stat(path, &file) == 0 && file.st_size > 0 ? OK : ERR_DAMAGED;
	if (status == OK)
		status = store_open(&store, buf_str(&r->place.new_dir), &why);
	if (status != OK)
		return refuse(path, status, &why, err);
	const struct store_watch watch = {.go_on = look_on, .data = r};
	status = store_health_check_copy(store, found, &watch, &why);
	uint64_t faults = store_health_check_faults(found);
	/* The full-text index can be rebuilt from the rest. */
	if (status == OK && faults && faults == found->misworded) {
		status = store_index_rebuild(store, &why);
		faults = found->misworded = 0;
	}
	store_close(store);
	if (status == ERR_CANCELLED)
		return store_file_copy_stopped(err);
	if (status != OK)
		return refuse(path, status, &why, err);
	if (!faults)
		return OK;
	return err_set(err, ERR_DAMAGED,
		P_("%s has %" PRIu64 " fault; nothing was changed",
			"%s has %" PRIu64 " faults; nothing was changed", faults),
		path, faults);
}

int
store_health_restore(const char *dir, const char *path, struct store_health_check *found,
	const struct store_watch *watch, struct buf *kept, struct err *err)
{
	struct restore r = {.path = path, .found = found, .watch = watch};
	int status = store_health_replace_begin(&r.place, dir, "restore", err);
	if (status == OK)
		status = copy_file(&r, err);
	if (status == OK)
		status = look_at(&r, err);
	if (status == OK)
		status = store_health_replace_lock(&r.place, err);
	if (status == OK && !go_on(&r, 2 * r.size))
		status = store_file_copy_stopped(err);
	if (status == OK)
		status = store_health_replace_finish(&r.place, kept, err);
	store_health_replace_done(&r.place);
	return status;
}
