/*
 * Actions of the user that no transaction has completed yet, written down so that another
 * process can finish them however this one ends. What the bytes of an action mean is up
 * to those who write and read them.
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
	uint64_t number; /* actions are to be done in the order of their numbers */
	struct span action;
};

/* Writes an action down. *number 0: as a new one, which gets the next number. ours: this
 * process works on it, and another may only take it once this one has ended or
 * STORE_CLAIM_SECONDS have passed; otherwise anyone may. */
int store_journal_todo_put(struct store_batch *batch, uint64_t *number,
	struct span action, bool ours, int64_t now, struct err *err) MUST_USE;
/* Deletes an action that is done, or no longer to be done. */
int store_journal_todo_drop(
	struct store_batch *batch, uint64_t number, struct err *err) MUST_USE;

/* Is there an action that no living process works on? This costs next to nothing. */
bool store_journal_todo_left(const struct store_view *view, int64_t now);
/* Takes all such actions: this process works on them from now on. *list is in arena. */
int store_journal_todo_take(struct store_batch *batch, int64_t now, struct arena *arena,
	struct store_todo **list, size_t *len, struct err *err) MUST_USE;

/* For repair: is this entry of meta such an action, and sound? */
bool store_journal_todo_sound(struct span key, struct span value);

#endif
