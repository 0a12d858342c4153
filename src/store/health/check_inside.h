/*
 * What the files of the check share. Each table has a function that checks one entry.
 */
#ifndef STORE_HEALTH_CHECK_INSIDE_H
#define STORE_HEALTH_CHECK_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/map.h"
#include "base/str.h"
#include "store/db/view.h"
#include "store/file/copy.h"
#include "store/health/check_sets.h"
#include "store/record/schema.h"

struct store_health_check;
struct store_item_counts;

enum fault {
	FAULT_DAMAGED,
	FAULT_INDEX,
	FAULT_COUNT,
	FAULT_WORDS,
	FAULT_LEN,
};

struct check {
	struct store_view view;
	struct store_health_check *out;
	struct store_watch watch;
	bool quiet; /* only count faults */
	uint64_t reported[FAULT_LEN];
	struct arena arena;
	struct map tags;    /* tag → uint32_t in counts */
	struct map recount; /* feed → struct store_item_counts in counts */
	struct arena counts;
	struct span removed;
	struct check_sets sets;
	bool search;          /* this is the second pass */
	bool texts;           /* compare the full-text index with the texts */
	uint64_t done, total; /* progress, in entries */
};

/* Counts a fault, and reports it unless there were many of its kind. */
void store_health_check_fault(struct check *c, enum fault kind, const char *fmt, ...)
	PRINTF(3, 4);
/* Does the table have an entry with this key? */
bool
store_health_check_has(struct check *c, enum schema_table table, struct schema_key key);
/* What was counted for the feed so far. */
struct store_item_counts *store_health_check_counts_of(struct check *c, uint32_t feed);

/* check_item.c: items and all lists of them. */
void store_health_check_item(struct check *c, struct span key, struct span value);
void store_health_check_place(struct check *c, struct span key, struct span value);
void store_health_check_text(struct check *c, struct span key, struct span value);
/* A text in page or earlier. An older program may have deleted the item. */
void store_health_check_other(struct check *c, struct span key, struct span value);
void store_health_check_feeditem(struct check *c, struct span key, struct span value);
void store_health_check_timeitem(struct check *c, struct span key, struct span value);
void store_health_check_unread(struct check *c, struct span key, struct span value);
void store_health_check_starred(struct check *c, struct span key, struct span value);
void store_health_check_guid(struct check *c, struct span key, struct span value);

/* check_media.c: the queue, positions and downloads. */
void store_health_check_queue(struct check *c, struct span key, struct span value);
void store_health_check_listen(struct check *c, struct span key, struct span value);
void store_health_check_listened(struct check *c, struct span key, struct span value);
void store_health_check_download(struct check *c, struct span key, struct span value);
void store_health_check_downdue(struct check *c, struct span key, struct span value);

/* check_feed.c: feeds. */
void store_health_check_feed(struct check *c, struct span key, struct span value);
void store_health_check_due(struct check *c, struct span key, struct span value);
/* At the end: compares the stored numbers with what was counted. */
void store_health_check_feed_counts(struct check *c);

#endif
