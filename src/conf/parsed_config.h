/*
 * What a config file says, once it is read: its parts, in the order of their lines, and
 * the bounds of such files.
 */
#ifndef CONF_PARSED_CONFIG_H
#define CONF_PARSED_CONFIG_H

#include <stddef.h>

#include "base/arena.h"

struct conf_account;
struct conf_publish;
struct conf_rule;

#define CONF_FILE_MAX ((size_t)1 << 20)
#define CONF_INCLUDE_DEPTH 8

/* A line whose meaning another layer knows and checks. */
struct config_words {
	const char *keyword; /* with which it begins */
	const char *tag;     /* of the section it is in; NULL: none */
	const char *file;
	int line;
	char **words; /* after the keyword */
	char **raw;   /* the same as they are spelled, quotes included */
	size_t len;
};

struct conf_limit;

/* An option set for the feeds of a tag. */
struct config_scoped {
	char *tag, *name, *value;
	const char *file;
	int line;
};

/* Where an option was set. */
struct config_place {
	const char *name, *file;
	int line;
};

struct config {
	struct arena arena;
	struct config_place *places;
	size_t places_len;
	struct config_words *binds, *colors, *highlights, *opens, *shares;
	size_t binds_len, colors_len, highlights_len, opens_len, shares_len;
	struct config_scoped *scoped;
	size_t scoped_len;
	struct conf_account *accounts;
	size_t accounts_len;
	struct conf_rule *rules;
	size_t rules_len;
	struct conf_publish *published;
	size_t published_len;
	struct conf_limit *limits; /* lines with min-interval or max-interval */
	size_t limits_len;
	char **errors; /* "FILE:LINE: what is wrong; what to do" */
	size_t errors_len;
	char **warnings; /* about what is valid but unwise (case 30) */
	size_t warnings_len;
};

#endif
