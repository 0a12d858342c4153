/*
 * Time. Moments are whole seconds since 1970 UTC in 64 bits, and durations are seconds
 * too, unless a name ends in _ms or _us. Layers below engine do not read clocks: they get
 * the current time as an argument.
 */
#ifndef BASE_TIME_H
#define BASE_TIME_H

#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

#define TIME_NONE INT64_MIN /* no time; 0 is a moment in 1970 */

#define TIME_MINUTE ((int64_t)60)
#define TIME_HOUR ((int64_t)3600)
#define TIME_DAY ((int64_t)86400)

int64_t time_wall(void);    /* seconds since 1970 */
int64_t time_wall_ms(void); /* milliseconds since 1970 */
int64_t time_mono_ms(void); /* never jumps; stops while the machine sleeps */
int64_t time_mono_us(void); /* the same in microseconds, for slices of work */
int64_t time_boot_ms(void); /* never jumps; includes sleep if the system can tell */

/* Reads "15m", "1h30m", "2d", "90s", "250ms" or "1w"; a bare number means seconds. OK, or
 * ERR_INVALID and *ms untouched. */
int time_parse_span(struct span text, int64_t *ms) MUST_USE;
/* Writes the shortest exact form ("1h30m", "250ms", "0"), NUL-terminated. */
void time_format_span(int64_t ms, char *out, size_t size);
/* Writes a rough duration for people, in their language: "now", "5 min", "3 h", "2 d", "4
 * mo", "3 y". */
void time_format_rough(int64_t seconds, char *out, size_t size);

/* The same, but with the seconds of less than a minute: "12 s". */
void time_format_wait(int64_t seconds, char *out, size_t size);

/* Writes a length as clocks of players do: "12:31", "1:02:03". */
void time_format_clock(int64_t seconds, char *out, size_t size);

/* Writes a moment with strftime in the local time zone; "?" if that is impossible or does
 * not fit. */
void time_format_local(int64_t at, const char *pattern, char *out, size_t size);

/* How many seconds the local time zone is ahead of UTC at a moment. */
int64_t time_local_offset(int64_t at);

/* Days from 1970-01-01 to a date of the proleptic Gregorian calendar; month is 1-12. */
int64_t time_days(int64_t year, int month, int day);
/* The moment of a UTC date and time of day. */
int64_t time_from_utc(int64_t year, int month, int day, int hour, int min, int sec);

#endif
