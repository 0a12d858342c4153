/*
 * How a member of a struct becomes a field of a record, and back: one codec for each type
 * of field.
 */
#ifndef STORE_RECORD_CODEC_H
#define STORE_RECORD_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "store/record/record.h"

struct arena;
struct buf;

/* A field that is being encoded or decoded: its row, and where its members are. */
struct codec_field {
	const struct record_field *row;
	uint8_t *at;    /* the member */
	uint8_t *extra; /* the member that row->extra names */
};

struct codec {
	/* Appends the field unless it holds its default. NULL: never written. */
	void (*put)(const struct codec_field *f, struct buf *out);
	/* Reads one occurrence of the field into the member, which holds its default
	 * before the first one. False if the bytes make no sense. */
	bool (*get)(const struct codec_field *f, struct span s, struct arena *arena);
	size_t size;       /* of the member; 0: an array of row->extra numbers */
	size_t extra_size; /* of the member that row->extra names, or of each number */
};

const struct codec *codec_of(enum record_type type);

/* ---- For the codecs themselves. */

/* Begins and ends a field whose length is not known before it is written. codec_open
 * returns what codec_close needs. */
size_t codec_open(struct buf *out, uint8_t tag);
void codec_close(struct buf *out, size_t start);
void codec_add_varint(struct buf *out, uint64_t value);

#endif
