/*
 * Why a feed is polled when it is: what its records say of the last polls, of the rules
 * that set the next one, and of its habit, as lines for people. Pure.
 */
#ifndef SCHEDULE_WHY_H
#define SCHEDULE_WHY_H

#include <stddef.h>
#include <stdint.h>

struct buf;
struct http_state;
struct interest;
struct schedule;
struct schedule_record;

struct schedule_why {
	const char *title, *url; /* url masked; title may be NULL */
	const char *twin;        /* the feed that is where this one moved to; NULL none */
	const struct http_state *http;
	const struct schedule_record *habit;
	const struct interest *all; /* of all feeds; NULL: it is not learned */
	int64_t now;
};

/* Cells of the column of labels. */
#define SCHEDULE_WHY_LABEL 14

/* Appends lines of text, each ended with LF, at most 37, of up to polls polls (the
 * newest; 0: all there are). Texts of servers in it are as the store has them: clean. */
void why_text(const struct schedule_why *why, size_t polls, struct buf *out);

/* By how much a budget stretches the strategy's waits (schedule/budget.h); 1: it does
 * not.
 */
double why_budget(const struct schedule *habit);
/* The usual time between two posts by the window, seconds; 0: not known. */
int64_t why_gap(const struct schedule *schedule);

#endif
