/*
 * The full look at a store from inside: what its files share. Each entry of a table is
 * looked at once, by the function for that table.
 */
#ifndef STORE_CARE_CHECK_INSIDE_H
#define STORE_CARE_CHECK_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/map.h"
#include "base/str.h"
#include "store/care/check_sets.h"
#include "store/db/view.h"
#include "store/file/copy.h"
#include "store/record/schema.h"

struct store_care_check;
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
	struct store_care_check *out;
	struct store_watch watch;
	bool quiet; /* faults are counted alone */
	uint64_t reported[FAULT_LEN];
	struct arena arena;
	struct map tags;    /* tag → uint32_t in counts */
	struct map recount; /* feed → struct store_item_counts in counts */
	struct arena counts;
	struct span removed;
	struct check_sets sums;
	bool search;          /* the second pass */
	bool texts;           /* compare the full-text index with them */
	uint64_t done, total; /* how far it is, in entries */
};

/* Counts the fault, and tells of it unless there were many of its kind. */
void store_care_check_fault(struct check *c, enum fault kind, const char *fmt, ...)
	PRINTF(3, 4);
/* Is there such an entry? */
bool
store_care_check_has(struct check *c, enum schema_table table, struct schema_key key);
/* What was counted of the feed so far. */
struct store_item_counts *store_care_check_counts_of(struct check *c, uint32_t feed);

/* Items, and all lists of them: store_care_check_item.c. */
void store_care_check_item(struct check *c, struct span key, struct span value);
void store_care_check_place(struct check *c, struct span key, struct span value);
void store_care_check_text(struct check *c, struct span key, struct span value);
void store_care_check_feeditem(struct check *c, struct span key, struct span value);
void store_care_check_timeitem(struct check *c, struct span key, struct span value);
void store_care_check_unread(struct check *c, struct span key, struct span value);
void store_care_check_starred(struct check *c, struct span key, struct span value);
void store_care_check_guid(struct check *c, struct span key, struct span value);

/* Feeds: store_care_check_feed.c. */
void store_care_check_feed(struct check *c, struct span key, struct span value);
void store_care_check_due(struct check *c, struct span key, struct span value);
/* Compares the counters with what was counted, at the end. */
void store_care_check_feed_counts(struct check *c);

#endif
