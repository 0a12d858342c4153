/*
 * A feed's posting habit, as the store keeps it. Written by schedule, opaque to others.
 */
#ifndef MODEL_SCHEDULE_H
#define MODEL_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SCHEDULE_WINDOW_MAX 256 /* posting times kept: the feed's newest */
#define SCHEDULE_WEEK_HOURS 168 /* hour of the week, 0 = Sunday 00:00 UTC */
#define SCHEDULE_DAY_MINUTES 1440
#define SCHEDULE_DAYS 14 /* days of paper 5's history */
#define SCHEDULE_DAY_HOURS 24

#define HABIT_SCALES 8
#define HABIT_MINUTES 60
#define HABIT_FITS 3

/* What least-delay has learned of a feed; schedule/habit.h tells how. */
struct habit {
	float bursts[HABIT_SCALES];   /* decayed numbers of bursts, a time scale each */
	float exposure[HABIT_SCALES]; /* decayed seconds watched, weighed by the shape */
	float week[SCHEDULE_WEEK_HOURS]; /* decayed bursts by hour of the week, UTC */
	float minute[HABIT_MINUTES];     /* … by minute of the hour */
	float fit[HABIT_FITS]; /* bursts explained by: any time, hour of day, of week */
	float sharp[2];        /* … by any minute, by the minutes' histogram */
	float size[2];         /* decayed items and bursts */
	int64_t seen;          /* learned up to here; TIME_NONE nothing yet */
	int64_t last;          /* newest item */
};

struct schedule {
	/* x_1 … x_w of the papers: the newest w posting times that the feed showed at its
	 * last poll with new items, oldest first, seconds since 1970. */
	int64_t window[SCHEDULE_WINDOW_MAX];
	uint16_t window_len;
	int64_t first_poll, last_poll; /* TIME_NONE never */
	int64_t interval; /* the strategy's last u before clamping, seconds */
	int64_t unscaled; /* what it would be without a budget (schedule/budget.h) */
	uint32_t polls;   /* polls that brought an answer */
	uint32_t items;   /* items that those polls found */
	struct habit habit;
	int64_t learned; /* mean gap of the first window, seconds; -1 none, 0 not yet */
	/* The newest polls since the last new item: virtual items of paper 1. */
	int64_t silent[SCHEDULE_WINDOW_MAX];
	uint16_t silent_len;
	/* Seconds that items have waited to be found, and of how many that is known. */
	int64_t waited;
	uint32_t waited_items;
	bool complete; /* the feed lists all it has: nothing leaves it by being old */
	/* Decayed numbers of new items whose date could be true, and could not. */
	float dates[2];
};

/* The post-rate histogram: posts by hour of the week and by minute of the day, with the
 * spans they were seen in, so that a rate is a count over the times that bin was
 * observed; and the last two weeks hour by hour. Times are UTC. */
struct histogram {
	uint16_t hours[SCHEDULE_WEEK_HOURS];
	uint16_t minutes[SCHEDULE_DAY_MINUTES];
	int64_t since; /* start of the observed span; TIME_NONE none */
	int64_t until;
	int64_t minutes_since; /* of minutes, which are halved sooner */
	/* Day d since 1970 stands at d % SCHEDULE_DAYS; today is until's day. */
	uint16_t days[SCHEDULE_DAYS * SCHEDULE_DAY_HOURS];
};

#endif
