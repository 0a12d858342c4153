/*
 * The reader: the ncurses thread. Draws, reads keys, sends requests to the engine and
 * shows its events; reads the store by short views, never writes it.
 */
#ifndef UI_UI_H
#define UI_UI_H

#include "base/attr.h"
#include "base/err.h"

struct engine;
struct settings;
struct store;

struct ui_setup {
	struct store *store;
	struct engine *engine;
	struct settings *settings; /* ui_run takes over the reference */
	const char *feeds_path;
};

/* Runs the reader until the user leaves (0), a signal or a hang-up ends it (0, the
 * terminal restored as far as there is one), or the terminal can't be used: ERR_INVALID
 * with a sentence, and nothing was drawn. UI thread, once. */
int ui_run(const struct ui_setup *setup, struct err *err) MUST_USE;

#endif
