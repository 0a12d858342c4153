/*
 * Themes as files: `color` lines, as in the config. A theme NAME is themes/NAME beside
 * the config, else in the directory of the installed themes; a name with a slash is the
 * path of a file, ~/ being the home directory.
 */
#ifndef UI_DRAW_THEME_FILE_H
#define UI_DRAW_THEME_FILE_H

#include "base/attr.h"
#include "base/err.h"

struct config;

/* Reads the file of a theme, for conf_done in any case. ERR_NOT_FOUND, without a
 * sentence: there is none of that name. ERR_INVALID: the first fault in it; all other
 * lines are read. config_path: the config file; NULL: none. */
int ui_theme_file(const char *name, const char *config_path, struct config *out,
	struct err *err) MUST_USE;

#endif
