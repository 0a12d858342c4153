/*
 * What a document teaches about its feed's habit: turns its items, and which of them are
 * new, into posting times for the schedule and the histogram. Pure.
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

/* Judges the dates of new items; not for a feed's first document. A date in the future,
 * or from before a poll that did not show the item yet, can't be the time of posting.
 * Where such dates are common, the functions below use the time at which an item was
 * first seen instead. For items with a plausible date, adds to state how long they had
 * waited. */
void engine_poll_learn_dates(struct schedule *state, const struct feed *document,
	const bool *known, int64_t now);

/* Fills *out for predict_learn and the strategy; its times are in arena. document NULL:
 * the poll brought nothing. known[i]: item i was there before, or is unseen; unseen[i]
 * (NULL: none): the user will never see it, so it is not a post to be found. partial: the
 * document holds only what is new. Items without a date count as posted when they were
 * first seen, if that was by a poll that knew the items before. */
void engine_poll_learn_poll(const struct schedule_record *record,
	const struct feed *document, const bool *known, const bool *unseen, bool partial,
	int64_t now, struct arena *arena, struct schedule_poll *out);

/* Counts the new items in the histogram; state is as it was before the poll. */
void engine_poll_learn_histogram(struct histogram *hist, const struct schedule *state,
	const struct feed *document, const bool *known, int64_t now);

#endif
