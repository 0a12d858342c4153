/*
 * What the reader is given.
 */
#ifndef UI_CORE_SETUP_H
#define UI_CORE_SETUP_H

struct engine;
struct settings;
struct store;

struct ui_setup {
	struct store *store;
	struct engine *engine;
	struct settings *settings; /* the reference becomes ui_run's */
	const char *feeds_path;
	const char *store_dir; /* for the socket of courant do */
	/* Where the user was, for the next time; NULL: nowhere. */
	const char *session_path;
	const char *places_path; /* where reading stopped (ui/article/places.h); NULL:
				    nowhere */
	char *const *argv; /* the command line: how to run commands on the same files */
};

#endif
