/*
 * Turns texts into postings: documents are added, sorted, and written as the chunks of a
 * segment.
 *
 *	struct index_build *build = store_index_build_new();
 *	for each document: code = store_index_build_add(build, &cursors, item, doc);
 *	store_index_build_sort(build);
 *	code = store_index_build_each(build, take, data);
 *	store_index_build_free(build);
 */
#ifndef STORE_INDEX_INDEX_BUILD_H
#define STORE_INDEX_INDEX_BUILD_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

struct index_build;
struct index_cursors;
struct index_entry;

struct index_build *store_index_build_new(void);
void store_index_build_free(struct index_build *build); /* NULL is accepted */
/* Adds the texts of an item, if it exists and is sound. doc counts from the segment's
 * first document, and ascends from call to call. text: the item's, folded; p is NULL if
 * it is to be read. */
int store_index_build_add(struct index_build *build, const struct index_cursors *cursors,
	uint64_t item, uint32_t doc, struct span text) MUST_USE;
/* The number of words so far. Each takes about three bytes of memory. */
size_t store_index_build_words(const struct index_build *build);
/* Called once, after all documents. */
void store_index_build_sort(struct index_build *build);
/* After sorting: calls take for each word, in the order of chunks, until it returns a
 * code other than OK. The entry is valid during the call. */
int store_index_build_each(const struct index_build *build,
	int (*take)(void *data, const struct index_entry *entry), void *data) MUST_USE;

#endif
