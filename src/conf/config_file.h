/*
 * The config file: `name = value`, `bind CONTEXT KEYS COMMAND…`, `color ELEMENT …`,
 * `highlight "QUERY" ELEMENT`, `highlight-text "/REGEX/" ELEMENT`,
 * `open PATTERN COMMAND…`, `share NAME COMMAND…`, `rule "QUERY" ACTION…`,
 * `publish FILE "QUERY" ["TITLE"]`,
 * `[tag/sub]` and `[account NAME]` sections, `include FILE`, # comments. Errors name file
 * and line, and the other lines still load. courant-config(5) is the manual.
 */
#ifndef CONF_CONFIG_FILE_H
#define CONF_CONFIG_FILE_H

#include <stdbool.h>

#include "base/attr.h"
#include "base/err.h"
#include "conf/parsed_config.h"

struct options;
struct subscription;

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
 * tags (which also cover the tags nested in them; later lines win), and by the options in
 * its own line. Of min-interval and max-interval, the one that is set for fewer feeds
 * holds if they contradict each other. *out is a copy, to be freed with
 * conf_options_done. config may be NULL. */
void conf_feed_options(struct options *out, const struct options *options,
	const struct config *config, const struct subscription *sub);
/* Does this feed override any option? */
bool conf_feed_has_options(const struct config *config, const struct subscription *sub);
/* Can users other than its owner read the file? For files that hold secrets. */
bool conf_readable_by_others(const char *path);

#endif
