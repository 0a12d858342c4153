/*
 * Panes divide the screen; each has a title row with a view below it. A layout, a row of
 * a table, says which kinds of views each pane shows and how large it is. All views are
 * on one stack: a pane shows the topmost view of its contexts. Every view, shown or not,
 * has the rectangle of its pane. One of the views shown has the focus: keys and commands
 * go to it. UI thread.
 */
#ifndef UI_PANE_H
#define UI_PANE_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/view.h"

struct ui;

#define UI_PANES_MAX 4

struct ui_pane_rule {
	int contexts;         /* which views it shows; 0 ends the list */
	bool below;           /* under the previous pane, not to its right */
	size_t width, height; /* shares of the screen, of the column; 0 is 1 */
};

struct ui_layout {
	const char *name;
	size_t from; /* columns it needs at least; the first layout needs none */
	struct ui_pane_rule panes[UI_PANES_MAX]; /* together they show every context */
};

extern const struct ui_layout ui_layouts[];

struct ui_pane {
	struct ui_area area;  /* its first row is the title */
	struct ui_view *view; /* NULL: an empty pane */
};

/* Computes the areas of a layout's panes, leaving one column of cells between panes that
 * are side by side, and returns how many there are. Pure. */
size_t ui_pane_divide(const struct ui_layout *layout, size_t width, size_t height,
	struct ui_pane *panes);

/* Call it when the size of the screen or ui->layout has changed: gives all views new
 * rectangles. */
void ui_resize(struct ui *ui, size_t width, size_t height);

/* Opens a view from the one with the focus, and moves the focus to it. A list or an
 * article replaces whatever was opened from there before; other views are put on top. */
void ui_push(struct ui *ui, struct ui_view *view);
/* Closes the view with the focus and everything opened from it, and moves the focus back
 * to its opener. Closing the first view leaves the reader. */
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
