/*
 * Opening and closing.
 *
 * The clean-exit mark is a small file beside the data, "clean", that tells the data
 * file's size, time and inode at the last orderly close. It stands outside because
 * reading it must be safe on a damaged file, and it proves more than a flag inside
 * could: a file that was cut, copied, or written by a process that then was killed no
 * longer fits it. Without a fitting mark the pages are looked at first (pages.c).
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/rwlock.h"
#include "store/admin.h"
#include "store/db.h"
#include "store/move.h"
#include "store/pages.h"

/* Address space is free where there is plenty: the map then never has to change while
 * others look at it. The file is only as large as its data. */
#define MAP_RESERVE (sizeof(size_t) > 4 ? (uint64_t)64 << 30 : (uint64_t)512 << 20)
#define MAP_MIN ((uint64_t)16 << 20)
#define READERS_MAX 254
#define MARK_MAX 128
#define NEWER_THAN_ALL 64 /* bytes of a version's name kept in a message */

static void
on_assert(MDB_env *env, const char *text)
{
	(void)env;
	/* LMDB aborts next; the program's own handler then restores the terminal. */
	log_put(LOG_ERROR, "the store's library gave up: %s", text);
}

static uint64_t
map_reserve(void)
{
	struct rlimit limit;
	uint64_t size = MAP_RESERVE;
	/* Under a limit, most of the address space is wanted for other things. */
	if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
		while (size > limit.rlim_cur / 4 && size > MAP_MIN)
			size /= 2;
	return size;
}

static int
try_open(struct store *store, unsigned flags, uint64_t map)
{
	int code = mdb_env_create(&store->env);
	if (code)
		return code;
	mdb_env_set_assert(store->env, on_assert);
	mdb_env_set_mapsize(store->env, (size_t)map);
	mdb_env_set_maxreaders(store->env, READERS_MAX);
	mdb_env_set_maxdbs(store->env, TABLE_LEN);
	code = mdb_env_open(store->env, store->dir, flags, 0600);
	if (code) {
		mdb_env_close(store->env);
		store->env = NULL;
	}
	return code;
}

/* Somebody else's file or disk: reading only, at last without the lock file. */
static int
try_modes(struct store *store, bool *read_only)
{
	static const unsigned modes[] = {
		MDB_NOTLS, MDB_NOTLS | MDB_RDONLY, MDB_NOTLS | MDB_RDONLY | MDB_NOLOCK};
	uint64_t map = map_reserve();
	int code = EACCES;
	for (size_t i = 0; i < COUNT_OF(modes);) {
		code = try_open(store, modes[i], map);
		/* EINVAL is what emulators say of a map that they can not make. */
		if ((code == ENOMEM || code == EINVAL) && map > MAP_MIN) {
			map /= 2;
			continue;
		}
		if (code != EACCES && code != EROFS && code != EPERM)
			break;
		i++;
		*read_only = true;
	}
	return code;
}

/* In the gate, so that data and lock file belong together. */
static int
open_env(struct store *store)
{
	int gate = store_move_enter(store->dir);
	bool read_only = false;
	int code = try_modes(store, &read_only);
	store_move_note(store);
	store_move_leave(gate);
	if (store->read_only != read_only)
		store->read_only = read_only;
	return code;
}

/* ---- The clean-exit mark. */

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
	/* Without it the next start looks at the pages, no more. */
	if (store->damaged)
		unlink(path);
	else if (file_write(path, now, strlen(now), 0600, NULL) != OK)
		log_put(LOG_WARN, "cannot write %s", path);
	free(path);
}

/* LMDB takes an empty file for a new one. Where data were, that would hide their loss. */
static int
check_emptied(const struct store *store, bool marked, struct err *err)
{
	struct stat file;
	if (stat(store->path, &file) != 0 || file.st_size > 0 || !marked)
		return OK;
	return err_set(err, ERR_DAMAGED,
		_("the store %s is damaged: %s is empty. courant restore puts a backup "
		  "in its place; remove that file to begin anew"),
		store->dir, store->path);
}

static int
open_failed(const struct store *store, int code, struct err *err)
{
	if (code == MDB_INVALID)
		return err_set(err, ERR_DAMAGED,
			_("%s is no store, or badly damaged. It was left as it is: "
			  "courant restore puts a backup in its place, courant check "
			  "--repair saves what can be read"),
			store->path);
	if (code == MDB_VERSION_MISMATCH)
		return err_set(err, ERR_VERSION,
			_("%s was written by another version of the LMDB library than "
			  "this one (%s)"),
			store->path, mdb_version(NULL, NULL, NULL));
	return store_fail(store, code, err, _("cannot open the store"));
}

/* ---- Tables and format. */

static int
open_tables(struct store *store, MDB_txn *txn, unsigned flags, bool *missing)
{
	*missing = false;
	for (size_t i = 0; i < TABLE_LEN; i++) {
		int code = mdb_dbi_open(txn, schema_tables[i], flags, &store->tables[i]);
		if (code == MDB_NOTFOUND)
			*missing = true;
		else if (code)
			return code;
	}
	return 0;
}

/* *old: it is brought up to this version. */
static int
check_format(struct store *store, MDB_txn *txn, bool *old, struct err *err)
{
	struct store_view view = {store, txn};
	struct span format;
	int code = store_db_get(&view, TABLE_META, schema_name(META_FORMAT), &format);
	if (code == ERR_NOT_FOUND || (code == OK && format.n < 8))
		return err_set(
			err, ERR_DAMAGED, _("%s is no store of courant"), store->path);
	if (code)
		return store_fail(store, code, err, _("cannot read the format"));
	uint32_t major = schema_get32(format.p), minor = schema_get32(format.p + 4);
	*old = major < SCHEMA_MAJOR;
	if (major <= SCHEMA_MAJOR)
		return OK;
	return err_set(err, ERR_VERSION,
		_("the store %s has format %u.%u (written by courant %.*s), and courant "
		  "%s knows format %u.%u. It was left as it is: use the newer courant"),
		store->dir, (unsigned)major, (unsigned)minor,
		(int)(format.n - 8 < NEWER_THAN_ALL ? format.n - 8 : NEWER_THAN_ALL),
		format.p + 8, PACKAGE_VERSION, SCHEMA_MAJOR, SCHEMA_MINOR);
}

static int
put_format(struct store *store, MDB_txn *txn)
{
	char format[8 + sizeof PACKAGE_VERSION];
	schema_put32(format, SCHEMA_MAJOR);
	schema_put32(format + 4, SCHEMA_MINOR);
	memcpy(format + 8, PACKAGE_VERSION, sizeof PACKAGE_VERSION);
	char name[] = META_FORMAT;
	MDB_val k = {strlen(name), name}, v = {sizeof format - 1, format};
	return mdb_put(txn, store->tables[TABLE_META], &k, &v, 0);
}

/* Is there no table at all, in the very state that txn sees? Another process may just be
 * making them. */
static bool
no_tables(MDB_txn *txn)
{
	MDB_dbi all;
	MDB_stat stat;
	return mdb_dbi_open(txn, NULL, 0, &all) == 0 && mdb_stat(txn, all, &stat) == 0 &&
	       stat.ms_entries == 0;
}

/* In a reading transaction, so that a start costs no write: are the tables there, and of
 * a format that we know? *missing: something has to be made. */
static int
look_at_tables(struct store *store, bool *missing, struct err *err)
{
	MDB_txn *txn;
	int code = mdb_txn_begin(store->env, NULL, MDB_RDONLY, &txn);
	if (code)
		return open_failed(store, code, err);
	int status = OK;
	bool old = false;
	memset(store->tables, 0, sizeof store->tables);
	code = open_tables(store, txn, 0, missing);
	bool fresh = *missing && no_tables(txn);
	if (code)
		status = open_failed(store, code, err);
	else if (*missing && !fresh && !store->tables[TABLE_META])
		status = err_set(
			err, ERR_DAMAGED, _("%s is no store of courant"), store->path);
	else if (!fresh)
		status = check_format(store, txn, &old, err);
	*missing |= old;
	/* Committing a reading transaction keeps the opened handles. */
	if (status == OK)
		code = mdb_txn_commit(txn);
	else
		mdb_txn_abort(txn);
	return status ? status : code ? open_failed(store, code, err) : OK;
}

static int
make_tables(struct store *store, struct err *err)
{
	MDB_txn *txn;
	bool missing;
	int code = mdb_txn_begin(store->env, NULL, 0, &txn);
	if (code)
		return open_failed(store, code, err);
	code = store_move_happened(store) ? MDB_MAP_RESIZED /* just now; busy, then */
					  : open_tables(store, txn, MDB_CREATE, &missing);
	if (code) {
		mdb_txn_abort(txn);
		return open_failed(store, code, err);
	}
	/* Another process may have been quicker, and newer. */
	struct store_view view = {store, txn};
	struct span format;
	bool old = true;
	int status = OK;
	if (store_db_get(&view, TABLE_META, schema_name(META_FORMAT), &format) == OK)
		status = check_format(store, txn, &old, err);
	if (status == OK && old) {
		code = put_format(store, txn);
		status = code ? open_failed(store, code, err) : OK;
	}
	if (status) {
		mdb_txn_abort(txn);
		return status;
	}
	code = mdb_txn_commit(txn);
	return code ? open_failed(store, code, err) : OK;
}

/* Before a store is brought up to this format, a copy of it as it is stays beside it. */
static int
keep_old(struct store *store, struct err *err)
{
	struct store_view view = {store, NULL};
	struct span format;
	MDB_txn *txn;
	uint32_t major = SCHEMA_MAJOR;
	if (!store->tables[TABLE_META])
		return OK; /* new */
	int code = mdb_txn_begin(store->env, NULL, MDB_RDONLY, &txn);
	if (code)
		return open_failed(store, code, err);
	view.txn = txn;
	code = store_db_get(&view, TABLE_META, schema_name(META_FORMAT), &format);
	if (code == OK && format.n >= 8)
		major = schema_get32(format.p);
	mdb_txn_abort(txn);
	if (major >= SCHEMA_MAJOR)
		return OK;
	struct buf path = BUF_INIT(0);
	buf_addf(&path, "%s/before-format-%d.mdb", store->dir, SCHEMA_MAJOR);
	/* One that was cut short by a crash is not under this name. */
	int status = access(buf_str(&path), F_OK) == 0
			     ? OK
			     : store_backup(store, buf_str(&path), NULL, err);
	buf_done(&path);
	return status;
}

/* Everything between a sound file and usable tables; the second half of opening, and of
 * opening again. */
static int
use_env(struct store *store, struct err *err)
{
	bool missing = false;
	/* LMDB marks its other descriptors itself; a browser must not inherit this one.
	 */
	int fd, dead;
	if (mdb_env_get_fd(store->env, &fd) == 0)
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	if (!store->read_only)
		mdb_reader_check(store->env, &dead);
	int status = look_at_tables(store, &missing, err);
	if (status || !missing)
		return status;
	if (store->read_only)
		return store_fail(store, EACCES, err, _("cannot make the tables"));
	status = keep_old(store, err);
	if (status)
		return status;
	return make_tables(store, err);
}

static int
open_store(struct store *store, struct err *err)
{
	bool marked;
	bool clean = mark_fits(store, &marked);
	int status = check_emptied(store, marked, err);
	if (status)
		return status;
	int code = open_env(store);
	if (code)
		return open_failed(store, code, err);
	if (!clean)
		status = store_pages_check(store, false, err);
	return status ? status : use_env(store, err);
}

static void
store_free(struct store *store)
{
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
	status = open_store(store, err);
	if (status)
		store_free(store);
	else
		*out = store;
	return status;
}

int
store_open_again(struct store *store)
{
	if (store->env)
		mdb_env_close(store->env);
	store->env = NULL;
	int code = open_env(store);
	if (!code)
		code = use_env(store, NULL);
	if (code && store->env) {
		mdb_env_close(store->env);
		store->env = NULL;
	}
	store->opened++;
	return code;
}

void
store_close(struct store *store)
{
	if (!store)
		return;
	mark_write(store);
	store_free(store);
}

bool
store_read_only(const struct store *store)
{
	return store->read_only;
}

const char *
store_path(const struct store *store)
{
	return store->path;
}
