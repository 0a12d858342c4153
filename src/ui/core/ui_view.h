/*
 * A view: what fills a pane below its title. Views are on a stack (ui/core/stack.h). Each
 * kind is a const table of functions and a struct that begins with struct ui_view. UI
 * thread.
 */
#ifndef UI_CORE_UI_VIEW_H
#define UI_CORE_UI_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "ui/draw/list_cursor.h"
#include "ui/draw/row.h"

struct engine_event;
struct ui;
struct ui_view;

/* What the cursor is on. */
struct ui_target {
	uint32_t feed;   /* 0: none */
	const char *tag; /* NULL: none; borrowed */
	uint64_t item;   /* 0: none */
	int64_t time;    /* of the item, for sorting */
	int flags;       /* of the item, including pending changes */
	/* Line of a saved search, which is none of the above; borrowed. */
	const char *saved;
	/* Its query, or that of a list across all feeds; NULL: none; borrowed. */
	const char *query;
	const char *link; /* address to open in a browser; NULL: none; borrowed */
	bool picked;  /* link is one of several of the item's, which the user picked */
	int64_t from; /* a place in its episode, in milliseconds; 0: none */
};

/* The texts of the title bar and, if there is no message, of the status bar. */
struct ui_caption {
	struct buf left, right, detail;
	struct buf place; /* where the cursor is: "3/14" */
	bool error;       /* detail is about a failure */
	bool whole;       /* detail may take two rows, like messages and failures */
};

/* What the user has under way in a view, which the line of hints goes by. */
enum ui_mode {
	UI_MODE_USUAL,
	UI_MODE_EMPTY,    /* there are no feeds yet */
	UI_MODE_SELECTED, /* items are selected */
	UI_MODE_FILTERED, /* only rows that contain some words are shown */
	UI_MODE_FOUND,    /* found words are marked */
	UI_MODE_EPISODE,  /* the cursor of a list of items is on an episode */
	UI_MODE_LISTEN,   /* the item that is read has an episode */
	UI_MODE_QUEUE,
	UI_MODE_DOWNLOADS,
	UI_MODE_CHAPTERS,
	UI_MODE_TRANSCRIPT,
	UI_MODES,
};

struct ui_view_class {
	int context; /* enum ui_context, one bit */
	/* NULL: always UI_MODE_USUAL. */
	enum ui_mode (*mode)(const struct ui_view *view);
	/* Reads from the store: because the view is now shown or, if again is true,
	 * because the store has changed while it was shown. */
	void (*load)(struct ui *ui, struct ui_view *view, bool again);
	/* Does a slice of long work: a few milliseconds and a bounded number of records,
	 * so that keys never wait longer. True when more is left. May be NULL. */
	bool (*step)(struct ui *ui, struct ui_view *view);
	/* A sentence for the status bar that says what step is doing; NULL if it is not
	 * worth mentioning. May be NULL. */
	const char *(*doing)(const struct ui_view *view);
	/* Fills the caption and all rows of the frame, which is as large as the view's
	 * area. */
	void (*draw)(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
		struct ui_caption *caption);
	void (*move)(struct ui *ui, struct ui_view *view, enum ui_move move);
	/* NULL if `open` does not work in this context, or uses the next two. */
	void (*open)(struct ui *ui, struct ui_view *view);
	/* For lists whose rows open views: a number that identifies what the cursor is on
	 * within the list (0: nothing that opens), and a view of it, which has
	 * inner_context. All NULL or none. */
	uint64_t (*at)(struct ui *ui, struct ui_view *view);
	struct ui_view *(*inner)(struct ui *ui, struct ui_view *view);
	int inner_context;
	/* The view got the focus, or was shown long enough to count as read. May be
	 * NULL. */
	void (*seen)(struct ui *ui, struct ui_view *view);
	/* False if the cursor is on nothing. May be NULL. */
	bool (*target)(struct ui *ui, struct ui_view *view, struct ui_target *target);
	/* Picks the link with this number, as rows have it (ui/draw/row.h); it becomes
	 * the target's. False if there is none. NULL: the view has no links. */
	bool (*pick)(struct ui *ui, struct ui_view *view, size_t number);
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
	uint64_t of;            /* what it shows of the opener (its `at`); 0: none */
	const char *place;      /* its name, if it is a list across all feeds; or NULL */
	struct ui_area area;    /* where it is drawn; set by ui/core/stack.c */
};

#endif
