/*
 * Tables: as a grid, where the words of its columns fit; else as records, with the name
 * of the column before each value; or, where columns have no names, row by row.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/vec.h"
#include "render/layout_inside.h"

#define COLUMN_GAP 3       /* cells between columns: " │ " … */
#define COLUMN_GAP_MIN 1   /* … or only "│" */
#define COLUMNS_FEW 3      /* of which records read as well */
#define COLUMN_WORD_MAX 16 /* longer words may be broken to make a table fit */
#define ROW_HANG 2         /* indentation of the rest of a row */
#define LABEL_MAX 24       /* cells of a column's name in front of its values */

static const char rule[] = "─";
static const char bar[] = "│";

/* The widths of columns, and what they would need. */
struct fit {
	size_t min[TABLE_COLUMNS_MAX], max[TABLE_COLUMNS_MAX];
	size_t all_min, all_max;
};

/* ---- widths */

/* Distributes the spare width: columns that need little more than their longest word get
 * all they need; the others share the rest in proportion to what they need. */
static void
share_out(size_t *widths, const size_t *max, size_t columns, size_t spare)
{
	size_t need = 0;
	for (bool given = true; given;) {
		size_t open = 0;
		for (size_t i = 0; i < columns; i++)
			open += widths[i] < max[i];
		size_t share = open ? spare / open : 0;
		given = false;
		for (size_t i = 0; i < columns; i++) {
			if (widths[i] == max[i] || max[i] - widths[i] > share)
				continue;
			spare -= max[i] - widths[i];
			widths[i] = max[i];
			given = true;
		}
	}
	for (size_t i = 0; i < columns; i++)
		need += max[i] - widths[i];
	for (size_t i = 0; i < columns && need; i++)
		widths[i] += spare * (max[i] - widths[i]) / need;
}

static size_t
least(const struct cell *cell)
{
	return cell->min < COLUMN_WORD_MAX ? cell->min : COLUMN_WORD_MAX;
}

/* Makes the columns of a spanning cell wide enough together. */
static void
widen(size_t *widths, const struct cell *cell, size_t need, size_t gap)
{
	size_t has = (cell->span - 1u) * gap;
	for (size_t i = 0; i < cell->span; i++)
		has += widths[cell->column + i];
	for (size_t i = 0; has < need && i < cell->span; i++) {
		size_t part = (need - has) / (cell->span - i);
		widths[cell->column + i] += part;
		has += part;
	}
}

/* The width that the columns need, with this many cells between two. Cells that span all
 * columns have lines of their own, and don't count. */
static void
measure(const struct table *table, struct fit *fit, size_t gap)
{
	memset(fit, 0, sizeof *fit);
	for (size_t i = 0; i < table->cells_len; i++) {
		const struct cell *cell = &table->cells[i];
		size_t word = least(cell);
		if (cell->span > 1)
			continue;
		if (word > fit->min[cell->column])
			fit->min[cell->column] = word;
		if (cell->max > fit->max[cell->column])
			fit->max[cell->column] = cell->max;
	}
	for (size_t i = 0; i < table->cells_len; i++) {
		const struct cell *cell = &table->cells[i];
		if (cell->span < 2 || cell->span == table->columns)
			continue;
		widen(fit->min, cell, least(cell), gap);
		widen(fit->max, cell, cell->max, gap);
	}
	fit->all_min = fit->all_max = (table->columns - 1u) * gap;
	for (size_t i = 0; i < table->columns; i++) {
		fit->min[i] += fit->min[i] == 0;
		if (fit->max[i] < fit->min[i])
			fit->max[i] = fit->min[i];
		fit->all_min += fit->min[i];
		fit->all_max += fit->max[i];
	}
}

/* ---- rows */

static void
start_row(struct layout *l)
{
	struct grid *g = &l->grid;
	const struct table *table = g->table;
	g->before = g->bars;
	g->bars = UINT64_MAX;
	g->first = g->end;
	g->cell = g->first;
	while (g->end < table->cells_len && table->cells[g->end].row == g->row) {
		const struct cell *cell = &table->cells[g->end];
		g->at[g->end - g->first] = (struct cursor){
			.block = cell->block, .end = cell->end, .last = table->frame};
		for (uint32_t i = 1; i < cell->span; i++)
			g->bars &= ~(UINT64_C(1) << (cell->column + i));
		g->end++;
	}
}

static bool
has_text(const struct cursor *c)
{
	return c->block < c->end;
}

static bool
row_has_text(const struct grid *g)
{
	for (uint32_t i = g->first; i < g->end; i++)
		if (has_text(&g->at[i - g->first]))
			return true;
	return false;
}

static size_t
cell_width(const struct grid *g, const struct cell *cell)
{
	size_t width = 0;
	if (cell->span == g->table->columns)
		return g->room;
	for (size_t i = cell->column; i < cell->column + (size_t)cell->span; i++)
		width += g->widths[i] + (i > cell->column ? g->between : 0);
	return width;
}

/* Does the row whose first cell has this index need more than one line? */
static bool
row_is_high(const struct grid *g, uint32_t index, uint32_t row)
{
	const struct table *table = g->table;
	for (; index < table->cells_len && table->cells[index].row == row; index++) {
		const struct cell *cell = &table->cells[index];
		if (cell->span < table->columns && cell->end > cell->block &&
			(cell->several || cell->max > cell_width(g, cell)))
			return true;
	}
	return false;
}

bool
render_layout_table(struct layout *l, const struct table *table)
{
	struct grid *g = &l->grid;
	struct fit fit;
	size_t frames = 0, width;
	for (const struct frame *f = table->frame; f; f = f->up)
		frames += f->cells;
	if (!table->grid || frames > l->width / 2)
		return false;
	*g = (struct grid){.table = table, .room = l->width - frames, .ruled = true};
	g->between = COLUMN_GAP;
	measure(table, &fit, g->between);
	width = g->room;
	if (fit.all_max > width)
		width = fit.all_max < l->room - frames ? fit.all_max : l->room - frames;
	/* It is better to drop the blanks beside the bars than to wrap words, or to turn
	 * more than a few columns into records. */
	size_t saved = (table->columns - 1u) * (COLUMN_GAP - COLUMN_GAP_MIN);
	bool better = fit.all_min <= width || table->columns > COLUMNS_FEW;
	if (better && fit.all_max > width && fit.all_max - saved <= width) {
		g->between = COLUMN_GAP_MIN;
		measure(table, &fit, g->between);
	}
	if (fit.all_min <= width) {
		g->mode = TABLE_GRID;
		g->room = width;
		memcpy(g->widths, fit.min, sizeof fit.min);
		share_out(g->widths, fit.max, table->columns, width - fit.all_min);
	} else {
		g->mode = table->head_rows ? TABLE_RECORDS : TABLE_ROWS;
	}
	for (size_t i = 0; g->mode == TABLE_RECORDS && i < table->cells_len; i++)
		if (table->cells[i].row < table->head_rows && table->cells[i].span == 1 &&
			table->cells[i].max > g->label)
			g->label = table->cells[i].max < LABEL_MAX ? table->cells[i].max
								   : LABEL_MAX;
	start_row(l);
	return true;
}

/* ---- a grid */

static void
put(struct layout *l, const char *s, uint16_t style)
{
	render_layout_put(l, s, strlen(s), style, 0, RENDER_NOWHERE);
}

/* The rule between the last row and this one, whose bars it joins. */
static void
put_rule(struct layout *l)
{
	static const char *const crossings[] = {"─", "┬", "┴", "┼"};
	const struct grid *g = &l->grid;
	for (size_t i = 0; i < g->table->columns; i++) {
		size_t beside = g->between / 2;
		size_t n = g->widths[i] + (i > 0) * beside +
			   (i + 1u < g->table->columns) * beside;
		bool above = g->before >> i & 1, below = g->bars >> i & 1;
		if (i > 0)
			put(l, crossings[below + 2 * above], RENDER_MARK);
		for (; n > 0; n--)
			put(l, rule, RENDER_MARK);
	}
}

/* Puts blanks before what the line has from some place and some span on. */
static void
push_right(struct layout *l, size_t from, size_t spans, size_t n)
{
	struct buf rest = BUF_INIT(0);
	struct render_span *moved = NULL;
	size_t len = l->spans_len - spans, cap = 0;
	if (n == 0)
		return;
	buf_add(&rest, l->text.data + from, l->text.len - from);
	moved = vec_grow(moved, &cap, len + 1, sizeof *moved);
	memcpy(moved, l->spans + spans, len * sizeof *moved);
	buf_cut(&l->text, from);
	l->spans_len = spans;
	render_layout_blanks(l, n, 0);
	for (size_t i = 0, at = 0; i < len; at += moved[i++].len) {
		l->separate = true;
		render_layout_put(l, rest.data + at, moved[i].len, moved[i].style,
			moved[i].link, moved[i].at);
	}
	free(moved);
	buf_done(&rest);
}

static void
put_cell(struct layout *l, const struct cell *cell, struct cursor *c, size_t width)
{
	const struct table *table = l->grid.table;
	size_t from = l->text.len, spans = l->spans_len;
	l->separate = true;
	size_t cells = has_text(c) ? render_layout_line(l, c, width, table->frame) : 0;
	size_t pad = cells < width ? width - cells : 0;
	uint8_t align = cell->align       ? cell->align
			: cell->span == 1 ? table->align[cell->column]
					  : ALIGN_LEFT;
	size_t before = cells == 0              ? 0
			: align == ALIGN_RIGHT  ? pad
			: align == ALIGN_CENTER ? pad / 2
						: 0;
	push_right(l, from, spans, before);
	render_layout_blanks(l, pad - before, 0);
}

/* Puts one line across all cells of the row. */
static void
put_row_line(struct layout *l)
{
	struct grid *g = &l->grid;
	uint32_t next = g->first;
	for (size_t column = 0; column < g->table->columns;) {
		const struct cell *cell = next < g->end ? &g->table->cells[next] : NULL;
		bool here = cell && cell->column == column;
		if (column > 0) {
			render_layout_blanks(l, g->between / 2, 0);
			put(l, bar, RENDER_MARK);
			render_layout_blanks(l, g->between / 2, 0);
		}
		if (here)
			put_cell(l, cell, &g->at[next - g->first], cell_width(g, cell));
		else
			render_layout_blanks(l, g->widths[column], 0);
		column += here ? cell->span : 1;
		next += here;
	}
}

/* Moves to the next row, or past the table. */
static void
next_row(struct layout *l)
{
	struct grid *g = &l->grid;
	bool drawn = g->first < g->end;
	bool full = drawn && g->table->cells[g->first].span == g->table->columns;
	/* Rules go below the heads, and beside rows of several lines. */
	if (drawn)
		g->ruled = !(g->row + 1 == g->table->head_rows ||
			     (!full && (row_is_high(g, g->first, g->row) ||
					       row_is_high(g, g->end, g->row + 1))));
	g->row++;
	start_row(l);
	if (g->row < g->table->rows)
		return;
	l->cursor.block = g->table->end;
	l->cursor.last = g->table->frame;
	g->mode = TABLE_NONE;
}

static void
grid_step(struct layout *l)
{
	struct grid *g = &l->grid;
	if (!row_has_text(g)) {
		next_row(l);
		return;
	}
	size_t frames = render_layout_frames(
		l, g->table->frame, NULL, l->width, g->table->first - 1);
	l->left = render_layout_left(l, frames + g->room);
	if (!g->ruled)
		put_rule(l);
	else
		put_row_line(l);
	g->ruled = true;
	l->heading = 0;
	l->code = false;
	render_layout_finish(l);
}

/* ---- records */

/* The head of a column. */
static const struct cell *
head_of(const struct table *table, size_t column)
{
	const struct cell *head = NULL;
	for (size_t i = 0; i < table->cells_len; i++) {
		const struct cell *cell = &table->cells[i];
		if (cell->row >= table->head_rows)
			break;
		if (cell->column <= column &&
			column < (size_t)cell->column + cell->span &&
			cell->end > cell->block && cell->span < table->columns)
			head = cell;
	}
	return head;
}

/* Puts the name of a column, or blanks where its value continues. Returns its cells. */
static size_t
put_label(struct layout *l, const struct cell *cell, bool first)
{
	const struct grid *g = &l->grid;
	const struct cell *head = head_of(g->table, cell->column);
	size_t room = g->label + 2 <= g->room / 2 ? g->label + 2 : 0, cells = 0;
	if (!head || cell->span == g->table->columns || g->row < g->table->head_rows)
		return 0;
	if (!first) {
		cells = room ? room : ROW_HANG;
		render_layout_blanks(l, cells, 0);
		return cells;
	}
	const struct block *block = &l->doc->blocks[head->block];
	struct wrap w = {.text = l->doc->text.data, .end = block->end, .tab = 1};
	w.width = room ? g->label : g->room / 2;
	struct piece piece = render_wrap(&w, block->start);
	piece.hyphen = false;
	render_layout_piece(l, &piece, 1);
	put(l, ":", RENDER_BOLD);
	cells = piece.cells + 1;
	size_t pad = cells < room ? room - cells : 1;
	render_layout_blanks(l, pad, 0);
	return cells + pad;
}

/* Heads of single columns stand before their values; those of several have lines. */
static bool
is_label(const struct grid *g, size_t cell)
{
	return g->row < g->table->head_rows && g->table->cells[cell].span == 1;
}

/* Makes a line of the record. */
static void
record_step(struct layout *l)
{
	struct grid *g = &l->grid;
	while (g->cell < g->end &&
		(is_label(g, g->cell) || !has_text(&g->at[g->cell - g->first])))
		g->cell++;
	if (g->cell == g->end) {
		bool drawn = false;
		for (size_t i = g->first; i < g->end; i++)
			drawn |= !is_label(g, i);
		next_row(l);
		g->gap = drawn && g->mode;
		return;
	}
	struct cursor *c = &g->at[g->cell - g->first];
	const struct cell *cell = &g->table->cells[g->cell];
	size_t frames = render_layout_frames(
		l, g->table->frame, NULL, l->width, g->table->first - 1);
	size_t label = put_label(l, cell, c->block == cell->block && !c->inside);
	c->gap = 0;
	render_layout_line(l, c, l->width - frames - label, g->table->frame);
	l->heading = 0;
	l->code = false;
	render_layout_finish(l);
}

/* ---- rows */

/* Makes a line of the row, whose blocks are read as one text. */
static void
joined_step(struct layout *l)
{
	struct grid *g = &l->grid;
	const struct block *blocks = l->doc->blocks;
	struct cursor *c = &g->at[0];
	uint32_t start = UINT32_MAX, end = 0;
	for (uint32_t i = g->first; i < g->end; i++) {
		const struct cell *cell = &g->table->cells[i];
		if (cell->end == cell->block)
			continue;
		start = start == UINT32_MAX ? blocks[cell->block].start : start;
		end = blocks[cell->end - 1].end;
	}
	if (start == UINT32_MAX || (c->inside && c->at >= end)) {
		next_row(l);
		return;
	}
	size_t frames = render_layout_frames(
		l, g->table->frame, NULL, l->width, g->table->first - 1);
	size_t hang = c->inside ? ROW_HANG : 0;
	if (!c->inside)
		c->at = start;
	c->inside = true;
	render_layout_blanks(l, hang, 0);
	struct wrap w = {.text = l->doc->text.data, .end = end, .tab = 1};
	w.width = l->width - frames - hang;
	struct piece piece = render_wrap(&w, c->at);
	render_layout_piece(l, &piece, 1);
	c->at = piece.next;
	render_layout_finish(l);
}

void
render_layout_table_step(struct layout *l)
{
	struct grid *g = &l->grid;
	if (g->gap) {
		g->gap--;
		render_layout_between(l, l->cursor.last, g->table->frame);
		render_layout_finish(l);
		l->cursor.last = g->table->frame;
		return;
	}
	if (g->mode == TABLE_GRID)
		grid_step(l);
	else if (g->mode == TABLE_RECORDS)
		record_step(l);
	else
		joined_step(l);
}
