/*
 * What the index knows of a segment's documents: for each, which queries of a set may
 * find it. Private to find.
 *
 *	store_find_table_begin(&table, &segment, queries);
 *	while (code == OK && table.done < table.queries)
 *		code = store_find_table_fill(&table, set, view);
 *	may = store_find_table_row(&table, id);
 *	store_find_table_drop(&table);
 */
#ifndef STORE_FIND_FIND_TABLE_H
#define STORE_FIND_FIND_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "store/index/index_inside.h"

struct query_set;
struct store_view;

struct find_table {
	struct index_segment segment;
	size_t queries, done; /* of the set; about so many the index was asked */
	uint64_t *bits;       /* NULL: it is empty */
};

void store_find_table_begin(
	struct find_table *table, const struct index_segment *segment, size_t queries);
void store_find_table_drop(struct find_table *table);
/* Does it have the item, or is it about to? Not if the segment was merged into another
 * before the table was filled. */
bool store_find_table_fits(
	const struct find_table *table, const struct store_view *view, uint64_t id);
/* Asks the index about one query more. Returns a code. */
int store_find_table_fill(struct find_table *table, const struct query_set *set,
	const struct store_view *view) MUST_USE;
/* A bit for each query. */
uint64_t *store_find_table_row(const struct find_table *table, uint64_t id);

#endif
