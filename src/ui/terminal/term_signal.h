/*
 * Signals of the terminal and of the system. Handlers write a byte to a pipe, so that a
 * signal is one more descriptor to poll. There is one set for the process. UI thread.
 *
 *	ui_term_signal_start(&err);        catches them
 *	poll({ui_term_signal_fd(), …});
 *	all = ui_term_signal_read();       which ones came
 *	ui_term_signal_stop();
 */
#ifndef UI_TERMINAL_TERM_SIGNAL_H
#define UI_TERMINAL_TERM_SIGNAL_H

#include "base/attr.h"
#include "base/err.h"

enum ui_signal {
	UI_SIGNAL_LEAVE = 1 << 0,     /* TERM, HUP, INT, QUIT; Ctrl-\ */
	UI_SIGNAL_INTERRUPT = 1 << 1, /* Ctrl-C */
	UI_SIGNAL_RESIZE = 1 << 2,
	UI_SIGNAL_STOP = 1 << 3, /* TSTP; Ctrl-Z */
	UI_SIGNAL_CHILD = 1 << 4,
};

/* Makes the pipe and catches the signals; SIGPIPE is ignored from now on. */
int ui_term_signal_start(struct err *err) MUST_USE;
/* Gives them back to the system, when the terminal cannot be used after all. */
void ui_term_signal_release(void);
/* Closes the pipe. Signals stay caught: a second one, as when a window is closed, must
 * not keep the engine from storing what was done. */
void ui_term_signal_stop(void);

/* Readable after signals; poll it beside the terminal. */
int ui_term_signal_fd(void);
/* The signals since the last call, as bits of enum ui_signal. */
int ui_term_signal_read(void);
/* Makes the next ui_term_signal_read return these again. */
void ui_term_signal_put(int signals);

#endif
