/*
 * Reads single items.
 */
#ifndef STORE_ITEM_ITEM_H
#define STORE_ITEM_ITEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "model/item.h"
#include "model/media.h"

struct arena;
struct store_view;

/* An item as lists show it. */
struct store_item {
	uint64_t id;
	uint32_t feed;
	int flags;                  /* enum item_flag */
	int64_t published, updated; /* as the feed says; TIME_NONE: unknown */
	int64_t seen;               /* when it was first seen */
	int64_t time;               /* by which lists sort */
	/* NULL if absent; author: the names, joined */
	char *guid, *title, *link, *author;
	uint32_t comments; /* as the feed says; 0 if it does not */
	char **tags;       /* the item's own, not those of its feed */
	size_t tags_len;
	int64_t score;         /* what rules gave it */
	const uint64_t *rules; /* those that matched it (item/rule.h) */
	size_t rules_len;
	enum media_kind media; /* of its episode; MEDIA_NONE also if it came before
				  this was stored */
	int64_t duration;      /* of it, in milliseconds; 0 unknown */
};
int store_item(const struct store_view *view, uint64_t id, struct arena *arena,
	struct store_item *out) MUST_USE;
/* The same for an item that is deleted or hidden. */
int store_item_deleted(const struct store_view *view, uint64_t id, struct arena *arena,
	struct store_item *out) MUST_USE;

/* The flags only (enum item_flag), without reading the record. */
int store_item_flags(const struct store_view *view, uint64_t id, int *flags) MUST_USE;
/* The same, where the item's place is known. */
int store_item_flags_at(const struct store_view *view, uint32_t feed, int64_t time,
	uint64_t id, int *flags) MUST_USE;

/* What lists show of the rest of an item, without copying it. */
struct store_item_glance {
	struct span text; /* markup included; borrowed until the view ends */
	bool html;        /* it has markup */
	bool enclosures;  /* it has enclosures */
	int64_t duration; /* seconds of its film or sound; 0: unknown */
};
int store_item_glance(const struct store_view *view, uint64_t id,
	struct store_item_glance *out) MUST_USE;

/* The rest of an item. */
struct store_item_body {
	struct text text;
	size_t text_len;
	char *date;     /* as the feed has it */
	char *comments; /* address of the page with comments */
	struct enclosure *enclosures;
	size_t enclosures_len;
	char **categories;
	size_t categories_len;
	struct related *related;
	size_t related_len;
	char *chapters;     /* of its episode, as chapter_write writes them; NULL: none */
	struct media media; /* its counts are as they were when they last doubled */
};
int store_item_body(const struct store_view *view, uint64_t id, struct arena *arena,
	struct store_item_body *out) MUST_USE;

/* Other texts of an item: what was taken from its page, what it had before its last edit,
 * and chapters and transcripts of its episode. */
enum store_item_other {
	STORE_ITEM_PAGE,
	STORE_ITEM_EARLIER,
	STORE_ITEM_CHAPTERS,
	STORE_ITEM_FILE_CHAPTERS,
	STORE_ITEM_TRANSCRIPT,
};
struct store_item_text {
	struct text text;
	size_t len;
	int64_t time; /* when it was fetched, or replaced */
	char *etag;   /* of the answer that it came with; NULL: none */
};
/* ERR_NOT_FOUND: it has none. */
int
store_item_other(const struct store_view *view, uint64_t id, enum store_item_other which,
	struct arena *arena, struct store_item_text *out) MUST_USE;

/* The same as store_item_body, with the text of the page where that is stored. */
int store_item_full(const struct store_view *view, uint64_t id, struct arena *arena,
	struct store_item_body *out) MUST_USE;

/* The highest item id in use. This is the `upto` for marking what is shown now as
 * read. */
uint64_t store_item_last_id(const struct store_view *view);

#endif
