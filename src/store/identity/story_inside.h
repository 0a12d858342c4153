/*
 * Stories, for the other folders of the store. All return a code.
 */
#ifndef STORE_IDENTITY_STORY_INSIDE_H
#define STORE_IDENTITY_STORY_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "store/record/schema.h"

struct arena;
struct store_batch;
struct store_duplicate;
struct store_view;

/* The hash of the page that an item is about; 0: its link is not a page. */
uint64_t store_identity_story_page(const char *link);
struct schema_key store_identity_story_key(uint64_t page, uint64_t id);
/* The first item of another feed that is about the page; *id 0: there is none. */
int store_identity_story_find(const struct store_view *view, uint64_t page, uint32_t feed,
	uint64_t *id) MUST_USE;
/* The item's story; *story 0: it is alone. */
int store_identity_story_of(
	const struct store_view *view, uint64_t id, uint64_t *story) MUST_USE;
/* Writes down, or removes, that an item is about the page. page may be 0. */
int store_identity_story_put(
	struct store_batch *batch, uint64_t page, uint64_t id, bool there) MUST_USE;
/* The item of another feed that is shown for the story of `found`, or found itself if
 * none is shown. lead->id 0: the story has too many items to count as one. */
int store_identity_story_lead(const struct store_view *view, uint32_t feed,
	uint64_t found, struct store_duplicate *lead) MUST_USE;
/* Adds the item, which is new and flagged as a duplicate, to the story of the other one.
 * page 0: they have no page in common. */
int store_identity_story_join(
	struct store_batch *batch, uint64_t page, uint64_t id, uint64_t other) MUST_USE;
/* Are the two items in different stories, or alone, so that they could be one story? */
int store_identity_story_distinct(
	const struct store_view *view, uint64_t a, uint64_t b, bool *distinct) MUST_USE;
/* Moves all items of the other one's story into the story of the first, which has one.
 * The later of the two is a duplicate (ITEM_DUPLICATE). */
int store_identity_story_unite(
	struct store_batch *batch, uint64_t first, uint64_t other) MUST_USE;
/* New items got ids from first to next: if all before first were indexed, so are they.
 * by: enum store_identity_story_index. */
int store_identity_story_next(
	struct store_batch *batch, int by, uint64_t first, uint64_t next) MUST_USE;
/* The item is about to be deleted for good. */
int store_identity_story_leave(struct store_batch *batch, uint64_t id) MUST_USE;
/* Appends the others of the item's story to a list in arena. */
int store_identity_story_add(const struct store_view *view, uint64_t id,
	struct arena *arena, uint64_t **list, size_t *len) MUST_USE;
/* Appends those that were first seen at this time or later. */
int store_identity_story_add_since(const struct store_view *view, uint64_t id,
	int64_t since, struct arena *arena, uint64_t **list, size_t *len) MUST_USE;
/* The ids, and the others of their stories. If there are none of these, *out is ids;
 * otherwise it is in arena. */
int store_identity_story_all(const struct store_view *view, const uint64_t *ids,
	size_t len, struct arena *arena, const uint64_t **out, size_t *out_len) MUST_USE;

#endif
