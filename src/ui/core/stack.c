#include "config.h"

#include "ui/core/stack.h"

#include "base/str.h"
#include "conf/option.h"
#include "ui/core/ui.h"

#define TITLE_ROWS 1
#define PLAYING_FROM 10 /* height from which the player has a line */
#define HINTS_FROM 8    /* height from which there is a line of hints */

/* ---- rectangles */

static struct ui_pane *
pane_of(struct ui *ui, int context)
{
	for (size_t i = 0; i < ui->panes_len; i++)
		if (ui->shown->panes[i].contexts & context)
			return &ui->panes[i];
	return &ui->panes[0];
}

/* There is nothing yet that other panes could show. */
static bool
is_empty(const struct ui *ui)
{
	return ui->top && !ui->top->below && ui->top->class->context == UI_FEEDS &&
	       ui->catalog.len == 0;
}

/* Chooses the layout for the screen and the view with the focus, and divides the
 * screen. */
static void
divide(struct ui *ui)
{
	const struct ui_layout *layout = ui->layout;
	size_t width = ui->screen.width, height = ui->screen.height;
	if (!layout)
		layout = &ui->shapes[ui_layout_choose(
			ui->zoomed || is_empty(ui) ? "one" : ui->layout_name, width,
			height)];
	else if (width < layout->from)
		layout = &ui_layouts[0];
	ui->shown = layout + (layout->slides && ui->deep);
	ui->panes_len = ui_pane_divide(
		ui->shown, width, height > ui->bars ? height - ui->bars : 1, ui->panes);
	for (size_t i = 0; i < ui->panes_len && !ui->bars_row; i++)
		ui->panes[i].area.y += ui->bars;
}

/* An article is shown only beside the list that it is from. */
static void
hide_strangers(struct ui *ui)
{
	for (size_t i = 0; i < ui->panes_len; i++) {
		const struct ui_view *view = ui->panes[i].view;
		if (view && view != ui->focus && view->class->context == UI_ARTICLE &&
			view->opener && !ui_shows(ui, view->opener))
			ui->panes[i].view = NULL;
	}
}

/* Decides which view each pane shows, and gives every view its rectangle. */
static void
place_views(struct ui *ui)
{
	for (size_t i = 0; i < ui->panes_len; i++) {
		ui->panes[i].view = NULL;
		ui->panes[i].rows = false; /* what was drawn there is another view's */
	}
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
	hide_strangers(ui);
	ui->dirty = true;
}

static void close_above(struct ui *ui, struct ui_view *view);

/* The view with the focus is always shown: views that it opened are closed if they take
 * its place. */
static void
arrange(struct ui *ui)
{
	divide(ui);
	place_views(ui);
	if (ui->focus && !ui_shows(ui, ui->focus)) {
		close_above(ui, ui->focus);
		place_views(ui);
	}
}

bool
ui_playing_shown(const struct ui *ui)
{
	return ui->playing.now.state != PLAYER_NONE &&
	       ui->screen.height >= PLAYING_FROM &&
	       !str_eq(ui->options->playing_line, "no");
}

void
ui_resize(struct ui *ui, size_t width, size_t height)
{
	ui->screen.width = width;
	ui->screen.height = height;
	ui->bars = height >= HINTS_FROM && ui->options->hints ? 2 : 1;
	if (str_eq(ui->options->bars, "hidden"))
		ui->bars = 0;
	ui->bars += ui_playing_shown(ui);
	bool top = str_eq(ui->options->bars, "top") && height > ui->bars;
	ui->bars_row = top || height < ui->bars ? 0 : height - ui->bars;
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

static void
set_focus(struct ui *ui, struct ui_view *view)
{
	ui->focus = view;
	if (view->class->context & UI_READING)
		ui->deep = view->class->context != UI_FEEDS;
	arrange(ui);
}

static void
put_on_top(struct ui *ui, struct ui_view *view)
{
	view->below = ui->top;
	view->opener = ui->focus;
	ui->top = view;
}

/* The user now sees the view. What it shows in another pane stays until its cursor
 * moves. */
static void
see(struct ui *ui, struct ui_view *view)
{
	if (view->class->seen)
		view->class->seen(ui, view);
	ui->preview = (struct ui_preview){
		.list = view,
		.still = view->class->at ? view->class->at(ui, view) : 0,
	};
}

void
ui_push(struct ui *ui, struct ui_view *view)
{
	ui->above->stop_seek(ui);
	if (view->class->context & UI_READING)
		close_above(ui, ui->focus);
	put_on_top(ui, view);
	set_focus(ui, view);
	view->class->load(ui, view, false);
	see(ui, view);
}

void
ui_pop(struct ui *ui)
{
	struct ui_view *view = ui->focus, *opener = view->opener;
	if (!opener) {
		ui->leave = true;
		return;
	}
	ui->above->stop_seek(ui);
	bool beside =
		view->of && ui_shows(ui, view) &&
		ui_in_other_pane(ui, opener->class->context, view->class->context) &&
		view->of == opener->class->at(ui, opener);
	if (!beside)
		close_above(ui, view->below);
	set_focus(ui, opener);
	opener->class->load(ui, opener, false);
	see(ui, opener);
}

void
ui_focus(struct ui *ui, struct ui_view *view)
{
	ui->above->stop_seek(ui);
	set_focus(ui, view);
	see(ui, view);
}

void
ui_return(struct ui *ui, struct ui_view *view)
{
	if (ui->focus == view)
		return;
	if (!ui_shows(ui, view))
		close_above(ui, view);
	ui_focus(ui, view);
	view->class->load(ui, view, false);
}

struct ui_view *
ui_inner(const struct ui *ui, const struct ui_view *view)
{
	struct ui_view *inner = NULL;
	for (struct ui_view *v = ui->top; v && v != view; v = v->below)
		if (v->opener == view)
			inner = v;
	return inner;
}

void
ui_enter(struct ui *ui, struct ui_view *view)
{
	struct ui_view *inner = ui_inner(ui, view);
	uint64_t at = view->class->at(ui, view);
	if (at && inner && inner->of == at && ui_shows(ui, inner)) {
		ui_focus(ui, inner);
		return;
	}
	inner = at ? view->class->inner(ui, view) : NULL;
	if (!inner)
		return;
	inner->of = at;
	ui_push(ui, inner);
}

void
ui_beside(struct ui *ui, struct ui_view *view, uint64_t of)
{
	close_above(ui, ui->focus);
	if (view) {
		view->of = of;
		put_on_top(ui, view);
	}
	arrange(ui);
	if (view)
		view->class->load(ui, view, false);
}

bool
ui_in_other_pane(struct ui *ui, int context, int other)
{
	return pane_of(ui, context) != pane_of(ui, other);
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
	ui->above->stop_seek(ui);
	close_above(ui, NULL);
	ui->focus = NULL;
}
