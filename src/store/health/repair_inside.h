/*
 * What the files of repair share: the store that it fills, what it knows about the
 * damaged one so far, and its steps.
 */
#ifndef STORE_HEALTH_REPAIR_INSIDE_H
#define STORE_HEALTH_REPAIR_INSIDE_H

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
struct store_health_repair;

enum {
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
	struct store_health_repair *out;
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

/* ---- repair_new.c: the store that is filled */

/* Call this before each write: commits the batch if it is large enough, and begins
 * another one. */
int store_health_repair_slice(struct repair *r) MUST_USE;
/* Commits the batch and begins another. */
int store_health_repair_commit(struct repair *r) MUST_USE;
int store_health_repair_put(struct repair *r, enum schema_table table,
	struct schema_key key, const void *value, size_t len) MUST_USE;
int store_health_repair_put_record(struct repair *r, enum schema_table table,
	const struct record_shape *shape, struct schema_key key, uint64_t number,
	const void *from, struct span unknown) MUST_USE;
/* Writes an entry as it is. */
int store_health_repair_keep(struct repair *r, enum schema_table table, struct span key,
	struct span value) MUST_USE;
/* Lets the feed's address lead to its id. */
int store_health_repair_put_feed_name(
	struct repair *r, const char *url, uint32_t feed) MUST_USE;
/* Makes a number in meta at least `least`, so that a number in use is never given to
 * something new, whatever was lost. */
int store_health_repair_raise(
	struct repair *r, const char *name, uint64_t least, size_t width) MUST_USE;

/* What is known about a feed or a tag; nothing at first. */
struct kept_feed *store_health_repair_feed(struct repair *r, uint32_t feed);
struct kept_tag *store_health_repair_tag(struct repair *r, uint32_t tag);
/* NULL if the item was not found. */
struct kept_item *store_health_repair_item(struct repair *r, uint64_t id);

/* ---- repair_take.c: copies what can be read of the damaged store */

/* Goes through all tables that are not derived from others. */
int store_health_repair_take_all(struct repair *r) MUST_USE;

/* ---- repair_media.c: the queue, positions in episodes, and downloads. Each takes a row
 * of the damaged store, and returns a code. */

int
store_health_repair_take_queue(void *data, struct span key, struct span value) MUST_USE;
int
store_health_repair_take_listen(void *data, struct span key, struct span value) MUST_USE;
int store_health_repair_take_download(
	void *data, struct span key, struct span value) MUST_USE;

/* ---- repair_unknown.c */

/* Copies every entry that can be read of tables that only a newer program knows into
 * tables of the same names. */
int store_health_repair_take_unknown(struct repair *r) MUST_USE;

/* ---- repair_lists.c: what follows from the records that were saved */

/* Once everything about items is known: their lists, and the numbers of their feeds. */
int store_health_repair_put_items(struct repair *r) MUST_USE;
/* If pages are lost, any feed may miss something: each is polled for its complete
 * document. */
int store_health_repair_poll_again(struct repair *r);
/* At the end: what belongs to feeds. */
int store_health_repair_put_feeds(struct repair *r) MUST_USE;

#endif
