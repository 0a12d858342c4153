/*
 * Text is added character by character: invalid bytes become U+FFFD, hidden characters
 * and controls are dropped, characters of unknown width are replaced (the terminal would
 * guess), and if the character set is not UTF-8, all become ASCII (base/ascii.h). To cut
 * a text, it goes back to the last place where the ellipsis fitted.
 */
#include "config.h"

#include "ui/draw/row.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/match.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "base/vec.h"

#define SIGNS_FIRST 0x2190 /* arrows, boxes, shapes */
#define SIGNS_LAST 0x2bff

void
ui_row_init(struct ui_row *row)
{
	*row = (struct ui_row){.text = BUF_INIT(0)};
}

void
ui_row_done(struct ui_row *row)
{
	buf_done(&row->text);
	free(row->runs);
	ui_row_init(row);
}

void
ui_row_start(struct ui_row *row, size_t width, int base)
{
	buf_clear(&row->text);
	row->runs_len = 0;
	row->cells = 0;
	row->width = width;
	row->base = base;
	row->selected = row->turned = false;
	row->link = 0;
	row->url = NULL;
}

size_t
ui_row_left(const struct ui_row *row)
{
	return row->width - row->cells;
}

static void
begin_run(struct ui_row *row, int style)
{
	const struct ui_run *last = row->runs_len ? &row->runs[row->runs_len - 1] : NULL;
	if (last && last->style == style && last->url == row->url &&
		last->link == row->link && !last->fg)
		return;
	*VEC_PUSH(row->runs, row->runs_len, row->runs_cap) = (struct ui_run){
		(uint32_t)row->text.len, (uint16_t)style, row->link, row->url, 0, 0};
}

void
ui_row_picture(struct ui_row *row, const struct ui_picture *picture, size_t line)
{
	const char *half = row->ascii || row->plain ? "#" : "▀";
	const struct ui_run *last = NULL;
	for (size_t i = 0; i < picture->cols && ui_row_left(row); i++) {
		size_t at = line * picture->cols + i;
		uint32_t fg = picture->upper[at] | UI_INK,
			 bg = picture->lower[at] | UI_INK;
		if (!last || last->fg != fg || last->bg != bg) {
			*VEC_PUSH(row->runs, row->runs_len, row->runs_cap) =
				(struct ui_run){.start = (uint32_t)row->text.len,
					.fg = fg,
					.bg = bg,
					.picture = picture,
					.line = (uint32_t)line};
			last = &row->runs[row->runs_len - 1];
		}
		buf_adds(&row->text, half);
		row->cells++;
	}
}

/* Writes a character as the terminal gets it (at most ASCII_MAX bytes), and returns its
 * cells. */
static size_t
glyph(const struct ui_row *row, uint32_t cp, char *out, size_t *cells)
{
	*cells = 0;
	if (cp == '\t' || cp == '\n' || cp == '\r')
		cp = ' ';
	if (utf8_hidden(cp))
		return 0;
	bool sign = cp >= SIGNS_FIRST && cp <= SIGNS_LAST && row->plain;
	if ((row->ascii && cp >= 0x80) || sign)
		return *cells = ascii_of(cp, out);
	int width = utf8_width(cp);
	if (width < 0) {
		cp = UTF8_REPLACEMENT;
		width = 1;
	}
	*cells = (size_t)width;
	return utf8_encode(cp, out);
}

size_t
ui_row_put_n(struct ui_row *row, int style, const char *text, size_t n, size_t cells)
{
	if (cells > ui_row_left(row))
		cells = ui_row_left(row);
	const char *dots = row->ascii ? cells < 8 ? "" : "..." : "…";
	size_t dots_cells = row->ascii ? strlen(dots) : 1;
	if (cells < dots_cells)
		return 0;
	begin_run(row, style);
	size_t used = 0, cut_len = row->text.len, cut_used = 0;
	uint32_t before = 0;
	for (size_t i = 0; i < n;) {
		char bytes[ASCII_MAX];
		uint32_t cp;
		size_t width = 0;
		i += utf8_decode(text + i, n - i, &cp);
		size_t len = utf8_needs_joiner(before, cp, text + i, n - i)
				     ? utf8_encode(cp, bytes)
				     : glyph(row, cp, bytes, &width);
		before = cp;
		if (len == 0 || (width == 0 && used == 0))
			continue; /* a mark must not combine with the column before */
		if (width && used + dots_cells <= cells) {
			cut_len = row->text.len;
			cut_used = used;
		}
		if (used + width > cells) {
			buf_cut(&row->text, cut_len);
			buf_adds(&row->text, dots);
			used = cut_used + dots_cells;
			break;
		}
		buf_add(&row->text, bytes, len);
		used += width;
	}
	row->cells += used;
	return used;
}

size_t
ui_row_put(struct ui_row *row, int style, const char *text, size_t cells)
{
	return text ? ui_row_put_n(row, style, text, strlen(text), cells) : 0;
}

void
ui_row_blank(struct ui_row *row, size_t cells)
{
	if (cells > ui_row_left(row))
		cells = ui_row_left(row);
	if (cells == 0)
		return;
	begin_run(row, row->base);
	for (size_t i = 0; i < cells; i++)
		buf_addc(&row->text, ' ');
	row->cells += cells;
}

void
ui_row_to(struct ui_row *row, size_t column)
{
	if (column > row->cells)
		ui_row_blank(row, column - row->cells);
}

void
ui_row_end(struct ui_row *row)
{
	ui_row_to(row, row->width);
}

void
ui_row_join(struct ui_row *row, const struct ui_row *part, int bits)
{
	row->turned |= part->turned;
	for (size_t i = 0; i < part->runs_len; i++) {
		const struct ui_run *run = &part->runs[i];
		size_t end = i + 1 < part->runs_len ? run[1].start : part->text.len;
		row->link = run->link;
		row->url = run->url;
		if (run->fg)
			*VEC_PUSH(row->runs, row->runs_len, row->runs_cap) =
				(struct ui_run){.start = (uint32_t)row->text.len,
					.style = (uint16_t)(run->style | bits),
					.fg = run->fg,
					.bg = run->bg,
					.picture = run->picture,
					.line = run->line};
		else
			begin_run(row, run->style | bits);
		buf_add(&row->text, part->text.data + run->start, end - run->start);
	}
	row->cells += part->cells;
	row->link = 0;
	row->url = NULL;
}

/* Begins a run at a byte, if none does there; returns its index. */
static size_t
split_run(struct ui_row *row, size_t at)
{
	size_t i = 0;
	while (i < row->runs_len && row->runs[i].start < at)
		i++;
	if (i < row->runs_len && row->runs[i].start == at)
		return i;
	struct ui_run run = {.style = (uint16_t)row->base};
	if (i)
		run = row->runs[i - 1];
	run.start = (uint32_t)at;
	*VEC_PUSH(row->runs, row->runs_len, row->runs_cap) = (struct ui_run){0};
	memmove(row->runs + i + 1, row->runs + i,
		(row->runs_len - 1 - i) * sizeof *row->runs);
	row->runs[i] = run;
	return i;
}

void
ui_row_restyle(struct ui_row *row, size_t from, size_t to, int style)
{
	if (from >= to || to > row->text.len)
		return;
	size_t first = split_run(row, from);
	size_t end = to < row->text.len ? split_run(row, to) : row->runs_len;
	for (size_t i = first; i < end; i++)
		row->runs[i].style = (uint16_t)style;
}

void
ui_row_mark(struct ui_row *row, size_t from, const struct match *words, int style)
{
	size_t to;
	while (words && match_next(words, buf_str(&row->text), &from, &to)) {
		ui_row_restyle(row, from, to, style);
		from = to;
	}
}

/* Splits the text from a byte on into letters, with the run that each is in; returns how
 * many there are. list and runs need room for one per byte. */
static size_t
take_letters(struct ui_row *row, size_t from, uint32_t *list, struct ui_run *runs)
{
	size_t len = 0, run = 0;
	for (size_t i = from; i < row->text.len; len++) {
		while (run + 1 < row->runs_len && row->runs[run + 1].start <= i)
			run++;
		runs[len] = row->runs[run];
		i += utf8_decode(row->text.data + i, row->text.len - i, &list[len]);
	}
	return len;
}

/* Letters that became part of another leave a blank at the end, so that columns stay. */
static void
put_letters(struct ui_row *row, const uint32_t *list, const uint32_t *order,
	const struct ui_run *runs, size_t len)
{
	char bytes[8];
	size_t gone = 0;
	for (size_t i = 0; i < len; i++) {
		if (list[i] == BIDI_GONE) {
			gone++;
			continue;
		}
		row->link = runs[order[i]].link;
		row->url = runs[order[i]].url;
		begin_run(row, runs[order[i]].style);
		buf_add(&row->text, bytes, utf8_encode(list[i], bytes));
	}
	row->link = 0;
	row->url = NULL;
	while (gone--)
		buf_addc(&row->text, ' ');
}

void
ui_row_turn(struct ui_row *row, size_t from, enum bidi_base base)
{
	size_t n = row->text.len - from, len;
	if (!row->turns || !n || !bidi_needed(row->text.data + from, n))
		return;
	uint32_t *list = mem_realloc(NULL, n, sizeof *list);
	uint32_t *order = mem_realloc(NULL, n, sizeof *order);
	struct ui_run *runs = mem_realloc(NULL, n, sizeof *runs);
	len = take_letters(row, from, list, runs);
	if (bidi_reorder(list, order, len, base)) {
		buf_cut(&row->text, from);
		while (row->runs_len && row->runs[row->runs_len - 1].start >= from)
			row->runs_len--;
		put_letters(row, list, order, runs, len);
		row->turned = true;
	}
	free(list);
	free(order);
	free(runs);
}

void
ui_row_column(struct ui_row *row, int style, const char *text, size_t cells)
{
	size_t used = ui_row_put(row, style, text, cells);
	ui_row_blank(row, cells - used);
}

size_t
ui_row_measure(const struct ui_row *row, const char *text)
{
	size_t cells = 0;
	for (size_t i = 0, n = strlen(text); i < n;) {
		char bytes[ASCII_MAX];
		uint32_t cp;
		size_t width;
		i += utf8_decode(text + i, n - i, &cp);
		glyph(row, cp, bytes, &width);
		cells += width;
	}
	return cells;
}

void
ui_row_column_right(struct ui_row *row, int style, const char *text, size_t cells)
{
	size_t want = text ? ui_row_measure(row, text) : 0;
	size_t pad = want < cells ? cells - want : 0;
	ui_row_blank(row, pad);
	ui_row_column(row, style, text, cells - pad);
}

struct ui_row *
ui_frame_row(struct ui_frame *frame, size_t y, int base)
{
	struct ui_row *row = &frame->rows[y];
	ui_row_start(row, frame->width, base);
	row->ascii = frame->ascii;
	row->plain = frame->plain;
	row->turns = frame->turns && !frame->ascii;
	return row;
}

void
ui_frame_blank(struct ui_frame *frame, size_t y)
{
	for (; y < frame->height; y++)
		ui_row_end(ui_frame_row(frame, y, STYLE_NORMAL));
}
