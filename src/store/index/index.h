/*
 * The full-text index: brought up to what is stored, switched on and off.
 */
#ifndef STORE_INDEX_INDEX_H
#define STORE_INDEX_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

struct MDB_cursor;
struct err;
struct store_batch;
struct store_index_part;
struct store_view;

/* Brings at most about max of the texts that wait into the index. */
int store_index_step(
	struct store_batch *batch, size_t max, bool *more, struct err *err) MUST_USE;

/* The same in two halves, the longer without a transaction for writing, on any thread:
 * the words of some texts that wait, gathered; and put into the index, which does nothing
 * if another was quicker. *out is NULL when fewer than `least` wait; free it with
 * store_index_part_free. stop (NULL: never) is asked from time to time, on that thread,
 * whether to give up: ERR_CANCELLED. */
struct store_index_part;
int store_index_gather(const struct store_view *view, size_t least,
	bool (*stop)(void *data), void *data, struct store_index_part **out) MUST_USE;
int store_index_put(struct store_batch *batch, struct store_index_part *part,
	struct err *err) MUST_USE;
size_t store_index_part_texts(const struct store_index_part *part);
void store_index_part_free(struct store_index_part *part);

/* Empties the index if it is on and should be off, or the contrary. */
int store_index_switch(struct store_batch *batch, bool on, struct err *err) MUST_USE;

/* Empties the index; on: it is made anew from then on. */
int store_index_reset(struct store_batch *batch, bool on, struct err *err) MUST_USE;

#endif
