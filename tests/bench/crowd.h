/*
 * Very many feeds scheduled by one strategy on one core, without a network: for the
 * benchmark that measures the time of a decision, and for the test that measures the
 * memory of a feed. Rates follow the power law of Sia, Cho and Cho (2007): the x-th
 * percent of the feeds has y = 376 x^-0.78 posts in three months. Each feed posts once in
 * each gap of its rate, at a moment that a hash chooses, and shows its newest
 * CROWD_WINDOW posts.
 */
#ifndef CROWD_H
#define CROWD_H

#include <stddef.h>
#include <stdint.h>

struct crowd;
struct strategy;

#define CROWD_WINDOW 15
#define CROWD_MIN ((int64_t)900) /* limits of an interval */
#define CROWD_MAX ((int64_t)86400)

/* Each feed is first polled within the first day. */
struct crowd *crowd_new(const struct strategy *row, size_t feeds);
void crowd_free(struct crowd *crowd);

struct crowd_count {
	uint64_t polls, found;
};
/* Lets seconds pass by the crowd's clock. */
struct crowd_count crowd_run(struct crowd *crowd, int64_t seconds);

/* The bytes kept between two decisions: all that was allocated. */
size_t crowd_bytes(const struct crowd *crowd);

#endif
