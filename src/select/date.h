/*
 * Dates as people write them on pages, among other words.
 */
#ifndef SELECT_DATE_H
#define SELECT_DATE_H

#include <stdint.h>

#include "base/span.h"

#define SELECT_DATE_MAX 80 /* bytes; a longer text is not a date */

/* The date in a short text, such as "Posted on 29 November 2026 by Eve"; TIME_NONE: there
 * is none with a year. */
int64_t select_date(struct span text);

#endif
