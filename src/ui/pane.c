#include "config.h"

#include "ui/pane.h"

#include "ui/seek.h"
#include "ui/state.h"

#define TITLE_ROWS 1
#define HINTS_FROM 8 /* height from which there is a line of hints */

const struct ui_layout ui_layouts[] = {
	{.name = "one", .panes = {{.contexts = UI_EVERYWHERE}}},
	{0},
};

/* ---- rectangles */

static size_t
share(size_t n)
{
	return n ? n : 1;
}

/* Stacks the panes of one column, starting with pane `first`; returns how many. */
static size_t
divide_column(const struct ui_pane_rule *rules, size_t first, struct ui_area column,
	struct ui_pane *panes)
{
	size_t end = first, all = 0, y = column.y;
	do {
		all += share(rules[end].height);
		end++;
	} while (end < UI_PANES_MAX && rules[end].contexts && rules[end].below);
	for (size_t i = first; i < end; i++) {
		size_t own = column.height * share(rules[i].height) / all;
		panes[i].area = column;
		panes[i].area.y = y;
		panes[i].area.height = i + 1 < end ? own : column.y + column.height - y;
		y += own;
	}
	return end - first;
}

size_t
ui_pane_divide(const struct ui_layout *layout, size_t width, size_t height,
	struct ui_pane *panes)
{
	const struct ui_pane_rule *rules = layout->panes;
	size_t len = 0, all = 0, columns = 0;
	for (; len < UI_PANES_MAX && rules[len].contexts; len++)
		if (!rules[len].below) {
			all += share(rules[len].width);
			columns++;
		}
	size_t gaps = columns ? columns - 1 : 0, x = 0;
	size_t room = width > gaps ? width - gaps : 0;
	for (size_t i = 0; i < len;) {
		struct ui_area column = {.x = x, .height = height};
		column.width = room * share(rules[i].width) / all;
		if (--columns == 0)
			column.width = width > x ? width - x : 0;
		x += column.width + 1;
		i += divide_column(rules, i, column, panes);
	}
	return len;
}

static struct ui_pane *
pane_of(struct ui *ui, int context)
{
	for (size_t i = 0; i < ui->panes_len; i++)
		if (ui->shown->panes[i].contexts & context)
			return &ui->panes[i];
	return &ui->panes[0];
}

/* Decides which view each pane shows, and gives every view its rectangle. */
static void
arrange(struct ui *ui)
{
	for (size_t i = 0; i < ui->panes_len; i++)
		ui->panes[i].view = NULL;
	for (struct ui_view *view = ui->top; view; view = view->below) {
		struct ui_pane *pane = pane_of(ui, view->class->context);
		view->area = pane->area;
		view->area.y += TITLE_ROWS;
		view->area.height = pane->area.height > TITLE_ROWS
					    ? pane->area.height - TITLE_ROWS
					    : 1;
		if (!pane->view)
			pane->view = view;
	}
	ui->dirty = true;
}

void
ui_resize(struct ui *ui, size_t width, size_t height)
{
	ui->screen.width = width;
	ui->screen.height = height;
	ui->bars = height >= HINTS_FROM ? 2 : 1;
	ui->shown = width >= ui->layout->from ? ui->layout : &ui_layouts[0];
	size_t rows = height > ui->bars ? height - ui->bars : 1;
	ui->panes_len = ui_pane_divide(ui->shown, width, rows, ui->panes);
	arrange(ui);
}

bool
ui_shows(const struct ui *ui, const struct ui_view *view)
{
	for (size_t i = 0; i < ui->panes_len; i++)
		if (ui->panes[i].view == view)
			return true;
	return false;
}

/* ---- the stack */

/* Closes the views above one on the stack; NULL: all views. */
static void
close_above(struct ui *ui, struct ui_view *view)
{
	while (ui->top != view) {
		struct ui_view *top = ui->top;
		ui->top = top->below;
		top->class->free(top);
	}
}

void
ui_push(struct ui *ui, struct ui_view *view)
{
	ui_seek_stop(ui);
	if (view->class->context & UI_READING)
		close_above(ui, ui->focus);
	view->below = ui->top;
	view->opener = ui->focus;
	ui->top = ui->focus = view;
	arrange(ui);
	view->class->load(ui, view, false);
}

void
ui_pop(struct ui *ui)
{
	struct ui_view *view = ui->focus, *opener = view->opener;
	if (!opener) {
		ui->leave = true;
		return;
	}
	ui_seek_stop(ui);
	close_above(ui, view->below);
	ui->focus = opener;
	arrange(ui);
	opener->class->load(ui, opener, false);
}

void
ui_focus(struct ui *ui, struct ui_view *view)
{
	ui_seek_stop(ui);
	ui->focus = view;
	ui->dirty = true;
}

struct ui_view *
ui_find(const struct ui *ui, int context)
{
	struct ui_view *view = ui->top;
	while (view && view->class->context != context)
		view = view->below;
	return view;
}

void
ui_close_all(struct ui *ui)
{
	close_above(ui, NULL);
	ui->focus = NULL;
}
