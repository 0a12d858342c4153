/*
 * Help: what every key does, by context, with the present bindings. It is made from the
 * table of commands. Commands without a key are listed as well, since `:` runs them.
 */
#include "config.h"

#include "ui/keys/help.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "conf/key.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/draw/lines.h"
#include "ui/keys/keys.h"
#include "ui/keys/palette.h"

#define MARGIN 3       /* cells before keys */
#define NARROW_CELLS 5 /* cells before what they do, in a narrow window */
#define KEYS_CELLS 18
#define NAME_CELLS 18
#define SECTIONS                                                                         \
	(UI_READING | UI_FOUND | UI_SCHEDULE | UI_MEDIA |                                \
		UI_TRACKS) /* contexts with commands of their own */
#define BESIDE_FROM 60     /* width from which what a key does is beside it */

struct help_line {
	const char *title;                /* of a section, translated, or */
	const struct ui_command *command; /* a command, or neither for a blank line */
	int context;
};

/* A row shows a line, or part of one. */
struct help_row {
	const struct help_line *line;
	bool keys; /* they are in this row */
	struct span text;
};

struct ui_help {
	struct ui_view view;
	char *filter;  /* only commands that it could mean; "": all */
	size_t cursor; /* among the commands that are shown; SIZE_MAX: on none */
	struct help_line *lines;
	size_t len;
	struct help_row *rows;
	size_t rows_len, rows_cap;
	size_t width; /* for which the rows were made; 0: not yet */
	size_t top, height;
};

static void
push_line(struct ui_help *v, struct help_line line)
{
	v->lines = mem_realloc(v->lines, v->len + 1, sizeof *v->lines);
	v->lines[v->len++] = line;
}

static void
help_load(struct ui *ui, struct ui_view *view, bool again)
{
	(void)ui;
	(void)view;
	(void)again;
}

static size_t
text_column(size_t width)
{
	if (width < BESIDE_FROM)
		return NARROW_CELLS;
	return MARGIN + KEYS_CELLS + 1 + NAME_CELLS;
}

static void
push_row(struct ui_help *v, struct help_row row)
{
	*VEC_PUSH(v->rows, v->rows_len, v->rows_cap) = row;
}

static bool
is_shown(const struct ui_help *v, const struct help_line *line)
{
	if (!*v->filter)
		return true;
	for (const struct help_line *l = v->lines; l < line; l++)
		if (l->command == line->command)
			return false; /* once is enough */
	return line->command && ui_keys_palette_rank(line->command, v->filter) <= 4;
}

/* Adds rows for what a command does, in a narrow window below its keys. */
static void
add_command(struct ui_help *v, const struct help_line *line, bool beside, size_t room)
{
	struct span rest = span_of(_(line->command->brief));
	bool keys = beside;
	if (!beside)
		push_row(v, (struct help_row){.line = line, .keys = true});
	while (rest.n) {
		struct span text = {rest.p, ui_lines_fit(rest.p, rest.n, room)};
		push_row(v, (struct help_row){line, keys, text});
		rest.p += text.n;
		rest.n -= text.n;
		rest = span_trim(rest);
		keys = false;
	}
}

static void
layout(struct ui_help *v, size_t width)
{
	size_t column = text_column(width);
	if (v->width == width)
		return;
	/* Keep the same line at the top. */
	size_t seen =
		v->top < v->rows_len ? (size_t)(v->rows[v->top].line - v->lines) : v->len;
	v->width = width;
	v->rows_len = 0;
	for (size_t i = 0; i < v->len; i++) {
		if (i == seen)
			v->top = v->rows_len;
		if (!is_shown(v, &v->lines[i]))
			continue;
		if (v->lines[i].command)
			add_command(v, &v->lines[i], width >= BESIDE_FROM,
				width > column ? width - column : 1);
		else
			push_row(v, (struct help_row){.line = &v->lines[i]});
	}
}

static void
put_keys(struct ui *ui, struct ui_row *row, const struct help_line *line)
{
	struct buf keys = BUF_INIT(0);
	bool beside = row->width >= BESIDE_FROM;
	ui_bindings_keys(&ui->bindings, line->context, line->command, 0, &keys);
	ui_row_blank(row, MARGIN);
	if (!keys.len) /* there is only its name */
		buf_addf(&keys, ":%s", line->command->name);
	ui_row_column(
		row, STYLE_KEY, buf_str(&keys), beside ? KEYS_CELLS : ui_row_left(row));
	ui_row_blank(row, 1);
	if (beside)
		ui_row_column(row, STYLE_HINT, line->command->name, NAME_CELLS);
	buf_done(&keys);
}

static void
draw_row(struct ui *ui, struct ui_row *out, const struct help_row *row)
{
	if (row->line->title) {
		ui_row_blank(out, 1);
		ui_row_put(out, STYLE_TAG, row->line->title, ui_row_left(out));
		return;
	}
	if (row->keys)
		put_keys(ui, out, row->line);
	if (row->text.n) {
		ui_row_to(out, text_column(out->width));
		ui_row_put_n(
			out, STYLE_NORMAL, row->text.p, row->text.n, ui_row_left(out));
	}
}

static void
help_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption)
{
	struct ui_help *v = (struct ui_help *)view;
	v->height = frame->height;
	layout(v, frame->width);
	size_t most = v->rows_len > v->height ? v->rows_len - v->height : 0;
	if (v->top > most)
		v->top = most;
	buf_adds(&caption->left, _("Help"));
	if (most)
		buf_addf(&caption->right, "%zu%%", v->top * 100 / most);
	buf_adds(&caption->detail,
		_("to print: courant-commands(7); to change keys: courant-config(5)"));
	for (size_t y = 0; y < frame->height; y++) {
		struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
		if (v->top + y < v->rows_len) {
			draw_row(ui, row, &v->rows[v->top + y]);
			row->selected = v->top + y == v->cursor;
		} else if (v->rows_len == 0 && y == 1) {
			ui_row_blank(row, MARGIN);
			ui_row_put(row, STYLE_HINT, _("Nothing found"), ui_row_left(row));
		}
		ui_row_end(row);
	}
}

static void
help_move(struct ui *ui, struct ui_view *view, enum ui_move move)
{
	struct ui_help *v = (struct ui_help *)view;
	(void)ui;
	v->height = view->area.height;
	v->top = ui_list_scroll(v->top, v->rows_len, v->height, move);
}

static void
help_free(struct ui_view *view)
{
	struct ui_help *v = (struct ui_help *)view;
	free(v->rows);
	free(v->lines);
	free(v->filter);
	free(v);
}

static const struct ui_view_class help_class = {
	.context = UI_HELP,
	.load = help_load,
	.draw = help_draw,
	.move = help_move,
	.free = help_free,
};

/* Adds a section with commands of a context: those that work everywhere, or the others.
 */
static void
add_section(struct ui_help *v, const char *title, int context, bool everywhere)
{
	push_line(v, (struct help_line){.title = title});
	for (const struct ui_command *c = ui_commands[0]; c; c = ui_command_next(c)) {
		bool common = (c->contexts & UI_READING) == UI_READING;
		if ((c->contexts & context) && common == everywhere)
			push_line(
				v, (struct help_line){.command = c, .context = context});
	}
	push_line(v, (struct help_line){0});
}

/* ---- filtered by typing */

/* Moves the cursor to the next row, up or down, that begins a command. */
static void
step(struct ui_help *v, bool up)
{
	size_t at = v->cursor == SIZE_MAX ? v->top - !up : v->cursor;
	for (at += up ? SIZE_MAX : 1; at < v->rows_len; at += up ? SIZE_MAX : 1)
		if (v->rows[at].keys) {
			v->cursor = at;
			break;
		}
	if (v->cursor == SIZE_MAX)
		return;
	if (v->cursor < v->top)
		v->top = v->cursor;
	else if (v->height && v->cursor >= v->top + v->height)
		v->top = v->cursor - v->height + 1;
}

static struct ui_help *
help_in_focus(struct ui *ui)
{
	return ui->focus->class == &help_class ? (struct ui_help *)ui->focus : NULL;
}

static void
filter(struct ui *ui, const char *text)
{
	struct ui_help *v = help_in_focus(ui);
	text += *text == '/'; /* as a search begins */
	if (!v || str_eq(v->filter, text))
		return;
	free(v->filter);
	v->filter = mem_strdup(text);
	size_t width = v->width;
	v->width = v->top = 0;
	v->cursor = SIZE_MAX;
	if (width)
		layout(v, width);
	if (*text)
		step(v, false);
}

static void
run_chosen(struct ui *ui, const char *text)
{
	struct ui_help *v = help_in_focus(ui);
	const struct ui_command *command =
		v && v->cursor < v->rows_len ? v->rows[v->cursor].line->command : NULL;
	(void)text;
	if (!v)
		return;
	ui_pop(ui);
	if (command)
		ui_keys_run(ui, &(struct ui_act){command, NULL}, 1, 0);
}

static bool
key(struct ui *ui, uint32_t pressed)
{
	static const struct {
		uint32_t key;
		enum ui_move move;
	} moves[] = {{KEY_PAGE_UP, UI_PAGE_UP}, {KEY_PAGE_DOWN, UI_PAGE_DOWN},
		{KEY_TO_HOME, UI_FIRST}, {KEY_TO_END, UI_LAST}, {' ', UI_PAGE_DOWN}};
	struct ui_help *v = help_in_focus(ui);
	bool typed = ui->prompt.text.len; /* q and the space bar are text then */
	bool leaves = pressed == KEY_ESCAPE || (pressed == 'q' && !typed);
	if (v && leaves) {
		ui->prompt.open = false;
		ui_pop(ui);
		return true;
	}
	if (v && (pressed == KEY_CURSOR_UP || pressed == KEY_CURSOR_DOWN)) {
		step(v, pressed == KEY_CURSOR_UP);
		return true;
	}
	for (size_t i = 0; v && i < COUNT_OF(moves); i++)
		if (moves[i].key == pressed && !(typed && pressed == ' ')) {
			help_move(ui, &v->view, moves[i].move);
			return true;
		}
	return false;
}

static struct ui_view *
ui_help_new(struct ui *ui)
{
	struct ui_help *v = mem_zalloc(sizeof *v);
	v->view.class = &help_class;
	v->filter = mem_strdup("");
	v->cursor = SIZE_MAX;
	int now = ui->focus->class->context;
	add_section(v, _("Everywhere"), now & UI_READING ? now : UI_FEEDS, true);
	for (const struct ui_context_name *c = ui_contexts; c->name; c++)
		if (c->contexts == now && (now & SECTIONS))
			add_section(v, _(c->title), now, false);
	for (const struct ui_context_name *c = ui_contexts; c->name; c++)
		if (c->contexts != now && (c->contexts & SECTIONS))
			add_section(v, _(c->title), c->contexts, false);
	return &v->view;
}

void
ui_keys_help(struct ui *ui)
{
	ui_push(ui, ui_help_new(ui));
	ui_prompt_start(&ui->prompt, "?", NULL, NULL);
	ui->prompt.accept = run_chosen;
	ui->prompt.changed = filter;
	ui->prompt.key = key;
}
