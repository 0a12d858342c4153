/*
 * LMDB's environment of a store: opened, checked, opened again.
 */
#ifndef STORE_DB_ENV_H
#define STORE_DB_ENV_H

#include "base/attr.h"

struct err;
struct store;

/* Opens the environment in the store's directory, without looking at its content; for
 * reading only if nothing else is permitted. Returns a code. */
int store_env_open(struct store *store) MUST_USE;
/* Makes the open environment usable as a store: checks the format, makes missing tables,
 * and brings an older format up to this one after calling store->keep_old. The file must
 * be sound. Returns a status. */
int store_env_use(struct store *store, struct err *err) MUST_USE;
/* Closes the environment and opens the file that is there now. The caller holds
 * store->map_lock alone. Returns a code. */
int store_env_again(struct store *store) MUST_USE;
/* Makes a sentence of a code that opening returned. Returns its status. */
int store_env_fail(const struct store *store, int code, struct err *err);

#endif
