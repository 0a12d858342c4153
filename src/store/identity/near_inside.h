/*
 * Items by their texts, so that what arrives finds items of other feeds that are nearly
 * the same (base/near.h). All return a code.
 *
 * A row has all that comparing needs, so that no stored text is read again. Only items of
 * the last weeks have one, and only those within a week of each other are compared. Keys
 * begin with a period of eight weeks: what is written and looked for is at the end of a
 * small table, however many items the store has.
 */
#ifndef STORE_IDENTITY_NEAR_INSIDE_H
#define STORE_IDENTITY_NEAR_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

#define STORE_IDENTITY_NEAR_MAX 98 /* bytes of a row */

struct near_text;
struct near_words;
struct store_batch;
struct store_view;

/* Would an item of this sort time have a row? */
bool store_identity_near_recent(int64_t time, int64_t now);
/* Writes down the text of an item under its key. key may be 0. */
int store_identity_near_put(struct store_batch *batch, int64_t time, uint64_t key,
	const struct near_words *text, uint64_t id) MUST_USE;
/* The same for a stored item; or removes its row. */
int store_identity_near_put_stored(
	struct store_batch *batch, uint64_t id, bool there) MUST_USE;
/* An item of another feed that is nearly the same; *id 0: there is none. */
int store_identity_near_find(const struct store_view *view, const struct near_text *text,
	int64_t time, uint32_t feed, uint64_t *id) MUST_USE;
/* Are there rows that are too old? */
bool store_identity_near_expired(const struct store_view *view, int64_t now);
/* Removes at most max rows that are too old; *more: call it again. */
int store_identity_near_expire(
	struct store_batch *batch, int64_t now, size_t max, bool *more) MUST_USE;

#endif
