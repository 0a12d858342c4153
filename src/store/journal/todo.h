/*
 * What the user did and no transaction has done whole yet, written down, so that whatever
 * ends the process, another one goes on with it. What an action is, its bytes tell those
 * who wrote them.
 */
#ifndef STORE_JOURNAL_TODO_H
#define STORE_JOURNAL_TODO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

struct arena;
struct err;
struct store_batch;
struct store_view;

struct store_todo {
	uint64_t number; /* of the one: they are to be done in this order */
	struct span action;
};

/* Writes an action down; *number 0: a new one, which gets the next number. ours: this
 * process is at it, and another takes it only when this one is gone, or after
 * STORE_CLAIM_SECONDS; else whoever comes first. */
int store_journal_todo_put(struct store_batch *batch, uint64_t *number,
	struct span action, bool ours, int64_t now, struct err *err) MUST_USE;
/* It is done, or done otherwise. */
int store_journal_todo_drop(
	struct store_batch *batch, uint64_t number, struct err *err) MUST_USE;

/* Is there anything that nobody alive is at? A look that costs next to nothing. */
bool store_journal_todo_left(const struct store_view *view, int64_t now);
/* Takes all that store_journal_todo_left means: it is ours from then on. In arena. */
int store_journal_todo_take(struct store_batch *batch, int64_t now, struct arena *arena,
	struct store_todo **list, size_t *len, struct err *err) MUST_USE;

/* For repair: is this entry of meta one of them, and sound? */
bool store_journal_todo_sound(struct span key, struct span value);

#endif
