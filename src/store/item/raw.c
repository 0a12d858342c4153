#include "config.h"

#include "store/item/raw.h"

#include "store/db/db.h"
#include "store/db/view.h"
#include "store/item/list.h"
#include "store/item/trash_read_inside.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

int
store_item_raw(const struct store_view *view, uint64_t id, struct store_item_raw *out)
{
	*out = (struct store_item_raw){.view = view, .key = {.id = id}};
	return store_db_status(
		view->store, store_db_place(view, id, &out->feed, &out->key.time));
}

struct store_item_raw
store_item_raw_at(
	const struct store_view *view, const struct store_key *key, uint32_t feed)
{
	return (struct store_item_raw){.view = view, .key = *key, .feed = feed};
}

static struct span
record_of(struct store_item_raw *raw, enum schema_table table, struct span *kept,
	bool *have)
{
	struct span bytes;
	if (!*have) {
		*have = true;
		*kept = (struct span){NULL, 0};
		if (store_db_get(raw->view, table, schema_id(raw->key.id), &bytes) ==
				OK &&
			record_check(raw->key.id, bytes) == OK)
			*kept = bytes;
	}
	return *kept;
}

static struct span
item_of(struct store_item_raw *raw)
{
	return record_of(raw, TABLE_ITEM, &raw->item, &raw->have_item);
}

struct span
store_item_raw_text(struct store_item_raw *raw, enum raw_text which, bool *html)
{
	static const uint8_t tags[] = {[RAW_TITLE] = ITEM_TITLE,
		[RAW_AUTHOR] = ITEM_AUTHOR,
		[RAW_BODY] = TEXT_BODY,
		[RAW_LINK] = ITEM_LINK,
		[RAW_GUID] = ITEM_GUID};
	struct span bytes = which == RAW_BODY ? record_of(raw, TABLE_TEXT, &raw->text,
							&raw->have_text)
					      : item_of(raw);
	if (!bytes.p)
		return bytes;
	if (which == RAW_BODY)
		*html = record_find_int(bytes, TEXT_TYPE, TEXT_PLAIN) == TEXT_HTML;
	return record_find(bytes, tags[which]);
}

uint32_t
store_item_raw_feed(struct store_item_raw *raw)
{
	int64_t time;
	if (!raw->feed && store_db_place(raw->view, raw->key.id, &raw->feed, &time) != OK)
		raw->feed = 0;
	return raw->feed;
}

/* The flags of an item that is in its feed's list; -1: it is in none, since it is
 * deleted or hidden. */
static int
listed_flags(struct store_item_raw *raw)
{
	struct span value;
	struct schema_key key =
		schema_feeditem(store_item_raw_feed(raw), raw->key.time, raw->key.id);
	if (store_db_get(raw->view, TABLE_FEEDITEM, key, &value) != OK || value.n < 1)
		return -1;
	return (uint8_t)value.p[0];
}

int
store_item_raw_flags(struct store_item_raw *raw)
{
	int flags = listed_flags(raw);
	if (flags < 0 && store_item_hidden_flags(raw->view, raw->key.id, &flags) != OK)
		return 0;
	return flags;
}

int64_t
store_item_raw_number(struct store_item_raw *raw, enum raw_number which)
{
	static const uint8_t tags[] = {[RAW_SCORE] = ITEM_SCORE,
		[RAW_MEDIA] = ITEM_MEDIA,
		[RAW_DURATION] = ITEM_DURATION,
		[RAW_SEASON] = ITEM_SEASON,
		[RAW_EPISODE] = ITEM_NUMBER,
		[RAW_PART] = ITEM_PART};
	struct span bytes = item_of(raw);
	return bytes.p ? record_find_int(bytes, tags[which], 0) : 0;
}

/* Is an item with these flags in a list of this kind? */
static bool
suits(enum store_scope_kind kind, int flags)
{
	switch (kind) {
	case STORE_UNREAD:
		return flags & ITEM_UNREAD;
	case STORE_STARRED:
		return flags & ITEM_STARRED;
	case STORE_HIDDEN:
		return flags & ITEM_HIDDEN;
	default:
		return true;
	}
}

bool
store_item_raw_in(struct store_item_raw *raw, const struct store_scope *scope)
{
	struct span removed;
	int flags = scope->kind == STORE_HIDDEN ? store_item_raw_flags(raw)
						: listed_flags(raw);
	if (flags < 0 || !suits(scope->kind, flags))
		return false;
	if (scope->kind == STORE_FEED)
		return store_item_raw_feed(raw) == scope->feed;
	return store_db_removed(raw->view, &removed) != OK ||
	       !store_db_listed(removed, store_item_raw_feed(raw));
}
