/*
 * min-interval and max-interval, which can only be checked together.
 */
#ifndef CONF_INTERVAL_LIMITS_H
#define CONF_INTERVAL_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"

struct err;
struct options;
struct subscription;

/* Whether this is one of the two options. */
bool conf_limits_name(const char *name);

/* A line of the config file with one of them. */
struct conf_limit {
	const char *tag; /* NULL: for all feeds */
	const char *name, *value, *file;
	int line;
};

/* Checks the line of index i against the other option, as it holds for the same feeds
 * after the whole file was read. ERR_INVALID if it is the later of two lines that
 * contradict each other. */
int conf_limits_check(const struct conf_limit *lines, size_t len,
	const struct options *options, size_t i, struct err *err) MUST_USE;

/* Whether the options of all feeds contradict each other. */
int conf_limits_check_options(const struct options *options, struct err *err) MUST_USE;

/* After name was set for a single feed or for those of a tag: the other limit, which
 * holds for more feeds, gives way to it. */
void conf_limits_yield(struct options *options, const char *name);

/* Whether a feed's own options contradict each other. */
int conf_limits_check_feed(const struct subscription *sub, struct err *err) MUST_USE;

#endif
