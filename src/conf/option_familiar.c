/*
 * Options that do not exist: what they are called here, or which one is meant.
 */
#include "config.h"

#include "conf/option.h"

#include "base/attr.h"
#include "base/err.h"
#include "base/i18n.h"
#include "base/str.h"

#define OPTIONS_MAX 512

/* Names of options in other readers, and their counterparts here. */
static const struct {
	const char *theirs, *ours;
} familiar[] = {
	{"auto-reload", "auto-refresh"},
	{"article-date-format", "date-format"},
	{"datetime-format", "date-format"},
	{"download-max-connections", "fetch-window"},
	{"download-max-host-connections", "host-connections"},
	{"download-timeout", "timeout"},
	{"list-entry-date-format", "date-format"},
	{"open-in-browser-command", "browser"},
	{"pager-width", "text-width"},
	{"reload-period", "max-interval"},
	{"reload-threads", "fetch-window"},
	{"reload-time", "max-interval"},
	{"show-read-articles", "show-read"},
	{"show-read-feeds", "show-read"},
};

int
conf_option_unknown(const char *name, struct err *err)
{
	for (size_t i = 0; i < COUNT_OF(familiar); i++)
		if (str_eq(familiar[i].theirs, name))
			return err_set(err, ERR_INVALID,
				_("unknown option %s; courant calls it %s"), name,
				familiar[i].ours);
	const char *names[OPTIONS_MAX];
	size_t n = 0;
	for (const struct option *o = conf_options[0]; o && n + 1 < OPTIONS_MAX;
		o = conf_option_next(o))
		names[n++] = o->name;
	names[n] = NULL;
	const char *close = str_suggest(name, names);
	if (close)
		return err_set(err, ERR_INVALID, _("unknown option %s; did you mean %s?"),
			name, close);
	return err_set(err, ERR_INVALID,
		_("unknown option %s; see courant-config(5) for a list"), name);
}
