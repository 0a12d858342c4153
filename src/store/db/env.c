/*
 * Opens LMDB's environment, checks or makes the tables and the format of the store, and
 * opens the environment again when another file has taken the old one's place.
 */
#include "config.h"

#include "store/db/env.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/log.h"
#include "base/mem.h"
#include "store/db/db.h"
#include "store/db/move.h"
#include "store/db/view.h"
#include "store/record/schema.h"

/* Where address space is plentiful the map is made so large that it never has to change
 * while views are open. The file itself is only as large as its data. */
#define MAP_RESERVE (sizeof(size_t) > 4 ? (uint64_t)64 << 30 : (uint64_t)512 << 20)
#define MAP_MIN ((uint64_t)16 << 20)
#define READERS_MAX 254
#define VERSION_SHOWN 64 /* bytes of a version that a message shows */

static void
on_assert(MDB_env *env, const char *text)
{
	(void)env;
	/* LMDB calls abort next; the program's handler for that restores the terminal. */
	log_put(LOG_ERROR, "the store's library gave up: %s", text);
}

static uint64_t
map_reserve(void)
{
	struct rlimit limit;
	uint64_t size = MAP_RESERVE;
	/* If there is a limit, most of the address space is needed for other things. */
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
	mdb_env_set_maxdbs(store->env, TABLE_LEN + SPARE_TABLES);
	code = mdb_env_open(store->env, store->dir, flags, 0600);
	if (code) {
		mdb_env_close(store->env);
		store->env = NULL;
	}
	return code;
}

/* If the file or the disk cannot be written, it is opened for reading only, and if need
 * be without the lock file. */
static int
try_modes(struct store *store, bool *read_only)
{
	static const unsigned modes[] = {
		MDB_NOTLS, MDB_NOTLS | MDB_RDONLY, MDB_NOTLS | MDB_RDONLY | MDB_NOLOCK};
	uint64_t map = map_reserve();
	int code = EACCES;
	for (size_t i = 0; i < COUNT_OF(modes);) {
		code = try_open(store, modes[i], map);
		/* Emulators return EINVAL for a map that they cannot make. */
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

/* Everyone who can use the data file must be able to use the lock file as well. */
static void
share_lock(const struct store *store)
{
	struct stat data, lock;
	if (stat(store->path, &data) == 0 && stat(store->lock_path, &lock) == 0 &&
		((data.st_mode ^ lock.st_mode) & 0777) != 0)
		chmod(store->lock_path, data.st_mode & 0777);
}

/* The first of the two files that exists but is not a regular file, or NULL. Links count
 * as not regular: LMDB would write its locks into the files they lead to, and compact
 * would put a file in their place. The directory itself can be a link. */
static const char *
wrong_kind(const struct store *store)
{
	const char *const paths[] = {store->path, store->lock_path};
	struct stat file;
	for (size_t i = 0; i < COUNT_OF(paths); i++)
		if (lstat(paths[i], &file) == 0 && !S_ISREG(file.st_mode))
			return paths[i];
	return NULL;
}

/* Within the gate, so that the data file and the lock file belong together. */
int
store_env_open(struct store *store)
{
	int gate = store_move_enter(store->dir);
	bool read_only = false;
	int code = wrong_kind(store) ? ELOOP : try_modes(store, &read_only);
	if (!code)
		share_lock(store);
	store_move_note(store);
	store_move_leave(gate);
	if (store->read_only != read_only)
		store->read_only = read_only;
	return code;
}

int
store_env_fail(const struct store *store, int code, struct err *err)
{
	if (code == MDB_INVALID)
		return err_set(err, ERR_DAMAGED,
			_("%s is not a store, or is badly damaged. It was not changed: "
			  "courant restore puts a backup in its place, courant check "
			  "--repair saves what can be read"),
			store->path);
	if (code == MDB_VERSION_MISMATCH)
		return err_set(err, ERR_VERSION,
			_("%s was written by a different version of the LMDB library "
			  "(%s)"),
			store->path, mdb_version(NULL, NULL, NULL));
	const char *wrong = wrong_kind(store);
	if (wrong)
		return err_set(err, ERR_INVALID, _("%s is not a regular file"), wrong);
	return store_fail(store, code, err, _("cannot open the store"));
}

/* ---- Tables and format. */

struct format {
	uint32_t major, minor;
};

/* What there is in a file. */
struct found {
	bool fresh;   /* no table at all */
	bool old;     /* the tables of an older major version */
	bool missing; /* not every table of this version */
};

static int
open_tables(struct store *store, MDB_txn *txn, unsigned flags, bool *missing)
{
	*missing = false;
	for (size_t i = 0; i < TABLE_LEN; i++) {
		int code = mdb_dbi_open(txn, schema_tables[i], flags, &store->tables[i]);
		if (code && code != MDB_NOTFOUND)
			return code;
		if (code) {
			store->tables[i] = NO_TABLE;
			*missing = true;
		}
	}
	return 0;
}

/* ERR_NOT_FOUND, without a sentence, if the store states no format. ERR_VERSION if its
 * major version is newer than ours. */
static int
read_format(struct store *store, MDB_txn *txn, struct format *out, struct err *err)
{
	struct store_view view = {store, txn};
	struct span format;
	int code = store_db_get(&view, TABLE_META, schema_name(META_FORMAT), &format);
	if (code == ERR_NOT_FOUND || (code == OK && format.n < 8))
		return ERR_NOT_FOUND;
	if (code)
		return store_fail(store, code, err, _("cannot read the format"));
	out->major = schema_get32(format.p);
	out->minor = schema_get32(format.p + 4);
	if (out->major <= SCHEMA_MAJOR)
		return OK;
	return err_set(err, ERR_VERSION,
		_("the store %s has format %u.%u (written by courant %.*s), but courant "
		  "%s only knows format %u.%u. It was not changed: use the newer "
		  "courant"),
		store->dir, (unsigned)out->major, (unsigned)out->minor,
		(int)(format.n - 8 < VERSION_SHOWN ? format.n - 8 : VERSION_SHOWN),
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

/* Checks the state that txn sees, since another process may be making the tables. */
static bool
no_tables(MDB_txn *txn)
{
	MDB_dbi all;
	MDB_stat stat;
	return mdb_dbi_open(txn, NULL, 0, &all) == 0 && mdb_stat(txn, all, &stat) == 0 &&
	       stat.ms_entries == 0;
}

static int
look_in(struct store *store, MDB_txn *txn, struct found *found, struct err *err)
{
	struct format format = {0};
	int code = open_tables(store, txn, 0, &found->missing);
	if (code)
		return store_env_fail(store, code, err);
	found->fresh = found->missing && no_tables(txn);
	if (found->fresh)
		return OK;
	int status = store->tables[TABLE_META] == NO_TABLE
			     ? ERR_NOT_FOUND
			     : read_format(store, txn, &format, err);
	if (status == ERR_NOT_FOUND)
		return err_set(
			err, ERR_DAMAGED, _("%s is not a courant store"), store->path);
	found->old = format.major < SCHEMA_MAJOR;
	return status;
}

/* In a read transaction, so that starting the program writes nothing. */
static int
look_at_tables(struct store *store, struct found *found, struct err *err)
{
	MDB_txn *txn;
	int code = mdb_txn_begin(store->env, NULL, MDB_RDONLY, &txn);
	if (code)
		return store_env_fail(store, code, err);
	int status = look_in(store, txn, found, err);
	if (status) {
		mdb_txn_abort(txn);
		return status;
	}
	/* Committing a read transaction keeps the table handles open. */
	code = mdb_txn_commit(txn);
	return code ? store_env_fail(store, code, err) : OK;
}

/* Makes missing tables, and states our format if the store states an older one. Since we
 * looked, another process may have done this, even one with a newer format. */
static int
make_in(struct store *store, MDB_txn *txn, struct err *err)
{
	struct format format = {0};
	bool missing;
	int code = store_move_happened(store)
			   ? MDB_MAP_RESIZED /* just now: busy */
			   : open_tables(store, txn, MDB_CREATE, &missing);
	if (code)
		return store_env_fail(store, code, err);
	int status = read_format(store, txn, &format, err);
	if (status && status != ERR_NOT_FOUND)
		return status;
	if (format.major == SCHEMA_MAJOR && format.minor >= SCHEMA_MINOR)
		return OK;
	code = put_format(store, txn);
	return code ? store_env_fail(store, code, err) : OK;
}

static int
make_tables(struct store *store, struct err *err)
{
	MDB_txn *txn;
	int code = mdb_txn_begin(store->env, NULL, 0, &txn);
	if (code)
		return store_env_fail(store, code, err);
	int status = make_in(store, txn, err);
	if (status) {
		mdb_txn_abort(txn);
		return status;
	}
	code = mdb_txn_commit(txn);
	return code ? store_env_fail(store, code, err) : OK;
}

int
store_env_use(struct store *store, struct err *err)
{
	struct found found = {0};
	/* LMDB sets this for its other descriptors itself. A browser must not inherit
	 * this one. */
	int fd, dead;
	if (mdb_env_get_fd(store->env, &fd) == 0)
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	if (!store->read_only)
		mdb_reader_check(store->env, &dead);
	int status = look_at_tables(store, &found, err);
	if (status || !(found.old || found.missing))
		return status;
	/* Tables that a minor version added read as empty until a program can make
	 * them. */
	if (store->read_only && !found.old && !found.fresh)
		return OK;
	if (store->read_only)
		return store_fail(store, EACCES, err, _("cannot create the tables"));
	status = store->keep_old ? store->keep_old(store, err) : OK;
	if (status)
		return status;
	return make_tables(store, err);
}

int
store_env_again(struct store *store)
{
	if (store->env)
		mdb_env_close(store->env);
	store->env = NULL;
	int code = store_env_open(store);
	if (!code)
		code = store_env_use(store, NULL);
	if (code && store->env) {
		mdb_env_close(store->env);
		store->env = NULL;
	}
	store->opened++;
	return code;
}
