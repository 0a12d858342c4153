/*
 * Items by their texts, so that what arrives finds items of other feeds that are nearly
 * the same (base/near.h). All return a code.
 *
 * The table near is a log: texts are numbered and only appended, many in a row, and a row
 * has all that comparing needs, so that no stored text is read again. The keys of all
 * texts are in memory (near_keys.h), read from the log by the process that looks for a
 * text, and from then on whatever any process appends. So a text costs neither a look-up
 * nor a page of its own.
 *
 * Only items of the last weeks have a text, and only those within a week of each other
 * are compared. An item that was deleted or edited leaves its text until the row expires:
 * the former is not found any more, and the latter may be found by both of its texts.
 *
 *	code = store_identity_near_update(view);
 *	code = store_identity_near_find(view, &text, time, feed, &id);
 *
 *	struct store_near_row row = {.len = 0};
 *	code = store_identity_near_add(batch, &row, now, &text, id);   (many times)
 *	code = store_identity_near_write(batch, &row, now);
 */
#ifndef STORE_IDENTITY_NEAR_INSIDE_H
#define STORE_IDENTITY_NEAR_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct near_text;
struct span;
struct store;
struct store_batch;
struct store_view;

/* Texts that are about to be written. As many as fit into one page of LMDB's. */
struct store_near_row {
	uint8_t bytes[4064];
	size_t len; /* 0: none */
};

/* Would an item of this sort time have a text? */
bool store_identity_near_recent(int64_t time, int64_t now);
/* Adds the text of an item, and writes the row if it is full. Nothing if
 * it has no key. */
int store_identity_near_add(struct store_batch *batch, struct store_near_row *row,
	int64_t now, const struct near_text *text, uint64_t id) MUST_USE;
/* The same for a stored item. */
int store_identity_near_add_stored(struct store_batch *batch, struct store_near_row *row,
	int64_t now, uint64_t id) MUST_USE;
/* Writes what was added. */
int store_identity_near_write(
	struct store_batch *batch, struct store_near_row *row, int64_t now) MUST_USE;

/* Reads the keys that were written since the last call. The writing thread only, as for
 * store_identity_near_find. */
int store_identity_near_update(const struct store_view *view) MUST_USE;
/* An item of another feed that is nearly the same, among the texts that the last update
 * read; *id 0: there is none. */
int store_identity_near_find(const struct store_view *view, const struct near_text *text,
	int64_t time, uint32_t feed, uint64_t *id) MUST_USE;
/* Frees what is in memory, before the store is closed. */
void store_identity_near_close(struct store *store);

/* Is it a row that can be read? So are those of earlier programs, which only expire. */
bool store_identity_near_sound(struct span key, struct span value);
/* Are there rows that are too old? */
bool store_identity_near_expired(const struct store_view *view, int64_t now);
/* Removes at most max rows that are too old; *more: call it again. */
int store_identity_near_expire(
	struct store_batch *batch, int64_t now, size_t max, bool *more) MUST_USE;

#endif
