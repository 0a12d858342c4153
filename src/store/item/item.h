/*
 * Single items, read.
 */
#ifndef STORE_ITEM_ITEM_H
#define STORE_ITEM_ITEM_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "model/item.h"

struct arena;
struct store_view;

/* An item as lists show it. */
struct store_item {
	uint64_t id;
	uint32_t feed;
	int flags;                          /* enum item_flag */
	int64_t published, updated;         /* as the feed says; TIME_NONE unknown */
	int64_t seen;                       /* first seen */
	int64_t time;                       /* sort time */
	char *guid, *title, *link, *author; /* NULL when absent; author: names, joined */
	uint32_t comments; /* how many the feed counts; 0: none, or it does not say */
	char **tags;       /* the item's own */
	size_t tags_len;
};
int store_item(const struct store_view *view, uint64_t id, struct arena *arena,
	struct store_item *out) MUST_USE;

/* Flags alone, without touching the record. */
int store_item_flags(const struct store_view *view, uint64_t id, int *flags) MUST_USE;

/* The rest of an item, for reading it. */
struct store_item_body {
	struct text text;
	size_t text_len;
	char *date;     /* as written */
	char *comments; /* page of the comments */
	struct enclosure *enclosures;
	size_t enclosures_len;
	char **categories;
	size_t categories_len;
	struct related *related;
	size_t related_len;
};
int store_item_body(const struct store_view *view, uint64_t id, struct arena *arena,
	struct store_item_body *out) MUST_USE;

/* The highest item id in use: the `upto` of marking what is shown now as read. */
uint64_t store_item_last_id(const struct store_view *view);

#endif
