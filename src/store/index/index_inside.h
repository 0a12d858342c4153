/*
 * The full-text index as other folders of the store use it, and what its files share.
 * index.c explains how it works.
 *
 * A document is an item's text under a number: the item's id or, once the text was
 * edited, an alias, which is a number that no item has.
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

/* Where a word occurs: the first byte of its key. The spaces ending in BASE hold words
 * without their accents, for words that have some. */
enum index_space {
	INDEX_ANY = 1,
	INDEX_ANY_BASE,
	INDEX_TITLE,
	INDEX_TITLE_BASE,
	INDEX_AUTHOR,
	INDEX_AUTHOR_BASE,
};

/* Numbers of documents: */
#define INDEX_SEGMENT_DOCS 32768          /* in a segment, at most */
#define INDEX_SPAN_MAX INDEX_SEGMENT_DOCS /* last - first of a segment, at most */
#define INDEX_PENDING 512      /* may stay pending, since searches read so few quickly */
#define INDEX_PENDING_MAX 4096 /* may be pending after a commit */

struct index_segment {
	uint64_t first, last; /* the range of its documents */
	uint32_t docs;        /* documents whose items are still there */
	uint32_t written, sequence;
};

/* How words are folded (base/fold.h). Raise it when they are folded otherwise: an index
 * of other words counts as off, and is rebuilt. */
#define INDEX_FOLDING 2

/* The content of META_INDEX. */
struct index_state {
	uint64_t mark; /* documents from here on are pending */
	uint32_t sequence;
	bool on;
};
int store_index_state(const struct store_view *view, struct index_state *out) MUST_USE;

/* Reads the first segment that ends at `from` or later. ERR_NOT_FOUND if there is
 * none. */
int store_index_segment(
	const struct store_view *view, uint64_t from, struct index_segment *out) MUST_USE;

/* ---- Writing. */
/* The text of an item was edited: what the index has of it is out of date. Takes a number
 * (store_db_numbers). */
int store_index_edited(struct store_batch *batch, uint64_t id) MUST_USE;

/* An item was deleted for good. */
int store_index_removed(struct store_batch *batch, uint64_t id) MUST_USE;

/* The index's part in every batch: a commit brings what was stored into the index, except
 * for the last few hundred documents. */
extern const struct store_batch_part store_index_batch_part;

/* ---- For the files of this folder. */
/* Cursors to read documents one after the other. */
struct index_cursors {
	struct MDB_cursor *places, *aliases, *items, *texts, *pages;
};

/* Call store_index_cursors_close even if this failed, before the transaction ends. */
int store_index_cursors_open(
	const struct store_view *view, struct index_cursors *out) MUST_USE;
void store_index_cursors_close(struct index_cursors *cursors);

/* Finds the next document at or after `from`, and its item. ERR_NOT_FOUND if there is
 * none. */
int store_index_document_next(const struct index_cursors *cursors, uint64_t from,
	uint64_t *doc, uint64_t *item) MUST_USE;

/* Decodes a row of the table segment. ERR_DAMAGED. */
int store_index_segment_read(
	struct span key, struct span value, struct index_segment *out) MUST_USE;
int store_index_segment_put(
	struct store_batch *batch, const struct index_segment *segment) MUST_USE;

/* Removes a segment with its chunks; or only the chunks of a sequence. */
int store_index_segment_drop(
	struct store_batch *batch, const struct index_segment *segment) MUST_USE;
int store_index_chunks_drop(struct store_batch *batch, uint32_t sequence) MUST_USE;

#endif
