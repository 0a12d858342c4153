/*
 * Panes divide the screen; each has a title row with a view below it (ui/stack.h says
 * which one). A layout, a row of a table, says which kinds of views each pane shows and
 * how large it is. Pure.
 */
#ifndef UI_PANE_H
#define UI_PANE_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/view.h"

#define UI_PANES_MAX 4

struct ui_pane_rule {
	int contexts;         /* which views it shows; 0 ends the list */
	bool below;           /* it is below the previous pane, not to its right */
	size_t width, height; /* shares of the screen and of the column; 0 means 1 */
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
 * are side by side, and returns how many there are. */
size_t ui_pane_divide(const struct ui_layout *layout, size_t width, size_t height,
	struct ui_pane *panes);

#endif
