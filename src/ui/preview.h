/*
 * The pane beside a list shows what is under the list's cursor once the cursor has rested
 * for a moment, without taking the focus. An item that is shown this way stays unread
 * until it gets the focus or has been shown for the time of the option preview-read.
 * UI thread.
 */
#ifndef UI_PREVIEW_H
#define UI_PREVIEW_H

#include <stdint.h>

struct ui;
struct ui_view;

struct ui_preview {
	const struct ui_view *list; /* had the focus when this was last looked at */
	uint64_t still;             /* what its cursor was on when it got the focus */
	uint64_t want;              /* what its cursor is on now, */
	int64_t at;                 /* and when that will be shown */
	uint64_t shown;             /* the item that counts as read */
	int64_t read_at;            /* at this time; 0: not by itself */
};

/* Does what is due at now (time_mono_ms). Returns when to call it again; -1: after
 * something else has happened. */
int64_t ui_preview_step(struct ui *ui, int64_t now);
/* Call it when a view has got the focus: what it shows in another pane stays until its
 * cursor moves. */
void ui_preview_keep(struct ui *ui);

#endif
