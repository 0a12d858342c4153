#include "config.h"

#include "ui/draw/theme_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/i18n.h"
#include "base/str.h"
#include "conf/config_file.h"
#include "conf/option.h"
#include "ui/draw/theme.h"

/* The path of the theme, in arena; NULL: there is no such file. */
static const char *
find_file(struct arena *arena, const char *name, const char *config_path)
{
	const char *home = getenv("HOME"), *path;
	const char *slash = config_path ? strrchr(config_path, '/') : NULL;
	if (str_starts(name, "~/") && home)
		return arena_printf(arena, "%s%s", home, name + 1);
	if (strchr(name, '/'))
		return name;
	if (config_path) {
		int n = slash ? (int)(slash - config_path) + 1 : 0;
		path = arena_printf(arena, "%.*sthemes/%s", n, config_path, name);
		if (access(path, R_OK) == 0)
			return path;
	}
	path = arena_printf(arena, "%s/themes/%s", PKGDATADIR, name);
	return access(path, R_OK) == 0 ? path : NULL;
}

/* Only colours belong in such a file. */
static int
check(const struct config *file, const char *path, struct err *err)
{
	struct ui_theme trial;
	if (file->errors_len)
		return err_set(err, ERR_INVALID, "%s", file->errors[0]);
	if (file->binds_len || file->opens_len || file->shares_len || file->rules_len ||
		file->scoped_len)
		return err_set(err, ERR_INVALID,
			_("%s: a theme has color lines, and nothing else"), path);
	ui_theme_init(&trial, NULL, 8);
	for (size_t i = 0; i < file->colors_len; i++)
		if (ui_theme_set(&trial, &file->colors[i], 8, err) != OK)
			return ERR_INVALID;
	return OK;
}

int
ui_theme_file(
	const char *name, const char *config_path, struct config *out, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct options unused;
	*out = (struct config){0};
	const char *path = find_file(&arena, name, config_path);
	int status = ERR_NOT_FOUND;
	if (path && access(path, R_OK) != 0) {
		status =
			err_set(err, ERR_INVALID, _("the theme %s cannot be read"), path);
	} else if (path) {
		conf_options_init(&unused);
		status = conf_load(path, &unused, out, err);
		conf_options_done(&unused);
		if (status == OK)
			status = check(out, path, err);
	}
	arena_done(&arena);
	return status;
}
