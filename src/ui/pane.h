/*
 * Panes: parts of the screen, each with a title and a view below it. A layout is a row of
 * a table: it says which views a pane shows and what share of the screen it has. All
 * views lie on one stack; a pane shows the topmost one of its contexts, and every view,
 * shown or not, knows the rectangle that it has there. One view has the focus: keys and
 * commands go to it. UI thread.
 */
#ifndef UI_PANE_H
#define UI_PANE_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/view.h"

struct ui;

#define UI_PANES_MAX 4

struct ui_pane_rule {
	int contexts;         /* of the views that it shows; 0 ends the list */
	bool below;           /* under the pane before it, not to its right */
	size_t width, height; /* shares of the columns' width, of the column's height */
};

struct ui_layout {
	const char *name;
	size_t from; /* width from which it is used; the first layout fits any */
	struct ui_pane_rule panes[UI_PANES_MAX]; /* every context is in one of them */
};

extern const struct ui_layout ui_layouts[];

struct ui_pane {
	struct ui_area area;  /* its first row is the title */
	struct ui_view *view; /* NULL: there is none to show */
};

/* Divides the upper part of a screen into a layout's panes, one column of cells free
 * between those side by side; sets their areas and returns how many there are. Pure. */
size_t ui_pane_divide(const struct ui_layout *layout, size_t width, size_t height,
	struct ui_pane *panes);

/* The screen has another size, or ui->layout was set: all views get new rectangles. */
void ui_resize(struct ui *ui, size_t width, size_t height);

/* Opens a view from the one with the focus, and gives it the focus. A list or an article
 * takes the place of what was opened from there before; other pages lie on top. */
void ui_push(struct ui *ui, struct ui_view *view);
/* Closes the view with the focus and all that was opened from it; the focus goes back to
 * where it was opened. Closing the last one leaves the reader. */
void ui_pop(struct ui *ui);
/* Moves the focus to a view that is shown. */
void ui_focus(struct ui *ui, struct ui_view *view);
/* The nearest view of a context from the top down, or NULL. */
struct ui_view *ui_find(const struct ui *ui, int context);
/* Whether a pane shows the view. */
bool ui_shows(const struct ui *ui, const struct ui_view *view);
/* Frees all views. */
void ui_close_all(struct ui *ui);

#endif
