/*
 * Repair's inside: the store that is being filled, and what is known of the damaged one
 * so far.
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
	HAS_GUID = 1 << 1, /* the one of its record */
	LISTED = 1 << 2,   /* its feed's list told its flags */
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
	bool known;   /* its record was sound */
	bool removed; /* it has no line */
	bool again;   /* something of it is lost */
	int64_t next; /* poll */
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
	struct arena arena;      /* of one entry */
	struct arena all;        /* of the whole */
	struct kept_item *items; /* by id */
	size_t items_len, items_cap;
	struct map feeds, tags; /* number → kept_feed, kept_tag */
	uint64_t orphans;       /* guids whose item is not there */
	unsigned unknown;       /* LMDB's handle of a table that is not ours, NO_TABLE */
	uint32_t last_feed;
};

/* Before each put: commits the batch when it is large enough, and begins another. */
int store_care_repair_slice(struct repair *r) MUST_USE;
/* Commits the batch and begins another. */
int store_care_repair_commit(struct repair *r) MUST_USE;
int store_care_repair_put(struct repair *r, enum schema_table table,
	struct schema_key key, const void *value, size_t len) MUST_USE;
int store_care_repair_put_record(struct repair *r, enum schema_table table,
	const struct record_shape *shape, struct schema_key key, uint64_t number,
	const void *from, struct span unknown) MUST_USE;
/* An entry as it is. */
int store_care_repair_keep(struct repair *r, enum schema_table table, struct span key,
	struct span value) MUST_USE;
/* The feed's address leads to its number. */
int store_care_repair_put_feed_name(
	struct repair *r, const char *url, uint32_t feed) MUST_USE;
/* A number in META that is never given twice, whatever was lost of where it is kept. */
int store_care_repair_raise(
	struct repair *r, const char *name, uint64_t least, size_t width) MUST_USE;

/* What is known of a feed, or of a tag, so far: at first nothing. */
struct kept_feed *store_care_repair_feed(struct repair *r, uint32_t feed);
struct kept_tag *store_care_repair_tag(struct repair *r, uint32_t tag);
/* NULL: it is not there. */
struct kept_item *store_care_repair_item(struct repair *r, uint64_t id);

#endif
