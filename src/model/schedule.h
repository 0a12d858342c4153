/*
 * What is known about when a feed posts, as it is stored. Written by schedule, opaque to
 * others.
 */
#ifndef MODEL_SCHEDULE_H
#define MODEL_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#define SCHEDULE_WINDOW_MAX 256 /* posting times that are kept, the newest */
#define SCHEDULE_WEEK_HOURS 168 /* hours of the week; 0 is Sunday 00:00 UTC */
#define SCHEDULE_DAY_MINUTES 1440
#define SCHEDULE_DAYS 14 /* days of history, as in schedule/allocation.h */
#define SCHEDULE_DAY_HOURS 24

#define HABIT_SCALES 8
#define HABIT_MINUTES 60
#define HABIT_FITS 3

/* What least-delay has learned about a feed; schedule/habit.h explains how. */
struct habit {
	float bursts[HABIT_SCALES];   /* decayed number of bursts, per time scale */
	float exposure[HABIT_SCALES]; /* decayed seconds watched, weighed by the shape */
	float week[SCHEDULE_WEEK_HOURS]; /* decayed bursts by hour of the week, UTC */
	float minute[HABIT_MINUTES];     /* decayed bursts by minute of the hour */
	float fit[HABIT_FITS]; /* bursts explained by: any time, hour of day, of week */
	float sharp[2];        /* the same by: any minute, the histogram of minutes */
	float size[2];         /* decayed numbers of items and of bursts */
	int64_t seen;          /* learned up to this time; TIME_NONE: nothing yet */
	int64_t last;          /* time of the newest item */
	int64_t first;         /* time of the first item of its burst */
};

/* What every strategy uses. x_1 … x_w are the papers' window: the newest w posting times
 * that the feed showed at its last poll with new items. */
struct schedule {
	int64_t oldest, second, newest; /* x_1, x_2, x_w, seconds since 1970 */
	int64_t first_poll, last_poll;  /* TIME_NONE: never */
	int32_t gap;      /* seconds between the last two polls; 0: there are not two */
	int32_t interval; /* the strategy's last u in seconds, before clamping */
	int32_t unscaled; /* what it would be without a budget (schedule/budget.h) */
	int32_t learned;  /* mean gap of the first window; -1: none, 0: not yet */
	/* Seconds that items have waited to be found, and for how many that is known. */
	int64_t waited;
	uint32_t waited_items;
	uint32_t polls; /* polls that brought an answer */
	uint32_t items; /* items that those polls found */
	/* Decayed numbers of new items whose date is plausible, and of those whose is
	 * not. */
	float dates[2];
	float inflow[2]; /* items, and seconds in which they came (schedule/overflow.h) */
	uint16_t window_len; /* w */
	bool complete;       /* the feed lists all its items: none leave because of age */
	uint8_t shown; /* items in its last whole document, at most 255; 0: not known */
};

/* All times of the window, and the newest polls since the last new item: virtual items
 * of Moving Average (schedule/predict.h). */
struct schedule_window {
	int64_t times[SCHEDULE_WINDOW_MAX]; /* oldest first */
	uint16_t len;
	int64_t silent[SCHEDULE_WINDOW_MAX];
	uint16_t silent_len;
};

/* How promptly the items of one feed, or of all, are read (schedule/interest.h). */
struct interest {
	float read, came; /* decaying sums: items read, by promptness; items received */
};

#define SCHEDULE_READS 32

/* All of it, as stored. A strategy reads parts. */
struct schedule_record {
	struct schedule schedule;
	struct schedule_window window;
	struct habit habit;
	struct interest interest;
	float ruled[3]; /* fading: what rules added to the priority of its items, what
			 * they took off it, and items received */
	/* Items read since the last poll: the id, and the seconds after its arrival. */
	int64_t reads[SCHEDULE_READS];
	uint16_t reads_len;
};

/* What a plan over all feeds (schedule/plan.h) has learned, to be kept for the next
 * process: its numbers, in an order that is never changed. */
struct plan_memory {
	double real[7];
	int64_t whole[3];
};

/* The histogram of posts. Each part has the time span that it covers, so that a rate is a
 * count divided by how often a bin was observed. Times are UTC; since and until are
 * TIME_NONE if nothing was observed. */
struct post_hours {
	int64_t since, until;
	uint16_t posts[SCHEDULE_WEEK_HOURS]; /* by hour of the week */
};
struct post_minutes {
	int64_t since, until;
	uint8_t posts[SCHEDULE_DAY_MINUTES]; /* by minute of the day; halved when full */
};
struct post_days {
	int64_t since, until;
	/* Day d since 1970 is at d % SCHEDULE_DAYS; the last one is that of until. */
	uint16_t posts[SCHEDULE_DAYS * SCHEDULE_DAY_HOURS];
};
struct histogram {
	struct post_hours hours;
	struct post_minutes minutes;
	struct post_days days;
};

/* Set fields that are not stored because they follow from others: the ends of the window,
 * and the spans of parts in records older than those fields. */
void schedule_derive(struct schedule_record *record);
void schedule_derive_histogram(struct histogram *hist);

#endif
