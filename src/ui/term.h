/*
 * The terminal: start and end of curses, signals, keys and pastes in, frames out. Of
 * curses there is nothing elsewhere, but for keyboard.c and paint.c, which serve this
 * file. There is one terminal, so it has its state to itself; everything is for the UI
 * thread.
 *
 * The terminal is put back as it was however the program ends: by ui_term_stop, and by
 * handlers for crashes and exhausted memory that write strings prepared at the start
 * (case 139). While curses runs, standard error goes to the log (case 6).
 */
#ifndef UI_TERM_H
#define UI_TERM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"

struct config;
struct ui_frame;

/* Checks that there is a terminal that can move its cursor, and takes it. ERR_INVALID
 * with a sentence, and nothing was drawn. */
int ui_term_start(struct err *err) MUST_USE;
void ui_term_stop(void);
/* Takes the theme (option theme) and the config's colors. Faulty lines change nothing:
 * ui_theme_set says what is wrong with them. */
void ui_term_colors(const struct config *config, const char *theme);
/* Whether the character set is UTF-8. */
bool ui_term_utf8(void);
void ui_term_size(size_t *rows, size_t *cols);

enum ui_signal {
	UI_SIGNAL_LEAVE = 1 << 0,     /* TERM, HUP, INT from elsewhere */
	UI_SIGNAL_INTERRUPT = 1 << 1, /* Ctrl-C typed */
	UI_SIGNAL_RESIZE = 1 << 2,
	UI_SIGNAL_STOP = 1 << 3, /* Ctrl-Z */
	UI_SIGNAL_CHILD = 1 << 4,
};

/* Readable when signals came; poll it beside the terminal. */
int ui_term_signal_fd(void);
/* The signals since the last call. A resize has been applied already. */
int ui_term_signals(void);

enum ui_input_kind {
	UI_INPUT_NONE, /* nothing waits */
	UI_INPUT_KEY,
	UI_INPUT_PASTE, /* text pasted into the terminal */
	UI_INPUT_END,   /* the terminal is gone */
};

struct ui_input {
	enum ui_input_kind kind;
	uint32_t key;      /* conf/key.h */
	const char *paste; /* valid until the next call */
	size_t paste_len;
};

#define UI_PASTE_MAX 4096 /* bytes of a paste that are kept (case 144) */

/* What was typed next; never waits. Unknown escape sequences are swallowed. */
void ui_term_input(struct ui_input *out);

/* Copies the frame to the terminal, in one synchronised update where it knows how. */
void ui_term_paint(const struct ui_frame *frame);
/* The next paint draws everything anew. */
void ui_term_redraw(void);

/* Gives the terminal to somebody else (a text browser) and takes it back. */
void ui_term_leave(void);
void ui_term_return(void);

#endif
