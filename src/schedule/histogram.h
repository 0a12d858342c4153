/*
 * How often a feed posts by hour of the week, by minute of the day, and by hour of the
 * last days. Post Rate of Urbansky et al. (2011; schedule/predict.h), section 3.4, needs
 * the minutes: 1440 frames, one per minute. A bin counts posts; together with the
 * span in which they were seen, a rate is the count divided by the number of times that
 * the bin came round. Times are UTC, so that no change of time zone or summer time moves
 * a bin (case 108). Pure.
 */
#ifndef SCHEDULE_HISTOGRAM_H
#define SCHEDULE_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#include "base/time.h"
#include "model/schedule.h"

/* The span after which all counts are halved, and the span with them, so that older
 * posts weigh half or less (case 119: one bad day cannot dominate for ever). */
#define HISTOGRAM_SPAN_MAX ((int64_t)26 * 7 * TIME_DAY)
/* The count of a minute at which all minutes are halved, so that a feed takes little
 * space. */
#define HISTOGRAM_MINUTE_MAX 63

/* Empties all parts. Observation starts at since; TIME_NONE: not yet. */
void histogram_init(struct histogram *hist, int64_t since);

/* Counts one post. Before a full bin is incremented, all bins of its kind are halved, and
 * their span with them. Posts before the span widen it. */
void histogram_add(struct histogram *hist, int64_t time);

/* Extends the span to now: the feed was observed until now. Halves a span longer than
 * HISTOGRAM_SPAN_MAX. */
void histogram_observe(struct histogram *hist, int64_t now);

/* The same for a single part, for strategies that need no other. */
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
/* The same over the last SCHEDULE_DAYS days (Sia, Cho and Cho 2007, section 4.3;
 * schedule/allocation.h). Returns how many of these days were observed. */
double
histogram_days_hours(const struct post_days *days, double posts[SCHEDULE_DAY_HOURS]);

/* The hour of the week of a time, 0 = Sunday 00:00 UTC; and its minute of the day. */
size_t histogram_week_hour(int64_t time);
size_t histogram_day_minute(int64_t time);

#endif
