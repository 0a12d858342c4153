/*
 * What is typed and pasted: keys out of curses. For term.c alone.
 */
#ifndef UI_KEYBOARD_H
#define UI_KEYBOARD_H

#include <stdbool.h>

#include "base/buf.h"
#include "ui/term.h"

struct ui_keyboard {
	bool pasting; /* a paste has begun, and not ended */
	struct buf paste;
};

/* After curses was started; before it is stopped. */
void ui_keyboard_start(struct ui_keyboard *keyboard);
void ui_keyboard_stop(struct ui_keyboard *keyboard);
/* As ui_term_input. */
void ui_keyboard_read(struct ui_keyboard *keyboard, struct ui_input *out);

#endif
