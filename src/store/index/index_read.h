/*
 * Queries of the full-text index, one segment at a time. The caller (find/find_index.c)
 * combines the sets and can do something else between segments.
 */
#ifndef STORE_INDEX_INDEX_READ_H
#define STORE_INDEX_INDEX_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "store/index/index_inside.h"

struct store_view;

/* Documents of a segment: bit i is segment.first + i. */
struct index_set {
	uint64_t *bits;
	size_t len; /* number of bits / 64 */
};

void store_index_set_init(struct index_set *set, const struct index_segment *segment);
void store_index_set_done(struct index_set *set);

struct index_word {
	const char *text, *base; /* folded, as in query/query.h */
	uint32_t offset;
	bool prefix;
};

/* Adds the documents in which the words are next to each other, in this space. bases:
 * accents do not matter. ERR_DAMAGED. */
int store_index_words(const struct store_view *view, const struct index_segment *segment,
	enum index_space space, const struct index_word *words, size_t len, bool bases,
	struct index_set *set) MUST_USE;
/* Adds the documents that may contain the part, which does not span words: the ones with
 * a word that contains it, or with a word so long that its end was not stored. */
int store_index_part(const struct store_view *view, const struct index_segment *segment,
	enum index_space space, const char *part, bool bases,
	struct index_set *set) MUST_USE;

/* A document that an item got when it was edited. */
struct index_alias {
	uint64_t doc, item;
};

/* All aliases, by item and then ascending by document; the last one of an item counts.
 * The caller frees *out. */
int store_index_aliases(
	const struct store_view *view, struct index_alias **out, size_t *len) MUST_USE;

#endif
