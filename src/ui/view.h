/*
 * A view: what fills a pane below its title. Views lie on a stack (ui/pane.h). Each kind
 * is a const table of functions and a struct that begins with struct ui_view. UI thread.
 */
#ifndef UI_VIEW_H
#define UI_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "ui/list.h"
#include "ui/row.h"

struct engine_event;
struct ui;
struct ui_view;

/* What the cursor is on. */
struct ui_target {
	uint32_t feed;    /* 0 none */
	const char *tag;  /* NULL none; borrowed */
	uint64_t item;    /* 0 none */
	int64_t time;     /* sort time of the item */
	int flags;        /* of the item, with what is pending */
	bool saved;       /* a saved search, and nothing of the above */
	const char *link; /* address to show in a browser; NULL none; borrowed */
};

/* Texts of the title bar, and the status bar's when there is no message. */
struct ui_caption {
	struct buf left, right, detail;
	bool error; /* detail tells of a failure */
	bool whole; /* detail may take a second row, as messages and failures do */
};

struct ui_view_class {
	int context; /* enum ui_context, one bit */
	/* Reads from the store, because the view is shown for the first time or once
	 * more, or (again) because the store changed while it was shown. */
	void (*load)(struct ui *ui, struct ui_view *view, bool again);
	/* Does a slice of long work: a few milliseconds and a bounded number of records,
	 * so that keys never wait longer. True when more is left. May be NULL. */
	bool (*step)(struct ui *ui, struct ui_view *view);
	/* A sentence for the status bar that says what the user is waiting for while step
	 * has more to do; NULL if nothing worth telling. May be NULL. */
	const char *(*doing)(const struct ui_view *view);
	/* Fills the caption and all rows of the frame, which is as large as the view's
	 * area. */
	void (*draw)(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
		struct ui_caption *caption);
	void (*move)(struct ui *ui, struct ui_view *view, enum ui_move move);
	/* NULL where `open` can't be given. */
	void (*open)(struct ui *ui, struct ui_view *view);
	/* False when the cursor is on nothing. May be NULL. */
	bool (*target)(struct ui *ui, struct ui_view *view, struct ui_target *target);
	/* May be NULL. */
	void (*event)(
		struct ui *ui, struct ui_view *view, const struct engine_event *event);
	void (*free)(struct ui_view *view);
};

/* A rectangle of the screen, in cells. */
struct ui_area {
	size_t x, y, width, height;
};

struct ui_view {
	const struct ui_view_class *class;
	struct ui_view *below;  /* on the stack */
	struct ui_view *opener; /* had the focus before; NULL: the first view */
	struct ui_area area;    /* where it is drawn; set by ui/pane.c */
};

#endif
