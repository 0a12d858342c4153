/*
 * Asking the full-text index, a segment at a time: who searches ORs, ANDs and inverts the
 * sets (engine/find.c does), and gives the thread back between segments.
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
	size_t len; /* words of 64 bits */
};

void store_index_set_init(struct index_set *set, const struct index_segment *segment);
void store_index_set_done(struct index_set *set);

struct index_word {
	const char *text, *base; /* folded; as query.h has them */
	uint32_t offset;
	bool prefix;
};

/* Adds the documents that have the words next to each other in the space (one without
 * accents comes from itself). bases: accents do not count. ERR_DAMAGED. */
int store_index_words(const struct store_view *view, const struct index_segment *segment,
	enum index_space space, const struct index_word *words, size_t len, bool bases,
	struct index_set *set) MUST_USE;
/* Adds the documents that may have the part, which is in no more than one word: those
 * with a word that has it, or with one so long that its end is not known. */
int store_index_part(const struct store_view *view, const struct index_segment *segment,
	enum index_space space, const char *part, bool bases,
	struct index_set *set) MUST_USE;

/* A further document of an item, which was edited. */
struct index_alias {
	uint64_t doc, item;
};

/* All, by item, and an item's documents ascending: it goes by the last. For free. */
int store_index_aliases(
	const struct store_view *view, struct index_alias **out, size_t *len) MUST_USE;

#endif
