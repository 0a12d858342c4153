#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/i18n.h"
#include "base/map.h"
#include "import/format.h"
#include "import/import_api.h"
#include "import/scan.h"

/* $HOME/x, $XDG_CONFIG_HOME/x, $XDG_DATA_HOME/x; NULL: HOME is not set. */
static char *
expand(const char *path)
{
	static const struct {
		const char *name, *under_home;
	} roots[] = {{"HOME", ""}, {"XDG_CONFIG_HOME", "/.config"},
		{"XDG_DATA_HOME", "/.local/share"}};
	const char *home = getenv("HOME");
	for (size_t i = 0; i < COUNT_OF(roots); i++) {
		size_t n = strlen(roots[i].name);
		struct buf out = BUF_INIT(0);
		if (strncmp(path + 1, roots[i].name, n) != 0 || path[n + 1] != '/')
			continue;
		const char *value = getenv(roots[i].name);
		if (!str_empty(value))
			buf_addf(&out, "%s%s", value, path + n + 1);
		else if (!str_empty(home))
			buf_addf(&out, "%s%s%s", home, roots[i].under_home, path + n + 1);
		else
			return NULL;
		return buf_take(&out);
	}
	return NULL;
}

static bool
has_program(const char *program)
{
	for (const struct import_place *p = import_places; p->program; p++)
		if (str_eq(p->program, program))
			return true;
	return false;
}

int
import_usual(struct import_list *list, const char *program, struct err *err)
{
	struct map seen = MAP_INIT;
	bool found = false;
	if (!has_program(program)) {
		const char *near = str_suggest(program, import_programs());
		return near ? err_set(err, ERR_INVALID,
				      _("unknown program %s; did you mean %s?"), program,
				      near)
			    : err_set(err, ERR_INVALID,
				      _("%s has no usual places here; name its files"),
				      program);
	}
	for (const struct import_place *p = import_places; p->program; p++) {
		char *path = str_eq(p->program, program) ? expand(p->path) : NULL;
		struct err none;
		if (path && !*map_put(&seen, path, strlen(path))) {
			*map_put(&seen, path, strlen(path)) = list;
			found |= access(path, R_OK) == 0 &&
				 import_scan(list, path, program, list->files_len,
					 &none) == OK;
		}
		free(path);
	}
	map_done(&seen);
	return found ? OK
		     : err_set(err, ERR_NOT_FOUND,
			       _("nothing of %s was found in its usual places; name its "
				 "files"),
			       program);
}

#define PROGRAMS_MAX 32

const char *const *
import_programs(void)
{
	static const char *const names[PROGRAMS_MAX] = {"newsboat", "newsraft", "sfeed",
		"snownews", "canto", "elfeed", "castero", "gpodder", "liferea",
		"quiterss", "rssguard", "akregator", NULL};
	return names;
}
