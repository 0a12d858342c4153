/*
 * The terminal: starts and stops curses, reads signals, keys and pastes, shows frames.
 * Only this file uses curses, with keyboard.c and paint.c. There is just one terminal, so
 * its state is global. UI thread.
 *
 * However the program ends, the terminal is restored: by ui_term_stop or, after a crash
 * and when memory is exhausted, by handlers that write strings prepared at the start
 * (case 139). While curses is running, standard error goes to the log (case 6).
 */
#ifndef UI_TERMINAL_TERM_H
#define UI_TERMINAL_TERM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "ui/draw/theme.h"

struct config;
struct ui_frame;

/* Takes over the terminal. ERR_INVALID with a sentence, before anything is drawn, if it
 * cannot be used. */
int ui_term_start(struct err *err) MUST_USE;
/* A sentence about how the terminal is used; NULL: as what it says it is. */
const char *ui_term_note(void);
/* Gives the terminal back. What is still to come of a paste is thrown away, so that no
 * shell takes it for commands. */
void ui_term_stop(void);
/* Sets the theme (option theme; file: the theme's own file; NULL: none) and the colours
 * from the config. Faulty lines are ignored; ui_theme_set says what is wrong with
 * them. */
void
ui_term_colors(const struct config *config, const struct config *file, const char *theme);

/* Asks the terminal for its background (OSC 11), if it is likely to answer; the answer is
 * an input. */
void ui_term_ask_ground(void);
/* What the terminal answered; for the next ui_term_colors with the theme auto. */
void ui_term_ground(enum ui_ground ground);
/* Whether the character set is UTF-8. */
bool ui_term_utf8(void);
void ui_term_size(size_t *rows, size_t *cols);

/* The signals since the last call (enum ui_signal in term_signal.h, which also has the
 * descriptor to poll). Resizing has already been done. */
int ui_term_signals(void);

enum ui_input_kind {
	UI_INPUT_NONE, /* nothing was typed */
	UI_INPUT_KEY,
	UI_INPUT_PASTE,  /* text pasted into the terminal */
	UI_INPUT_GROUND, /* the terminal reported its background: key is an enum ui_ground
			  */
	UI_INPUT_MOUSE,
	UI_INPUT_FOCUS,  /* the window has got or lost the focus */
	UI_INPUT_SIGNAL, /* a key that signals: key is an enum ui_signal */
	UI_INPUT_ANSWER, /* the terminal reported which pictures it shows */
};

/* A report of the mouse. */
struct ui_mouse {
	int button;  /* 0: left, 1: middle, 2: right, 64 and 65: the wheel, up and down */
	bool drag;   /* it has moved while the button is pressed */
	bool up;     /* the button was released */
	size_t x, y; /* cells, from 0 */
};

struct ui_input {
	enum ui_input_kind kind;
	uint32_t key;      /* conf/key.h */
	const char *paste; /* valid until the next call */
	size_t paste_len;
	struct ui_mouse mouse;
	bool focus;
};

#define UI_PASTE_MAX 4096 /* bytes of a paste that are kept (case 144) */

/* Gets the next input, without waiting. Unknown escape sequences are dropped. */
void ui_term_input(struct ui_input *out);
/* Whether there are bytes to be read. If poll says so and this does not, nobody can type
 * any more. */
bool ui_term_typed(void);

/* Copies the frame to the terminal, as one synchronised update if it supports that. True
 * if pictures would have taken too long: another frame should follow soon. */
bool ui_term_paint(const struct ui_frame *frame);
/* How pictures are shown: the option image-protocol. */
void ui_term_pictures(const char *wanted);
/* The size of a cell in pixels, as far as it is known; else a usual one. */
void ui_term_cell(size_t *width, size_t *height);
/* The terminal need not keep this picture (struct ui_picture) any longer. */
void ui_term_forget(uint64_t key);
/* The descriptor that is writable when ui_term_send should be called; -1: none. */
int ui_term_send_fd(void);
/* Sends more of pictures, as much as the terminal takes. True if there is something to be
 * drawn now. */
bool ui_term_send(void);
/* When ui_term_input should be called even if nothing is typed (time_mono_ms); 0: not. */
int64_t ui_term_due(void);
/* Asks the terminal to put bytes into the clipboard (OSC 52), through tmux or screen if
 * we are in one. False if that is more than terminals take. */
bool ui_term_clipboard(const char *bytes, size_t n);
/* Has the terminal report the mouse, and whether the window has the focus. */
void ui_term_report(bool mouse, bool focus);
/* Whether links are made links of the terminal: the option hyperlinks. True if they are.
 */
bool ui_term_hyperlinks(const char *wanted);
/* Notifies the user, as the option notify-by says. */
void ui_term_notify(const char *by, const char *title, const char *text);
/* Gives the window a title; the one before comes back at the end. NULL or "": brings it
 * back now. */
void ui_term_title(const char *title);
/* Makes the next paint draw everything again. */
void ui_term_redraw(void);

/* Give the terminal to another program, such as a text browser, and take it back. Its
 * standard error is ui_term_stderr(): ours goes to the log. */
void ui_term_leave(void);
void ui_term_return(void);
/* Between the two: writes a line below what the program has written, and waits until a
 * key is pressed, so that it can be read. Ends at once when we are to leave. */
void ui_term_pause(const char *line);
int ui_term_stderr(void);

#endif
