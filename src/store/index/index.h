/*
 * The full-text index: updated with what is stored, and switched on and off.
 *
 * A document is an item's text. It is pending until it is in the index, and searches read
 * the texts of pending documents, so that they miss nothing.
 */
#ifndef STORE_INDEX_INDEX_H
#define STORE_INDEX_INDEX_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"

struct err;
struct store;
struct store_batch;
struct store_index_part;
struct store_index_texts;
struct store_view;

/* Brings pending documents into the index, about max at most. */
int store_index_step(
	struct store_batch *batch, size_t max, bool *more, struct err *err) MUST_USE;

/* The same in two halves. Gathering the words of some pending documents takes most of the
 * time, but no write transaction, and any thread can do it. Putting them into the index
 * does nothing if another process was quicker. *out is NULL if fewer than `least`
 * documents are pending. texts (NULL: none) are those that need not be read. stop (NULL:
 * never) is asked from time to time whether to give up: ERR_CANCELLED. */
int store_index_gather(const struct store_view *view, size_t least,
	const struct store_index_texts *texts, bool (*stop)(void *data), void *data,
	struct store_index_part **out) MUST_USE;
int store_index_put(struct store_batch *batch, struct store_index_part *part,
	struct err *err) MUST_USE;
size_t store_index_part_texts(const struct store_index_part *part);
void store_index_part_free(struct store_index_part *part);

/* The texts that were folded as their items arrived (index_texts.h), for gathering their
 * words; NULL: there are none. The writing thread takes them, any thread may free
 * them. */
struct store_index_texts *store_index_texts_take(struct store *store);
/* Do they take so much memory that their words should be gathered soon? */
bool store_index_texts_many(const struct store *store);
void store_index_texts_free(struct store_index_texts *texts); /* NULL is accepted */

/* Switches the index on or off. Either empties it. Nothing happens if it is in that state
 * already. */
int store_index_switch(struct store_batch *batch, bool on, struct err *err) MUST_USE;

/* Empties the index. on: from then on, texts are indexed again. */
int store_index_reset(struct store_batch *batch, bool on, struct err *err) MUST_USE;

#endif
