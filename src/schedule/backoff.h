/*
 * How long a feed is left alone after it failed, by what the failure was. Pure.
 */
#ifndef SCHEDULE_BACKOFF_H
#define SCHEDULE_BACKOFF_H

#include <stdint.h>

#define BACKOFF_MIN ((int64_t)15 * 60) /* after a first failure, at least */
#define BACKOFF_MAX                                                                      \
	((int64_t)24 * 3600) /* never longer: nothing is given up for good,              \
				but what is gone (case 80) */

/* Seconds after the failures-th failure in a row (from 1) of this enum http_trouble.
 * jitter in [0, 1) adds up to half, so that feeds which failed together do not come back
 * together. */
int64_t backoff_seconds(int trouble, int32_t failures, double jitter);

#endif
