/*
 * The config file: `name = value`, `bind CONTEXT KEYS COMMAND…`, `color ELEMENT …`,
 * `highlight "QUERY" ELEMENT`, `highlight-text "/REGEX/" ELEMENT`,
 * `open PATTERN COMMAND…`, `share NAME COMMAND…`, `rule "QUERY" ACTION…`,
 * `publish FILE "QUERY" ["TITLE"]`,
 * `[tag/sub]` and `[account NAME]` sections, `include FILE`, # comments. Errors name file
 * and line, and the other lines still load. courant-config(5) is the manual.
 */
#ifndef CONF_CONFIG_H
#define CONF_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"

struct conf_account;
struct conf_publish;
struct conf_rule;
struct options;
struct subscription;

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

/* Reads path into options and config. OK also for a missing file, which leaves the
 * defaults, and for one with faulty lines (config->errors). ERR_IO if the file exists but
 * can't be read. */
int conf_load(const char *path, struct options *options, struct config *config,
	struct err *err) MUST_USE;
void conf_done(struct config *config);
/* By name; NULL: there is none. */
const struct conf_account *
conf_find_account(const struct config *config, const char *name);

/* Works out the options of one feed: the given ones, overridden by the sections of its
 * tags (which also cover the tags nested in them; later lines win), and those by its own
 * line. Of min-interval and max-interval, the one that is set for fewer feeds holds if
 * they contradict each other. *out is a copy, to be freed with conf_options_done. config
 * may be NULL. */
void conf_feed_options(struct options *out, const struct options *options,
	const struct config *config, const struct subscription *sub);
/* Does this feed override any option? */
bool conf_feed_has_options(const struct config *config, const struct subscription *sub);
/* Can users other than its owner read the file? For files that hold secrets. */
bool conf_readable_by_others(const char *path);

#endif
