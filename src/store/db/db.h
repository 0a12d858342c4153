/*
 * The store's own inside: the environment, a batch, and the few things that all of its
 * files do with tables. LMDB's codes stay in this folder: functions here return OK, an
 * enum status, or a code of LMDB or errno, which store_db_status and store_fail turn
 * into what the outside sees. The three kinds of numbers never overlap.
 */
#ifndef STORE_DB_DB_H
#define STORE_DB_DB_H

#include <lmdb.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"
#include "store/db/view.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

struct store_batch_part;
struct store_sync_batch;

/* A store that an older program made, and that can only be read, may lack a table. It
 * reads as empty: store_db_get, store_db_cursor and store_db_entries see to that. (To
 * LMDB, this number is its own list of free pages.) */
#define NO_TABLE 0
/* Repair carries over tables that only a newer program knows, one open at a time. */
#define SPARE_TABLES 1

struct store {
	MDB_env *env; /* NULL only while it could not be opened again */
	/* By enum schema_table; NO_TABLE where the store lacks one. */
	MDB_dbi tables[TABLE_LEN];
	char *dir, *path, *lock_path; /* the directory, the data file, LMDB's locks */
	bool read_only;
	bool damaged; /* seen to be: no mark of a clean exit then */
	/* Every transaction of this process shares it. To change what stands above and
	 * below, up to the writing thread's, a thread must hold it alone. */
	struct rwlock *map_lock;
	/* Which file is open (move.c), and how often one was opened again. */
	dev_t device;
	ino_t inode;
	unsigned opened;
	/* What takes part in every batch (batch.h); ended by NULL. */
	const struct store_batch_part *const *parts;
	/* Puts a copy of the store beside it, before its format is raised; returns a
	 * status. */
	int (*keep_old)(struct store *store, struct err *err);
	atomic_size_t grow; /* the map size wanted after MDB_MAP_FULL; 0: enough */
	/* Batches that are open or wait for it, and whether this process is about to be
	 * stopped (stop.c). */
	atomic_int writers;
	atomic_bool stopping;
	_Atomic int64_t waiting; /* since when for a batch, on the mono clock; 0: not */
	/* The writing thread's: */
	unsigned batches;        /* begun so far */
	struct claim_record own; /* this process as claims name it; pid 0: not yet */
};

struct store_batch {
	struct store *store;
	MDB_txn *txn;
	/* Kept open, since puts near each other then need no search from the root. */
	MDB_cursor *cursors[TABLE_LEN];
	struct arena arena; /* of one call: reset by each */
	struct buf record;
	uint64_t next_item;             /* 0: not read yet */
	uint64_t first_item;            /* what it was when it was read */
	struct store_sync_batch *state; /* NULL: not looked at */
	struct store_journal *journal;  /* NULL: nothing is journaled */
	bool index_later;               /* the commit leaves the index as it is */
	sigset_t signals;               /* held back before it (stop.c) */
};

/* Before a batch: from now on this process is not stopped (store_stop); *before keeps the
 * thread's signals. And after it. stop.c */
void store_stop_hold(struct store *store, sigset_t *before);
void store_stop_free(struct store *store, const sigset_t *before);

/* What the outside sees of a code. */
int store_db_status(const struct store *store, int code);

/* Reading, in a view. Values stay in the map: valid until the next write of the same
 * transaction, or its end. ERR_NOT_FOUND when there is none. */
int store_db_get(const struct store_view *view, enum schema_table table,
	struct schema_key key, struct span *value) MUST_USE;
/* *out is NULL for a table that is missing: move it by store_db_cursor_get alone, close
 * it by mdb_cursor_close, which takes NULL. */
int store_db_cursor(const struct store_view *view, enum schema_table table,
	MDB_cursor **out) MUST_USE;
static inline int
store_db_cursor_get(MDB_cursor *cursor, MDB_val *k, MDB_val *v, MDB_cursor_op op)
{
	return cursor ? mdb_cursor_get(cursor, k, v, op) : MDB_NOTFOUND;
}
/* How many entries the table has. */
uint64_t store_db_entries(const struct store_view *view, enum schema_table table);
/* Moves to the last entry whose key is less than `key`. ERR_NOT_FOUND: none. */
int store_db_before(MDB_cursor *cursor, const struct schema_key *key, MDB_val *k,
	MDB_val *v) MUST_USE;
/* The row of the number, or the first one after it. Who asks for ascending numbers needs
 * no search: it is the next row. ERR_NOT_FOUND. */
int store_db_from(MDB_cursor *cursor, uint64_t id, MDB_val *k, MDB_val *v) MUST_USE;
/* Records. unknown may be NULL. */
int store_db_record(const struct store_view *view, enum schema_table table, uint64_t id,
	struct arena *arena, void *to, struct span *unknown) MUST_USE;
/* Where an item stands. */
int store_db_place(const struct store_view *view, uint64_t id, uint32_t *feed,
	int64_t *time) MUST_USE;

/* Writing. */
int store_db_put(struct store_batch *batch, enum schema_table table,
	struct schema_key key, const void *value, size_t len, unsigned flags) MUST_USE;
/* OK also when there was none. */
int store_db_del(struct store_batch *batch, enum schema_table table,
	struct schema_key key) MUST_USE;
int store_db_put_record(struct store_batch *batch, enum schema_table table, uint64_t id,
	const void *from, struct span unknown, unsigned flags) MUST_USE;
/* Replaces a record, keeping those of its fields that only a newer version knows. */
int store_db_replace_record(struct store_batch *batch, enum schema_table table,
	uint64_t id, const void *from) MUST_USE;
int store_db_batch_cursor(
	struct store_batch *batch, enum schema_table table, MDB_cursor **out) MUST_USE;
/* store_fail in a batch: a full map is made larger when the next one begins. */
int
store_batch_fail(struct store_batch *batch, int code, struct err *err, const char *what);

/* Transactions: transact.c. An end for each begin, after the transaction. */
int store_transact_begin(struct store *store, unsigned flags, MDB_txn **txn) MUST_USE;
void store_transact_end(struct store *store);
/* ERR_BUSY while a transaction is open. */
int store_transact_resize(struct store *store, size_t size) MUST_USE;

/* Is id in a list of ascending big-endian u32 (META_REMOVED)? */
bool store_db_listed(struct span list, uint32_t id);
/* META_REMOVED, empty when there are none. */
int store_db_removed(const struct store_view *view, struct span *list) MUST_USE;

#endif
