/*
 * Identity of items.
 */
#ifndef STORE_IDENTITY_ITEM_MATCH_INSIDE_H
#define STORE_IDENTITY_ITEM_MATCH_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"
#include "store/identity/item_match.h"

struct arena;
struct enclosure;
struct feed;
struct store_view;

/* A value of the guid table. */
struct match_value {
	uint64_t id;      /* 0: a tombstone */
	uint64_t content; /* tombstone: when the document last had it */
	uint32_t aside;   /* tombstone: MATCH_DROPPED, or 0 if it was stored once */
};
#define MATCH_DROPPED 1
#define MATCH_VALUE_BYTES 20
/* content of an item that was withdrawn (poll/withdraw.c): no document has its key. */
#define MATCH_WITHDRAWN UINT64_C(0x7769746864726177)
/* Does a KNOWN arrival differ from what is stored only in the known lengths of its files?
 * stored and come have len entries each. */
bool store_identity_match_remeasured(const struct store_arrival *arrival,
	const struct enclosure *stored, const struct enclosure *come, size_t len);
bool store_identity_match_withdrawn(const struct match_value *value);
void store_identity_match_pack(const struct match_value *value, uint8_t *bytes);
bool store_identity_match_unpack(struct span bytes, struct match_value *value);

/* An arrival for each item of the document, in arena; the caller sets their `read`. page:
 * it may be a page of old items (store_poll.page). */
int store_identity_match(const struct store_view *view, uint32_t feed,
	const struct feed *document, bool page, struct arena *arena,
	struct store_arrival **out) MUST_USE;

#endif
