/*
 * Time. The schedule's unit is whole seconds since 1970 UTC in 64 bits; a duration is
 * seconds, too. Below engine nobody reads a clock: now is an argument.
 */
#ifndef BASE_TIME_H
#define BASE_TIME_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

#define TIME_NONE INT64_MIN /* "no such time": never 0, which is 1970 */

#define TIME_MINUTE ((int64_t)60)
#define TIME_HOUR ((int64_t)3600)
#define TIME_DAY ((int64_t)86400)

int64_t time_wall(void);    /* seconds since 1970 */
int64_t time_wall_ms(void); /* milliseconds since 1970 */
int64_t time_mono_ms(void); /* never jumps; stands still in suspend */
int64_t time_mono_us(void); /* the same in microseconds, for slices of work */
int64_t time_boot_ms(void); /* never jumps; counts suspend where the system can */

/* "15m", "1h30m", "2d", "90s", "250ms", "1w"; a bare number is seconds. The result is in
 * milliseconds. 0, or ERR_INVALID and *ms untouched. */
int time_parse_span(struct span text, int64_t *ms) MUST_USE;
/* The shortest such form that is exact ("1h30m", "250ms", "0"), NUL-terminated. */
void time_format_span(int64_t ms, char *out, size_t size);
/* A rough age or wait for people: "now", "5 min", "3 h", "2 d", "4 mo", "3 y". */
void time_format_rough(int64_t seconds, char *out, size_t size);

/* A moment as strftime writes it in the local time zone; "?" where there is no such time
 * or the text does not fit. */
void time_format_local(int64_t at, const char *pattern, char *out, size_t size);

/* Seconds that the local time zone is ahead of UTC at a moment. */
int64_t time_local_offset(int64_t at);

/* Days since 1970-01-01 of a date of the proleptic Gregorian calendar; month 1-12. */
int64_t time_days(int64_t year, int month, int day);
/* Seconds since 1970 of a UTC date and time of day. */
int64_t time_from_utc(int64_t year, int month, int day, int hour, int min, int sec);

#endif
