/*
 * What the user did that the worker has not stored yet. It is shown at once, laid over
 * the store's content, and dropped as soon as it has been stored. Single items are found
 * by id in constant time. Marks ("this whole list is read") are few: one for each list
 * that was marked in the last seconds.
 *
 * A few items are compared with the store each time it is read. Of a crowd (a million,
 * after `select-all`) that would take too long: its items are dropped together, once the
 * worker has done all that it was given, and until then the counts of the feeds stay as
 * the reader has them. UI thread.
 */
#ifndef UI_CATALOG_PENDING_H
#define UI_CATALOG_PENDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/item/list.h"
#include "ui/catalog/ids.h"

struct store_feed;
struct ui_catalog;
struct ui_hits;

struct ui_pending_flags {
	uint32_t feed;
	uint32_t at;    /* the time of the change, on the clock below */
	int set, clear; /* enum item_flag */
};

/* In addition to the flags of items: the user deleted it. */
#define UI_PENDING_REMOVED (1 << 16)

struct ui_pending_mark {
	struct store_scope scope; /* with the tag below */
	char *tag;
	uint32_t at;          /* the time of the key, on the clock below */
	uint64_t upto;        /* items newer than this are not marked */
	struct ui_hits *hits; /* only these items; NULL: all in scope */
	uint64_t unread;      /* items in scope when they were last counted */
	int64_t since; /* time_mono_ms() of the key, or of the last drop of unread */
};

#define UI_PENDING_MARK_MS 5000 /* without progress, after which a mark is dropped */
#define UI_PENDING_CROWD 1000   /* more items than this are a crowd */

struct ui_pending {
	struct ui_ids items;
	struct ui_pending_flags *flags; /* of these */
	size_t flags_len, flags_cap;
	struct ui_pending_mark *marks;
	size_t marks_len, marks_cap;
	uint32_t clock; /* counts changes and marks, since the later one holds */
};

void ui_pending_done(struct ui_pending *pending);
void ui_pending_flag(struct ui_pending *pending, const struct ui_catalog *catalog,
	uint64_t item, uint32_t feed, int set, int clear);
/* Marks everything in scope up to an item as read; hits: of that, only what a search
 * finds there, now or later (shared; NULL: everything). Overrides earlier changes of
 * single items. */
void ui_pending_mark(struct ui_pending *pending, const struct store_scope *scope,
	struct ui_hits *hits, uint64_t upto, int64_t now);
/* The flags of an item as the user has left them; feed is the item's feed. */
int ui_pending_apply(const struct ui_pending *pending, uint64_t item,
	const struct store_feed *feed, int flags);
/* Whether ui_pending_apply needs the feed; if not, it may be NULL, which saves reading
 * the item's record. */
bool ui_pending_by_feed(const struct ui_pending *pending);
/* Whether the user deleted the item. */
bool ui_pending_deleted(const struct ui_pending *pending, uint64_t item);
bool ui_pending_is_crowd(const struct ui_pending *pending);
/* Drops what has been stored, unless it is a crowd, and adds the rest to the counts of
 * the feeds, which were just read. */
void ui_pending_settle(struct ui_pending *pending, const struct store_view *view,
	struct ui_catalog *catalog, int64_t now);

#endif
