/*
 * The store that repair fills, and what it knows about the damaged one so far.
 */
#ifndef STORE_CARE_REPAIR_NEW_H
#define STORE_CARE_REPAIR_NEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/map.h"
#include "base/str.h"
#include "store/item/count_inside.h"
#include "store/record/schema.h"

struct err;
struct record_shape;
struct salvage;
struct store;
struct store_batch;
struct store_care_repair;

enum has {
	HAS_TEXT = 1 << 0,
	HAS_GUID = 1 << 1, /* the one that its record names */
	LISTED = 1 << 2,   /* its feed's list had its flags */
	DELETED = 1 << 3,
};

struct kept_item {
	uint64_t id;
	int64_t time;
	uint32_t feed;
	uint8_t flags, has;
	uint8_t identity[SCHEMA_IDENTITY];
};

struct kept_feed {
	bool known;   /* its record is sound */
	bool removed; /* it has no line in the feeds file */
	bool again;   /* something of it is lost */
	int64_t next; /* its next_poll */
	struct count_delta count;
};

struct kept_tag {
	char *name; /* NULL: its record is lost */
	uint32_t count;
};

struct repair {
	struct salvage *from;
	struct store *to;
	struct store_batch *batch;
	struct err *err;
	size_t puts;
	struct store_care_repair *out;
	struct buf record;
	struct arena arena;      /* for one entry */
	struct arena all;        /* until the end */
	struct kept_item *items; /* sorted by id at first */
	size_t items_len, items_cap;
	struct map feeds, tags; /* id → kept_feed, kept_tag */
	uint64_t orphans;       /* guids without their item */
	unsigned unknown;       /* LMDB's handle of an unknown table, or NO_TABLE */
	uint32_t last_feed;
};

/* Call this before each write: commits the batch if it is large enough, and begins
 * another one. */
int store_care_repair_slice(struct repair *r) MUST_USE;
/* Commits the batch and begins another. */
int store_care_repair_commit(struct repair *r) MUST_USE;
int store_care_repair_put(struct repair *r, enum schema_table table,
	struct schema_key key, const void *value, size_t len) MUST_USE;
int store_care_repair_put_record(struct repair *r, enum schema_table table,
	const struct record_shape *shape, struct schema_key key, uint64_t number,
	const void *from, struct span unknown) MUST_USE;
/* Writes an entry as it is. */
int store_care_repair_keep(struct repair *r, enum schema_table table, struct span key,
	struct span value) MUST_USE;
/* Lets the feed's address lead to its id. */
int store_care_repair_put_feed_name(
	struct repair *r, const char *url, uint32_t feed) MUST_USE;
/* Makes a number in meta at least `least`, so that it is never given to something new,
 * whatever was lost. */
int store_care_repair_raise(
	struct repair *r, const char *name, uint64_t least, size_t width) MUST_USE;

/* What is known about a feed or a tag; nothing at first. */
struct kept_feed *store_care_repair_feed(struct repair *r, uint32_t feed);
struct kept_tag *store_care_repair_tag(struct repair *r, uint32_t tag);
/* NULL if there is no such item. */
struct kept_item *store_care_repair_item(struct repair *r, uint64_t id);

#endif
