/*
 * The tables of all options, in the order of help and manual.
 */
#include "config.h"

#include "base/str.h"
#include "conf/option_row.h"

const struct option *const conf_options[] = {
	conf_options_fetch,
	conf_options_items,
	conf_options_media,
	conf_options_reader,
	NULL,
};

/* The entry in the list of tables whose table has the option. */
static const struct option *const *
table_of(const struct option *option)
{
	const struct option *const *table = conf_options;
	for (;; table++)
		for (const struct option *o = *table; o->name; o++)
			if (o == option)
				return table;
}

const struct option *
conf_option_next(const struct option *option)
{
	return option[1].name ? option + 1 : table_of(option)[1];
}

const struct option *
conf_option(const char *name)
{
	if (str_eq(name, "title"))
		name = "window-title"; /* what it was to be called */
	for (const struct option *o = conf_options[0]; o; o = conf_option_next(o))
		if (str_eq(o->name, name))
			return o;
	return NULL;
}
