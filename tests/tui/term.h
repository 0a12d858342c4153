/*
 * A program on a terminal of our own: a pty in front, libvterm behind, and everything it
 * wrote kept.
 */
#ifndef TUI_TERM_H
#define TUI_TERM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

#include <vterm.h>

#include "base/buf.h"
#include "base/err.h"
#include "tests/tui/ansi.h"

struct term {
	int rows, cols;
	int master, slave; /* -1: closed */
	pid_t pid;
	bool ended, stopped;
	int status; /* of waitpid, once ended */
	VTerm *vt;
	VTermScreen *screen;
	VTermPos cursor;
	struct termios at_start;
	struct ansi ansi;
	struct buf raw;     /* all that was written */
	struct buf answers; /* of the terminal to it, not sent yet */
	bool in_frame;      /* of raw, a frame (mode 2026) has begun and not ended */
};

/* Starts argv on a terminal of rows × cols; ignore_hup: SIGHUP is ignored there, as under
 * nohup. ERR_IO. */
int term_start(struct term *term, char *const argv[], int rows, int cols, bool ignore_hup,
	struct err *err) MUST_USE;
/* Ends the program (SIGKILL) if it still runs, and closes everything. */
void term_done(struct term *term);

/* Takes what the program wrote, waiting for at most ms, and then for the end of a frame
 * that has begun: as terminals do, which show it whole. Looks whether it has ended. */
void term_pump(struct term *term, int ms);
void term_send(struct term *term, const char *bytes, size_t n);
/* True when the program has read all that was sent. */
bool term_was_read(const struct term *term);
void term_resize(struct term *term, int rows, int cols);
void term_hangup(struct term *term);

/* Appends row's text without the blanks at its end. */
void term_row(const struct term *term, int row, struct buf *out);
/* The text of one cell, and its letters. */
void
term_cell(const struct term *term, int row, int col, struct buf *text, struct buf *attrs);
/* The number of a cell's colour, or of its ground; -1: the terminal's own. */
int term_color(const struct term *term, int row, int col, bool ground);
/* True when termios and the terminal's modes are as before the program. */
bool term_restored(const struct term *term, struct buf *why);

#endif
