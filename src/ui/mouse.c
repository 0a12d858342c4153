/*
 * The mouse: a click moves the focus and the cursor or goes to a link, a second one
 * opens, the wheel moves what is under the pointer, and the border between two panes can
 * be dragged.
 */
#include "config.h"

#include "base/time.h"
#include "ui/act/act.h"
#include "ui/core/stack.h"
#include "ui/core/ui.h"
#include "ui/keys/keys.h"
#include "ui/terminal/term.h"
#include "ui/ui_inside.h"

#define DOUBLE_MS 400 /* between the clicks of a double click */
#define WHEEL_ROWS 3

enum {
	LEFT = 0,
	WHEEL_UP = 64,
	WHEEL_DOWN = 65,
};

static size_t
pane_at(const struct ui *ui, size_t x, size_t y)
{
	size_t i = 0;
	for (; i < ui->panes_len; i++) {
		const struct ui_area *a = &ui->panes[i].area;
		if (x >= a->x && x < a->x + a->width && y >= a->y && y < a->y + a->height)
			break;
	}
	return i;
}

/* The pane whose border to the one before it is here: the column left of it, or its title
 * row if it is below that one. */
static size_t
border_at(const struct ui *ui, size_t x, size_t y)
{
	size_t i = 1;
	for (; i < ui->panes_len; i++) {
		const struct ui_area *a = &ui->panes[i].area;
		bool below = ui->shown->panes[i].below;
		if (below ? y == a->y && x >= a->x && x < a->x + a->width
			  : x + 1 == a->x && y >= a->y && y < a->y + a->height)
			break;
	}
	return i;
}

/* The link that is shown in a cell; 0: none. */
static size_t
link_at(struct ui *ui, size_t x, size_t y)
{
	const struct ui_row *row = &ui->screen.rows[y];
	size_t cells = 0;
	for (size_t i = 0; i < row->runs_len; i++) {
		const struct ui_run *run = &row->runs[i];
		size_t end = i + 1 < row->runs_len ? run[1].start : row->text.len;
		cells += ui_row_measure(
			row, arena_strndup(&ui->scratch, row->text.data + run->start,
				     end - run->start));
		if (x < cells)
			return run->link;
	}
	return 0;
}

/* Moves the cursor of the pane's list to a row of the screen; false if nothing is there.
 */
static bool
go_to_row(struct ui *ui, struct ui_pane *pane, size_t y)
{
	struct ui_view *view = pane->view;
	size_t top = pane->area.y, step = pane->cursor_row < y ? 1 : SIZE_MAX;
	if (!pane->rows || y > pane->last_row || y - top >= UI_HEADS_MAX ||
		pane->heads[y - top])
		return false;
	for (size_t at = pane->cursor_row; at != y;) {
		at += step; /* the cursor goes over headings by itself */
		if (!pane->heads[at - top])
			view->class->move(ui, view, step == 1 ? UI_DOWN : UI_UP);
	}
	pane->cursor_row = y; /* the next click may come before the next frame */
	return true;
}

static void
press(struct ui *ui, size_t x, size_t y)
{
	struct ui_mouse_state *m = &ui->mouse;
	int64_t now = time_mono_ms();
	bool again = m->x == x && m->y == y && now - m->pressed_ms < DOUBLE_MS;
	size_t i = pane_at(ui, x, y);
	struct ui_pane *pane = &ui->panes[i < ui->panes_len ? i : 0];
	m->drag = border_at(ui, x, y);
	m->x = x;
	m->y = y;
	m->pressed_ms = again ? 0 : now;
	if (i == ui->panes_len || !pane->view || y == pane->area.y)
		return;
	struct ui_view *view = pane->view;
	size_t link = link_at(ui, x, y);
	bool hit = !link && go_to_row(ui, pane, y);
	if (view != ui->focus)
		ui_focus(ui, view); /* which may move it to another pane */
	if (link)
		hit = ui_act_pick(ui, link);
	if (hit && again &&
		ui_command_works(ui_command("open"), ui->focus->class->context))
		ui_act_open(ui, NULL);
}

static void
drag(struct ui *ui, size_t x, size_t y)
{
	size_t i = ui->mouse.drag; /* 0: none, as the first has no border before it */
	if (i == 0 || i >= ui->panes_len || ui->layout)
		return;
	const struct ui_area *a = &ui->panes[i].area;
	bool below = ui->shown->panes[i].below;
	long by = below ? (long)y - (long)a->y : (long)x + 1 - (long)a->x;
	ui_pane_drag(&ui->shapes[ui->shown - ui->shapes], ui->panes, i, by);
	ui_resize(ui, ui->screen.width, ui->screen.height);
}

static void
wheel(struct ui *ui, size_t x, size_t y, enum ui_move move)
{
	size_t i = pane_at(ui, x, y);
	struct ui_view *view = i < ui->panes_len ? ui->panes[i].view : NULL;
	for (int k = 0; view && k < WHEEL_ROWS; k++)
		view->class->move(ui, view, move);
}

void
ui_mouse_take(struct ui *ui, const struct ui_mouse *mouse)
{
	ui->dirty = true;
	if (ui->prompt.open || mouse->y >= ui->screen.height ||
		mouse->x >= ui->screen.width)
		return;
	if (!mouse->up) { /* like a key */
		buf_clear(&ui->status.text);
		ui->prompt.taken = false;
		ui->typed_ms = time_mono_ms();
		ui_keys_drop(ui);
	}
	if (mouse->button == WHEEL_UP || mouse->button == WHEEL_DOWN)
		wheel(ui, mouse->x, mouse->y,
			mouse->button == WHEEL_UP ? UI_UP : UI_DOWN);
	else if (mouse->button == LEFT && mouse->drag)
		drag(ui, mouse->x, mouse->y);
	else if (mouse->button == LEFT && !mouse->up)
		press(ui, mouse->x, mouse->y);
}
