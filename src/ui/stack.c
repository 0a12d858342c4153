#include "config.h"

#include "ui/stack.h"

#include "ui/seek.h"
#include "ui/state.h"

#define TITLE_ROWS 1
#define HINTS_FROM 8 /* height from which there is a line of hints */

/* ---- rectangles */

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
	ui_seek_stop(ui);
	close_above(ui, NULL);
	ui->focus = NULL;
}
