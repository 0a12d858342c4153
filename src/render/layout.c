/*
 * The position in the document (block, byte, or row of a table) is kept from slice to
 * slice, and one step makes at most one line, so that a slice can end anywhere, however
 * long a paragraph or a cell is. Lines are in an arena and are found through chunks that
 * never move.
 */
#include "config.h"

#include "render/layout.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/time.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "render/doc.h"
#include "render/wrap.h"

#define CHUNK 256          /* lines */
#define CLOCK_EVERY 16     /* steps */
#define COLUMN_GAP 3       /* cells between columns: " │ " */
#define COLUMN_WORD_MAX 16 /* longer words may be broken to make a table fit */

static const char rule[] = "─";
static const char bar[] = "│";

/* The row of a grid that is being drawn. */
struct grid {
	const struct table *table; /* NULL: none */
	size_t widths[TABLE_COLUMNS_MAX];
	bool tight; /* every cell fits on one line */
	uint32_t row;
	uint32_t first, end;            /* cells of the row */
	uint32_t at[TABLE_COLUMNS_MAX]; /* where the rest of each cell starts */
	bool ruled;                     /* the rule below the last row is drawn */
};

struct layout {
	const struct render_doc *doc;
	size_t width;
	struct arena arena;
	struct render_line **chunks;
	size_t chunks_len, chunks_cap, len;
	/* The position. */
	uint32_t block, at;
	bool inside; /* the block has begun, and at is valid */
	bool gap;
	const struct frame *last; /* of the last line */
	struct grid grid;
	/* The current line. */
	struct buf text;
	struct render_span *spans;
	size_t spans_len, spans_cap;
};

struct layout *
render_layout_new(const struct render_doc *doc, size_t width)
{
	struct layout *l = mem_zalloc(sizeof *l);
	l->doc = doc;
	l->width = width;
	return l;
}

void
render_layout_free(struct layout *l)
{
	if (!l)
		return;
	arena_done(&l->arena);
	buf_done(&l->text);
	free(l->chunks);
	free(l->spans);
	free(l);
}

size_t
render_layout_len(const struct layout *l)
{
	return l->len;
}

const struct render_line *
render_layout_at(const struct layout *l, size_t index)
{
	return &l->chunks[index / CHUNK][index % CHUNK];
}

/* One line. */

static void
put(struct layout *l, const char *s, size_t n, uint16_t style, uint16_t link)
{
	if (n == 0)
		return;
	struct render_span *last = l->spans_len ? &l->spans[l->spans_len - 1] : NULL;
	if (last && last->style == style && last->link == link)
		last->len += (uint32_t)n;
	else
		*VEC_PUSH(l->spans, l->spans_len, l->spans_cap) = (struct render_span){
			(uint32_t)l->text.len, (uint32_t)n, style, link};
	buf_add(&l->text, s, n);
}

static void
put_blanks(struct layout *l, size_t n, uint16_t style)
{
	for (; n > 0; n--)
		put(l, " ", 1, style, 0);
}

static void
finish(struct layout *l)
{
	size_t n = l->text.len;
	while (n > 0 && l->text.data[n - 1] == ' ')
		n--;
	while (l->spans_len && l->spans[l->spans_len - 1].start >= n)
		l->spans_len--;
	if (l->spans_len) {
		struct render_span *last = &l->spans[l->spans_len - 1];
		last->len = (uint32_t)n - last->start;
	}
	if (l->len % CHUNK == 0)
		*VEC_PUSH(l->chunks, l->chunks_len, l->chunks_cap) =
			arena_alloc(&l->arena, CHUNK * sizeof(struct render_line));
	size_t size = l->spans_len * sizeof *l->spans;
	struct render_span *spans = arena_alloc(&l->arena, size);
	if (size)
		memcpy(spans, l->spans, size);
	l->chunks[l->len / CHUNK][l->len % CHUNK] = (struct render_line){
		.text = arena_strndup(&l->arena, buf_str(&l->text), n),
		.len = (uint32_t)n,
		.spans_len = (uint32_t)l->spans_len,
		.spans = spans,
	};
	l->len++;
	buf_clear(&l->text);
	l->spans_len = 0;
}

static size_t
find_run(const struct render_doc *doc, uint32_t at)
{
	size_t low = 0, high = doc->runs_len;
	while (high - low > 1) {
		size_t mid = (low + high) / 2;
		if (doc->runs[mid].start <= at)
			low = mid;
		else
			high = mid;
	}
	return low;
}

static void
put_piece(struct layout *l, const struct piece *piece)
{
	const struct render_doc *doc = l->doc;
	if (piece->start == piece->end)
		return;
	uint32_t at = piece->start;
	for (size_t i = find_run(doc, at); at < piece->end; i++) {
		uint32_t end = piece->end;
		if (i + 1 < doc->runs_len && doc->runs[i + 1].start < end)
			end = doc->runs[i + 1].start;
		size_t from = l->text.len;
		put(l, doc->text.data + at, end - at, doc->runs[i].style,
			doc->runs[i].link);
		for (; from < l->text.len; from++)
			if (l->text.data[from] == DOC_NBSP)
				l->text.data[from] = ' ';
		at = end;
	}
}

/* Frames. */

/* The innermost frame that encloses both. */
static const struct frame *
common(const struct frame *a, const struct frame *b)
{
	while (a != b) {
		size_t da = a ? a->depth : 0, db = b ? b->depth : 0;
		if (da >= db && a != NULL)
			a = a->up;
		if (db >= da && b != NULL)
			b = b->up;
	}
	return a;
}

/* Puts what is to the left of the text and returns its width. Frames may take half of the
 * line; those nested deeper are left out. */
static size_t
put_frames(struct layout *l, const struct frame *frame, bool first)
{
	const struct frame *chain[RENDER_DEPTH_MAX] = {NULL};
	size_t n = 0, cells = 0;
	uint16_t quote = 0;
	for (; frame && n < COUNT_OF(chain); frame = frame->up)
		chain[n++] = frame;
	while (n-- > 0 && cells + chain[n]->cells <= l->width / 2) {
		const struct frame *f = chain[n];
		cells += f->cells;
		if (f->kind == FRAME_QUOTE) {
			quote = RENDER_QUOTE;
			put(l, bar, sizeof bar - 1, RENDER_MARK | quote, 0);
			put(l, " ", 1, quote, 0);
		} else if (f->kind == FRAME_ITEM && first && f->first == l->block) {
			size_t n_marker = strlen(f->marker);
			size_t used = utf8_columns(f->marker, n_marker) + 1;
			put_blanks(l, f->cells > used ? f->cells - used : 0, quote);
			put(l, f->marker, n_marker, RENDER_MARK | quote, 0);
			put_blanks(l, 1, quote);
		} else {
			put_blanks(l, f->cells, quote);
		}
	}
	return cells;
}

/* Puts a blank line, if one is due, before a block in frame. */
static void
put_gap(struct layout *l, const struct frame *frame)
{
	if (l->gap && l->len > 0) {
		put_frames(l, common(l->last, frame), false);
		finish(l);
	}
	l->gap = false;
	l->last = frame;
}

/* Grids. */

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

/* Works out the widths of the columns for a line of room cells. False if the words do not
 * fit. */
static bool
fit_columns(struct grid *grid, const struct table *table, size_t room)
{
	size_t min[TABLE_COLUMNS_MAX] = {0}, max[TABLE_COLUMNS_MAX] = {0};
	size_t all_min = 0, all_max = 0, gaps = (table->columns - 1) * COLUMN_GAP;
	for (size_t i = 0; i < table->cells_len; i++) {
		const struct cell *cell = &table->cells[i];
		size_t word = cell->min < COLUMN_WORD_MAX ? cell->min : COLUMN_WORD_MAX;
		if (cell->span > 1)
			continue;
		if (word > min[cell->column])
			min[cell->column] = word;
		if (cell->max > max[cell->column])
			max[cell->column] = cell->max;
	}
	for (size_t i = 0; i < table->columns; i++) {
		min[i] += min[i] == 0;
		max[i] = max[i] < min[i] ? min[i] : max[i];
		all_min += min[i];
		all_max += max[i];
	}
	if (all_min + gaps > room)
		return false;
	grid->tight = all_max + gaps <= room;
	memcpy(grid->widths, min, sizeof min);
	share_out(grid->widths, max, table->columns, room - gaps - all_min);
	return true;
}

static void
start_row(struct layout *l)
{
	struct grid *g = &l->grid;
	const struct table *table = g->table;
	g->first = g->end;
	while (g->end < table->cells_len && table->cells[g->end].row == g->row) {
		const struct cell *cell = &table->cells[g->end];
		g->at[g->end - g->first] =
			cell->block == UINT32_MAX ? 0 : l->doc->blocks[cell->block].start;
		g->end++;
	}
}

static bool
start_grid(struct layout *l, const struct table *table)
{
	size_t room = l->width;
	for (const struct frame *f = table->frame; f; f = f->up)
		room -= f->cells < room ? f->cells : room;
	if (!table->grid || room < l->width / 2 || !fit_columns(&l->grid, table, room))
		return false;
	l->grid.table = table;
	l->grid.row = l->grid.first = l->grid.end = 0;
	l->grid.ruled = true;
	start_row(l);
	return true;
}

static void
put_row_rule(struct layout *l)
{
	const struct grid *g = &l->grid;
	for (size_t i = 0; i < g->table->columns; i++) {
		size_t n = g->widths[i] + (i > 0) + (i + 1 < g->table->columns);
		if (i > 0)
			put(l, "┼", strlen("┼"), RENDER_MARK, 0);
		for (; n > 0; n--)
			put(l, rule, sizeof rule - 1, RENDER_MARK, 0);
	}
}

static const struct block *
cell_block(const struct layout *l, uint32_t index)
{
	uint32_t block = l->grid.table->cells[index].block;
	return block == UINT32_MAX ? NULL : &l->doc->blocks[block];
}

/* Puts the next line of a table cell, width cells wide. */
static void
put_cell(struct layout *l, uint32_t index, size_t width)
{
	const struct cell *cell = &l->grid.table->cells[index];
	const struct block *block = cell_block(l, index);
	uint32_t *at = &l->grid.at[index - l->grid.first];
	if (!block || *at >= block->end) {
		put_blanks(l, width, 0);
		return;
	}
	struct piece piece =
		render_wrap(l->doc->text.data, *at, block->end, width, false);
	size_t pad = piece.cells < width ? width - piece.cells : 0;
	*at = piece.next;
	if (cell->number)
		put_blanks(l, pad, 0);
	put_piece(l, &piece);
	if (!cell->number)
		put_blanks(l, pad, 0);
}

/* Puts one line across all cells of the row. */
static void
put_row_line(struct layout *l)
{
	const struct grid *g = &l->grid;
	uint32_t next = g->first;
	for (size_t column = 0; column < g->table->columns;) {
		const struct cell *cell = next < g->end ? &g->table->cells[next] : NULL;
		size_t span = cell && cell->column == column ? cell->span : 1, width = 0;
		for (size_t i = column; i < column + span; i++)
			width += g->widths[i] + (i > column ? COLUMN_GAP : 0);
		if (column > 0) {
			put(l, " ", 1, 0, 0);
			put(l, bar, sizeof bar - 1, RENDER_MARK, 0);
			put(l, " ", 1, 0, 0);
		}
		if (cell && cell->column == column)
			put_cell(l, next++, width);
		else
			put_blanks(l, width, 0);
		column += span;
	}
}

static bool
row_has_text(const struct layout *l)
{
	for (uint32_t i = l->grid.first; i < l->grid.end; i++) {
		const struct block *block = cell_block(l, i);
		if (block && l->grid.at[i - l->grid.first] < block->end)
			return true;
	}
	return false;
}

/* Makes one line of the grid, or moves to its next row or past it. */
static void
grid_step(struct layout *l)
{
	struct grid *g = &l->grid;
	const struct table *table = g->table;
	bool text = row_has_text(l);
	if (text) {
		put_frames(l, table->frame, true);
		/* Rules go below the heads, and between rows of several lines. */
		if (!g->ruled)
			put_row_rule(l);
		else
			put_row_line(l);
		g->ruled = true;
		finish(l);
		return;
	}
	if (g->first < g->end)
		g->ruled = !(g->row + 1 == table->head_rows || !g->tight);
	g->row++;
	start_row(l);
	if (g->row < table->rows)
		return;
	g->table = NULL;
	l->block = table->end;
}

/* Blocks. */

static void
next_block(struct layout *l)
{
	l->block++;
	l->inside = false;
}

static void
start_block(struct layout *l, const struct block *block)
{
	l->gap |= block->gap || block->row;
	if (block->kind == BLOCK_TABLE) {
		if (start_grid(l, block->table))
			put_gap(l, block->frame);
		next_block(l);
		return;
	}
	put_gap(l, block->frame);
	l->inside = true;
	l->at = block->start;
}

/* Makes one line, or moves on without one. */
static void
step(struct layout *l)
{
	if (l->grid.table) {
		grid_step(l);
		return;
	}
	const struct block *block = &l->doc->blocks[l->block];
	if (!l->inside) {
		start_block(l, block);
		return;
	}
	size_t cells = put_frames(l, block->frame, l->at == block->start);
	if (block->kind == BLOCK_RULE) {
		for (; cells < l->width; cells++)
			put(l, rule, sizeof rule - 1, RENDER_MARK, 0);
		l->at = block->end;
	} else {
		struct piece piece = render_wrap(l->doc->text.data, l->at, block->end,
			l->width - cells, block->kind == BLOCK_PRE);
		put_piece(l, &piece);
		l->at = piece.next;
	}
	finish(l);
	if (l->at >= block->end)
		next_block(l);
}

bool
render_layout_run(struct layout *l, size_t want, int64_t deadline_us)
{
	for (unsigned steps = 1; l->block < l->doc->ready; steps++) {
		if (l->len >= want)
			return false;
		if (deadline_us && steps % CLOCK_EVERY == 0 &&
			time_mono_us() >= deadline_us)
			return false;
		step(l);
	}
	return true;
}
