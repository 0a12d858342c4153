/*
 * The texts of new items, folded, on their way into the index. Rules look at a text as
 * its item arrives, so it is folded then; the index takes it from here rather than read
 * the stored text and fold it again.
 *
 * A document's words never change, since an edited item becomes another document
 * (index.c). So a text that is here is that of its document, if the batch that stored the
 * item was committed. The list is bounded: texts that found no room are read from the
 * store. For the writing thread, until it is handed to another one.
 */
#ifndef STORE_INDEX_INDEX_TEXTS_H
#define STORE_INDEX_INDEX_TEXTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

struct store;
struct store_batch;
struct store_index_texts;

/* The text, folded with its case only (FOLD_CASE). FOLD_ROOM bytes after it can be read.
 * Valid while the batch is open. p is NULL if there is no room. */
struct span store_index_texts_fold(struct store *store, struct span text, bool html);
/* A folded text is that of a document, which the batch stores. Documents ascend. Nothing
 * is kept of one that is empty or was not folded here. */
void store_index_texts_add(struct store_batch *batch, uint64_t doc, struct span folded);
/* Before the batch is committed: forgets texts that the index has, or does not want.
 * Returns a code. */
int store_index_texts_settle(struct store_batch *batch) MUST_USE;
/* After the batch: forgets those of a batch that was not committed. */
void store_index_texts_end(struct store_batch *batch);

/* How many texts there are. texts may be NULL, here and below. */
size_t store_index_texts_len(const struct store_index_texts *texts);
/* The text of a document; p is NULL if it is not here. opened: as in
 * struct store, when the documents were read. */
struct span store_index_texts_find(
	const struct store_index_texts *texts, unsigned opened, uint64_t doc);

#endif
