/*
 * What a document teaches about its feed's habit: from items and which of them are new to
 * posting times for the schedule and its histogram. Pure.
 */
#ifndef ENGINE_POLL_LEARN_H
#define ENGINE_POLL_LEARN_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct feed;
struct histogram;
struct schedule;
struct schedule_poll;
struct schedule_record;

/* Judges the dates of the new items of a document that is not the feed's first: one that
 * is of the future, or of before the poll that didn't show the item, is no time of
 * posting. Where such dates are usual, the functions below go by the time at which an
 * item was first seen. Counts how long the others have waited, into state. */
void engine_poll_learn_dates(struct schedule *state, const struct feed *document,
	const bool *known, int64_t now);

/* Fills *out for predict_learn and the strategy; its times are in arena. document NULL:
 * the poll brought nothing. known[i]: item i was there before. partial: the document
 * holds only what is new. Items without a date count as posted when they were first
 * seen, if that was by a poll that knew the items before. */
void engine_poll_learn_poll(const struct schedule_record *record,
	const struct feed *document, const bool *known, bool partial, int64_t now,
	struct arena *arena, struct schedule_poll *out);

/* Counts the new items' posts in the histogram; state is as before the poll. */
void engine_poll_learn_histogram(struct histogram *hist, const struct schedule *state,
	const struct feed *document, const bool *known, int64_t now);

#endif
