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

static int
make_parents(const struct dirs *dirs, struct err *err)
{
	const char *const files[] = {dirs->config, dirs->feeds, dirs->log};
	int status = file_make_dirs(dirs->store, err);
	for (size_t i = 0; i < COUNT_OF(files) && status == OK; i++) {
		char *dir = mem_strdup(files[i]);
		*strrchr(dir, '/') = '\0';
		status = *dir ? file_make_dirs(dir, err) : OK;
		free(dir);
	}
	return status;
}

static int
find_standard(struct dirs *dirs, struct err *err)
{
	char *config = base_dir("XDG_CONFIG_HOME", ".config");
	char *data = base_dir("XDG_DATA_HOME", ".local/share");
	char *state = base_dir("XDG_STATE_HOME", ".local/state");
	int status = OK;
	if (config && data && state) {
		dirs->config = file_join(config, "courant/config");
		dirs->feeds = file_join(config, "courant/feeds");
		dirs->store = file_join(data, "courant");
		dirs->log = file_join(state, "courant/log");
		dirs->session = file_join(state, "courant/session");
	} else {
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
dirs_find(struct dirs *dirs, const char *root, struct err *err)
{
	*dirs = (struct dirs){0};
	int status = OK;
	if (root) {
		dirs->config = file_join(root, "config");
		dirs->feeds = file_join(root, "feeds");
		dirs->store = file_join(root, "store");
		dirs->log = file_join(root, "log");
		dirs->session = file_join(root, "session");
	} else {
		status = find_standard(dirs, err);
	}
	if (status == OK)
		status = make_parents(dirs, err);
	if (status != OK)
		dirs_done(dirs);
	return status;
}

void
dirs_done(struct dirs *dirs)
{
	free(dirs->config);
	free(dirs->feeds);
	free(dirs->store);
	free(dirs->log);
	free(dirs->session);
	*dirs = (struct dirs){0};
}
