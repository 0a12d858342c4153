/*
 * Keys and pasted text, from curses. Only for term.c.
 */
#ifndef UI_KEYBOARD_H
#define UI_KEYBOARD_H

#include <stdbool.h>

#include "base/buf.h"
#include "ui/term.h"

struct ui_keyboard {
	bool pasting; /* a paste has begun and not ended */
	struct buf paste;
};

/* Call them after curses was started and before it is stopped. */
void ui_keyboard_start(struct ui_keyboard *keyboard);
void ui_keyboard_stop(struct ui_keyboard *keyboard);
/* As ui_term_input. */
void ui_keyboard_read(struct ui_keyboard *keyboard, struct ui_input *out);

#endif
