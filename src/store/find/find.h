/*
 * Finds items by a query: the full-text index narrows them down, and the query decides.
 *
 *	struct store_find *find;
 *	int status = store_find_new("title:sea is:unread", &scope, 0, now, &find, err);
 *	if (status)
 *		return status;
 *	for (bool done = false; status == OK && !done;) {
 *		status = store_find_step(find, store, 10000, keys, 100, &len, &done, err);
 *		… use keys[0 … len), which may be none …
 *	}
 *	store_find_free(find);
 *
 * One thread at a time. No view or batch is needed; each step has a view of its own.
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
	STORE_FIND_ACCENTS = 1 << 0,  /* accents matter */
	STORE_FIND_RELEVANT = 1 << 1, /* best first instead of newest first */
};

/* now: for ages of items. The scope is copied. ERR_SYNTAX: err says what is wrong with
 * the text. */
int store_find_new(const char *text, const struct store_scope *scope, int how,
	int64_t now, struct store_find **out, struct err *err) MUST_USE;
void store_find_free(struct store_find *find); /* NULL is accepted */
/* Continues the search for about budget_us. out gets the next hits, at most max, in order
 * over all calls. *done: there are no more. */
int store_find_step(struct store_find *find, struct store *store, int64_t budget_us,
	struct store_key *out, size_t max, size_t *len, bool *done,
	struct err *err) MUST_USE;
/* After the search: a sentence about what was left out, or NULL. */
const char *store_find_note(const struct store_find *find);

#endif
