/*
 * The pane beside a list shows what is under the list's cursor once the cursor has rested
 * for a moment, without taking the focus. An item that is shown this way stays unread
 * until it gets the focus or has been shown for the time of the option preview-read.
 * UI thread.
 */
#ifndef UI_PREVIEW_PANE_H
#define UI_PREVIEW_PANE_H

#include <stdint.h>

struct ui;

/* Does what is due at now (time_mono_ms). Returns when to call it again; -1: after
 * something else has happened. */
int64_t ui_preview_step(struct ui *ui, int64_t now);

#endif
