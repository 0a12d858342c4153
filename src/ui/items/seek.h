/*
 * Moving the cursor of a list of items to the next item, the next unread one, or the last
 * row. In a list of a million items that takes a while, so it is done in slices: the
 * first at once, which is enough for most lists, the others by the loop. Any key stops it
 * except the one that started it, which may be held down. UI thread.
 *
 *	ui_items_seek_start(ui, list, UI_SEEK_UNREAD, false, show_it);
 *	...
 *	more = ui_items_seek_step(ui);    (each turn of the loop)
 */
#ifndef UI_ITEMS_SEEK_H
#define UI_ITEMS_SEEK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ui;
struct ui_view;

enum ui_seek_kind {
	UI_SEEK_ITEM,   /* the next row */
	UI_SEEK_UNREAD, /* the next unread item; where a feed's list has none, in the
			   next feed */
	UI_SEEK_END,    /* the last row */
};

/* Starts moving the cursor, and stops a seek that is under way. found (may be NULL) is
 * called at the end with the item, or with 0 when there is none; then the cursor stays.
 */
void ui_items_seek_start(struct ui *ui, struct ui_view *items, enum ui_seek_kind kind,
	bool backwards, void (*found)(struct ui *ui, uint64_t item));
/* Does the next slice; true when there is more to do. */
bool ui_items_seek_step(struct ui *ui);
/* Stops it; found is not called. False when nothing was under way. */
bool ui_items_seek_stop(struct ui *ui);
/* Whether a seek moves the cursor of this list. */
bool ui_items_seek_moves(const struct ui *ui, const struct ui_view *items);
/* Whether the key is the one that started the seek under way. */
bool ui_items_seek_by(const struct ui *ui, uint32_t key);
/* A sentence that says what it is doing; NULL: nothing is under way. */
const char *ui_items_seek_text(const struct ui *ui);

#endif
