/*
 * Control sequences that terminals take and curses does not know, and which terminals are
 * known to take them. A sequence is appended wrapped for the multiplexer we run in, if
 * there is one. Nothing is sent here. UI thread.
 */
#ifndef UI_TERMINAL_SEQUENCE_H
#define UI_TERMINAL_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"
#include "base/buf.h"

/* Puts bytes into the clipboard (OSC 52). False if that is more than terminals take. */
bool ui_sequence_clipboard(struct buf *out, const char *bytes, size_t n) MUST_USE;
/* Shows a notice, by "osc9" or "osc777" (values of the option notify-by). False, and
 * nothing is appended, for any other value. */
bool ui_sequence_notice(
	struct buf *out, const char *by, const char *title, const char *text) MUST_USE;
/* Gives the window a title (OSC 2). For the multiplexer itself, so it is not wrapped. */
void ui_sequence_title(struct buf *out, const char *title);

/* Whether the terminal is known to make links of OSC 8. */
bool ui_sequence_links_taken(void);
/* The value of notify-by that stands for auto: what the terminal is known to show. */
const char *ui_sequence_notice_taken(void);

#endif
