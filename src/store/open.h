/*
 * Opening and closing the store.
 */
#ifndef STORE_OPEN_H
#define STORE_OPEN_H

#include "base/attr.h"

struct err;
struct store;

/* Opens or creates the store in dir. Several processes can open it, but each only once.
 * Reserves a large map, clears the slots of killed readers, and checks the pages of the
 * file if there is no clean-exit mark. ERR_VERSION: the format is newer; ERR_DAMAGED;
 * ERR_IO; err says what to do. Call it before threads are started. */
int store_open(struct store **out, const char *dir, struct err *err) MUST_USE;

/* The same, for a caller that will store nothing: where there is no store, an empty one
 * is opened in a temporary directory, which store_close removes. */
int store_open_to_read(struct store **out, const char *dir, struct err *err) MUST_USE;

/* Writes the clean-exit mark and closes. No view or batch may be open. NULL is
 * accepted. */
void store_close(struct store *store);

#endif
