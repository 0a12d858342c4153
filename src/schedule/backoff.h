/*
 * How long a feed is left alone after a failure, depending on what failed. Pure.
 */
#ifndef SCHEDULE_BACKOFF_H
#define SCHEDULE_BACKOFF_H

#include <stdint.h>

#define BACKOFF_MIN ((int64_t)15 * 60) /* the least wait, after a first failure */
#define BACKOFF_MAX                                                                      \
	((int64_t)24 * 3600) /* never longer; only a 410 ends polling (case 80) */

/* Seconds to wait after the failures-th failure in a row (counting from 1), the latest
 * of which was trouble, an enum http_trouble. jitter in [0, 1) adds up to half of it, so
 * that feeds that failed together do not come back together. */
int64_t backoff_seconds(int trouble, int32_t failures, double jitter);

#endif
