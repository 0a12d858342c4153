/*
 * LMDB's environment of a store.
 */
#ifndef STORE_DB_ENV_H
#define STORE_DB_ENV_H

#include "base/attr.h"

struct err;
struct store;

/* Opens the environment in the directory of the store, for reading only where nothing
 * else is allowed; nothing in it is looked at. Returns OK, or a code of LMDB or errno. */
int store_env_open(struct store *store) MUST_USE;
/* Everything between a sound file and usable tables. An older format is brought up to
 * this one, after store->keep_old. Returns a status. */
int store_env_use(struct store *store, struct err *err) MUST_USE;
/* Closes it and opens what is there now: the caller is alone in the store's room. Returns
 * OK or a code. */
int store_env_again(struct store *store) MUST_USE;
/* What a code means that opening returned, as a sentence. */
int store_env_fail(const struct store *store, int code, struct err *err);

#endif
