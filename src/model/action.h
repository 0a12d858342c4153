/*
 * Actions: what can be done to items, feeds and subscriptions, by the user or by whatever
 * acts for one (a command line, a rule, another machine). This table says what each is;
 * engine/action/verbs.c says how it is carried out.
 *
 *	const struct action_kind *kind = action_kind(ACTION_STAR);
 *	kind->name                       "star"
 *	kind->flags & ACTION_OF_ITEMS    true
 *	kind->set                        ITEM_STARRED
 */
#ifndef MODEL_ACTION_H
#define MODEL_ACTION_H

#include <stddef.h>

#include "base/arena.h"

enum action { /* stored in journals: a number never changes its meaning */
	ACTION_NONE = 0,
	ACTION_READ = 1,
	ACTION_UNREAD = 2,
	ACTION_STAR = 3,
	ACTION_UNSTAR = 4,
	ACTION_TAG = 5,
	ACTION_UNTAG = 6,
	ACTION_DELETE = 7,
	ACTION_SUBSCRIBE = 8,
	ACTION_UNSUBSCRIBE = 9,
	ACTION_RENAME = 10,
	ACTION_MOVE = 11, /* to other tags */
	ACTION_SET = 12,  /* an option of a feed */
	ACTION_MERGE = 13,
	ACTION_READDRESS = 14,
	ACTION_SAME = 15,    /* part of a merge: other machines were told of it */
	ACTION_RESTORE = 16, /* part of a merge: deleted items came back */
	ACTION_UNDO = 17,
	ACTION_REDO = 18,
	ACTION_HIDE = 19,
	ACTION_UNHIDE = 20,
	ACTION_RULES = 21,  /* head of a group: what rules did in a refresh */
	ACTION_RATE = 22,   /* notes that a rule matches, and adds its score */
	ACTION_IMPORT = 23, /* part of an import: items that it stored */
	ACTION_SAID = 24,   /* part of an import: what the other program said of items */
	ACTION_PLACE = 25,  /* a line goes past another one */
	ACTION_SYNC = 26,   /* head of a group: what was done at a feed server */
	ACTION_QUEUE = 27,  /* puts episodes into the queue; tag "next": in front; in the
			     * journal, ranks before and after */
	ACTION_UNQUEUE = 28,
	ACTION_REORDER = 29, /* tag: where to (store/media/episode_queue.h); in the
			      * journal, ranks before and after */
	ACTION_PLAYED = 30,
	ACTION_UNPLAYED = 31,
	ACTION_DOWNLOAD = 32,
	ACTION_HOLD = 33,  /* a download, until it is wanted again */
	ACTION_DROP = 34,  /* a download, with its file */
	ACTION_LEARN = 35, /* part of others: what they taught; tag: how much */
	ACTION_SAVE = 36,  /* a page was kept as an item */
	ACTIONS,
};

enum action_flag {
	ACTION_OF_ITEMS = 1 << 0,   /* its target is items */
	ACTION_OF_LINES = 1 << 1,   /* it changes lines of the feeds file */
	ACTION_UNDOABLE = 1 << 2,   /* the journal keeps it */
	ACTION_REPEATABLE = 1 << 3, /* doing a part of it twice does no harm */
	ACTION_IS_PART = 1 << 4,    /* only ever a part of another action */
};

struct action_kind {
	const char *name; /* as commands and rules call it; NULL: no such action */
	int flags;        /* enum action_flag */
	int set, clear;   /* enum item_flag: what it does to an item's flags */
	char letter;      /* in the list of what is left to do; 0: never in it */
	/* What the journal says was done, with %zu for the number of items or feeds. */
	const char *told[2]; /* one, several; to be translated */
};

/* Never NULL: of an unknown number, a kind without a name. Any thread. */
const struct action_kind *action_kind(enum action action);
/* ACTION_NONE: no action has that letter. */
enum action action_of_letter(char letter);
/* "5 items marked read", in the user's language, in arena. */
char *action_message(enum action action, struct arena *arena, size_t n);

#endif
