/*
 * Keys and pasted text, from curses. Only for term.c.
 */
#ifndef UI_TERMINAL_KEYBOARD_H
#define UI_TERMINAL_KEYBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#include "base/buf.h"
#include "ui/terminal/term.h"
#include "ui/terminal/term_reply.h"

#define UI_KEYBOARD_SIGNALS 3 /* keys: interrupt, quit, suspend */

struct ui_keyboard {
	mbstate_t decoder;
	unsigned char introducer; /* of the escape sequence that has begun; 0: none */
	char number[64];          /* its parameters, as far as they matter */
	size_t number_len;
	int64_t since;         /* its latest byte, or the paste's, came then */
	int64_t held;          /* an ESC came that may begin an answer; 0: none */
	bool meta;             /* the next character is pressed together with Alt */
	struct ui_mouse mouse; /* what the mouse has just done; */
	bool moved;            /* if it has */
	int focus;             /* the window has just got (1) or lost (-1) the focus */
	bool pasting;          /* a paste has begun and not ended */
	size_t ending;         /* bytes at its end that may begin its end mark */
	struct ui_answers answers;
	char answer[64];   /* one that has begun */
	size_t answer_len; /* bytes of it so far */
	struct buf paste;
	struct {
		int byte; /* -1: none */
		int signal;
	} signals[UI_KEYBOARD_SIGNALS];
};

/* Call them after curses was started and before it is stopped. chars are the terminal's
 * special characters (c_cc of termios), some of which signal; NULL: the usual ones. */
void ui_keyboard_start(struct ui_keyboard *keyboard, const unsigned char *chars);
void ui_keyboard_stop(struct ui_keyboard *keyboard);
/* When ui_keyboard_read has to be called even if nothing is typed (time_mono_ms); 0: not
 * at all. */
int64_t ui_keyboard_due(const struct ui_keyboard *keyboard);
/* As ui_term_input. */
void ui_keyboard_read(struct ui_keyboard *keyboard, struct ui_input *out);

#endif
