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

#include "base/bidi.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/time.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "render/layout_inside.h"

#define CHUNK 256       /* lines */
#define CLOCK_EVERY 16  /* steps */
#define NARROW 60       /* cells; below, tab stops are closer */
#define MARK_CELLS 2    /* of the sign that a line of code continues */
#define WIDER_MAX 2     /* cells that a blank grows by in justified text */
#define LIST_MARK_MAX 5 /* cells of a mark in plain text, such as "10. " */

_Static_assert(sizeof(struct render_line) <= 24, "a document has many lines");

static const char rule[] = "─";
static const char bar[] = "│";
static const char goes_on[] = "↪ ";

struct layout *
render_layout_new(const struct render_doc *doc, size_t width, size_t room)
{
	struct layout *l = mem_zalloc(sizeof *l);
	l->doc = doc;
	l->width = width;
	l->room = room < width ? width : room;
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
	free(l->shown);
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

const struct render_shown *
render_layout_shown(const struct layout *l, size_t number)
{
	return &l->shown[number - 1];
}

/* One line. */

void
render_layout_put(struct layout *l, const char *s, size_t n, uint16_t style,
	uint16_t link, uint32_t at)
{
	if (n == 0)
		return;
	struct render_span *last = l->spans_len ? &l->spans[l->spans_len - 1] : NULL;
	bool follows = last && !l->separate && last->style == style &&
		       last->link == link &&
		       (at == RENDER_NOWHERE || last->at == RENDER_NOWHERE
				       ? last->at == at
				       : last->at + last->len == at);
	if (follows || l->spans_len == UINT16_MAX)
		last->len += (uint32_t)n;
	else
		*VEC_PUSH(l->spans, l->spans_len, l->spans_cap) =
			(struct render_span){(uint32_t)n, at, style, link};
	l->separate = false;
	buf_add(&l->text, s, n);
}

void
render_layout_blanks(struct layout *l, size_t n, uint16_t style)
{
	for (; n > 0; n--)
		render_layout_put(l, " ", 1, style, 0, RENDER_NOWHERE);
}

/* Where the line is in the text. */
static uint32_t
line_place(struct layout *l)
{
	for (size_t i = 0; i < l->spans_len; i++)
		if (l->spans[i].at != RENDER_NOWHERE) {
			l->at = l->spans[i].at;
			break;
		}
	return l->at;
}

void
render_layout_finish(struct layout *l)
{
	size_t n = l->text.len;
	uint32_t at = line_place(l);
	for (; n > 0 && l->text.data[n - 1] == ' '; n--)
		if (--l->spans[l->spans_len - 1].len == 0)
			l->spans_len--;
	if (l->len / CHUNK == l->chunks_len)
		*VEC_PUSH(l->chunks, l->chunks_len, l->chunks_cap) =
			arena_alloc(&l->arena, CHUNK * sizeof(struct render_line));
	size_t size = l->spans_len * sizeof *l->spans;
	struct render_span *spans =
		arena_alloc_as(&l->arena, size + n + 1, _Alignof(struct render_span));
	char *text = (char *)(spans + l->spans_len);
	if (size)
		memcpy(spans, l->spans, size);
	memcpy(text, buf_str(&l->text), n);
	text[n] = '\0';
	l->chunks[l->len / CHUNK][l->len % CHUNK] = (struct render_line){
		.spans = spans,
		.len = (uint32_t)n,
		.spans_len = (uint16_t)l->spans_len,
		.at = at,
		.left = (uint16_t)l->left,
		.heading = l->heading,
		.code = l->code,
	};
	l->len++;
	buf_clear(&l->text);
	l->spans_len = 0;
	l->left = 0;
	l->heading = 0;
	l->code = false;
}

size_t
render_layout_left(const struct layout *l, size_t cells)
{
	size_t most = l->width + (l->room - l->width) / 2;
	return cells > most ? cells - most : 0;
}

/* Puts text of one run: what is written otherwise than it is drawn is rare in it. */
static void
put_run(struct layout *l, uint32_t at, uint32_t end, const struct text_run *run,
	const struct wrap *w, uint32_t start)
{
	const char *text = l->doc->text.data;
	while (at < end) {
		uint32_t to = at;
		while (to < end && text[to] != '\t' && text[to] != DOC_BREAK &&
			text[to] != DOC_HYPHEN)
			to++;
		size_t from = l->text.len;
		render_layout_put(l, text + at, to - at, run->style, run->link, at);
		for (; from < l->text.len; from++)
			if (l->text.data[from] == DOC_NBSP)
				l->text.data[from] = ' ';
		if (to < end && text[to] == '\t') {
			size_t column = 0;
			for (uint32_t i = start; i <= to;) {
				uint32_t cp;
				i += (uint32_t)utf8_decode(text + i, end - i, &cp);
				if (i <= to)
					column += render_wrap_cells(w, cp, column);
			}
			render_layout_blanks(l, w->tab - column % w->tab, run->style);
		}
		at = to + 1;
	}
}

void
render_layout_piece(struct layout *l, const struct piece *piece, size_t tab)
{
	const struct render_doc *doc = l->doc;
	struct wrap w = {.tab = tab};
	uint32_t at = piece->start, style = 0;
	for (size_t i = at < piece->end ? doc_run(doc, at) : 0; at < piece->end; i++) {
		uint32_t end = piece->end;
		if (i + 1 < doc->runs_len && doc->runs[i + 1].start < end)
			end = doc->runs[i + 1].start;
		put_run(l, at, end, &doc->runs[i], &w, piece->start);
		style = doc->runs[i].style;
		at = end > at ? end : at;
	}
	if (piece->hyphen)
		render_layout_put(l, "-", 1, (uint16_t)style, 0, RENDER_NOWHERE);
}

/* Frames. */

size_t
render_layout_frames(struct layout *l, const struct frame *frame,
	const struct frame *stop, size_t width, uint32_t block)
{
	const struct frame *chain[RENDER_DEPTH_MAX] = {NULL};
	size_t n = 0, cells = 0, most = width / 2;
	uint16_t quote = 0;
	if (l->grid.mode == TABLE_GRID && frame != l->grid.table->frame)
		most = width - (width > 0);
	/* A frame starts here if its first block had no line yet: tables that are not
	 * grids make none themselves. In a grid, cells share lines, so only the block
	 * itself counts. */
	bool cell = l->grid.mode && frame != l->grid.table->frame;
	uint32_t fresh = cell ? block : l->fresh;
	for (; frame && frame != stop && n < COUNT_OF(chain); frame = frame->up)
		chain[n++] = frame;
	while (n-- > 0 && cells + chain[n]->cells <= most) {
		const struct frame *f = chain[n];
		cells += f->cells;
		if (f->kind == FRAME_QUOTE) {
			quote = RENDER_QUOTE;
			render_layout_put(l, bar, sizeof bar - 1, RENDER_MARK | quote, 0,
				RENDER_NOWHERE);
			render_layout_put(l, " ", 1, quote, 0, RENDER_NOWHERE);
		} else if (f->kind == FRAME_ITEM && block != UINT32_MAX &&
			   f->first >= fresh && f->first <= block) {
			size_t n_marker = strlen(f->marker);
			size_t used = utf8_columns(f->marker, n_marker) + 1;
			render_layout_blanks(
				l, f->cells > used ? f->cells - used : 0, quote);
			render_layout_put(l, f->marker, n_marker, RENDER_MARK | quote, 0,
				RENDER_NOWHERE);
			render_layout_blanks(l, 1, quote);
		} else {
			render_layout_blanks(l, f->cells, quote);
		}
	}
	if (!cell && block != UINT32_MAX)
		l->fresh = block + 1;
	return cells;
}

void
render_layout_between(struct layout *l, const struct frame *a, const struct frame *b)
{
	render_layout_frames(l, doc_common(a, b), NULL, l->width, UINT32_MAX);
}

/* Blocks. */

/* The cells of a mark of a list at the start of a line of plain text: "- ", "1. ". */
static size_t
list_mark(const char *s, size_t n)
{
	static const char *const marks[] = {"•", "–", "—", "‣", "◦", "▪", "●", "▸", "►"};
	size_t i = 0, open = n > 0 && s[0] == '(';
	while (i < n && i < LIST_MARK_MAX && (s[i] == '>' || (i && s[i] == ' ')))
		i++;
	if (i)
		return s[i - 1] == ' ' ? i : 0;
	for (size_t k = 0; k < COUNT_OF(marks); k++)
		if (n > 3 && memcmp(s, marks[k], 3) == 0)
			return s[3] == ' ' ? 2 : 0;
	i = open;
	while (i < n && str_digit((unsigned char)s[i]))
		i++;
	i += i == open && i + 1 < n && str_alpha((unsigned char)s[i]) &&
	     strchr(").", s[i + 1]);
	bool number = i > open && i < n && ((s[i] == '.' && !open) || s[i] == ')');
	i = number ? i + 1 : n > 0 && strchr("*-+", s[0]) ? 1 : 0;
	return i > 0 && i < n && i < LIST_MARK_MAX && s[i] == ' ' ? i + 1 : 0;
}

/* Where the rest of a broken line begins: below the first word of the line. */
static size_t
find_hang(const struct wrap *w, const struct block *block, uint32_t at)
{
	size_t cells = 0;
	if (!w->pre && !block->hang)
		return 0;
	while (at < w->end && cells < w->width && strchr(" \t\x01", w->text[at]))
		cells += render_wrap_cells(w, (unsigned char)w->text[at++], cells);
	if (block->hang)
		cells += list_mark(w->text + at, w->end - at);
	if (w->pre && cells < MARK_CELLS)
		cells = MARK_CELLS;
	return cells <= w->width / 2 ? cells : w->pre ? MARK_CELLS : 0;
}

/* Widens the blanks of the line, from a byte and a span on, by n cells in all. */
static void
justify(struct layout *l, size_t from, size_t spans, size_t n)
{
	struct buf old = BUF_INIT(0);
	size_t len = l->spans_len - spans, cap = 0, blanks = 0, seen = 0;
	struct render_span *list = vec_grow(NULL, &cap, len + 1, sizeof *list);
	buf_add(&old, l->text.data + from, l->text.len - from);
	memcpy(list, l->spans + spans, len * sizeof *list);
	for (size_t i = 0; i < old.len; i++)
		blanks += old.data[i] == ' ';
	const char *s = old.data;
	bool fits = blanks && n <= WIDER_MAX * blanks;
	for (size_t i = 0; fits && i < len; i++) {
		const struct render_span *span = &list[i];
		if (i == 0) {
			buf_cut(&l->text, from);
			l->spans_len = spans;
		}
		for (uint32_t k = 0; k < span->len; k++, s++) {
			uint32_t at = span->at == RENDER_NOWHERE ? RENDER_NOWHERE
								 : span->at + k;
			render_layout_put(l, s, 1, span->style, span->link, at);
			if (*s != ' ')
				continue;
			seen++;
			for (size_t w = n * seen / blanks - n * (seen - 1) / blanks; w;
				w--)
				render_layout_put(
					l, s, 1, span->style, span->link, RENDER_NOWHERE);
		}
	}
	free(list);
	buf_done(&old);
}

/* The blanks before a line that does not begin at the left. Right-to-left text is moved
 * to the right when it is drawn. */
static size_t
blanks_before(const struct wrap *w, const struct block *block, const struct piece *piece,
	size_t width)
{
	size_t used = piece->cells + piece->hyphen;
	if (used >= width || block->align <= ALIGN_LEFT)
		return 0;
	if (block->align == ALIGN_CENTER)
		return (width - piece->cells) / 2;
	return bidi_needed(w->text + piece->start, piece->end - piece->start)
		       ? 0
		       : width - used;
}

static size_t
put_text(struct layout *l, struct cursor *c, const struct block *block, size_t width)
{
	struct wrap w = {.text = l->doc->text.data,
		.end = block->end,
		.width = width,
		.tab = l->width < NARROW ? DOC_TAB / 2 : DOC_TAB,
		.pre = block->kind == BLOCK_PRE};
	size_t before = c->more ? c->hang : 0;
	if (!c->more)
		c->hang = find_hang(&w, block, c->at);
	w.rest = width - c->hang;
	w.width -= before;
	struct piece piece = render_wrap(&w, c->at);
	if (c->more && w.pre) {
		render_layout_blanks(l, before - MARK_CELLS, 0);
		render_layout_put(
			l, goes_on, sizeof goes_on - 1, RENDER_MARK, 0, RENDER_NOWHERE);
	} else {
		render_layout_blanks(l, before, 0);
	}
	size_t blanks = blanks_before(&w, block, &piece, width);
	if (blanks)
		render_layout_blanks(l, before = blanks, 0);
	size_t from = l->text.len, spans = l->spans_len;
	size_t used = before + piece.cells + piece.hyphen;
	render_layout_piece(l, &piece, w.tab);
	bool prose =
		!w.pre && block->align <= ALIGN_LEFT && !block->hang && !block->heading;
	if (l->doc->justify && prose && piece.broken && used < width)
		justify(l, from, spans, width - used);
	c->at = piece.next;
	c->more = piece.broken;
	return before + piece.cells + piece.hyphen;
}

size_t
render_layout_line(
	struct layout *l, struct cursor *c, size_t width, const struct frame *stop)
{
	const struct block *block = &l->doc->blocks[c->block];
	if (!c->inside) {
		c->inside = true;
		c->at = block->start;
		c->more = false;
	}
	if (c->gap) {
		c->gap--;
		return render_layout_frames(
			l, doc_common(c->last, block->frame), stop, width, UINT32_MAX);
	}
	bool first = c->at == block->start && !c->more;
	size_t cells = render_layout_frames(
		l, block->frame, stop, width, first ? c->block : UINT32_MAX);
	l->heading = first ? block->heading : 0;
	l->code = block->kind == BLOCK_PRE;
	if (block->kind == BLOCK_RULE) {
		for (; cells < width; cells++)
			render_layout_put(
				l, rule, sizeof rule - 1, RENDER_MARK, 0, RENDER_NOWHERE);
		c->at = block->end;
	} else {
		cells += put_text(l, c, block, width - cells);
	}
	c->last = block->frame;
	if (c->at < block->end)
		return cells;
	c->block++;
	c->inside = false;
	c->gap = c->block < c->end ? l->doc->blocks[c->block].gap : 0;
	return cells;
}

/* The width for a block: code may take more of the room, if it needs it. */
static size_t
block_width(struct layout *l, const struct block *block)
{
	size_t frames = 0;
	for (const struct frame *f = block->frame; f; f = f->up)
		frames += frames + f->cells <= l->width / 2 ? f->cells : 0;
	size_t need = frames + block->cells;
	if (block->kind != BLOCK_PRE || need <= l->width)
		return l->width;
	size_t width = need < l->room ? need : l->room;
	l->left = render_layout_left(l, width);
	return width;
}

static bool
is_folded(const struct render_doc *doc, uint16_t fold)
{
	for (; fold; fold = doc->folds[fold - 1].up)
		if (!doc->folds[fold - 1].open)
			return true;
	return false;
}

/* Makes one line, or moves on without one. */
static void
step(struct layout *l)
{
	if (l->grid.mode) {
		render_layout_table_step(l);
		return;
	}
	struct cursor *c = &l->cursor;
	const struct block *block = &l->doc->blocks[c->block];
	if (!c->inside && is_folded(l->doc, block->fold)) {
		c->block++;
		return;
	}
	if (!c->inside) {
		uint8_t gap = block->gap ? block->gap : block->row;
		l->gap = l->gap > gap ? l->gap : gap;
		if (block->kind == BLOCK_TABLE) {
			c->block++;
			if (!render_layout_table(l, block->table))
				return;
			l->grid.gap = l->len > 0 ? l->gap : 0;
			l->gap = 0;
			return;
		}
		c->gap = l->len > 0 ? l->gap : 0;
		l->gap = 0;
	}
	size_t width = block_width(l, block);
	uint32_t index = c->block, from = c->inside ? c->at : block->start;
	c->end = 0; /* gaps are made here */
	render_layout_line(l, c, width, NULL);
	render_layout_finish(l);
	uint32_t to = c->block == index ? c->at : block->end;
	render_layout_pictures(l, from, to, block->frame, l->width);
}

bool
render_layout_run(struct layout *l, size_t want, int64_t deadline_us)
{
	for (unsigned steps = 1; l->cursor.block < l->doc->ready || l->grid.mode;
		steps++) {
		if (l->len >= want)
			return false;
		if (deadline_us && steps % CLOCK_EVERY == 0 &&
			time_mono_us() >= deadline_us)
			return false;
		step(l);
	}
	return true;
}
