/*
 * The config file: `name = value`, `bind CONTEXT KEY COMMAND…`, `color ELEMENT …`,
 * `[tag/sub]` sections, `include FILE`, # comments. An error names file and line; the
 * rest still loads. courant-config(5) is the manual.
 */
#ifndef CONF_CONFIG_H
#define CONF_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"

struct options;
struct subscription;

#define CONF_FILE_MAX ((size_t)1 << 20)
#define CONF_INCLUDE_DEPTH 8
#define CONF_ERRORS_MAX 50

/* Lines that other layers give a meaning to; checked there. */
struct config_words {
	const char *file;
	int line;
	char **words;
	size_t len;
};

/* An option that holds for the feeds of a tag. */
struct config_scoped {
	char *tag, *name, *value;
	const char *file;
	int line;
};

struct config {
	struct arena arena;
	struct config_words *binds, *colors; /* words after the keyword */
	size_t binds_len, colors_len;
	struct config_scoped *scoped;
	size_t scoped_len;
	char **errors; /* "FILE:LINE: what; what to do" */
	size_t errors_len;
	char **warnings; /* all is understood, but something is unwise (case 30) */
	size_t warnings_len;
};

/* Reads path into options and config. A missing file is OK (the defaults hold); so is one
 * with faulty lines (config->errors). ERR_IO: there is one, but it can't be read. */
int conf_load(const char *path, struct options *options, struct config *config,
	struct err *err) MUST_USE;
void conf_done(struct config *config);

/* What holds for one feed: the options with those of its tags' sections (a section of a
 * tag holds below it, too; later lines win) and of its own line put over them. *out is a
 * copy for conf_options_done. config may be NULL. */
void conf_feed_options(struct options *out, const struct options *options,
	const struct config *config, const struct subscription *sub);
/* Whether anything is put over them for this feed. */
bool conf_feed_has_options(const struct config *config, const struct subscription *sub);
/* Whether a file that holds secrets can be read by others than its owner. */
bool conf_readable_by_others(const char *path);

#endif
