/*
 * An item's texts and numbers without copies, for searches that look at very many.
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

/* key.id is looked up; ERR_NOT_FOUND when it is gone. */
int store_item_raw(
	const struct store_view *view, uint64_t id, struct store_item_raw *out) MUST_USE;
/* Where the list says that the item is, the look-up is saved. feed 0: not known yet. */
struct store_item_raw store_item_raw_at(
	const struct store_view *view, const struct store_key *key, uint32_t feed);
/* p NULL: it has none, or is damaged. Valid until the view's end. */
struct span
store_item_raw_text(struct store_item_raw *raw, enum raw_text which, bool *html);
/* 0: the item is gone. */
uint32_t store_item_raw_feed(struct store_item_raw *raw);
int store_item_raw_flags(struct store_item_raw *raw);
/* Is the item, whose feed is known, in the scope? Tags are not looked at. */
bool store_item_raw_in(struct store_item_raw *raw, const struct store_scope *scope);

#endif
