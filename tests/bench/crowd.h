/*
 * Very many feeds scheduled by one strategy on one core, without a network: for the
 * benchmark that tells what a decision takes, and for the test that tells what a feed
 * takes. Rates follow paper 5's power law (y = 376 x^-0.78 posts in three months of the
 * x-th percent of the feeds); each feed posts once in each gap of its rate, at a moment
 * of it that a hash chooses, and shows its newest CROWD_WINDOW posts.
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
/* Goes on for so many seconds of the crowd's clock. */
struct crowd_count crowd_run(struct crowd *crowd, int64_t seconds);

/* Bytes that are kept between two decisions: all that was allocated. */
size_t crowd_bytes(const struct crowd *crowd);

#endif
