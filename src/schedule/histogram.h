/*
 * The post-rate histogram: how often a feed posts by hour of the week and by minute of
 * the day (paper 1, section 3.4 "Post Rate", needs the latter: 1440 frames, one a
 * minute). A bin counts posts; with the span they were seen in, a rate is count over the
 * times that the bin came by. Times are UTC, so that no change of zone or summer time
 * moves a bin (case 108). Pure.
 */
#ifndef SCHEDULE_HISTOGRAM_H
#define SCHEDULE_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#include "base/time.h"
#include "model/schedule.h"

/* The span after which all counts are halved, and the span with them: what is older than
 * this weighs half or less (case 119: one bad day cannot dominate for ever). */
#define HISTOGRAM_SPAN_MAX ((int64_t)26 * 7 * TIME_DAY)
/* A minute's count that makes all minutes halve, so that a feed takes little space. */
#define HISTOGRAM_MINUTE_MAX 63

/* Empties all parts; observation starts at since. */
void histogram_init(struct histogram *hist, int64_t since);

/* Counts one post. A bin that is full halves all of its kind first, and their span. Posts
 * before the span widen it. */
void histogram_add(struct histogram *hist, int64_t time);

/* The feed was watched until now: the span ends there. Halves a span that grew past
 * HISTOGRAM_SPAN_MAX. */
void histogram_observe(struct histogram *hist, int64_t now);

/* The same of one part: a strategy needs no other. */
void histogram_hours_init(struct post_hours *hours, int64_t since);
void histogram_hours_add(struct post_hours *hours, int64_t time);
void histogram_hours_observe(struct post_hours *hours, int64_t now);
void histogram_minutes_init(struct post_minutes *minutes, int64_t since);
void histogram_minutes_add(struct post_minutes *minutes, int64_t time);
void histogram_minutes_observe(struct post_minutes *minutes, int64_t now);
void histogram_days_init(struct post_days *days, int64_t since);
void histogram_days_add(struct post_days *days, int64_t time);
void histogram_days_observe(struct post_days *days, int64_t now);

/* Posts by hour of the day, UTC, over the whole span. */
void
histogram_hours_of_day(const struct post_hours *hours, double posts[SCHEDULE_DAY_HOURS]);
/* The same of the last SCHEDULE_DAYS days (paper 5, section 4.3); returns how many days
 * of them were observed. */
double
histogram_days_hours(const struct post_days *days, double posts[SCHEDULE_DAY_HOURS]);

/* Hour of the week of a time, 0 = Sunday 00:00 UTC; minute of the day. */
size_t histogram_week_hour(int64_t time);
size_t histogram_day_minute(int64_t time);

#endif
