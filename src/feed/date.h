/*
 * Dates as feeds write them.
 */
#ifndef FEED_DATE_H
#define FEED_DATE_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

/* RFC 822 with its sloppy forms, ISO 8601, asctime, other languages' months, seconds
 * since 1970. A time without a zone is UTC. ERR_INVALID, and *out untouched, for what is
 * no date or an impossible one (30 Feb). Pure. */
int feed_date_parse(struct span s, int64_t *out) MUST_USE;

#endif
