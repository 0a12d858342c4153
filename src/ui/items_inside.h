/*
 * Private to the files of the list of items: what it has read, and how far.
 */
#ifndef UI_ITEMS_INSIDE_H
#define UI_ITEMS_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "model/action.h"
#include "store/item/list.h"
#include "ui/item_keys.h"
#include "ui/list.h"
#include "ui/view.h"

#define UI_ITEMS_SLICE_MS 4 /* of work before the keyboard is checked again */

/* A reading of the scope from its newest item on. */
struct ui_items_reader {
	struct ui_item_keys keys;
	struct store_walk *walk; /* for lists of feeds and tags; NULL: not begun */
	struct store_key after;  /* the last key read, shown or not */
	bool started, end;
};

/* Rows that ui/select.c goes through. */
struct ui_gather {
	bool select;      /* rows are selected; otherwise something is done to them */
	bool selection;   /* to the selected ones */
	enum action verb; /* what is done */
	int only;         /* enum item_flag: other items are left out; 0: none are */
	size_t at, end;   /* rows, or entries of the selection; SIZE_MAX: to the last */
	uint64_t *ids;
	size_t len, cap;
};

/* A key that was removed from a search's list. */
struct ui_items_dropped {
	struct store_key key;
	size_t at;
};

struct ui_items {
	struct ui_view view;
	struct store_scope scope;
	char *tag;   /* of the scope */
	char *words; /* of a search; NULL: a list of the scope */
	char *name;  /* of a saved search */
	uint32_t search;
	struct ui_hits *hits; /* of a search */
	bool searching;
	struct ui_items_dropped *dropped;
	size_t dropped_len, dropped_cap;
	struct ui_list list;
	struct ui_items_reader now;          /* what is shown */
	struct ui_items_reader fresh;        /* a second reading, to replace it */
	struct ui_item_keys_merging merging; /* of the two, after fresh has been read */
	bool again;                          /* fresh is being read or merged */
	bool refilter;                       /* fresh replaces everything shown */
	bool redo;     /* read again after that, since the store changed */
	size_t need;   /* at least this many rows are wanted */
	size_t sought; /* the next row of a seek (ui/seek.h) */
	uint64_t last_id;
	struct map selected; /* ids; a value of NULL: not any more */
	size_t selected_len;
	uint64_t anchor;          /* where a range of them begins; 0: nowhere */
	struct ui_gather *gather; /* rows for ui/select.c; NULL: none */
};

/* items.c: forgets the selection, and rows that were being gathered for it. */
void ui_items_unselect(struct ui_items *v);

/* items_read.c */

/* The step of the class. */
bool ui_items_read(struct ui *ui, struct ui_view *view);
/* The load of the class. */
void ui_items_load(struct ui *ui, struct ui_view *view, bool again);
/* Starts over at the newest item. */
void ui_items_restart(struct ui *ui, struct ui_items *v);
/* Removes a row; the cursor and a seek stay on their items. */
void ui_items_take_out(struct ui_items *v, size_t at);
/* Frees what was read. */
void ui_items_forget(struct ui_items *v);

/* items_draw.c: the draw of the class. */
void ui_items_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption);

#endif
