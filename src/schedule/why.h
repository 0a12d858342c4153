/*
 * Why a feed is polled when it is, as lines of text: what its records say about the last
 * polls, the rules that set the next one, and its habit. Pure.
 */
#ifndef SCHEDULE_WHY_H
#define SCHEDULE_WHY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct feed_broadcast;
struct feed_trace;
struct http_state;
struct interest;
struct schedule;
struct schedule_record;

struct schedule_why {
	const char *title, *url;           /* url masked; title may be NULL */
	const struct feed_broadcast *live; /* NULL: it sends nothing */
	const char *list;      /* the list that names it, masked; NULL: none */
	const char *duplicate; /* the feed at the address this one moved to; NULL: none */
	const struct http_state *http;
	const struct schedule_record *habit;
	const struct interest *all;     /* of all feeds; NULL: interest is not learned */
	const struct feed_trace *trace; /* NULL: nothing is recorded */
	int64_t now;
	bool empty; /* it has no items at all */
};

/* The width of the column of labels. */
#define SCHEDULE_WHY_LABEL 14

/* Appends at most 40 lines, each ended with LF, with the newest polls polls (0: all
 * there are). Texts that come from servers are expected to be clean, as in the store. */
void why_text(const struct schedule_why *why, size_t polls, struct buf *out);

/* The factor by which a budget stretches the strategy's intervals (schedule/budget.h);
 * 1: it does not. */
double why_budget(const struct schedule *habit);
/* The mean time between two posts of the window, in seconds; 0: not known. */
int64_t why_gap(const struct schedule *schedule);

#endif
