/*
 * The stack of all views. A pane shows the topmost view of its contexts, and every view,
 * shown or not, has the rectangle of its pane. One of the views shown has the focus: keys
 * and commands go to it. UI thread.
 */
#ifndef UI_CORE_STACK_H
#define UI_CORE_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ui;
struct ui_view;

/* Call it when the size of the screen or ui->layout has changed: gives all views new
 * rectangles. */
void ui_resize(struct ui *ui, size_t width, size_t height);

/* Opens a view from the one with the focus, and moves the focus to it. A list or an
 * article replaces whatever was opened from there before; other views are put on top. */
void ui_push(struct ui *ui, struct ui_view *view);
/* Moves the focus back to the view from which the one with the focus was opened. The
 * latter is closed, with all that was opened from it, unless it is shown beside its
 * opener and is still what the opener's cursor is on. Closing the first view leaves the
 * reader. */
void ui_pop(struct ui *ui);
/* Moves the focus to a view. */
void ui_focus(struct ui *ui, struct ui_view *view);
/* Moves the focus to a view on the stack, and closes what is above it, unless both are
 * shown. */
void ui_return(struct ui *ui, struct ui_view *view);
/* Opens what the view's cursor is on, or moves the focus there if it is shown already. */
void ui_enter(struct ui *ui, struct ui_view *view);
/* Shows a view (NULL: none) beside the one with the focus, which keeps the focus. of:
 * what the cursor is on. */
void ui_beside(struct ui *ui, struct ui_view *view, uint64_t of);
/* The view that was opened from this one first; NULL: none. */
struct ui_view *ui_inner(const struct ui *ui, const struct ui_view *view);
/* Whether two contexts have panes of their own. */
bool ui_in_other_pane(struct ui *ui, int context, int other);
/* The nearest view of a context from the top down, or NULL. */
struct ui_view *ui_find(const struct ui *ui, int context);
/* Whether a pane shows the view. */
bool ui_shows(const struct ui *ui, const struct ui_view *view);
/* Frees all views. */
void ui_close_all(struct ui *ui);

#endif
