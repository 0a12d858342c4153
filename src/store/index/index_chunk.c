#include "config.h"

#include "store/index/index_chunk.h"

#include <string.h>

#include "store/db/db.h"
#include "store/record/record.h"
#include "store/record/schema.h"

#define CHUNK_BYTES (8 * 4096 - 16) /* so that pages are full, with a node's header */

int
store_index_entry_compare(const struct index_entry *a, const struct index_entry *b)
{
	size_t n = a->term_len < b->term_len ? a->term_len : b->term_len;
	int order = memcmp(a->term, b->term, n);
	return order ? order : (int)a->term_len - (int)b->term_len;
}

/* ---- Reading. */

size_t
store_index_chunk_key(uint8_t key[static INDEX_KEY_MAX], uint32_t sequence,
	const uint8_t *term, size_t n, uint32_t first)
{
	schema_put32(key, sequence);
	memcpy(key + 4, term, n);
	key[4 + n] = 0;
	schema_put32(key + 5 + n, first);
	return n + 9;
}

int
store_index_chunk_open(
	struct index_chunk *chunk, uint32_t sequence, const void *bytes, size_t n)
{
	const uint8_t *p = bytes;
	if (n < 4 || schema_get32(p) != record_sum(sequence, p + 4, n - 4))
		return ERR_DAMAGED;
	chunk->at = p + 4;
	chunk->end = p + n;
	chunk->entry.term_len = 0;
	return OK;
}

bool
store_index_chunk_next(struct index_chunk *c)
{
	struct index_entry *e = &c->entry;
	if (c->end - c->at < 5)
		return false;
	size_t shared = c->at[0], rest = c->at[1];
	if (shared > e->term_len || shared + rest > INDEX_TERM_MAX ||
		(size_t)(c->end - c->at) < 2 + rest)
		return false;
	memcpy(e->term + shared, c->at + 2, rest);
	e->term_len = (uint8_t)(shared + rest);
	c->at += 2 + rest;
	e->docs = index_varint(&c->at, c->end);
	e->last = index_varint(&c->at, c->end);
	e->len = index_varint(&c->at, c->end);
	if (e->len > (size_t)(c->end - c->at))
		return false;
	e->data = c->at;
	c->at += e->len;
	return true;
}

/* ---- Writing. */

int
store_index_writer_flush(struct index_writer *w)
{
	MDB_cursor *cursor;
	if (w->chunk.len <= 4)
		return OK;
	schema_put32(w->chunk.data,
		record_sum(w->sequence, w->chunk.data + 4, w->chunk.len - 4));
	int code = store_db_batch_cursor(w->batch, TABLE_WORD, &cursor);
	MDB_val k = {w->key_len, w->key}, v = {w->chunk.len, w->chunk.data};
	if (code == OK)
		code = mdb_cursor_put(cursor, &k, &v, 0);
	w->written += w->chunk.len;
	buf_cut(&w->chunk, 0);
	return code;
}

int
store_index_writer_add(struct index_writer *w, const struct index_entry *e)
{
	uint8_t head[3 * INDEX_VARINT_MAX];
	size_t n = index_put_varint(head, e->docs);
	n += index_put_varint(head + n, e->last);
	n += index_put_varint(head + n, (uint32_t)e->len);
	if (w->chunk.len && w->chunk.len + 2 + e->term_len + n + e->len > CHUNK_BYTES) {
		int code = store_index_writer_flush(w);
		if (code)
			return code;
	}
	size_t shared = 0;
	if (!w->chunk.len) {
		const uint8_t *p = e->data;
		buf_add(&w->chunk, "\0\0\0\0", 4);
		w->key_len = store_index_chunk_key(w->key, w->sequence, e->term,
			e->term_len, index_varint(&p, e->data + e->len));
	} else {
		while (shared < w->term_len && shared < e->term_len &&
			w->term[shared] == e->term[shared])
			shared++;
	}
	buf_addc(&w->chunk, (char)shared);
	buf_addc(&w->chunk, (char)(e->term_len - shared));
	buf_add(&w->chunk, e->term + shared, e->term_len - shared);
	buf_add(&w->chunk, head, n);
	buf_add(&w->chunk, e->data, e->len);
	memcpy(w->term, e->term, e->term_len);
	w->term_len = e->term_len;
	return OK;
}

void
store_index_writer_done(struct index_writer *w)
{
	buf_done(&w->chunk);
}
