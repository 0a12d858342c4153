/*
 * Help: what every key does, as it is bound now, context by context; made from the table
 * of commands. Commands without a key are listed, too: `:` gives them.
 */
#include "config.h"

#include <stdlib.h>

#include "base/i18n.h"
#include "base/mem.h"
#include "ui/state.h"

#define KEYS_CELLS 22
#define NAME_CELLS 18
#define SECTIONS (UI_READING | UI_SCHEDULE) /* contexts with commands of their own */
#define NAME_FROM 100 /* width from which the names of commands are shown */

struct help_line {
	const char *title;                /* of a section, translated; or */
	const struct ui_command *command; /* one of its commands; or neither */
	int context;
};

struct ui_help {
	struct ui_view view;
	struct help_line *lines;
	size_t len;
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

static void
help_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption)
{
	struct ui_help *v = (struct ui_help *)view;
	v->height = frame->height;
	size_t most = v->len > v->height ? v->len - v->height : 0;
	if (v->top > most)
		v->top = most;
	buf_adds(&caption->left, _("Help"));
	if (most)
		buf_addf(&caption->right, "%zu%%", v->top * 100 / most);
	buf_adds(&caption->detail,
		_("bind lines in the config change keys: courant-config(5)"));
	for (size_t y = 0; y < frame->height; y++) {
		struct ui_row *row = ui_frame_row(frame, y, STYLE_NORMAL);
		const struct help_line *line =
			v->top + y < v->len ? &v->lines[v->top + y] : NULL;
		if (line && line->title) {
			ui_row_blank(row, 1);
			ui_row_put(row, STYLE_TAG, line->title, ui_row_left(row));
		} else if (line && line->command) {
			struct buf keys = BUF_INIT(0);
			ui_bindings_keys(
				&ui->bindings, line->context, line->command, 0, &keys);
			ui_row_blank(row, 3);
			ui_row_column(row, STYLE_KEY, buf_str(&keys), KEYS_CELLS);
			ui_row_blank(row, 1);
			if (frame->width >= NAME_FROM)
				ui_row_column(
					row, STYLE_HINT, line->command->name, NAME_CELLS);
			ui_row_put(row, STYLE_NORMAL, _(line->command->brief),
				ui_row_left(row));
			buf_done(&keys);
		}
		ui_row_end(row);
	}
}

static void
help_move(struct ui *ui, struct ui_view *view, enum ui_move move)
{
	struct ui_help *v = (struct ui_help *)view;
	v->height = ui_body_height(ui);
	v->top = ui_list_scroll(v->top, v->len, v->height, move);
}

static void
help_open(struct ui *ui, struct ui_view *view)
{
	help_move(ui, view, UI_PAGE_DOWN);
}

static void
help_free(struct ui_view *view)
{
	struct ui_help *v = (struct ui_help *)view;
	free(v->lines);
	free(v);
}

static const struct ui_view_class help_class = {
	.context = UI_HELP,
	.load = help_load,
	.draw = help_draw,
	.move = help_move,
	.open = help_open,
	.free = help_free,
};

/* The section of a context: the commands that are not everywhere, then, once, those that
 * are. */
static void
add_section(struct ui_help *v, const char *title, int context, bool everywhere)
{
	push_line(v, (struct help_line){.title = title});
	for (const struct ui_command *c = ui_commands; c->name; c++) {
		bool common = (c->contexts & UI_READING) == UI_READING;
		if ((c->contexts & context) && common == everywhere)
			push_line(
				v, (struct help_line){.command = c, .context = context});
	}
	push_line(v, (struct help_line){0});
}

struct ui_view *
ui_help_new(struct ui *ui)
{
	struct ui_help *v = mem_zalloc(sizeof *v);
	v->view.class = &help_class;
	int now = ui->top->class->context;
	for (const struct ui_context_name *c = ui_contexts; c->name; c++)
		if (c->contexts == now && (now & SECTIONS))
			add_section(v, _(c->title), now, false);
	add_section(v, _("Everywhere"), now & UI_READING ? now : UI_FEEDS, true);
	for (const struct ui_context_name *c = ui_contexts; c->name; c++)
		if (c->contexts != now && (c->contexts & SECTIONS))
			add_section(v, _(c->title), c->contexts, false);
	return &v->view;
}
