#include "config.h"

#include "render/grid.h"

#include <string.h>

#include "base/attr.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/vec.h"

/* The cells of a table that is being built; the last ones of all are those of the
 * innermost. */
_Static_assert(sizeof(struct cell) <= 16, "a document has many cells");

static struct cell *
cells_of(const struct flow *flow, const struct table_builder *b)
{
	return flow->cells ? flow->cells + b->cells : NULL;
}

/* Has it named its columns? */
static bool
has_names(const struct flow *flow, const struct table_builder *b)
{
	const struct table *table = b->table;
	return table->grid && table->head_rows && table->cells_len > 1 &&
	       cells_of(flow, b)[1].row == 0;
}

static struct table_builder *
new_builder(struct flow *flow)
{
	struct table_builder *b = flow->spare;
	if (b)
		flow->spare = b->outer;
	else
		b = arena_alloc(&flow->doc->arena, sizeof *b);
	*b = (struct table_builder){.outer = flow->now.table, .cells = flow->cells_len};
	return b;
}

void
render_grid_start(struct flow *flow)
{
	struct arena *arena = &flow->doc->arena;
	struct table_builder *outer = flow->now.table, *b = new_builder(flow);
	/* A table that contains another is for the layout of the page, unless it names
	 * its columns: then the other's rows are lines of a cell. */
	b->lines = outer && (outer->lines || has_names(flow, outer));
	if (b->lines) {
		b->row_first = outer->row_first;
		b->first = outer->first;
	} else if (outer) {
		outer->table->grid = false;
	}
	b->table = arena_zalloc(arena, sizeof *b->table);
	b->table->grid = true;
	b->table->first = UINT32_MAX;
	b->table->frame = flow->now.frame;
	flow->now.table = b;
}

void
render_grid_row(struct flow *flow, uint8_t align)
{
	struct table_builder *b = flow->now.table;
	if (b && b->lines)
		b->row_cells = 0;
	if (!b || b->lines)
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
	b->row_first = (uint32_t)flow->doc->blocks_len;
	b->align = align;
	flow->row = !b->code;
	if (table->rows == TABLE_ROWS_MAX)
		table->grid = false;
}

/* Are these blocks code; if digits is set, of nothing but digits? */
static bool
is_code(const struct render_doc *doc, size_t first, size_t end, bool digits)
{
	for (size_t i = first; i < end; i++) {
		const struct block *block = &doc->blocks[i];
		if (block->kind != BLOCK_PRE)
			return false;
		for (uint32_t k = block->start; digits && k < block->end; k++)
			if (!str_digit((unsigned char)doc->text.data[k]) &&
				!str_space((unsigned char)doc->text.data[k]))
				return false;
	}
	return end > first;
}

/* A row of line numbers beside code is just code: the numbers are dropped. */
static void
drop_line_numbers(struct flow *flow, struct table_builder *b)
{
	struct render_doc *doc = flow->doc;
	struct table *table = b->table;
	if (b->row_cells != 2 || !table->grid || table->cells_len < 2)
		return;
	struct cell *numbers = &flow->cells[flow->cells_len - 2], *code = numbers + 1;
	if (!is_code(doc, numbers->block, numbers->end, true) ||
		!is_code(doc, code->block, code->end, false))
		return;
	uint32_t gone = numbers->end - numbers->block;
	doc->blocks[code->block].row = doc->blocks[numbers->block].row;
	doc->blocks[code->block].gap = doc->blocks[numbers->block].gap;
	memmove(&doc->blocks[numbers->block], &doc->blocks[code->block],
		(code->end - code->block) * sizeof *doc->blocks);
	doc->blocks_len -= gone;
	b->blocks -= gone;
	code->block -= gone;
	code->end -= gone;
	numbers->end = numbers->block;
	b->code = true;
}

/* Is all the text of the last n cells bold? */
static bool
is_bold(const struct flow *flow, size_t n)
{
	const struct render_doc *doc = flow->doc;
	for (size_t index = flow->cells_len - n; index < flow->cells_len; index++) {
		const struct cell *cell = &flow->cells[index];
		if (cell->end != cell->block + 1)
			return false;
		const struct block *block = &doc->blocks[cell->block];
		for (size_t i = block->run;
			i < doc->runs_len && doc->runs[i].start < block->end; i++)
			if (!(doc->runs[i].style & (RENDER_BOLD | RENDER_MARK)))
				return false;
	}
	return n > 0;
}

/* A row is the head if it has only heads; or it is bold, and the others are not. */
static void
note_bold(struct flow *flow, struct table_builder *b)
{
	if (!b->table->grid || b->row_cells == 0 || b->other_plain)
		return;
	bool bold = is_bold(flow, b->row_cells);
	if (b->table->rows == 0)
		b->bold_head = bold;
	else
		b->other_plain = !bold;
}

void
render_grid_row_end(struct flow *flow)
{
	struct table_builder *b = flow->now.table;
	if (!b || b->lines)
		return;
	struct table *table = b->table;
	drop_line_numbers(flow, b);
	/* A single head across all columns, below the table's head, is a heading for the
	 * rows after it. */
	bool part = table->rows && b->row_cells == 1 && b->column == table->columns;
	if (b->row_cells && b->row_heads == b->row_cells && !part &&
		table->head_rows == table->rows)
		table->head_rows++;
	if (table->rows == 0 || b->bold_head)
		note_bold(flow, b);
	table->rows++;
}

void
render_grid_cell(
	struct flow *flow, uint32_t colspan, uint32_t rowspan, bool head, uint8_t align)
{
	struct table_builder *b = flow->now.table;
	if (b && b->lines && b->row_cells++ && flow->open)
		render_flow_text(flow, " · ", strlen(" · "));
	if (!b || b->lines)
		return;
	render_flow_break(flow);
	struct table *table = b->table;
	b->first = (uint32_t)flow->doc->blocks_len;
	b->row_cells++;
	b->row_heads += head;
	while (b->column < TABLE_COLUMNS_MAX && b->taken[b->column])
		b->column++;
	if (b->column == TABLE_COLUMNS_MAX)
		table->grid = false;
	/* "100" is a common way to say "all columns". */
	if (b->column + colspan > TABLE_COLUMNS_MAX)
		colspan = (uint32_t)(TABLE_COLUMNS_MAX - b->column);
	if (!table->grid)
		return;
	struct cell *cell = VEC_PUSH(flow->cells, flow->cells_len, flow->cells_cap);
	flow->cell = table->cells_len++ ? cell - 1 : NULL;
	*cell = (struct cell){
		.block = b->first,
		.end = b->first,
		.row = (uint16_t)table->rows,
		.column = (uint8_t)b->column,
		.span = (uint8_t)colspan,
		.head = head,
		.align = align ? align : b->align,
	};
	for (uint32_t i = 0; i < colspan; i++)
		b->taken[b->column++] = (uint16_t)rowspan;
	if (b->column > table->columns)
		table->columns = (uint8_t)b->column;
}

/* Of Europe, Arabia, Persia and India, and wide ones. */
static bool
is_digit(uint32_t cp)
{
	static const uint32_t zeros[] = {'0', 0x660, 0x6f0, 0x966, 0x9e6, 0xff10};
	for (size_t i = 0; i < COUNT_OF(zeros); i++)
		if (cp >= zeros[i] && cp < zeros[i] + 10)
			return true;
	return false;
}

/* Does it consist of digits, with the signs that go with them? */
static bool
is_number(const char *s, size_t n)
{
	static const uint32_t signs[] = {0xa3, 0xa5, 0xb1, 0xd7, 0x66b, 0x66c, 0x2009,
		0x2013, 0x20ac, 0x2212, 0x2248};
	bool digits = false;
	for (size_t i = 0; i < n;) {
		uint32_t cp;
		i += utf8_decode(s + i, n - i, &cp);
		bool sign = cp == DOC_NBSP ||
			    (cp < 0x80 && strchr(" +-.,%$:/()~<>", (int)cp));
		for (size_t k = 0; k < COUNT_OF(signs) && cp >= 0x80; k++)
			sign |= cp == signs[k];
		if (is_digit(cp))
			digits = true;
		else if (!sign)
			return false;
	}
	return digits;
}

/* Does it stand for a missing number, such as "n/a"? */
static bool
is_none(const char *s, size_t n)
{
	static const char *const words[] = {"n/a", "na", "-", "–", "—", "…", "?", "none"};
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (n == strlen(words[i]) && str_ieqn(s, words[i], n))
			return true;
	return false;
}

static void
measure_text(const char *s, size_t n, struct cell *cell, size_t before)
{
	size_t line = before;
	for (size_t i = 0; i < n;) {
		size_t end = i;
		while (end < n && s[end] != ' ' && s[end] != '\n')
			end++;
		size_t word = utf8_columns(s + i, end - i);
		line += word;
		cell_widen(cell, word + before, line);
		bool ends = end < n && s[end] == '\n';
		cell->several |= ends;
		line = ends ? before : line + 1;
		i = end + 1;
	}
}

static void
measure(const struct render_doc *doc, const struct table *table, struct cell *cell)
{
	const struct block *first = &doc->blocks[cell->block];
	const char *s = doc->text.data;
	size_t n = first->end - first->start;
	bool one = cell->end == cell->block + 1;
	cell->number = one && is_number(s + first->start, n);
	cell->none = one && is_none(s + first->start, n);
	cell->several = !one;
	for (uint32_t i = cell->block; i < cell->end; i++) {
		const struct block *block = &doc->blocks[i];
		size_t before = 0;
		for (const struct frame *f = block->frame; f && f != table->frame;
			f = f->up)
			before += f->cells;
		if (block->kind == BLOCK_PRE && block->cells + before > cell->max)
			cell_widen(cell, block->cells + before, block->cells + before);
		else
			measure_text(s + block->start, block->end - block->start, cell,
				before);
		cell->several |=
			block->kind == BLOCK_PRE &&
			memchr(s + block->start, '\n', block->end - block->start);
	}
}

void
render_grid_cell_end(struct flow *flow)
{
	struct table_builder *b = flow->now.table;
	if (b && b->lines)
		return;
	render_flow_break(flow);
	if (!b || !b->table->grid || b->table->cells_len == 0)
		return;
	struct cell *cell = &flow->cells[flow->cells_len - 1];
	cell->block = b->first;
	cell->end = (uint32_t)flow->doc->blocks_len;
	b->blocks += cell->end - cell->block;
	if (cell->end > cell->block)
		measure(flow->doc, b->table, cell);
	flow->cell = cell;
}

/* Leaves out columns that are empty in every row. */
static void
drop_columns(struct table *table)
{
	bool used[TABLE_COLUMNS_MAX] = {false};
	uint8_t new[TABLE_COLUMNS_MAX + 1] = {0};
	uint32_t kept = 0;
	for (int spans = 0; spans < 2; spans++)
		for (uint32_t i = 0; i < table->cells_len; i++) {
			const struct cell *cell = &table->cells[i];
			bool covered = false;
			for (uint32_t k = 0; k < cell->span; k++)
				covered |= used[cell->column + k];
			if (cell->end > cell->block && (cell->span > 1) == spans &&
				!covered)
				used[cell->column] = true;
		}
	for (size_t i = 0; i < table->columns; i++)
		new[i + 1] = (uint8_t)(new[i] + used[i]);
	for (uint32_t i = 0; i < table->cells_len; i++) {
		struct cell cell = table->cells[i];
		cell.span = (uint8_t)(new[cell.column + cell.span] - new[cell.column]);
		cell.column = new[cell.column];
		if (cell.span > 0)
			table->cells[kept++] = cell;
	}
	table->cells_len = kept;
	table->columns = new[table->columns];
}

/* A column of numbers is set right, with its head. */
static void
align_columns(struct arena *arena, struct table *table)
{
	bool numbers[TABLE_COLUMNS_MAX] = {false}, others[TABLE_COLUMNS_MAX] = {false};
	uint8_t said[TABLE_COLUMNS_MAX] = {0};
	for (uint32_t i = 0; i < table->cells_len; i++) {
		const struct cell *cell = &table->cells[i];
		if (cell->row < table->head_rows || cell->span > 1 ||
			cell->end == cell->block)
			continue;
		numbers[cell->column] |= cell->number;
		others[cell->column] |= !cell->number && !cell->none;
		said[cell->column] = cell->align;
	}
	table->align = arena_zalloc(arena, table->columns);
	for (size_t i = 0; i < table->columns; i++)
		table->align[i] = said[i]                    ? said[i]
				  : numbers[i] && !others[i] ? ALIGN_RIGHT
							     : ALIGN_LEFT;
}

/* What the table keeps of what it was built of. */
static void
keep_cells(struct flow *flow, const struct table_builder *b)
{
	struct table *table = b->table;
	table->cells = arena_memdup(&flow->doc->arena, cells_of(flow, b),
		table->cells_len * sizeof *table->cells);
	drop_columns(table);
	flow->cell = table->cells_len ? &table->cells[table->cells_len - 1] : NULL;
}

void
render_grid_end(struct flow *flow)
{
	struct table_builder *b = flow->now.table;
	struct table *table = b->table;
	render_flow_break(flow);
	b->outer = flow->spare;
	flow->spare = b;
	if (b->lines)
		return;
	flow->row = false;
	flow->cell = NULL;
	table->end = (uint32_t)flow->doc->blocks_len;
	if (table->grid)
		keep_cells(flow, b);
	flow->cells_len = b->cells;
	/* A single row or column is not a table of data, and there is no place in a grid
	 * for text between cells. */
	if (table->rows < 2 || table->columns < 2 ||
		b->blocks != table->end - table->first)
		table->grid = false;
	if (table->grid && !table->head_rows && b->bold_head && b->other_plain)
		table->head_rows = 1;
	if (table->grid)
		align_columns(&flow->doc->arena, table);
}
