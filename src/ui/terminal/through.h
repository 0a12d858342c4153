/*
 * Sequences for the terminal itself, where a multiplexer stands between. UI thread.
 */
#ifndef UI_TERMINAL_THROUGH_H
#define UI_TERMINAL_THROUGH_H

#include <stdbool.h>

#include "base/buf.h"

/* Whether we run in tmux; in screen. */
bool ui_through_tmux(void);
bool ui_through_screen(void);
/* Appends the sequence, which ends with ESC \, wrapped so that the multiplexer hands it
 * on. Appends nothing if there is none. */
void ui_through_wrap(struct buf *out, const struct buf *sequence);

#endif
