/*
 * Opening and closing the store.
 */
#ifndef STORE_OPEN_H
#define STORE_OPEN_H

#include "base/attr.h"

struct err;
struct store;

/* Opens (creates) the store in dir. Several processes may; one of them opens it once.
 * Reserves a large map, clears the slots of killed readers; without the clean-exit mark
 * looks at the pages of the file first. ERR_VERSION: a newer format; ERR_DAMAGED; ERR_IO;
 * err says what to do. Before any thread is started. */
int store_open(struct store **out, const char *dir, struct err *err) MUST_USE;

/* Sets the clean-exit mark and closes; no view may be open. NULL is accepted. */
void store_close(struct store *store);

#endif
