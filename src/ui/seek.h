/*
 * Going to the next item or the next unread one, to the last row of a list: in a list of
 * a million that takes a while, so it is done in slices. The first is done at once, which
 * is enough in most lists; the loop goes on with the others. A key ends it, the one that
 * started it excepted: it may be held down. UI thread.
 */
#ifndef UI_SEEK_H
#define UI_SEEK_H

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

struct ui_seek {
	struct ui_view *items; /* NULL: nothing is sought */
	enum ui_seek_kind kind;
	bool backwards;
	bool from_end; /* begins at a last row that is not read yet */
	size_t feeds;  /* that were looked through */
	uint32_t key;  /* that started it */
	void (*found)(struct ui *ui, uint64_t item);
};

/* Moves the cursor of a list of items; found (may be NULL) is called with the item that
 * it is on then, 0 when there is none and it stays. Ends a seek before. */
void ui_seek_start(struct ui *ui, struct ui_view *items, enum ui_seek_kind kind,
	bool backwards, void (*found)(struct ui *ui, uint64_t item));
/* The next slice; true when there is more. */
bool ui_seek_step(struct ui *ui);
/* Ends it where it is; found is not called. False when there was none. */
bool ui_seek_stop(struct ui *ui);
/* Whether one is under way that this key started. */
bool ui_seek_by(const struct ui *ui, uint32_t key);
/* What is sought, as a sentence; NULL: nothing. */
const char *ui_seek_text(const struct ui *ui);

#endif
