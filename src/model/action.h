/*
 * Actions: what can be done to items, feeds and subscriptions, by the user or on the
 * user's behalf (by a command line, a rule, another machine). All of them are the rows of
 * model/action_rows.h.
 *
 *	const struct action_kind *kind = action_kind(ACTION_STAR);
 *	kind->name                       "star"
 *	kind->flags & ACTION_OF_ITEMS    true
 *	kind->set                        ITEM_STARRED
 */
#ifndef MODEL_ACTION_H
#define MODEL_ACTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

enum action {
	ACTION_NONE = 0,
#define ACTION_ROW(name, number, about, does, undoes, worker) ACTION_##name = number,
#include "model/action_rows.h"
	ACTIONS,
};

enum action_flag {
	ACTION_OF_ITEMS = 1 << 0,    /* its target is items */
	ACTION_OF_LINES = 1 << 1,    /* it changes lines of the feeds file */
	ACTION_UNDOABLE = 1 << 2,    /* the journal keeps it */
	ACTION_REPEATABLE = 1 << 3,  /* doing a part of it twice does no harm */
	ACTION_IS_PART = 1 << 4,     /* only ever a part of another action */
	ACTION_REMOVES = 1 << 5,     /* it takes items out of lists */
	ACTION_OF_EPISODES = 1 << 6, /* … of the items that have one */
	ACTION_OF_SEARCHES = 1 << 7, /* its line may be that of a saved search */
	ACTION_WITH_TAG = 1 << 8,    /* it needs a tag */
	ACTION_BY_RULES = 1 << 9,    /* rules of the config may do it */
};

struct action_kind {
	const char *name; /* as commands and rules call it; NULL: no such action */
	int flags;        /* enum action_flag */
	int set, clear;   /* enum item_flag: what it does to an item's flags */
	int state;        /* enum state_kind: what other machines hear of; 0: nothing */
	bool on;          /* … and whether it is so from now on */
	char letter;      /* in the list of what is left to do; 0: never in it */
	/* What the journal says was done, with %zu for the number of items or feeds. */
	const char *summary[2]; /* one, several; to be translated */
};

/* Never NULL: for an unknown number, a kind without a name. Any thread. */
const struct action_kind *action_kind(enum action action);
/* ACTION_NONE: no action has that letter. */
enum action action_of_letter(char letter);
/* The action that rules of the config call by this name; ACTION_NONE: there is none, or
 * rules may not do it. */
enum action action_of_rules(const char *name);
/* "5 items marked read", in the user's language, in arena. */
char *action_message(enum action action, struct arena *arena, size_t n);

#endif
