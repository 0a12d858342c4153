/*
 * Opening and closing.
 *
 * The clean-exit mark is a small file beside the data, "clean", with the data file's
 * size, time and inode at the last orderly close. It is a file of its own because reading
 * it must be safe even if the data file is damaged, and because it proves more than a
 * flag inside could: if the data file was cut, copied, or written by a process that was
 * then killed, the mark no longer fits. Without a fitting mark the pages are checked
 * first (file/page_check.c).
 */
#include "config.h"

#include "store/open.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/rwlock.h"
#include "base/str.h"
#include "store/db/batch_inside.h"
#include "store/db/change_log.h"
#include "store/db/db.h"
#include "store/db/env.h"
#include "store/db/view.h"
#include "store/file/copy.h"
#include "store/file/page_check.h"
#include "store/identity/near_inside.h"
#include "store/index/index.h"
#include "store/index/index_inside.h"
#include "store/item/sum_inside.h"
#include "store/journal/journal_inside.h"
#include "store/record/schema.h"
#include "store/remote/remote_inside.h"
#include "store/sync/sync_inside.h"

/* In this order: the states for other machines are part of what is journaled, and the
 * index and the sums take what all of them left. */
static const struct store_batch_part *const parts[] = {&store_sync_part,
	&store_journal_part, &store_remote_part, &store_index_batch_part,
	&store_item_sum_part, NULL};

/* ---- The clean-exit mark. */

#define MARK_MAX 128

static bool
mark_text(const struct store *store, char *out, size_t size)
{
	struct stat file;
	if (stat(store->path, &file) != 0)
		return false;
	snprintf(out, size,
		"size %" PRIdMAX " time %" PRIdMAX ".%09ld inode %" PRIuMAX "\n",
		(intmax_t)file.st_size, (intmax_t)file.st_mtim.tv_sec,
		file.st_mtim.tv_nsec, (uintmax_t)file.st_ino);
	return true;
}

static char *
mark_path(const struct store *store)
{
	return file_join(store->dir, "clean");
}

static bool
mark_fits(const struct store *store, bool *exists)
{
	char now[MARK_MAX];
	struct buf mark = BUF_INIT(MARK_MAX);
	char *path = mark_path(store);
	*exists = file_read(path, &mark, NULL) == OK;
	bool fits = *exists && mark_text(store, now, sizeof now) &&
		    strcmp(now, buf_str(&mark)) == 0;
	free(path);
	buf_done(&mark);
	return fits;
}

static void
mark_write(const struct store *store)
{
	bool exists;
	char now[MARK_MAX];
	if (store->read_only ||
		(!store->damaged && (mark_fits(store, &exists) ||
					    !mark_text(store, now, sizeof now))))
		return;
	char *path = mark_path(store);
	/* Without a mark, the next start checks the pages; no other harm is done. */
	if (store->damaged)
		unlink(path);
	else if (file_write_own(path, now, strlen(now), 0600, NULL) != OK)
		log_put(LOG_WARN, "cannot write %s", path);
	free(path);
}

/* LMDB takes an empty file for a new one. If the file had data, that would hide their
 * loss. */
static int
check_emptied(const struct store *store, bool marked, struct err *err)
{
	struct stat file;
	if (stat(store->path, &file) != 0 || file.st_size > 0 || !marked)
		return OK;
	return err_set(err, ERR_DAMAGED,
		_("the store %s is damaged: %s is empty. courant restore puts a backup "
		  "in its place; remove that file to start over"),
		store->dir, store->path);
}

/* Before a store is converted to this format, a copy of it is kept beside it. */
static int
keep_old(struct store *store, struct err *err)
{
	struct store_view view = {store, NULL};
	struct span format;
	MDB_txn *txn;
	uint32_t major = SCHEMA_MAJOR;
	if (!store->tables[TABLE_META])
		return OK; /* the store is new */
	int code = mdb_txn_begin(store->env, NULL, MDB_RDONLY, &txn);
	if (code)
		return store_env_fail(store, code, err);
	view.txn = txn;
	code = store_db_get(&view, TABLE_META, schema_name(META_FORMAT), &format);
	if (code == OK && format.n >= 8)
		major = schema_get32(format.p);
	mdb_txn_abort(txn);
	if (major >= SCHEMA_MAJOR)
		return OK;
	struct buf path = BUF_INIT(0);
	buf_addf(&path, "%s/before-format-%d.mdb", store->dir, SCHEMA_MAJOR);
	/* A copy that was cut short by a crash does not have this name. */
	int status = access(buf_str(&path), F_OK) == 0
			     ? OK
			     : store_file_backup(store, buf_str(&path), NULL, err);
	buf_done(&path);
	return status;
}

static int
open_store(struct store *store, struct err *err)
{
	bool marked;
	bool clean = mark_fits(store, &marked);
	int status = check_emptied(store, marked, err);
	if (!status)
		status = store_file_check_metas(store, err);
	if (status)
		return status;
	int code = store_env_open(store);
	if (code)
		return store_env_fail(store, code, err);
	status = store_file_check(
		store, clean ? STORE_FILE_FIRST : STORE_FILE_BRANCHES, err);
	return status ? status : store_env_use(store, err);
}

static void
store_free(struct store *store)
{
	store_identity_near_close(store);
	store_index_texts_free(store->texts);
	store_changes_free(store->changes);
	if (store->env)
		mdb_env_close(store->env);
	rwlock_free(store->map_lock);
	free(store->lock_path);
	free(store->path);
	free(store->dir);
	free(store);
}

int
store_open(struct store **out, const char *dir, struct err *err)
{
	int status = file_make_dirs(dir, err);
	if (status)
		return status;
	struct store *store = mem_zalloc(sizeof *store);
	store->dir = mem_strdup(dir);
	store->path = file_join(dir, "data.mdb");
	store->lock_path = file_join(dir, "lock.mdb");
	store->map_lock = rwlock_new();
	store->parts = parts;
	store->keep_old = keep_old;
	status = open_store(store, err);
	if (status)
		store_free(store);
	else
		*out = store;
	return status;
}

int
store_open_to_read(struct store **out, const char *dir, struct err *err)
{
	const char *parent = getenv("TMPDIR");
	char *path = file_join(dir, "data.mdb");
	bool exists = access(path, F_OK) == 0 || errno != ENOENT;
	free(path);
	if (exists)
		return store_open(out, dir, err);
	path = file_join(str_empty(parent) ? "/tmp" : parent, "courant-XXXXXX");
	int status = mkdtemp(path) ? store_open(out, path, err)
				   : err_set_errno(err, ERR_IO,
					     _("cannot create the directory %s"), path);
	if (status == OK)
		(*out)->temporary = true;
	else
		rmdir(path);
	free(path);
	return status;
}

static void
remove_files(const struct store *store)
{
	char *mark = mark_path(store);
	const char *const files[] = {store->path, store->lock_path, mark};
	for (size_t i = 0; i < COUNT_OF(files); i++)
		unlink(files[i]);
	free(mark);
	rmdir(store->dir);
}

void
store_close(struct store *store)
{
	if (!store)
		return;
	if (store->temporary)
		remove_files(store);
	else
		mark_write(store);
	store_free(store);
}
