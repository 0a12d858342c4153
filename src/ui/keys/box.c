#include "config.h"

#include "ui/keys/box.h"

#include <stdio.h>

#include "base/str.h"
#include "ui/core/ui.h"

#define EDGES 2      /* rows of the frame */
#define ABOVE 1      /* rows of the view that stay visible */
#define KEYS_MAX 16  /* cells */
#define NAMES_MAX 24 /* cells */
#define GAPS 5       /* cells of a line beside key and name */

/* Rows of the bars, or that of a prompt without them. */
static size_t
bars_of(const struct ui *ui)
{
	return ui->bars ? ui->bars : 1;
}

/* How many lines fit. */
static size_t
room_of(const struct ui *ui)
{
	size_t taken = bars_of(ui) + EDGES + ABOVE;
	return ui->screen.height > taken ? ui->screen.height - taken : 0;
}

static void
draw_edge(struct ui_row *row, bool upper, const char *title, const char *note)
{
	size_t end = row->width - 2;
	ui_row_blank(row, 1);
	ui_row_put(row, STYLE_RULE, upper ? "┌" : "└", 1);
	if (!str_empty(title)) {
		ui_row_put(row, STYLE_RULE, "─ ", 2);
		ui_row_put(row, STYLE_HEADING, title,
			end > row->cells + 3 ? end - row->cells - 3 : 0);
		ui_row_put(row, STYLE_RULE, " ", 1);
	}
	size_t cells = str_empty(note) ? 0 : ui_row_measure(row, note) + 3;
	bool fits = cells && row->cells + cells + 2 < end;
	while (row->cells < end - (fits ? cells : 0))
		ui_row_put(row, STYLE_RULE, "─", 1);
	if (fits) {
		ui_row_put(row, STYLE_RULE, " ", 1);
		ui_row_put(row, STYLE_HINT, note, cells);
		ui_row_put(row, STYLE_RULE, " ─", 2);
	}
	ui_row_put(row, STYLE_RULE, upper ? "┐" : "┘", 1);
	ui_row_end(row);
}

/* Where the columns of a box stand, in cells. */
struct columns {
	size_t len, rows; /* of lines beside one another, and of one below another */
	size_t keys, names;
};

/* A line, up to a cell of the row. */
static void
draw_line(struct ui_row *row, const struct ui_box_line *line, const struct columns *c,
	size_t end, bool chosen)
{
	int mark = chosen ? STYLE_CURSOR : 0;
	size_t keys = c->keys, names = c->names;
	ui_row_put(row, STYLE_NORMAL | mark, chosen ? ">" : " ", 1);
	ui_row_column(row, STYLE_KEY | mark, line->key, keys);
	ui_row_put(row, STYLE_NORMAL | mark, " ", keys ? 1 : 0);
	ui_row_column(row, STYLE_NORMAL | mark, line->name, names);
	ui_row_put(row, STYLE_NORMAL | mark, "  ", names ? 2 : 0);
	if (end > row->cells)
		ui_row_column(row, STYLE_HINT | mark, line->text, end - row->cells);
}

/* A row of the box: its line, and those beside it. */
static void
draw_row(struct ui_row *row, const struct ui_box_line *lines, size_t len, size_t at,
	size_t chosen, const struct columns *c)
{
	size_t inside = row->width - 4;
	ui_row_blank(row, 1);
	ui_row_put(row, STYLE_RULE, "│", 1);
	for (size_t i = 0; i < c->len && at < len; i++, at += c->rows)
		draw_line(
			row, &lines[at], c, 2 + inside * (i + 1) / c->len, at == chosen);
	ui_row_to(row, row->width - 2);
	ui_row_put(row, STYLE_RULE, "│", 1);
	ui_row_end(row);
}

/* The cells of the widest text of a column. */
static size_t
widest(const struct ui_row *row, const struct ui_box_line *lines, size_t len, bool key,
	size_t most)
{
	size_t cells = 0;
	for (size_t i = 0; i < len; i++) {
		const char *text = key ? lines[i].key : lines[i].name;
		size_t one = text ? ui_row_measure(row, text) : 0;
		cells = one > cells ? one : cells;
	}
	return cells < most ? cells : most;
}

/* Lines that don't fit below one another stand beside one another if they need not be
 * chosen, as long as their names have room. */
static struct columns
columns_of(const struct ui_row *row, const struct ui_box_line *lines, size_t len,
	size_t room, bool beside)
{
	size_t third = row->width / 3;
	struct columns c = {
		.len = 1,
		.keys = widest(row, lines, len, true, KEYS_MAX),
		.names = widest(
			row, lines, len, false, third < NAMES_MAX ? third : NAMES_MAX),
	};
	size_t most = (row->width - 4) / (c.keys + c.names + GAPS);
	while (beside && len > c.len * room && c.len < most)
		c.len++;
	size_t rows = (len + c.len - 1) / c.len;
	c.rows = rows < room ? rows : room;
	return c;
}

size_t
ui_keys_box(struct ui *ui, const char *title, const char *note,
	const struct ui_box_line *lines, size_t len, size_t top, size_t chosen,
	bool beside)
{
	struct ui_frame *screen = &ui->screen;
	size_t room = room_of(ui);
	if (!room || screen->width < 20)
		return 0;
	struct columns c = columns_of(&screen->rows[0], lines, len, room, beside);
	size_t below = ui->bars_row ? bars_of(ui) : 0;
	size_t y = screen->height - below - EDGES - c.rows;
	draw_edge(ui_frame_row(screen, y++, STYLE_NORMAL), true, title, note);
	for (size_t i = top; i < top + c.rows; i++)
		draw_row(ui_frame_row(screen, y++, STYLE_NORMAL), lines, len, i, chosen,
			&c);
	size_t shown = top + c.rows * c.len;
	char more[32] = ""; /* the lines for which there is no room */
	if (shown < len)
		snprintf(more, sizeof more, "… +%zu", len - shown);
	draw_edge(ui_frame_row(screen, y, STYLE_NORMAL), false, NULL, more);
	return room;
}
