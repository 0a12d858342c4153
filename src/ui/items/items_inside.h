/*
 * Private to the files of the list of items: what it has read, and how far.
 */
#ifndef UI_ITEMS_ITEMS_INSIDE_H
#define UI_ITEMS_ITEMS_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/action.h"
#include "model/order.h"
#include "store/item/list.h"
#include "ui/catalog/ids.h"
#include "ui/core/ui_view.h"
#include "ui/draw/list_cursor.h"
#include "ui/items/item_keys.h"

/* A reading of the scope from its newest item on. */
struct ui_items_reader {
	struct ui_items_keys keys;
	struct store_walk *walk; /* for lists of feeds and tags; NULL: not begun */
	struct store_key after;  /* the last key read, shown or not */
	bool started, end;
};

/* Rows that ui/items/select.c goes through. */
struct ui_gather {
	bool select;      /* rows are selected; otherwise something is done to them */
	bool counted;     /* for a count, which is not worth a message */
	bool selection;   /* to the selected ones */
	char *query;      /* the list is to be searched for this; NULL: it is not */
	enum action verb; /* what is done */
	int only;         /* enum item_flag: other items are left out; 0: none are */
	size_t at, end;   /* rows, or entries of the selection; SIZE_MAX: to the last */
	uint64_t *ids;
	size_t len, cap;
};

/* A row that a list does not show. */
struct ui_items_row {
	struct store_key key;
	size_t before; /* number of shown rows that come before it */
	bool back;     /* it was taken out, and is there again */
};

/* The rows that were taken out of a list that is not read again, in their order. */
struct ui_items_dropped {
	struct ui_items_row *list;
	size_t len, cap;
	size_t next;      /* the next to check whether it is there again */
	size_t unchecked; /* rows still to check */
	size_t back;      /* rows that are there again */
};

struct ui_items_sorting;
struct ui_items_thumbs;

struct ui_items {
	struct ui_view view;
	struct store_scope scope;
	char *tag;                 /* of the scope */
	char *words;               /* of a search; NULL: a list of the scope */
	char *typed;               /* the part of them that was typed; NULL: all */
	bool hidden;               /* they are of hidden items */
	char *wrong;               /* why they are not a query; NULL: they are */
	struct ui_hits *within;    /* only these can be hits; NULL: any */
	bool limited;              /* it is a part of the list below, by a query */
	char *filter;              /* words that rows must have; NULL: not filtered */
	struct match *match;       /* of these */
	struct match *found;       /* the words of the search, to be marked; NULL: none */
	struct ui_items_keys pool; /* what is filtered, in a list that is given */
	size_t pool_at;            /* the next of them */
	char *name;    /* of a saved search, or of a list that is not a whole scope */
	int64_t since; /* only items from then on; 0: all */
	bool given;    /* the list was given by its maker, and is not read at all */
	uint32_t search;
	struct ui_hits *hits; /* of a search */
	bool searching;
	uint64_t searched; /* the last item when the search, or its repetition, began, */
	uint64_t returns;  /* and how often items had come back by then */
	struct ui_items_dropped dropped;
	size_t checked; /* the first row on the screen when rows were checked */
	struct ui_list list;
	struct ui_items_reader now;           /* what is shown */
	struct ui_items_reader fresh;         /* a second reading, to replace it */
	struct ui_items_keys_merging merging; /* of the two, after fresh has been read */
	bool again;                           /* fresh is being read or merged */
	bool refilter;                        /* fresh replaces everything shown */
	bool redo;     /* read again after that, since the store changed */
	size_t need;   /* at least this many rows are wanted */
	size_t sought; /* the next row of a seek (ui/items/seek.h) */
	uint64_t last_id;
	struct ui_ids selected;
	uint64_t anchor;                  /* where a range of them begins; 0: nowhere */
	uint32_t selecting;               /* a search whose hits are selected; 0: none */
	struct ui_ids listed;             /* if the list was given: what may be a hit */
	struct ui_gather *gather;         /* rows for ui/items/select.c; NULL: none */
	struct order order;               /* of a search, len 0: as it finds them */
	struct ui_items_sorting *sorting; /* NULL: it is sorted, or by date */
	struct ui_items_keys waiting;     /* hits to be put in their places */
	size_t waiting_at;                /* the next of them */
	uint64_t known;                   /* the last item when the cursor was moved */
	size_t arrived;                   /* rows of later ones above those shown */
	size_t shift;                     /* cells of titles that are left out */
	bool episode;                     /* the cursor was on one in the last frame */
	size_t heads;                     /* headings among the rows of the last frame */
	struct ui_items_thumbs *thumbs;   /* pictures beside rows; NULL: none so far */
};

/* items_base.c */

/* Forgets the selection, and rows that were being gathered for it. */
void ui_items_unselect(struct ui_items *v);
/* Stops the gathering. */
void ui_items_gather_end(struct ui_items *v);

/* select.c: selects what was found for select-matching. */
void
ui_items_select_hits(struct ui *ui, struct ui_items *v, const struct engine_event *event);

/* items_read.c */

/* Does a slice of reading: true if there is more to do. */
bool ui_items_read(struct ui *ui, struct ui_view *view);
/* The load of the class. */
void ui_items_load(struct ui *ui, struct ui_view *view, bool again);
/* Starts over at the newest item. */
void ui_items_restart(struct ui *ui, struct ui_items *v);
/* Begins a second reading of the list, from the start. */
void ui_items_read_again(struct ui_items *v);
/* Frees what was read. */
void ui_items_forget(struct ui_items *v);

/* Whether the list is not read again when the store changes: a search's, or one that is
 * not sorted by date. */
bool ui_items_fixed(const struct ui_items *v);
/* Whether an item with these flags is hidden from the list: hidden items are in lists of
 * their own. */
bool ui_items_hides(const struct ui_items *v, int flags);
/* Reads a page of keys into a reader, leaving out read items if the list hides them. */
void ui_items_read_page(struct ui *ui, struct ui_items *v, const struct store_view *view,
	struct ui_items_reader *reader);

/* Searches for a query, whose hits the list takes. */
void ui_items_search_for(struct ui *ui, struct ui_items *v, const char *query);
/* Has the search find what has arrived or come back since it began, unless it is under
 * way. */
void ui_items_search_on(struct ui *ui, struct ui_items *v);

/* items_dropped.c */

/* Shows rows, which are in their order; the cursor and a seek stay on their items. */
void ui_items_insert(struct ui_items *v, const struct ui_items_row *rows, size_t len);
/* Call it when such rows, which were never taken out, have been inserted. */
void
ui_items_dropped_moved(struct ui_items *v, const struct ui_items_row *rows, size_t len);
/* Items may have been deleted, hidden, or be there again. */
void ui_items_dropped_check(struct ui_items *v);
/* Does a slice of following that: true if there is more to do. */
bool ui_items_dropped_step(struct ui *ui, struct ui_items *v);
/* Call it for an item that belongs in the list, but is hidden or deleted; its place is
 * found when it is there again. */
void ui_items_dropped_add(struct ui_items *v, struct store_key key);
/* Call it when the list gets another order: places in it no longer mean anything. */
void ui_items_dropped_unplace(struct ui_items *v);
/* All rows are shown again: forgets what was taken out of them, and checks them again. */
void ui_items_dropped_renew(struct ui_items *v);
/* Forgets all that was taken out. */
void ui_items_dropped_forget(struct ui_items *v);

/* items_filter.c */

/* Whether an item has the words of the filter, if there is one. */
bool ui_items_passes(struct ui *ui, const struct ui_items *v,
	const struct store_view *view, uint64_t id);
/* Filters some of the pool: true if there is more to do. */
bool ui_items_filter_step(struct ui *ui, struct ui_items *v);
/* Drops the filter; the list has to be read again. */
void ui_items_filter_end(struct ui_items *v);

/* items_sort.c */

/* Sorts the whole list, in slices; and does a slice of that, and of taking in what has
 * arrived since: true if there is more to do. */
void ui_items_sort_start(struct ui *ui, struct ui_items *v);
bool ui_items_sort_step(struct ui *ui, struct ui_items *v);
/* Stops the sorting. */
void ui_items_sort_stop(struct ui_items *v);

/* items_thumbs.c */

/* Finds pictures of the rows on the screen, in slices: true if there is more to do. */
bool ui_items_thumbs_step(struct ui *ui, struct ui_items *v);
/* A picture was fetched, or could not be. */
void ui_items_thumbs_came(struct ui_items *v, const struct engine_event *event);
void ui_items_thumbs_drop(struct ui_items *v);
/* The columns that pictures take in rows of that width; 0: there are none. */
size_t ui_items_thumbs_cols(const struct ui *ui, size_t width);
/* Puts an item's picture, or blanks, and a blank, if there are columns for it. */
void ui_items_thumbs_put(
	const struct ui_items *v, uint64_t id, size_t cols, struct ui_row *row);

/* items_draw.c */

/* How many items the view shows: its height without headings. */
size_t ui_items_shown(const struct ui_view *view);
/* The draw of the class. */
void ui_items_draw(struct ui *ui, struct ui_view *view, struct ui_frame *frame,
	struct ui_caption *caption);

#endif
