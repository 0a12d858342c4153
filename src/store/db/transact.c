/*
 * The transactions of a process. Each shares map_lock, since the environment may only be
 * closed, and its map may only be changed, while no transaction is open. That is needed
 * after
 *
 *  - another process has moved the data file (move.c);
 *  - the meta page could not be written: LMDB then refuses everything, although what is
 *    stored is whole, and reading must continue (case 124);
 *  - another process has enlarged its map and the file.
 */
#include "config.h"

#include <errno.h>

#include "base/rwlock.h"
#include "store/db/db.h"
#include "store/db/env.h"
#include "store/db/move.h"

#define ALONE_MS 2000 /* a writer waits for this process's views, which are short */
#define TRIES 4
#define OVERTAKEN_TRIES 16 /* each takes two commits within a microsecond */

/* If no map can be made, LMDB has none left and must not be used: open it again. */
static int
set_map(struct store *store, size_t size)
{
	if (!store->env)
		return MDB_PANIC;
	int code = mdb_env_set_mapsize(store->env, size);
	return code && code != EINVAL ? store_env_again(store) : code;
}

/* Makes the map as large as the file has become. LMDB's default would be the largest map
 * of any process, but this one may have less address space. */
static int
follow(struct store *store)
{
	MDB_envinfo info;
	MDB_stat stat;
	if (!store->env || mdb_env_info(store->env, &info) != 0 ||
		mdb_env_stat(store->env, &stat) != 0)
		return MDB_PANIC;
	size_t size = info.me_mapsize, least = (info.me_last_pgno + 1) * stat.ms_psize;
	while (size < least)
		size *= 2;
	return set_map(store, size);
}

/* Removes what kept a transaction from beginning. Returns a code; OK: try again. */
static int
mend(struct store *store, int code, int64_t wait_ms)
{
	if (!rwlock_try_lock(store->map_lock, wait_ms))
		return ERR_BUSY;
	if (code == MDB_MAP_RESIZED)
		code = follow(store);
	else if (!store->env || code == MDB_PANIC || store_move_happened(store))
		code = store_env_again(store);
	else
		code = OK; /* another thread was quicker */
	rwlock_unlock(store->map_lock);
	return code;
}

/* A reader in LMDB notes the number of the last commit and then copies the meta page that
 * belongs to it. If two more commits happen in between, that page belongs to the second
 * of them: the reader sees a newer state than its number says, and newer than what the
 * next reader may get. */
static bool
overtaken(const struct store *store, MDB_txn *txn)
{
	MDB_envinfo info;
	return mdb_env_info(store->env, &info) == 0 &&
	       info.me_last_txnid > mdb_txn_id(txn) + 1;
}

static int
begin(const struct store *store, unsigned flags, MDB_txn **txn)
{
	int dead = 0, code = mdb_txn_begin(store->env, NULL, flags, txn);
	if (!(flags & MDB_RDONLY))
		return code;
	/* Killed processes leave their slots in the table of readers. */
	if (code == MDB_READERS_FULL && mdb_reader_check(store->env, &dead) == 0 && dead)
		code = mdb_txn_begin(store->env, NULL, flags, txn);
	for (int i = 0; !code && i < OVERTAKEN_TRIES && overtaken(store, *txn); i++) {
		mdb_txn_reset(*txn);
		code = mdb_txn_renew(*txn);
		if (code)
			mdb_txn_abort(*txn);
	}
	return code;
}

int
store_transact_begin(struct store *store, unsigned flags, MDB_txn **txn)
{
	bool reading = flags & MDB_RDONLY, old_will_do = false;
	for (int i = 1;; i++) {
		rwlock_lock_shared(store->map_lock);
		int code = store->env ? begin(store, flags, txn) : MDB_PANIC;
		if (!code && !old_will_do && store_move_happened(store)) {
			mdb_txn_abort(*txn);
			code = ESTALE;
		}
		if (!code && !reading && store_move_removed(store)) {
			mdb_txn_abort(*txn);
			code = ENOENT;
		}
		if (!code)
			return OK;
		rwlock_unlock_shared(store->map_lock);
		if ((code != MDB_MAP_RESIZED && code != MDB_PANIC && code != ESTALE) ||
			i == TRIES)
			return code == ESTALE ? ERR_BUSY : code;
		int mended = mend(store, code, reading ? 0 : ALONE_MS);
		/* Other views of this process are open in the old file, which is still
		 * whole. */
		old_will_do = reading && code == ESTALE && mended == ERR_BUSY;
		if (mended && !old_will_do)
			return mended;
	}
}

void
store_transact_end(struct store *store)
{
	rwlock_unlock_shared(store->map_lock);
}

int
store_transact_resize(struct store *store, size_t size)
{
	if (!rwlock_try_lock(store->map_lock, 0))
		return ERR_BUSY;
	int code = set_map(store, size);
	rwlock_unlock(store->map_lock);
	return code;
}
