/*
 * What a schedule looks like, for the reader's schedule view and for courant why. For
 * one feed: when in the week it posts, when its next post is expected, and what was
 * posted and polled lately. For all feeds: today's requests, and what was saved compared
 * with hourly polling. Pure. Texts are lines that end with LF, with block characters in
 * the drawings (base/ascii.h replaces them for terminals that lack them).
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
	bool known; /* enough bursts of posts were seen to tell */
	/* Expected posts per hour, by the level and shape of schedule/habit.h. Monday
	 * comes first; hours are those of the local time zone. */
	double rate[OUTLOOK_DAYS][OUTLOOK_HOURS];
	double most; /* the largest of them */
	double per_day;
	/* The next post is as likely to come before this time as after it. TIME_NONE:
	 * not within a year. */
	int64_t next_post;
};

/* offset: seconds by which the local time zone is ahead of UTC. */
void
outlook_of(struct outlook *out, const struct habit *habit, int64_t now, int64_t offset);

/* How dark a cell of the heat map is, from 0 to OUTLOOK_SHADES - 1. */
#define OUTLOOK_SHADES 5
size_t outlook_shade(const struct outlook *outlook, size_t day, size_t hour);

/* Appends the heat map: a line of hours, seven lines of days with two columns per hour,
 * and a line that gives the scale. At most 64 columns wide. */
void outlook_heat(const struct outlook *outlook, struct buf *out);

/* Appends the time line: posts and polls, from the oldest remembered poll to the next
 * one, as two lines of cells columns after a label, and a line with the times below.
 * Appends nothing for a feed that was never polled. */
void outlook_line(const struct schedule_window *window, const struct http_state *http,
	int64_t now, size_t cells, struct buf *out);

/* All feeds together. */
struct outlook_sum {
	uint64_t feeds;
	uint64_t today, today_conditional; /* requests of this UTC day */
	uint64_t requests, conditional;    /* ever */
	double hours;   /* since each feed's first poll: the requests of hourly polling */
	double waited;  /* seconds until items were found */
	uint64_t items; /* of which that is known */
	uint64_t losing; /* feeds that post more than they show between two polls */
	double lost;     /* items a day that no poll can see */
};

/* Adds a feed to a sum, which must start as zeroes. */
void outlook_add(struct outlook_sum *sum, const struct schedule *schedule,
	const struct http_state *http, int64_t now);
/* Appends at most five lines. They compare with hourly polling, which finds an item
 * after half an hour on average. */
void outlook_sum_text(const struct outlook_sum *sum, struct buf *out);

#endif
