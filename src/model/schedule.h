/*
 * A feed's posting habit, as the store keeps it. Written by schedule, opaque to others.
 */
#ifndef MODEL_SCHEDULE_H
#define MODEL_SCHEDULE_H

#include <stdbool.h>
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

/* What every strategy goes by. x_1 … x_w are the papers' window: the newest w posting
 * times that the feed showed at its last poll with new items. */
struct schedule {
	int64_t oldest, second, newest; /* x_1, x_2, x_w, seconds since 1970 */
	int64_t first_poll, last_poll;  /* TIME_NONE never */
	int64_t interval; /* the strategy's last u before clamping, seconds */
	int64_t unscaled; /* what it would be without a budget (schedule/budget.h) */
	int64_t learned;  /* mean gap of the first window, seconds; -1 none, 0 not yet */
	/* Seconds that items have waited to be found, and of how many that is known. */
	int64_t waited;
	uint32_t waited_items;
	uint32_t polls; /* polls that brought an answer */
	uint32_t items; /* items that those polls found */
	/* Decayed numbers of new items whose date could be true, and could not. */
	float dates[2];
	uint16_t window_len; /* w */
	bool complete; /* the feed lists all it has: nothing leaves it by being old */
};

/* All times of the window, and the newest polls since the last new item: virtual items of
 * paper 1. */
struct schedule_window {
	int64_t times[SCHEDULE_WINDOW_MAX]; /* oldest first */
	uint16_t len;
	int64_t silent[SCHEDULE_WINDOW_MAX];
	uint16_t silent_len;
};

/* How promptly a feed's items are read, or those of all feeds (schedule/interest.h). */
struct interest {
	float read, came; /* fading sums: items read, by promptness; and come in */
};

#define SCHEDULE_READS 32

/* All of it, as the store keeps it. A strategy reads parts. */
struct schedule_record {
	struct schedule schedule;
	struct schedule_window window;
	struct habit habit;
	struct interest interest;
	/* Items read since the last poll: id, and seconds after it came in. */
	int64_t reads[SCHEDULE_READS];
	uint16_t reads_len;
};

/* The post-rate histogram, each part with the span in which its posts were seen, so that
 * a rate is a count over the times that a bin was observed. Times are UTC; since and
 * until are TIME_NONE where nothing was observed. */
struct post_hours {
	int64_t since, until;
	uint16_t posts[SCHEDULE_WEEK_HOURS]; /* by hour of the week */
};
struct post_minutes {
	int64_t since, until;
	uint8_t posts[SCHEDULE_DAY_MINUTES]; /* by minute of the day; they halve soon */
};
struct post_days {
	int64_t since, until;
	/* Day d since 1970 stands at d % SCHEDULE_DAYS; today is until's day. */
	uint16_t posts[SCHEDULE_DAYS * SCHEDULE_DAY_HOURS];
};
struct histogram {
	struct post_hours hours;
	struct post_minutes minutes;
	struct post_days days;
};

/* Sets what follows from other fields and is not stored: the schedule's ends of the
 * window; and the spans that records of before each part had its own don't have. */
void schedule_derive(struct schedule_record *record);
void schedule_derive_histogram(struct histogram *hist);

#endif
