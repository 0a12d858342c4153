/*
 * What the user did and the worker has not stored yet: shown at once, laid over what the
 * store says, and dropped as soon as the store says the same. Single items are looked up
 * by number in constant time; of marks (all of a list is read) there are a few at most.
 * UI thread.
 */
#ifndef UI_PENDING_H
#define UI_PENDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "store/item/keys.h"

struct ui_catalog;
struct store_feed;

struct ui_pending_flags {
	uint64_t item;
	uint32_t feed;
	int set, clear; /* enum item_flag */
};

/* Besides the flags of items: the user deleted it. */
#define UI_PENDING_GONE (1 << 16)

struct ui_pending_mark {
	struct store_scope scope; /* its tag is the next field */
	char *tag;
	uint64_t upto;   /* items newer than this are not marked */
	uint64_t *found; /* a bit an item: only these of the scope; NULL: all */
	uint64_t unread; /* items in scope, when the store was looked at last */
	int64_t since;   /* time_mono_ms() of the key, or when the number fell last */
};

#define UI_PENDING_MARK_MS 5000 /* without progress; then the store is believed again */

struct ui_pending {
	struct ui_pending_flags *flags;
	size_t flags_len, flags_cap;
	struct map places; /* item → its place in flags + 1 */
	struct ui_pending_mark *marks;
	size_t marks_len, marks_cap;
};

void ui_pending_done(struct ui_pending *pending);
void ui_pending_flag(
	struct ui_pending *pending, uint64_t item, uint32_t feed, int set, int clear);
/* All of scope up to an item is read; or, of a search's list, these items of it. What was
 * done to single ones of them before does not hold any more. */
void ui_pending_mark(struct ui_pending *pending, const struct ui_catalog *catalog,
	const struct store_scope *scope, uint64_t upto, int64_t now);
void ui_pending_mark_found(struct ui_pending *pending, const struct ui_catalog *catalog,
	const struct store_scope *scope, const uint64_t *items, size_t len, int64_t now);
/* The flags of an item as the user has left them; feed: the item's. */
int ui_pending_apply(const struct ui_pending *pending, uint64_t item,
	const struct store_feed *feed, int flags);
/* Whether that depends on the item's feed, which costs reading the item; if not, feed may
 * be NULL. */
bool ui_pending_by_feed(const struct ui_pending *pending);
/* The user deleted the item. */
bool ui_pending_gone(const struct ui_pending *pending, uint64_t item);
/* Drops what the store agrees with, and corrects the counts of the feeds just read. */
void ui_pending_settle(struct ui_pending *pending, const struct store_view *view,
	struct ui_catalog *catalog, int64_t now);

#endif
