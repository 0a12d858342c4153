/*
 * Dates as feeds write them.
 */
#ifndef FEED_DATE_H
#define FEED_DATE_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

/* Reads RFC 822 with its sloppy forms, ISO 8601, asctime, the month names of other
 * languages, and seconds since 1970. A time without a zone is UTC. ERR_INVALID, with *out
 * untouched, for anything that is not a date, or an impossible one (30 Feb). Pure. */
int feed_date_parse(struct span s, int64_t *out) MUST_USE;

#endif
