/*
 * Puts another file in the data file's place while processes use it; move.c explains how.
 */
#ifndef STORE_DB_MOVE_H
#define STORE_DB_MOVE_H

#include <stdbool.h>

#include "base/attr.h"

struct err;
struct store;

/* The gate of a store's directory. Programs enter it to open the store, several at a
 * time; store_move holds it alone. Returns a descriptor for store_move_leave; -1 if it
 * cannot be locked, which is fine on a disk that can only be read. */
int store_move_enter(const char *dir);
/* … waits until nobody is within. */
int store_move_enter_alone(const char *dir);
void store_move_leave(int gate);

/* Remembers which file the environment has open. Called within the gate. */
void store_move_note(struct store *store);
/* Has another file taken its place? Any thread. */
bool store_move_happened(const struct store *store);

/* Was the file removed, with no other in its place? Then what is written to it is lost.
 * Any thread. */
bool store_move_removed(const struct store *store);

/* Puts the file `next`, a complete store that is on the disk, in the place of dir's data
 * file, which is kept under the path `keep` if that is not NULL. All of them are on one
 * file system. Nobody may write meanwhile: the caller has a batch open, or the present
 * file cannot be opened. Each process opens the new file at its next transaction. */
int
store_move(const char *dir, const char *next, const char *keep, struct err *err) MUST_USE;

#endif
