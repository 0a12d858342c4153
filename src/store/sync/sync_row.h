/*
 * Rows of the table state: the latest state of each kind for an item.
 */
#ifndef STORE_SYNC_SYNC_ROW_H
#define STORE_SYNC_SYNC_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"
#include "model/state.h"
#include "store/record/schema.h"

struct buf;
struct store_view;

#define STATE_KEY (STATE_FEED + STATE_ITEM)
#define STATE_ENTRY 18 /* bytes of an entry, without the tag */

struct schema_key store_sync_key(
	const uint8_t feed[static STATE_FEED], const uint8_t item[static STATE_ITEM]);
/* Takes an entry off *row and sets all members of out but feed and item. False at the
 * end, and if the bytes make no sense. */
bool store_sync_next(struct span *row, struct state *out);
void store_sync_pack(struct buf *out, const struct state *s);
bool store_sync_same_kind(const struct state *a, const struct state *b);
/* Finds the row's state of the same kind as s (and for tags, of the same tag). */
bool store_sync_find(struct span row, const struct state *s, struct state *out);
/* Reads a row, which is empty if there is none. */
int store_sync_row(
	const struct store_view *view, struct schema_key key, struct span *row) MUST_USE;
/* Is this a row of STATE_SAME (sync_alias.c), and not of an item? */
bool store_sync_is_alias_row(struct span key, struct span row);

#endif
