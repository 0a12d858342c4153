/*
 * The reader, which is the UI thread: draws, reads keys, sends requests to the engine and
 * shows its events. It reads the store in short views and never writes it.
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
	struct settings *settings; /* the reference becomes ui_run's */
	const char *feeds_path;
	const char *store_dir; /* for the socket of courant do */
	const char *session_path; /* where the user was, for the next time; NULL: nowhere */
	const char *places_path; /* where reading stopped (ui/places.h); NULL: nowhere */
};

/* Runs the reader until the user quits, or a signal or hang-up ends it: OK. ERR_INVALID
 * with a sentence, before anything is drawn, if the terminal cannot be used. Only once.
 */
int ui_run(const struct ui_setup *setup, struct err *err) MUST_USE;

#endif
