/*
 * Another file takes the data file's place while processes use it (move.c tells how).
 */
#ifndef STORE_DB_MOVE_H
#define STORE_DB_MOVE_H

#include <stdbool.h>

#include "base/attr.h"
#include "base/err.h"

struct store;

/* The gate of a store's directory: open for opening the store (many at once), or taken by
 * the one who moves files. A descriptor for store_move_leave; -1 where nothing can be
 * locked, which is fine for a disk that can only be read. */
int store_move_enter(const char *dir);
void store_move_leave(int gate);

/* Remembers which file the environment has open; in the gate. */
void store_move_note(struct store *store);
/* Does another file stand in its place? Any thread. */
bool store_move_happened(const struct store *store);

/* Puts `next`, a whole store that is on the disk, into the place of dir's data file; keep
 * (may be NULL) is the path under which the present file stays, if there is one. All on
 * the same file system. Nobody may write meanwhile: the caller has a batch open, or the
 * present file can't be opened. Each process opens the new one at its next transaction.
 */
int
store_move(const char *dir, const char *next, const char *keep, struct err *err) MUST_USE;

#endif
