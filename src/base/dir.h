/*
 * Where the program keeps its files: the XDG base directories, or all below one (-C DIR).
 */
#ifndef BASE_DIR_H
#define BASE_DIR_H

#include "base/attr.h"
#include "base/err.h"

struct dirs {
	char *config; /* file: options */
	char *feeds;  /* file: subscriptions */
	char *store;  /* directory of the store */
	char *log;    /* file */
};

/* root NULL: $XDG_CONFIG_HOME/courant/{config,feeds}, $XDG_DATA_HOME/courant,
 * $XDG_STATE_HOME/courant/log with the standard's fallbacks below $HOME (relative values
 * are ignored, as the standard says). Otherwise root/{config,feeds,store,log}. Creates no
 * file, but the directories (0700). ERR_NOT_FOUND when there is no HOME. Free with
 * dirs_done. */
int dirs_find(struct dirs *dirs, const char *root, struct err *err) MUST_USE;
void dirs_done(struct dirs *dirs);

#endif
