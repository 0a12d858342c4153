/*
 * Rows of episodes, as the queue and the downloads show them: lists with headings, over
 * which the cursor jumps. They are read in slices, and then replace those shown. UI
 * thread.
 */
#ifndef UI_MEDIA_EPISODE_ROWS_H
#define UI_MEDIA_EPISODE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/item/item.h"
#include "store/media/media.h"
#include "ui/core/ui_view.h"
#include "ui/draw/list_cursor.h"
#include "ui/media/sum.h"

struct output_template;
struct store_view;
struct ui;
struct ui_frame;
struct ui_row;

struct ui_media_line {
	uint64_t item;       /* 0: a heading */
	const char *heading; /* translated */
	int64_t number;      /* in the queue, from 1; 0: none */
};

/* Begins a struct of a view. */
struct ui_media_list {
	struct ui_view view;
	struct ui_list list;
	struct ui_media_line *lines;
	size_t len, cap;
	struct ui_media_sum sum; /* of all downloads */
	bool narrow;             /* too narrow for headings */
	struct {
		struct ui_media_line *lines;
		size_t len, cap;
		/* Reads some more; false at the end. */
		bool (*some)(struct ui_media_list *list, struct ui *ui,
			const struct store_view *snapshot);
		bool begun; /* `some` was called; if not, it starts over */
		bool again; /* again after that, since the store has changed */
	} fresh;            /* what is being read; some NULL: nothing is */
};

/* What a line shows, read from the store; strings are in ui->scratch. */
struct ui_media_shown {
	struct store_item item;
	struct store_episode episode;
	bool there; /* the item's record could be read */
};

/* ---- filling */

/* Reads the list, the first slice of it at once; the rest is for the step of the class.
 * The cursor stays on its item. */
void ui_media_list_read(struct ui *ui, struct ui_media_list *list,
	bool (*some)(struct ui_media_list *list, struct ui *ui,
		const struct store_view *view));
bool ui_media_list_step(struct ui *ui, struct ui_view *view);
/* For `some`. */
void ui_media_list_heading(struct ui_media_list *list, const char *heading);
void ui_media_list_add(struct ui_media_list *list, uint64_t item, int64_t number);
/* Whether it is stored: rows of deleted items stay, since undo brings those back. */
bool ui_media_is_stored(const struct store_view *view, uint64_t item);

/* ---- */

void ui_media_list_move(struct ui *ui, struct ui_view *view, enum ui_move move);
uint64_t ui_media_list_at(struct ui *ui, struct ui_view *view);
struct ui_view *ui_media_list_inner(struct ui *ui, struct ui_view *view);
bool ui_media_list_target(struct ui *ui, struct ui_view *view, struct ui_target *target);
void ui_media_list_free(struct ui_view *view);

/* Before drawing: the list is read again if headings have to come or go at this width. */
void ui_media_list_fit(struct ui *ui, struct ui_media_list *list, size_t width);
/* Draws the lines from list.top on, up to list.height; put draws the part after the
 * title: state and times. shown (may be NULL) gets what the line under the cursor is. */
void ui_media_list_draw(struct ui *ui, struct ui_media_list *list, struct ui_frame *frame,
	void (*put)(struct ui *ui, struct ui_row *row, const struct ui_media_line *line,
		const struct ui_media_shown *shown),
	size_t tail, struct ui_media_shown *shown);
/* The same as a template lays them out. */
void ui_media_list_lay(struct ui *ui, struct ui_media_list *list, struct ui_frame *frame,
	const struct output_template *template, struct ui_media_shown *shown);

#endif
