/*
 * Rows of the table of states: an item's last word of each kind.
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
#define STATE_ENTRY 18 /* bytes without the tag */

struct schema_key store_sync_key(
	const uint8_t feed[static STATE_FEED], const uint8_t item[static STATE_ITEM]);
/* Takes an entry off *row: all of out but feed and item. False at the end, and for bytes
 * that are none. */
bool store_sync_next(struct span *row, struct state *out);
void store_sync_pack(struct buf *out, const struct state *s);
bool store_sync_alike(const struct state *a, const struct state *b);
/* The row's word of the kind of s. */
bool store_sync_word(struct span row, const struct state *s, struct state *out);
/* Empty where there is none. */
int store_sync_row(
	const struct store_view *view, struct schema_key key, struct span *row) MUST_USE;
/* No item's row, but one that joins two feeds (state_same.c). */
bool store_sync_is_alias_row(struct span key, struct span row);

#endif
