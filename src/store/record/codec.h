/*
 * How one member of a struct becomes a field of a record, and back: a codec a type.
 */
#ifndef STORE_RECORD_CODEC_H
#define STORE_RECORD_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "store/record/record.h"

/* A field being put together or taken apart: where it lives in the struct, its row. */
struct codec_field {
	const struct record_field *row;
	uint8_t *at;    /* the member */
	uint8_t *extra; /* the member that row->extra names */
};

struct codec {
	/* Appends the field unless it holds its default. NULL: never written. */
	void (*put)(const struct codec_field *f, struct buf *out);
	/* Reads one occurrence (the member holds its default before) and tells whether it
	 * is sane. */
	bool (*get)(const struct codec_field *f, struct span s, struct arena *arena);
	size_t size;       /* of the member; 0: an array of row->extra numbers */
	size_t extra_size; /* of the member that row->extra names; of each number */
};

const struct codec *codec_of(enum record_type type);

/* ---- For codecs. */

/* A field whose length is known only when it is done. */
size_t codec_open(struct buf *out, uint8_t tag);
void codec_close(struct buf *out, size_t start);
void codec_add_varint(struct buf *out, uint64_t value);

#endif
