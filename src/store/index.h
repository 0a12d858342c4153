/*
 * The full-text index from inside: words to items, in segments. index.c says how.
 *
 * A document is an item's text under a number: the item's id, or, once the text was
 * edited, an alias that stands for it (a number that no item has).
 */
#ifndef STORE_INDEX_H
#define STORE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"
#include "store/read.h"

struct store_batch;

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

#define INDEX_SEGMENT_DOCS 32768 /* at most */
#define INDEX_PENDING 512        /* documents that wait, and are looked through instead */

struct index_segment {
	uint64_t first, last; /* numbers of its documents */
	uint32_t docs, sequence;
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

/* Writing, index.c. The text of an item changed: what the index says of it is void. */
int store_index_edited(struct store_batch *batch, uint64_t id) MUST_USE;
/* At the end of a batch that has new or edited items. */
int store_index_commit(struct store_batch *batch) MUST_USE;

/* ---- Chunks: how index.c writes and index_read.c reads them. */

#define INDEX_TERM_MAX 65
#define INDEX_KEY_MAX (4 + INDEX_TERM_MAX + 5)

struct index_entry {
	uint8_t term[INDEX_TERM_MAX];
	uint8_t term_len;
	uint32_t docs, last; /* how many, and the last, from the segment's first */
	const uint8_t *data;
	size_t len;
};

/* Walks the entries of a chunk. */
struct index_chunk {
	const uint8_t *at, *end;
	struct index_entry entry;
};

/* ERR_DAMAGED when the chunk is not what was written. */
int index_chunk_open(struct index_chunk *chunk, uint32_t sequence, const void *bytes,
	size_t n) MUST_USE;
/* False at the end, and where the bytes make no sense. */
bool index_chunk_next(struct index_chunk *chunk);
size_t index_key(uint8_t key[static INDEX_KEY_MAX], uint32_t sequence,
	const uint8_t *term, size_t n, uint32_t first);
/* A varint, seven bits a byte, the lowest first. *p stays in front of end. */
uint32_t index_varint(const uint8_t **p, const uint8_t *end);

#endif
