/*
 * What a document teaches about its feed's habit: from items and which of them are new to
 * posting times for the schedule and its histogram. Pure.
 */
#ifndef ENGINE_LEARN_H
#define ENGINE_LEARN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct feed;
struct histogram;
struct schedule;
struct schedule_poll;

/* Fills *out for schedule_learn and the strategy; its times are in arena. document NULL:
 * the poll brought nothing. known[i]: item i was there before. partial: the document
 * holds only what is new. Items without a date count as posted when they were first
 * seen, if that was by a poll that knew the items before. */
void engine_learn_poll(const struct schedule *state, const struct feed *document,
	const bool *known, bool partial, int64_t now, struct arena *arena,
	struct schedule_poll *out);

/* Counts the new items' posts in the histogram; first: nothing was counted before. */
void engine_learn_histogram(struct histogram *hist, bool first,
	const struct feed *document, const bool *known, int64_t now);

#endif
