/*
 * A framed box over the last rows of the panes, for what may follow a key, and for what a
 * prompt offers. UI thread.
 */
#ifndef UI_KEYS_BOX_H
#define UI_KEYS_BOX_H

#include <stdbool.h>
#include <stddef.h>

struct ui;

struct ui_box_line {
	const char *key;  /* first column, as wide as the widest of them */
	const char *name; /* second column, the same */
	const char *text; /* the rest */
};

/* Draws the lines from `top` on, as many as fit. chosen: the line that is highlighted;
 * SIZE_MAX: none. title and note stand in the upper edge; note may be NULL. Returns how
 * many lines fit below one another; beside: those that don't stand beside these. */
size_t ui_keys_box(struct ui *ui, const char *title, const char *note,
	const struct ui_box_line *lines, size_t len, size_t top, size_t chosen,
	bool beside);

#endif
