#include "config.h"

#include "store/find/find_table.h"

#include <stdlib.h>

#include "base/err.h"
#include "base/mem.h"
#include "query/set.h"
#include "store/find/find_inside.h"
#include "store/index/index_read.h"

static size_t
words(const struct find_table *table)
{
	return table->queries / 64 + 1;
}

void
store_find_table_begin(
	struct find_table *table, const struct index_segment *segment, size_t queries)
{
	size_t docs = (size_t)(segment->last - segment->first) + 1;
	store_find_table_drop(table);
	*table = (struct find_table){.segment = *segment, .queries = queries};
	table->bits = mem_zalloc(docs * words(table) * sizeof *table->bits);
}

void
store_find_table_drop(struct find_table *table)
{
	free(table->bits);
	*table = (struct find_table){.bits = NULL};
}

bool
store_find_table_fits(
	const struct find_table *table, const struct store_view *view, uint64_t id)
{
	const struct index_segment *has = &table->segment;
	struct index_segment segment;
	if (!table->bits || id < has->first || id > has->last)
		return false;
	return table->done == table->queries ||
	       (store_index_segment(view, id, &segment) == OK &&
		       segment.sequence == has->sequence);
}

int
store_find_table_fill(struct find_table *table, const struct query_set *set,
	const struct store_view *view)
{
	const struct index_segment *segment = &table->segment;
	struct index_set may;
	store_index_set_init(&may, segment);
	int code = store_find_among(query_set_get(set, table->done), view, segment, &may);
	for (size_t i = 0; code == OK && i < may.len; i++)
		for (uint64_t bits = may.bits[i]; bits; bits &= bits - 1) {
			uint64_t id =
				segment->first + 64 * i + (uint64_t)__builtin_ctzll(bits);
			if (id <= segment->last)
				find_set_bit(
					store_find_table_row(table, id), table->done);
		}
	store_index_set_done(&may);
	table->done++;
	return code;
}

uint64_t *
store_find_table_row(const struct find_table *table, uint64_t id)
{
	return table->bits + (id - table->segment.first) * words(table);
}
