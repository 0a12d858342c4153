/*
 * An item as it is stored: its texts and numbers are read in place, without copies, and
 * only when they are asked for. For searches, which look at very many items.
 *
 *	struct store_item_raw raw = store_item_raw_at(&view, &key, 0);
 *	struct span title = store_item_raw_text(&raw, RAW_TITLE, &html);
 */
#ifndef STORE_ITEM_RAW_H
#define STORE_ITEM_RAW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"
#include "store/item/list.h"

enum raw_text {
	RAW_TITLE,
	RAW_AUTHOR,
	RAW_BODY,
	RAW_LINK,
	RAW_GUID,
};

struct store_item_raw {
	const struct store_view *view;
	struct store_key key;
	uint32_t feed;
	/* Records, read when they are first needed. */
	struct span item, text;
	bool have_item, have_text;
};

/* Looks the item up. ERR_NOT_FOUND if there is no such item. */
int store_item_raw(
	const struct store_view *view, uint64_t id, struct store_item_raw *out) MUST_USE;
/* The same without looking it up, for a key from a list. feed 0: not known yet. */
struct store_item_raw store_item_raw_at(
	const struct store_view *view, const struct store_key *key, uint32_t feed);
/* p is NULL if the item has no such text, or its record is damaged. Valid until the view
 * ends. *html is set for RAW_BODY. */
struct span
store_item_raw_text(struct store_item_raw *raw, enum raw_text which, bool *html);
/* 0 if the item does not exist. */
uint32_t store_item_raw_feed(struct store_item_raw *raw);
int store_item_raw_flags(struct store_item_raw *raw);
enum raw_number {
	RAW_SCORE,
	RAW_MEDIA,    /* enum media_kind */
	RAW_DURATION, /* milliseconds */
	RAW_SEASON,   /* struct episode_place */
	RAW_EPISODE,
	RAW_PART,
};
/* 0 also if the item does not exist. */
int64_t store_item_raw_number(struct store_item_raw *raw, enum raw_number which);
/* Is the item in the scope? Scopes of tags are not checked. */
bool store_item_raw_in(struct store_item_raw *raw, const struct store_scope *scope);

#endif
