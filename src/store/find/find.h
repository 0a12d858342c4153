/*
 * Finding items by a query: the index of the store narrows them down, the query decides.
 */
#ifndef STORE_FIND_FIND_H
#define STORE_FIND_FIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct err;
struct store;
struct store_find;
struct store_key;
struct store_scope;

enum store_find_how {
	STORE_FIND_ACCENTS = 1 << 0,  /* accents count */
	STORE_FIND_RELEVANT = 1 << 1, /* best first, not newest first */
};

/* now: for ages. The scope is copied. ERR_SYNTAX: err says what is wrong with text. */
int store_find_new(const char *text, const struct store_scope *scope, int how,
	int64_t now, struct store_find **out, struct err *err) MUST_USE;
void store_find_free(struct store_find *find); /* NULL is accepted */
/* Searches on for about budget_us in a view of its own; sets *len of out (room for max)
 * to hits, in order over all calls. *done at the end. */
int store_find_step(struct store_find *find, struct store *store, int64_t budget_us,
	struct store_key *out, size_t max, size_t *len, bool *done,
	struct err *err) MUST_USE;
/* A sentence about what was left out, or NULL; after the end. */
const char *store_find_note(const struct store_find *find);

#endif
