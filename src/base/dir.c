#include "config.h"

#include "base/dir.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/mem.h"

/* $variable if it is an absolute path, else $HOME/fallback; NULL if HOME is not set. */
static char *
base_dir(const char *variable, const char *fallback)
{
	const char *value = getenv(variable), *home = getenv("HOME");
	if (value && value[0] == '/')
		return mem_strdup(value);
	return home && home[0] == '/' ? file_join(home, fallback) : NULL;
}

int
dir_make(const struct dirs *dirs, struct err *err)
{
	const char *const files[] = {dirs->config, dirs->feeds, dirs->log};
	int status = file_make_dirs(dirs->store, err);
	for (size_t i = 0; i < COUNT_OF(files) && status == OK; i++) {
		char *dir = mem_strdup(files[i]), *slash = strrchr(dir, '/');
		if (slash)
			*slash = '\0';
		status = slash && *dir ? file_make_dirs(dir, err) : OK;
		free(dir);
	}
	return status;
}

/* Sets a path that is not yet known. */
static void
set(char **path, const char *dir, const char *name)
{
	if (!*path)
		*path = file_join(dir, name);
}

static int
find_standard(struct dirs *dirs, struct err *err)
{
	char *config = base_dir("XDG_CONFIG_HOME", ".config");
	char *data = base_dir("XDG_DATA_HOME", ".local/share");
	char *state = base_dir("XDG_STATE_HOME", ".local/state");
	int status = OK;
	if (config && data && state) {
		set(&dirs->config, config, "courant/config");
		set(&dirs->feeds, config, "courant/feeds");
		set(&dirs->store, data, "courant");
		set(&dirs->log, state, "courant/log");
		set(&dirs->session, state, "courant/session");
	} else if (!dirs->config || !dirs->feeds || !dirs->store || !dirs->log) {
		status = err_set(err, ERR_NOT_FOUND,
			_("HOME is not set to an absolute path; set it, or name a "
			  "directory with -C"));
	}
	free(config);
	free(data);
	free(state);
	return status;
}

int
dir_find(struct dirs *dirs, const char *root, struct err *err)
{
	int status = OK;
	if (root) {
		set(&dirs->config, root, "config");
		set(&dirs->feeds, root, "feeds");
		set(&dirs->store, root, "store");
		set(&dirs->log, root, "log");
		set(&dirs->session, root, "session");
	} else {
		status = find_standard(dirs, err);
	}
	if (status != OK)
		dir_done(dirs);
	return status;
}

void
dir_done(struct dirs *dirs)
{
	free(dirs->config);
	free(dirs->feeds);
	free(dirs->store);
	free(dirs->log);
	free(dirs->session);
	*dirs = (struct dirs){0};
}
