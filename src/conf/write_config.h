/*
 * Changes one line of the user's config file; all others stay as they are. The file is
 * written as a whole, so that a crash leaves the old or the new one.
 */
#ifndef CONF_WRITE_CONFIG_H
#define CONF_WRITE_CONFIG_H

#include "base/attr.h"
#include "base/err.h"

/* Makes the file say NAME = VALUE: in the line before all sections that sets the option
 * now or, if there is none, in a new one there. ERR_INVALID as conf_option_check;
 * ERR_IO. */
int conf_write_option(
	const char *path, const char *name, const char *value, struct err *err) MUST_USE;
/* Adds a statement, as it is written, before all sections. ERR_IO. */
int
conf_write_statement(const char *path, const char *statement, struct err *err) MUST_USE;

#endif
