#include "config.h"

#include "render/grid.h"

#include <string.h>

#include "base/utf8.h"

void
render_grid_start(struct flow *flow)
{
	struct arena *arena = &flow->doc->arena;
	/* A table that contains another is for the layout of the page. */
	if (flow->now.table)
		flow->now.table->table->grid = false;
	struct table_builder *b = arena_zalloc(arena, sizeof *b);
	b->table = arena_zalloc(arena, sizeof *b->table);
	b->table->grid = true;
	b->table->first = UINT32_MAX;
	b->table->frame = flow->now.frame;
	b->outer = flow->now.table;
	flow->now.table = b;
}

void
render_grid_row(struct flow *flow)
{
	struct table_builder *b = flow->now.table;
	if (!b)
		return;
	struct table *table = b->table;
	if (table->first == UINT32_MAX) {
		/* What comes before the first row is its caption. */
		render_flow_block(flow, BLOCK_TABLE)->table = table;
		table->first = (uint32_t)flow->doc->blocks_len;
	}
	for (size_t i = 0; i < TABLE_COLUMNS_MAX; i++)
		b->taken[i] -= b->taken[i] > 0;
	b->column = 0;
	b->row_cells = b->row_heads = 0;
	flow->row = true;
	if (table->rows == TABLE_ROWS_MAX)
		table->grid = false;
}

void
render_grid_row_end(struct flow *flow)
{
	struct table_builder *b = flow->now.table;
	if (!b)
		return;
	struct table *table = b->table;
	if (b->row_cells && b->row_heads == b->row_cells &&
		table->head_rows == table->rows)
		table->head_rows++;
	table->rows++;
}

void
render_grid_cell(struct flow *flow, uint32_t colspan, uint32_t rowspan, bool head)
{
	struct table_builder *b = flow->now.table;
	if (!b)
		return;
	struct table *table = b->table;
	b->first = (uint32_t)flow->doc->blocks_len;
	b->row_cells++;
	b->row_heads += head;
	while (b->column < TABLE_COLUMNS_MAX && b->taken[b->column])
		b->column++;
	if (b->column + colspan > TABLE_COLUMNS_MAX)
		table->grid = false;
	if (!table->grid)
		return;
	table->cells = arena_push(
		&flow->doc->arena, table->cells, table->cells_len, sizeof *table->cells);
	table->cells[table->cells_len++] = (struct cell){
		.block = UINT32_MAX,
		.row = table->rows,
		.column = (uint16_t)b->column,
		.span = (uint16_t)colspan,
	};
	for (uint32_t i = 0; i < colspan; i++)
		b->taken[b->column++] = (uint16_t)rowspan;
	if (b->column > table->columns)
		table->columns = (uint16_t)b->column;
}

/* Does it consist of digits, with the signs that go with them? */
static bool
is_number(const char *s, size_t n)
{
	bool digits = false;
	for (size_t i = 0; i < n; i++) {
		bool digit = str_digit((unsigned char)s[i]);
		digits |= digit;
		if (!digit && !strchr(" +-.,%$:/", s[i]) && s[i] != DOC_NBSP)
			return false;
	}
	return digits;
}

static void
measure(const struct render_doc *doc, struct cell *cell)
{
	const struct block *block = &doc->blocks[cell->block];
	const char *s = doc->text.data + block->start;
	size_t n = block->end - block->start;
	size_t line = 0;
	cell->number = is_number(s, n);
	for (size_t i = 0; i < n;) {
		size_t end = i;
		while (end < n && s[end] != ' ' && s[end] != '\n')
			end++;
		size_t word = utf8_columns(s + i, end - i);
		line += word;
		if (word > cell->min)
			cell->min = (uint32_t)word;
		if (line > cell->max)
			cell->max = (uint32_t)line;
		line = end < n && s[end] == '\n' ? 0 : line + 1;
		i = end + 1;
	}
}

void
render_grid_cell_end(struct flow *flow)
{
	struct table_builder *b = flow->now.table;
	render_flow_break(flow);
	if (!b || !b->table->grid || b->table->cells_len == 0)
		return;
	const struct render_doc *doc = flow->doc;
	size_t blocks = doc->blocks_len - b->first;
	b->blocks += (uint32_t)blocks;
	if (blocks == 0)
		return;
	const struct block *block = &doc->blocks[b->first];
	if (blocks > 1 || block->kind != BLOCK_TEXT || block->frame != b->table->frame) {
		b->table->grid = false;
		return;
	}
	struct cell *cell = &b->table->cells[b->table->cells_len - 1];
	cell->block = b->first;
	measure(doc, cell);
}

void
render_grid_end(struct flow *flow)
{
	struct table_builder *b = flow->now.table;
	struct table *table = b->table;
	render_flow_break(flow);
	flow->row = false;
	table->end = (uint32_t)flow->doc->blocks_len;
	/* A single row or column is not a table of data, and there is no place in a grid
	 * for text between cells. */
	if (table->rows < 2 || table->columns < 2 ||
		b->blocks != table->end - table->first)
		table->grid = false;
}
