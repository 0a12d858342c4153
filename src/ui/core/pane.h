/*
 * Panes divide the screen; each has a title row with a view below it (ui/core/stack.h
 * says which one). A layout, a row of a table, says which kinds of views each pane shows
 * and how large it is. Pure.
 */
#ifndef UI_CORE_PANE_H
#define UI_CORE_PANE_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/core/ui_view.h"

#define UI_PANES_MAX 4
#define UI_LAYOUTS_MAX 8
#define UI_HEADS_MAX 512
#define UI_SHARE_STEP 2 /* by which a key changes a share */

struct ui_pane_rule {
	int contexts;         /* which views it shows; 0 ends the list */
	bool below;           /* it is below the previous pane, not to its right */
	size_t width, height; /* shares of the screen and of the column; 0 means 1 */
};

struct ui_layout {
	const char *name;
	size_t from;      /* columns it needs at least; the first layout needs none */
	size_t tall_from; /* likewise rows */
	bool slides;      /* while a list or an article has the focus, the next row is
			     used instead */
	/* Between them, they show every context. */
	struct ui_pane_rule panes[UI_PANES_MAX];
};

/* The rows of the option layout; several may have one name. Ends with a row without
 * one. */
extern const struct ui_layout ui_layouts[];

/* The row for a screen: the first one of that name which fits, or else of a smaller
 * layout. "auto" is the one that the screen is made for. Returns its index. */
size_t ui_layout_choose(const char *name, size_t width, size_t height);

struct ui_pane {
	struct ui_area area;  /* its first row is the title */
	struct ui_view *view; /* NULL: an empty pane */
	/* Of the screen, when it was last drawn: the row of the cursor, and the last one
	 * that shows anything; rows is false if there is no cursor. */
	size_t cursor_row, last_row;
	bool rows;
	bool heads[UI_HEADS_MAX]; /* by row of the pane: it is a heading of a list */
};

/* Computes the areas of a layout's panes, leaving one column of cells between panes that
 * are side by side, and returns how many there are. */
size_t ui_pane_divide(const struct ui_layout *layout, size_t width, size_t height,
	struct ui_pane *panes);

/* Makes a pane wider or, if the panes are stacked in one column, taller (or the
 * opposite), at the cost of the others. False: it is the only one, or cannot shrink. */
bool ui_pane_grow(struct ui_layout *layout, size_t pane, bool shrink);
/* Moves the border between a pane and the one before it by a number of cells, to the
 * right or down; neither gets too small to be of use. panes: their areas now. */
void
ui_pane_drag(struct ui_layout *layout, const struct ui_pane *panes, size_t pane, long by);

#endif
