/*
 * Records: how a struct becomes bytes that a later version can still read. A shape is a
 * table of fields; encoding and decoding walk it, so that a new field is a new row.
 *
 *	check u32 | form u8 | field …		field: tag u8, length varint, bytes
 *
 * The check covers everything after it and the record's key, so that a flipped bit, a
 * zeroed page and a record under another's key are all found (ERR_DAMAGED) and never
 * shown. Fields that hold their default (NULL, 0, TIME_NONE) are left out; those with an
 * unknown tag are kept and written back: a newer version's data survive an older one.
 * The form tells how the largest field is packed: 0 is plain, the only one so far.
 */
#ifndef STORE_RECORD_RECORD_H
#define STORE_RECORD_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/str.h"

enum record_type {
	RECORD_STR,        /* char * */
	RECORD_STRS,       /* char **, and at .extra its size_t length; one field each */
	RECORD_BOOL,       /* bool */
	RECORD_I32,        /* int32_t, or an enum of that size */
	RECORD_U32,        /* uint32_t */
	RECORD_I64,        /* int64_t whose default is 0 */
	RECORD_TIME,       /* int64_t whose default is TIME_NONE */
	RECORD_U64,        /* uint64_t, a hash: 8 bytes */
	RECORD_IDENTITY,   /* uint8_t [SCHEMA_IDENTITY] */
	RECORD_ENCLOSURES, /* struct enclosure *, and at .extra its size_t length */
	RECORD_RELATED,    /* struct related *, likewise */
	RECORD_IDS,    /* uint64_t *, and at .extra its size_t length; at most 1,600 */
	RECORD_TIMES,  /* int64_t [], and at .extra its uint16_t length */
	RECORD_FLOATS, /* float [extra]: those that are not 0, IEEE 754 single */
	RECORD_COUNTS, /* uint16_t [extra], as store/dense.h has them */
	RECORD_SMALL_COUNTS, /* uint8_t [extra], likewise */
	RECORD_WEIGHTS,      /* float [extra], likewise, as shares of the largest */
	/* As minor version 0 wrote some of them; only read. Where a record has both, an
	 * older program wrote it last, and the older field holds. */
	RECORD_COUNTS_0,       /* uint16_t [extra]: each a varint */
	RECORD_SPARSE_0,       /* uint16_t [extra]: those that are not 0, or each */
	RECORD_SMALL_SPARSE_0, /* uint8_t [extra], likewise */
	RECORD_WEIGHTS_0,      /* float [extra] as RECORD_FLOATS */
};

struct record_field {
	uint8_t tag; /* 1 …, ascending without gaps; never used again for another */
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

/* Replaces out's content by the record of *from. key is a number that the record's key
 * stands for (feed or item id). unknown: fields of the record that this one replaces. */
void record_encode(const struct record_shape *shape, uint64_t key, const void *from,
	struct span unknown, struct buf *out);
/* Fills *to, every field of the shape; strings go into arena. unknown (may be NULL) gets
 * the fields that the shape does not have, in arena. ERR_DAMAGED. */
int record_decode(const struct record_shape *shape, uint64_t key, struct span bytes,
	struct arena *arena, void *to, struct span *unknown) MUST_USE;
/* The fields of a stored record that the shape does not have, in arena: for writing a new
 * one over it. Nothing when the record is damaged. */
struct span record_unknown(const struct record_shape *shape, uint64_t key,
	struct span bytes, struct arena *arena);
/* Sets every field to its default. */
void record_default(const struct record_shape *shape, void *to);

/* Whether the record is what was written. */
int record_check(uint64_t key, struct span bytes) MUST_USE;

/* Walks the fields of a record already checked, in place. */
struct record_walk {
	struct span rest, value;
	uint8_t tag;
};

struct record_walk record_walk(struct span bytes);
bool record_next(struct record_walk *walk);
/* The first field of that tag in a checked record; p NULL: none. */
struct span record_find(struct span bytes, uint8_t tag);
/* A RECORD_TIME, RECORD_I64, RECORD_I32 or RECORD_U32 found so; fallback: none. */
int64_t record_find_int(struct span bytes, uint8_t tag, int64_t fallback);

/* The check of len bytes under key, for values that are no records. */
uint32_t record_sum(uint64_t key, const void *bytes, size_t len);

#endif
