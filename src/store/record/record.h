/*
 * Records: how a struct is stored so that later versions can still read it. A shape is a
 * table of fields, and encoding and decoding walk it: a new field is a new row.
 *
 *	check u32 | form u8 | field …		field: tag u8, length varint, bytes
 *
 * The check covers all bytes after it and the record's key, so a flipped bit, a zeroed
 * page and a record under another's key are detected (ERR_DAMAGED) and never shown.
 * Fields that hold their default (NULL, 0, TIME_NONE) are left out. Fields with an
 * unknown tag are kept and written back, so what a newer version stored survives an older
 * one. form says how the largest field is packed; 0 means not at all, and is the only one
 * so far.
 */
#ifndef STORE_RECORD_RECORD_H
#define STORE_RECORD_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

struct arena;
struct buf;

enum record_type {
	RECORD_STR,        /* char * */
	RECORD_STRS,       /* char **, its size_t length at .extra; one field for each */
	RECORD_BOOL,       /* bool */
	RECORD_I32,        /* int32_t, or an enum of that size */
	RECORD_U32,        /* uint32_t */
	RECORD_I64,        /* int64_t, default 0 */
	RECORD_TIME,       /* int64_t, default TIME_NONE */
	RECORD_U64,        /* uint64_t, a hash: 8 bytes */
	RECORD_IDENTITY,   /* uint8_t [SCHEMA_IDENTITY] */
	RECORD_ENCLOSURES, /* struct enclosure *, its size_t length at .extra */
	RECORD_RELATED,    /* struct related *, likewise */
	RECORD_RENDITIONS, /* the rest of the enclosures; its tag comes after theirs */
	RECORD_IDS,        /* uint64_t *, its size_t length at .extra */
	RECORD_TIMES,      /* int64_t [], its uint16_t length at .extra */
	RECORD_FLOATS, /* float [extra]: the ones that are not 0, as IEEE 754 singles */
	RECORD_COUNTS, /* uint16_t [extra], packed (dense.h) */
	RECORD_SMALL_COUNTS, /* uint8_t [extra], packed */
	RECORD_WEIGHTS,      /* float [extra], packed as shares of the largest */
	/* How minor version 0 wrote some of these; they are only read. If a record has
	 * both fields, an older program was the last to write it, and the older field
	 * counts. */
	RECORD_COUNTS_0,       /* uint16_t [extra]: each a varint */
	RECORD_SPARSE_0,       /* uint16_t [extra]: the ones that are not 0, or each */
	RECORD_SMALL_SPARSE_0, /* uint8_t [extra], likewise */
	RECORD_WEIGHTS_0,      /* float [extra] as RECORD_FLOATS */
};

struct record_field {
	uint8_t tag; /* from 1, ascending without gaps; never reused for another field */
	uint8_t type;
	uint16_t offset, extra;
};

struct record_shape {
	const struct record_field *fields;
	size_t len;
};

#define RECORD_SHAPE(fields)                                                             \
	{                                                                                \
		(fields), COUNT_OF(fields)                                               \
	}

/* Encodes *from as a record in out, which is cleared first. key is the number in the
 * record's key (feed or item id). unknown: the fields to keep of the record that this one
 * replaces (record_unknown). */
void record_encode(const struct record_shape *shape, uint64_t key, const void *from,
	struct span unknown, struct buf *out);
/* Sets every member of *to that the shape has; strings are in arena. unknown (may be
 * NULL) gets the fields that the shape does not have, in arena. ERR_DAMAGED. */
int record_decode(const struct record_shape *shape, uint64_t key, struct span bytes,
	struct arena *arena, void *to, struct span *unknown) MUST_USE;
/* The fields of a stored record that the shape does not have, in arena, to be passed to
 * record_encode. Empty if the record is damaged. */
struct span record_unknown(const struct record_shape *shape, uint64_t key,
	struct span bytes, struct arena *arena);
/* Sets every member to its default. */
void record_default(const struct record_shape *shape, void *to);

/* Checks that the record is as it was written: OK or ERR_DAMAGED. */
int record_check(uint64_t key, struct span bytes) MUST_USE;

/* Walks the fields of a record in place. The record has been checked.
 *
 *	struct record_walk walk = record_walk(bytes);
 *	while (record_next(&walk))
 *		if (walk.tag == ITEM_TITLE)
 *			title = walk.value; */
struct record_walk {
	struct span rest, value;
	uint8_t tag;
};

struct record_walk record_walk(struct span bytes);
bool record_next(struct record_walk *walk);
/* The first field with that tag in a record that has been checked; p is NULL if there is
 * none. */
struct span record_find(struct span bytes, uint8_t tag);
/* The same for a RECORD_TIME, RECORD_I64, RECORD_I32 or RECORD_U32; fallback if there is
 * none. */
int64_t record_find_int(struct span bytes, uint8_t tag, int64_t fallback);

/* The check of len bytes under key, for values that are not records. */
uint32_t record_sum(uint64_t key, const void *bytes, size_t len);

#endif
