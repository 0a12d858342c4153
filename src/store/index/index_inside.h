/*
 * The full-text index from inside: words to items, in segments. index.c says how.
 *
 * A document is an item's text under a number: the item's id, or, once the text was
 * edited, an alias that stands for it (a number that no item has).
 */
#ifndef STORE_INDEX_INDEX_INSIDE_H
#define STORE_INDEX_INDEX_INSIDE_H

#include <lmdb.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"
#include "store/db/batch_inside.h"

struct store_view;

/* What a word stands in: the first byte of its key. Bases are words without accents, of
 * those alone that have some. */
enum index_space {
	INDEX_ANY = 1,
	INDEX_ANY_BASE,
	INDEX_TITLE,
	INDEX_TITLE_BASE,
	INDEX_AUTHOR,
	INDEX_AUTHOR_BASE,
};

/* Of documents: */
#define INDEX_SEGMENT_DOCS 32768          /* of a segment, at most */
#define INDEX_SPAN_MAX INDEX_SEGMENT_DOCS /* its last - first, at most */
#define INDEX_PENDING 512      /* that may wait for ever: searches look through them */
#define INDEX_PENDING_MAX 4096 /* that may wait after a commit */

struct index_segment {
	uint64_t first, last; /* numbers of its documents */
	uint32_t docs;        /* less those whose items are gone since it was written */
	uint32_t written, sequence;
};

/* What META_INDEX says. */
struct index_state {
	uint64_t mark; /* documents from here on are not in a segment yet */
	uint32_t sequence;
	bool on;
};
int store_index_state(const struct store_view *view, struct index_state *out) MUST_USE;

/* The first segment that ends at `from` or later. ERR_NOT_FOUND. */
int store_index_segment(
	const struct store_view *view, uint64_t from, struct index_segment *out) MUST_USE;

/* ---- Writing. */
/* The text of an item changed: what the index says of it is void. */
int store_index_edited(struct store_batch *batch, uint64_t id) MUST_USE;

/* An item is gone for good. */
int store_index_removed(struct store_batch *batch, uint64_t id) MUST_USE;

/* Its part in every batch: a commit brings what was stored into the index, but for the
 * last few hundred texts. */
extern const struct store_batch_part store_index_batch_part;

/* ---- Inside of the index. */
/* Where documents are read, one after the other. */
struct index_cursors {
	struct MDB_cursor *places, *aliases, *items, *texts;
};

/* To be closed in any case, before the transaction ends. */
int store_index_cursors_open(
	const struct store_view *view, struct index_cursors *out) MUST_USE;
void store_index_cursors_close(struct index_cursors *cursors);

/* The next document at or after `from`, and whose it is: a stored item, or an alias.
 * ERR_NOT_FOUND. */
int store_index_document_next(const struct index_cursors *cursors, uint64_t from,
	uint64_t *doc, uint64_t *item) MUST_USE;

/* A row of the table, taken apart. ERR_DAMAGED. */
int store_index_segment_read(
	struct span key, struct span value, struct index_segment *out) MUST_USE;
int store_index_segment_put(
	struct store_batch *batch, const struct index_segment *segment) MUST_USE;

/* Removes the segment and its chunks; the chunks of a sequence. */
int store_index_segment_drop(
	struct store_batch *batch, const struct index_segment *segment) MUST_USE;
int store_index_chunks_drop(struct store_batch *batch, uint32_t sequence) MUST_USE;

#endif
