/*
 * Texts become postings: documents are added, then written as a segment's chunks.
 */
#ifndef STORE_INDEX_INDEX_BUILD_H
#define STORE_INDEX_INDEX_BUILD_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"

struct index_build;
struct index_cursors;
struct index_entry;

struct index_build *store_index_build_new(void);
void store_index_build_free(struct index_build *build); /* NULL is accepted */
/* Adds the texts of an item, if it is there and sound. doc counts from the segment's
 * first, and ascends from call to call. */
int store_index_build_add(struct index_build *build, const struct index_cursors *cursors,
	uint64_t item, uint32_t doc) MUST_USE;
/* How many words there are so far: some four bytes of memory each. */
size_t store_index_build_words(const struct index_build *build);
/* Once, when all are added: what takes long of writing, and needs no transaction. */
void store_index_build_sort(struct index_build *build);
/* After that: calls take for each word, in the order of chunks, until it returns another
 * code than OK. The entry is valid during the call. */
int store_index_build_each(const struct index_build *build,
	int (*take)(void *data, const struct index_entry *entry), void *data) MUST_USE;

#endif
