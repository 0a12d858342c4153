/*
 * The journal as people see it: what they did and can undo.
 */
#ifndef STORE_JOURNAL_JOURNAL_LIST_H
#define STORE_JOURNAL_JOURNAL_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "model/action.h"

struct arena;
struct store_view;

/* Something the user did: a group of the journal, which is undone and redone as a
 * whole. */
struct store_journal_action {
	uint64_t group;
	enum action act;
	int64_t time;
	bool undone;
	size_t count; /* number of items or feeds */
	char *text;   /* a sentence without a full stop: "50 items marked read" */
};

/* The newest actions, done or undone, newest first, at most max. *out is in arena. */
int store_journal_actions(const struct store_view *view, struct arena *arena, size_t max,
	struct store_journal_action **out, size_t *len) MUST_USE;
/* The items to which an action was done by itself, in actions about one item each that
 * are not undone: the newest first, each once, at most max. */
int store_journal_recent(const struct store_view *view, enum action act, uint64_t *out,
	size_t max, size_t *len) MUST_USE;
int store_journal_action(const struct store_view *view, uint64_t group,
	struct arena *arena, struct store_journal_action *out) MUST_USE;

#endif
