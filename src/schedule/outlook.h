/*
 * What a schedule looks like, for the reader's schedule view and for courant why: when in
 * the week a feed posts, when its next post is to be expected, what was posted and polled
 * lately; and over all feeds, what was asked today and what was gained by not asking
 * every hour. Pure; texts are lines ended with LF, in the characters of the terminal
 * (base/ascii.h knows those of the drawings).
 */
#ifndef SCHEDULE_OUTLOOK_H
#define SCHEDULE_OUTLOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct habit;
struct http_state;
struct schedule;
struct schedule_window;

#define OUTLOOK_DAYS 7
#define OUTLOOK_HOURS 24

struct outlook {
	bool known; /* enough bursts of posts were seen to say anything */
	/* Expected posts an hour, Monday first, hours of the local time zone; by the
	 * level and shape of schedule/habit.h. */
	double rate[OUTLOOK_DAYS][OUTLOOK_HOURS];
	double most; /* the largest of them */
	double per_day;
	/* The time before which the next post is as likely as after it; TIME_NONE: not
	 * within a year. */
	int64_t next_post;
};

/* offset: seconds that the local time zone is ahead of UTC. */
void
outlook_of(struct outlook *out, const struct habit *habit, int64_t now, int64_t offset);

/* How dark a cell of the heat map is, 0 to OUTLOOK_SHADES - 1. */
#define OUTLOOK_SHADES 5
size_t outlook_shade(const struct outlook *outlook, size_t day, size_t hour);

/* Appends a line of hours and seven of days, two columns an hour, and one that tells the
 * scale. At most 64 columns wide. */
void outlook_heat(const struct outlook *outlook, struct buf *out);

/* Appends three lines of cells columns each, after a label: posts and polls from the
 * oldest poll that is remembered to the next one, and their times below. Nothing for a
 * feed that was never polled. */
void outlook_line(const struct schedule_window *window, const struct http_state *http,
	int64_t now, size_t cells, struct buf *out);

/* All feeds together. */
struct outlook_sum {
	uint64_t feeds;
	uint64_t today, today_conditional; /* requests of this UTC day */
	uint64_t requests, conditional;    /* ever */
	double hours;  /* since each feed's first poll: what hourly polling would ask */
	double waited; /* seconds, of the items of which it is known */
	uint64_t items;
};

/* Adds a feed to a sum that began as zeroes. */
void outlook_add(struct outlook_sum *sum, const struct schedule *schedule,
	const struct http_state *http, int64_t now);
/* Appends at most four lines. Hourly polling finds an item after half an hour on
 * average. */
void outlook_sum_text(const struct outlook_sum *sum, struct buf *out);

#endif
