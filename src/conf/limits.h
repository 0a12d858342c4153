/*
 * min-interval and max-interval, which are right only together.
 */
#ifndef CONF_LIMITS_H
#define CONF_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/attr.h"

struct config;
struct err;
struct options;
struct subscription;

/* Whether this is one of the two options. */
bool conf_limits_name(const char *name);

/* Of config->limits, which holds each line with one of them, checks that of index i
 * against the other option, as it holds for the same feeds after the whole file was read.
 * ERR_INVALID if it is the later of two lines that contradict each other. */
int conf_limits_check(const struct config *config, const struct options *options,
	size_t i, struct err *err) MUST_USE;

/* Whether the options of all feeds contradict each other. */
int conf_limits_check_options(const struct options *options, struct err *err) MUST_USE;

/* Whether a feed's own options contradict each other. */
int conf_limits_check_feed(const struct subscription *sub, struct err *err) MUST_USE;

#endif
