#include "config.h"

#include "store/item/peek.h"

#include "store/db/db.h"
#include "store/item/keys.h"
#include "store/record/record.h"
#include "store/record/schema.h"
#include "store/record/shape.h"

int
store_item_peek(const struct store_view *view, uint64_t id, struct store_item_peek *out)
{
	*out = (struct store_item_peek){.view = view, .key = {.id = id}};
	return store_db_status(
		view->store, store_db_place(view, id, &out->feed, &out->key.time));
}

struct store_item_peek
store_item_peek_key(
	const struct store_view *view, const struct store_key *key, uint32_t feed)
{
	return (struct store_item_peek){.view = view, .key = *key, .feed = feed};
}

static struct span
record_of(struct store_item_peek *peek, enum schema_table table, struct span *kept,
	bool *have)
{
	struct span bytes;
	if (!*have) {
		*have = true;
		*kept = (struct span){NULL, 0};
		if (store_db_get(peek->view, table, schema_id(peek->key.id), &bytes) ==
				OK &&
			record_check(peek->key.id, bytes) == OK)
			*kept = bytes;
	}
	return *kept;
}

static struct span
item_of(struct store_item_peek *peek)
{
	return record_of(peek, TABLE_ITEM, &peek->item, &peek->have_item);
}

struct span
store_item_peek_text(struct store_item_peek *peek, enum peek_text which, bool *html)
{
	static const uint8_t tags[] = {[PEEK_TITLE] = ITEM_TITLE,
		[PEEK_AUTHOR] = ITEM_AUTHOR,
		[PEEK_BODY] = TEXT_BODY,
		[PEEK_LINK] = ITEM_LINK,
		[PEEK_GUID] = ITEM_GUID};
	struct span bytes = which == PEEK_BODY ? record_of(peek, TABLE_TEXT, &peek->text,
							 &peek->have_text)
					       : item_of(peek);
	if (!bytes.p)
		return bytes;
	if (which == PEEK_BODY)
		*html = record_find_int(bytes, TEXT_TYPE, TEXT_PLAIN) == TEXT_HTML;
	return record_find(bytes, tags[which]);
}

uint32_t
store_item_peek_feed(struct store_item_peek *peek)
{
	int64_t time;
	if (!peek->feed &&
		store_db_place(peek->view, peek->key.id, &peek->feed, &time) != OK)
		peek->feed = 0;
	return peek->feed;
}

int
store_item_peek_flags(struct store_item_peek *peek)
{
	struct span value;
	struct schema_key key =
		schema_feeditem(store_item_peek_feed(peek), peek->key.time, peek->key.id);
	if (store_db_get(peek->view, TABLE_FEEDITEM, key, &value) != OK || value.n < 1)
		return 0;
	return (uint8_t)value.p[0];
}

bool
store_item_peek_in(struct store_item_peek *peek, const struct store_scope *scope)
{
	struct span removed;
	switch (scope->kind) {
	case STORE_FEED:
		return store_item_peek_feed(peek) == scope->feed;
	case STORE_UNREAD:
		if (!(store_item_peek_flags(peek) & ITEM_UNREAD))
			return false;
		break;
	case STORE_STARRED:
		if (!(store_item_peek_flags(peek) & ITEM_STARRED))
			return false;
		break;
	default:
		break;
	}
	return store_db_removed(peek->view, &removed) != OK ||
	       !store_db_listed(removed, store_item_peek_feed(peek));
}
