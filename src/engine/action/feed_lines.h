/*
 * Actions that change lines of the feeds file, and undoing. The functions are steps as
 * verbs.h has them.
 */
#ifndef ENGINE_ACTION_FEED_LINES_H
#define ENGINE_ACTION_FEED_LINES_H

#include <stdbool.h>

#include "base/attr.h"

struct action_run;
struct arena;
struct edits;
struct engine;
struct engine_action;
struct err;
struct map;
struct store_batch;
struct subscription;
struct subscriptions;

/* UNSUBSCRIBE, RENAME, MOVE, SET, READDRESS: all lines in one edit of the file. */
int engine_action_lines_change(struct engine *engine, struct action_run *run, bool *more,
	struct err *err) MUST_USE;
/* Checks that SET names an option that feeds can have, and a valid value for it. */
int engine_action_lines_check_option(
	struct engine_action *action, struct arena *arena, struct err *err) MUST_USE;
/* What RENAME, MOVE and SET make of a line. */
void engine_action_lines_title(struct edits *edits, struct subscription *line);
void engine_action_lines_tags(struct edits *edits, struct subscription *line);
void engine_action_lines_option(struct edits *edits, struct subscription *line);
/* MERGE: the items first, in slices, then the lines. */
int engine_action_lines_merge(struct engine *engine, struct action_run *run, bool *more,
	struct err *err) MUST_USE;
/* UNDO and REDO. */
int engine_action_lines_undo(struct engine *engine, struct action_run *run, bool *more,
	struct err *err) MUST_USE;

/* Makes the stored feeds those of the file, and commits or aborts the batch. */
int engine_action_lines_finish(
	struct engine *engine, struct store_batch *batch, struct err *err) MUST_USE;

/* Makes the stored feeds those of the list, and notes as subscribed by one action those
 * whose url is in `added`: lines that the user has asked for, and no others. */
int engine_action_lines_subscribed(struct store_batch *batch,
	const struct subscriptions *subs, const struct map *added,
	struct err *err) MUST_USE;
/* The same within an action whose batch this is; includes all lines that are not in old,
 * saved searches too. */
int engine_action_lines_added(struct store_batch *batch, const struct subscriptions *old,
	const struct subscriptions *all, struct err *err) MUST_USE;

#endif
