/*
 * Chunks of the full-text index: how words and their postings are stored in the table
 * word.
 *
 * chunk     check u32, then entries
 * entry     shared u8, rest u8, rest of the word, documents, last, bytes, postings
 * posting   distance from the previous document, then places
 * place     (distance from the previous place) * 2 + (another one follows)
 *
 * Numbers are varints. The key of a chunk is the segment's sequence, the chunk's first
 * word, 0, and that word's first document.
 */
#ifndef STORE_INDEX_INDEX_CHUNK_H
#define STORE_INDEX_INDEX_CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/buf.h"

struct store_batch;

#define INDEX_TERM_MAX 65
#define INDEX_KEY_MAX (4 + INDEX_TERM_MAX + 5)
#define INDEX_VARINT_MAX 5

struct index_entry {
	uint8_t term[INDEX_TERM_MAX];
	uint8_t term_len;
	/* Number of documents; the last one, from the segment's first. */
	uint32_t docs, last;
	const uint8_t *data;
	size_t len;
};

/* Compares in the order of the keys. */
int store_index_entry_compare(const struct index_entry *a, const struct index_entry *b);

/* ---- Reading. */

/* Walks the entries of a chunk. */
struct index_chunk {
	const uint8_t *at, *end;
	struct index_entry entry;
};

/* ERR_DAMAGED if the chunk is not as it was written. */
int store_index_chunk_open(struct index_chunk *chunk, uint32_t sequence,
	const void *bytes, size_t n) MUST_USE;
/* False at the end, or if the bytes make no sense. */
bool store_index_chunk_next(struct index_chunk *chunk);
size_t store_index_chunk_key(uint8_t key[static INDEX_KEY_MAX], uint32_t sequence,
	const uint8_t *term, size_t n, uint32_t first);

/* Reads a varint: seven bits in each byte, the lowest first. *p stays before end. Every
 * posting has two varints, so these are inline. */
static inline uint32_t
index_varint(const uint8_t **p, const uint8_t *end)
{
	uint32_t value = 0;
	for (int shift = 0; *p < end && shift < 35; shift += 7) {
		uint8_t byte = *(*p)++;
		value |= (uint32_t)(byte & 0x7f) << (shift & 31);
		if (byte < 0x80)
			break;
	}
	return value;
}

static inline uint32_t
index_varint_length(uint32_t value)
{
	uint32_t n = 1;
	for (; value >= 0x80; value >>= 7)
		n++;
	return n;
}

/* Writes a varint of at most INDEX_VARINT_MAX bytes, and returns how many. */
static inline size_t
index_put_varint(uint8_t *to, uint32_t value)
{
	size_t n = 0;
	for (; value >= 0x80; value >>= 7)
		to[n++] = (uint8_t)(value | 0x80);
	to[n++] = (uint8_t)value;
	return n;
}

/* ---- Writing: the words of a segment, in order, chunk by chunk. */

struct index_writer {
	struct store_batch *batch;
	uint32_t sequence;
	size_t written; /* bytes written so far */
	struct buf chunk;
	uint8_t key[INDEX_KEY_MAX], term[INDEX_TERM_MAX];
	size_t key_len, term_len;
};

/* Copies the entry. */
int store_index_writer_add(
	struct index_writer *writer, const struct index_entry *entry) MUST_USE;
/* Writes the chunk that is not full yet. More entries may follow. */
int store_index_writer_flush(struct index_writer *writer) MUST_USE;
void store_index_writer_done(struct index_writer *writer);

#endif
