/*
 * Where the program keeps its files: in the XDG base directories, or all below one
 * directory
 * (-C DIR).
 */
#ifndef BASE_DIR_H
#define BASE_DIR_H

#include "base/attr.h"
#include "base/err.h"

struct dirs {
	char *config;  /* file: options */
	char *feeds;   /* file: subscriptions */
	char *store;   /* directory of the store */
	char *log;     /* file */
	char *session; /* file: where the user of the reader was */
};

/* Finds the files. Those that *dirs already names,
 * from malloc, stay; it owns them. The others, with root: root/{config,feeds,
 * store,log,session}. Without (NULL): $XDG_CONFIG_HOME/courant/{config,feeds},
 * $XDG_DATA_HOME/courant and $XDG_STATE_HOME/courant/{log,session}, with the fallbacks
 * below $HOME (relative values are ignored, as the standard says). ERR_NOT_FOUND if HOME
 * is needed and not set. Free with dir_done, also after a failure. */
int dir_find(struct dirs *dirs, const char *root, struct err *err) MUST_USE;
/* Creates the directories of the files (0700), for a caller that will write any of
 * them. */
int dir_make(const struct dirs *dirs, struct err *err) MUST_USE;
void dir_done(struct dirs *dirs);

#endif
