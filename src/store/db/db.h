/*
 * What all folders of the store share: the environment, the batch, and access to tables.
 *
 * A "code" is OK, an enum status, a code of LMDB, or an errno; these ranges do not
 * overlap. It is what functions without a struct err return, inside the store: they pass
 * on what LMDB said, and one function of each call chain makes a sentence of it by
 * store_fail or store_batch_fail. A "status" is OK or an enum status, and comes with a
 * sentence if there is a struct err. Variables and comments use these two words; a
 * typedef would not make the compiler check anything. Codes of LMDB and errno never leave
 * the store.
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
#include "store/record/schema.h"
#include "store/record/shape.h"

struct store_batch_part;
struct store_index_texts;
struct store_changes;
struct store_near;
struct store_sums;
struct store_sync_batch;
struct store_view;

/* A table that the store lacks, since an older program made the store and it can only be
 * read. Such a table reads as empty, which store_db_get, store_db_cursor and
 * store_db_entries take care of. (LMDB uses this number for its own list of free
 * pages.) */
#define NO_TABLE 0
/* Repair copies tables that only a newer program knows, and has one open at a time. */
#define SPARE_TABLES 1

struct store {
	MDB_env *env; /* NULL only if it could not be opened again */
	/* By enum schema_table; NO_TABLE if the store lacks the table. */
	MDB_dbi tables[TABLE_LEN];
	char *dir, *path, *lock_path; /* the directory, the data file, LMDB's lock file */
	bool read_only;
	bool temporary; /* store_close removes the directory */
	bool damaged;   /* damage was seen: there will be no clean-exit mark */
	/* Shared by each transaction of this process. A thread must hold it alone to
	 * change any member from env to opened. */
	struct rwlock *map_lock;
	/* The file that is open (move.c), and how often one has been opened again. */
	dev_t device;
	ino_t inode;
	unsigned opened;
	/* The parts of every batch (batch_inside.h), ended by NULL. */
	const struct store_batch_part *const *parts;
	/* Puts a copy of the store beside it before its format is raised. Returns a
	 * status. */
	int (*keep_old)(struct store *store, struct err *err);
	atomic_size_t grow; /* map size wanted after MDB_MAP_FULL; 0: none */
	/* How many batches are open or wait to be, and whether this process is about to
	 * be stopped (stop.c). */
	atomic_int writers;
	atomic_bool stopping;
	/* When the wait for a batch began (time_mono_ms); 0: no wait. */
	_Atomic int64_t waiting;
	/* For the writing thread only: */
	unsigned batches; /* begun so far */
	/* This process as claims identify it; pid 0: not known yet. */
	struct claim_record own;
	struct store_near *near; /* NULL: not read so far (identity/near_inside.h) */
	struct store_index_texts *texts; /* NULL: none (index/index_texts.h) */
	struct store_changes *changes;   /* NULL: nobody wants to know (change_log.h) */
};

struct store_batch {
	struct store *store;
	MDB_txn *txn;
	/* Kept open, since writing near the last place needs no search from the root. */
	MDB_cursor *cursors[TABLE_LEN];
	struct arena arena; /* of the function that writes: reset by each */
	struct buf record;
	uint64_t next_item;             /* 0: not read yet */
	uint64_t first_item;            /* next_item when it was first read */
	struct store_sync_batch *state; /* NULL: not used so far */
	struct store_journal *journal;  /* NULL: nothing is journaled */
	struct store_journal *of_rules; /* … while what rules do is paused; or NULL */
	struct store_sums *sums;        /* NULL: none (item/sum_inside.h) */
	bool stories;     /* items of a story share marks (identity/story.h) */
	bool index_later; /* the commit leaves the index as it is */
	bool committed;   /* when it ends: its changes are stored */
	bool wrote;       /* something, so that the commit will count */
	sigset_t signals; /* the thread's signal mask before the batch (stop.c) */
};

/* From store_stop_hold to store_stop_free, around a batch, store_stop waits. *before
 * keeps the thread's signal mask. (stop.c) */
void store_stop_hold(struct store *store, sigset_t *before);
void store_stop_free(struct store *store, const sigset_t *before);

/* The status for a code. */
int store_db_status(const struct store *store, int code);

/* Reading in a view. Values are in the map: they are valid until the next write in the
 * same transaction, or its end. All return a code: ERR_NOT_FOUND if there is no such
 * entry. */
int store_db_get(const struct store_view *view, enum schema_table table,
	struct schema_key key, struct span *value) MUST_USE;
/* *out is NULL if the table is missing. Such a cursor may be passed to
 * store_db_cursor_get and, since LMDB allows it, to mdb_cursor_close. */
int store_db_cursor(const struct store_view *view, enum schema_table table,
	MDB_cursor **out) MUST_USE;
/* As mdb_cursor_get. MDB_CORRUPTED if MDB_NEXT or MDB_PREV finds a key that is out of
 * order: in a damaged file, pages may lead in a circle. */
int store_db_cursor_get(
	MDB_cursor *cursor, MDB_val *k, MDB_val *v, MDB_cursor_op op) MUST_USE;
/* Deletes the entry at the cursor and moves to the next one. (After mdb_cursor_del,
 * store_db_cursor_get would skip it.) */
int store_db_cursor_del_next(MDB_cursor *cursor, MDB_val *k, MDB_val *v) MUST_USE;
/* The number of entries in the table. */
uint64_t store_db_entries(const struct store_view *view, enum schema_table table);
/* Moves to the last entry whose key is less than `key`. ERR_NOT_FOUND if there is
 * none. */
int store_db_before(MDB_cursor *cursor, const struct schema_key *key, MDB_val *k,
	MDB_val *v) MUST_USE;
/* Moves to the first entry whose key is greater than `key`. ERR_NOT_FOUND likewise. */
int store_db_after(MDB_cursor *cursor, const struct schema_key *key, MDB_val *k,
	MDB_val *v) MUST_USE;
/* Moves to the row with that id, or to the first one after it. Ascending ids need no
 * search: each is the next row. ERR_NOT_FOUND if there is none. */
int store_db_from(MDB_cursor *cursor, uint64_t id, MDB_val *k, MDB_val *v) MUST_USE;
/* Reads a record into `to`; see record_decode. */
int store_db_record(const struct store_view *view, enum schema_table table, uint64_t id,
	struct arena *arena, void *to, struct span *unknown) MUST_USE;
/* The item's feed and sort time: with its id, they are its place in all lists. */
int store_db_place(const struct store_view *view, uint64_t id, uint32_t *feed,
	int64_t *time) MUST_USE;

/* Writing in a batch. All return a code. */
int store_db_put(struct store_batch *batch, enum schema_table table,
	struct schema_key key, const void *value, size_t len, unsigned flags) MUST_USE;
/* OK also if there is no such entry. */
int store_db_del(struct store_batch *batch, enum schema_table table,
	struct schema_key key) MUST_USE;
/* Replaces the value at the cursor, which has this key, by one of the same length. */
int store_db_put_at(struct store_batch *batch, enum schema_table table,
	MDB_cursor *cursor, const struct schema_key *key, struct span value) MUST_USE;
int store_db_put_record(struct store_batch *batch, enum schema_table table, uint64_t id,
	const void *from, struct span unknown, unsigned flags) MUST_USE;
/* The first reads batch->next_item, from which numbers of items and documents are taken;
 * the second writes it after some were taken. */
int store_db_numbers(struct store_batch *batch) MUST_USE;
int store_db_put_numbers(struct store_batch *batch) MUST_USE;
/* Replaces a record, but keeps fields that only a newer version knows. */
int store_db_replace_record(struct store_batch *batch, enum schema_table table,
	uint64_t id, const void *from) MUST_USE;
int store_db_batch_cursor(
	struct store_batch *batch, enum schema_table table, MDB_cursor **out) MUST_USE;
/* store_fail for a batch, which translates `what` itself: mark it with N_. After
 * MDB_MAP_FULL, the next batch begins with a larger map. */
int
store_batch_fail(struct store_batch *batch, int code, struct err *err, const char *what);

/* Transactions of LMDB (transact.c). Call store_transact_end after committing or
 * aborting. Both begin and resize return a code. */
int store_transact_begin(struct store *store, unsigned flags, MDB_txn **txn) MUST_USE;
void store_transact_end(struct store *store);
/* Sets the size of the map. ERR_BUSY if a transaction of this process is open. */
int store_transact_resize(struct store *store, size_t size) MUST_USE;

/* Is id in the list, which is ascending big-endian u32 (META_REMOVED)? */
bool store_db_listed(struct span list, uint32_t id);
/* META_REMOVED; empty if no feed was removed. */
int store_db_removed(const struct store_view *view, struct span *list) MUST_USE;

#endif
