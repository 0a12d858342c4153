/*
 * Stories: items of several feeds with the same page as their link (base/link.h), or
 * with nearly the same text (base/near.h). Those that come after the first are duplicates
 * (ITEM_DUPLICATE), unless they are shown in its place. What the user does to one of them
 * is done to all.
 */
#ifndef STORE_IDENTITY_STORY_H
#define STORE_IDENTITY_STORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct arena;
struct err;
struct store_batch;
struct store_view;

/* The other items of the item's story, the first to arrive first. *out is in arena. */
int store_identity_story_others(const struct store_view *view, uint64_t id,
	struct arena *arena, uint64_t **out, size_t *len) MUST_USE;

/* Sets whether an item is a duplicate, when another item of its story is shown from now
 * on. Deleted and hidden items stay as they are. */
int store_identity_story_flag(
	struct store_batch *batch, uint64_t id, bool duplicate, struct err *err) MUST_USE;

/* How many other feeds have the item's story. */
size_t store_identity_story_count(const struct store_view *view, uint64_t id);

/* From here on (follow), or no longer, what is done to items in the batch by
 * store_mark_put_flags, store_mark_read and store_mark_put_trash is done to the
 * others of their stories. */
void store_identity_story_follow(struct store_batch *batch, bool follow);

/* What stories are found by. Items are indexed by their texts only while that is
 * wanted. */
enum store_identity_story_index {
	STORY_LINKS = 1 << 0,
	STORY_TEXTS = 1 << 1,
};

/* Is there anything for store_identity_story_index to do? */
bool store_identity_story_behind(const struct store_view *view, int by, int64_t now);
/* Indexes at most max items that were stored without being indexed, and removes what is
 * out of date; *more: call it again. */
int store_identity_story_index(struct store_batch *batch, int by, int64_t now, size_t max,
	bool *more, struct err *err) MUST_USE;

#endif
