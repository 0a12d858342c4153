/*
 * Texts become postings: documents are added, then written as a segment's chunks.
 */
#ifndef STORE_INDEX_BUILD_H
#define STORE_INDEX_BUILD_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"
#include "store/read.h"

struct index_build;
struct index_writer;

struct index_build *index_build_new(void);
void index_build_free(struct index_build *build); /* NULL is accepted */
/* Adds the texts of an item, if it is there and sound. doc counts from the segment's
 * first, and ascends from call to call. */
int index_build_add(struct index_build *build, const struct store_view *view,
	uint64_t item, uint32_t doc) MUST_USE;
/* How many words there are so far: some 16 bytes of memory each. */
size_t index_build_words(const struct index_build *build);
/* Calls take for each word, at each place, of the documents so far, in their order; word
 * is the space and the word itself, as in an entry of a chunk. */
void index_build_each(const struct index_build *build,
	void (*take)(void *data, uint32_t doc, struct span word, uint32_t place),
	void *data);
/* Once, when all are added: what takes long of writing, and needs no transaction. */
void index_build_sort(struct index_build *build);
/* Once, after that. */
int index_build_write(struct index_build *build, struct index_writer *writer) MUST_USE;

#endif
