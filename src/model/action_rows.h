/*
 * What can be done to items, feeds and subscriptions: a row for each action. A file that
 * includes this one defines ACTION_ROW first, and takes the cells that it needs:
 *
 *	name, number	ACTION_STAR = 3, in model/action.h. Journals keep the number: it
 *			never changes its meaning. Ascending
 *	about		struct action_kind, in model/action.c
 *	does		how it is done to items, in store/act.c. NOTHING if it sets and
 *			clears flags, or is not about items
 *	undoes		how it is undone and redone, in store/undo.c. NOTHING in the same
 *			cases, or if what it does is journaled as other actions
 *	worker		what else the worker does, in engine/action/verbs.c
 */
#ifndef ACTION_ROW
#define ACTION_ROW(name, number, about, does, undoes, worker)
#endif
#define MARKS_ITEMS (ACTION_OF_ITEMS | ACTION_UNDOABLE | ACTION_REPEATABLE)
#define CHANGES_LINES (ACTION_OF_LINES | ACTION_UNDOABLE)
#define NOTHING (0)
#define CELL(...) __VA_ARGS__ /* {CELL about}: without its parentheses */

/* clang-format off */
ACTION_ROW(READ, 1,
	(.name = "read", .flags = MARKS_ITEMS | ACTION_BY_RULES, .clear = ITEM_UNREAD,
		.letter = 'R', .state = STATE_READ, .on = true,
		.summary = {NP_("%zu item marked read", "%zu items marked read")}),
	NOTHING, NOTHING, NOTHING)

ACTION_ROW(UNREAD, 2,
	(.name = "unread", .flags = MARKS_ITEMS, .set = ITEM_UNREAD, .letter = 'U',
		.state = STATE_READ,
		.summary = {NP_("%zu item marked unread", "%zu items marked unread")}),
	NOTHING, NOTHING, NOTHING)

ACTION_ROW(STAR, 3,
	(.name = "star", .flags = MARKS_ITEMS | ACTION_BY_RULES, .set = ITEM_STARRED,
		.letter = 'S', .state = STATE_STARRED, .on = true,
		.summary = {NP_("%zu item starred", "%zu items starred")}),
	NOTHING, NOTHING, NOTHING)

ACTION_ROW(UNSTAR, 4,
	(.name = "unstar", .flags = MARKS_ITEMS, .clear = ITEM_STARRED, .letter = 'N',
		.state = STATE_STARRED,
		.summary = {NP_("%zu item unstarred", "%zu items unstarred")}),
	NOTHING, NOTHING, NOTHING)

ACTION_ROW(TAG, 5,
	(.name = "tag", .flags = MARKS_ITEMS | ACTION_WITH_TAG | ACTION_BY_RULES,
		.letter = 'T', .state = STATE_TAGGED, .on = true,
		.summary = {NP_("%zu item tagged", "%zu items tagged")}),
	(.items = put_tag), (.items = tag_again), (.check = check_tag))

ACTION_ROW(UNTAG, 6,
	(.name = "untag", .flags = MARKS_ITEMS | ACTION_WITH_TAG, .letter = 'O',
		.state = STATE_TAGGED,
		.summary = {NP_("tag removed from %zu item", "tag removed from %zu items")}),
	(.items = put_tag), (.items = tag_again), (.check = check_tag))

ACTION_ROW(DELETE, 7,
	(.name = "delete", .flags = MARKS_ITEMS | ACTION_REMOVES, .letter = 'd',
		.summary = {NP_("%zu item deleted", "%zu items deleted")}),
	(.items = put_trash), (.items = trash_again), NOTHING)

ACTION_ROW(SUBSCRIBE, 8,
	(.name = "subscribe", .flags = CHANGES_LINES,
		.summary = {NP_("%zu feed subscribed", "%zu feeds subscribed")}),
	NOTHING, NOTHING, NOTHING)

ACTION_ROW(UNSUBSCRIBE, 9,
	(.name = "unsubscribe", .flags = CHANGES_LINES | ACTION_OF_SEARCHES,
		.letter = 'u',
		.summary = {NP_("%zu feed unsubscribed", "%zu feeds unsubscribed")}),
	NOTHING, NOTHING, (.step = engine_action_lines_change))

ACTION_ROW(RENAME, 10,
	(.name = "rename", .flags = CHANGES_LINES | ACTION_OF_SEARCHES, .letter = 'r',
		.summary = {NP_("%zu feed renamed", "%zu feeds renamed")}),
	NOTHING, NOTHING,
	(.step = engine_action_lines_change, .line = engine_action_lines_title))

/* To other tags */
ACTION_ROW(MOVE, 11,
	(.name = "move", .flags = CHANGES_LINES, .letter = 'v',
		.summary = {NP_("tags of %zu feed changed", "tags of %zu feeds changed")}),
	NOTHING, NOTHING,
	(.step = engine_action_lines_change, .line = engine_action_lines_tags))

/* An option of a feed */
ACTION_ROW(SET, 12,
	(.name = "set", .flags = CHANGES_LINES, .letter = 's',
		.summary = {NP_("option of %zu feed set", "options of %zu feeds set")}),
	NOTHING, NOTHING,
	(.check = engine_action_lines_check_option, .step = engine_action_lines_change,
		.line = engine_action_lines_option))

ACTION_ROW(MERGE, 13,
	(.name = "merge", .flags = CHANGES_LINES, .letter = 'g',
		.summary = {NP_("feed merged with another", "feed merged with another")}),
	NOTHING, (.entry = merge_again), (.step = engine_action_lines_merge))

ACTION_ROW(READDRESS, 14,
	(.name = "readdress", .flags = CHANGES_LINES, .letter = 'a',
		.summary = {NP_("%zu feed moved to its new address",
			"%zu feeds moved to their new addresses")}),
	NOTHING, NOTHING, (.step = engine_action_lines_change))

/* Part of a merge: other machines were told of it */
ACTION_ROW(SAME, 15,
	(.name = "same", .flags = ACTION_UNDOABLE | ACTION_IS_PART,
		.summary = {NP_("feed merged with another", "feed merged with another")}),
	NOTHING, (.entry = same_again), NOTHING)

/* Part of a merge: deleted items came back */
ACTION_ROW(RESTORE, 16,
	(.name = "restore", .flags = ACTION_OF_ITEMS | ACTION_UNDOABLE | ACTION_IS_PART,
		.summary = {NP_("feed merged with another", "feed merged with another")}),
	NOTHING, (.items = trash_again), NOTHING)

ACTION_ROW(UNDO, 17,
	(.name = "undo", .letter = 'z'),
	NOTHING, NOTHING, (.step = engine_action_lines_undo))

ACTION_ROW(REDO, 18,
	(.name = "redo", .letter = 'y'),
	NOTHING, NOTHING, (.step = engine_action_lines_undo))

ACTION_ROW(HIDE, 19,
	(.name = "hide", .flags = MARKS_ITEMS | ACTION_REMOVES | ACTION_BY_RULES,
		.letter = 'h', .summary = {NP_("%zu item hidden", "%zu items hidden")}),
	(.items = put_hidden), (.items = hidden_again), NOTHING)

ACTION_ROW(UNHIDE, 20,
	(.name = "unhide", .flags = MARKS_ITEMS, .letter = 'H',
		.summary = {NP_("%zu item shown again", "%zu items shown again")}),
	(.items = put_hidden), (.items = hidden_again), NOTHING)

/* Head of a group: what rules did in a refresh */
ACTION_ROW(RULES, 21,
	(.name = "rules", .flags = ACTION_UNDOABLE | ACTION_IS_PART),
	NOTHING, NOTHING, NOTHING)

/* Notes that a rule matches, and adds its score */
ACTION_ROW(RATE, 22,
	(.name = "rate", .flags = ACTION_OF_ITEMS | ACTION_REPEATABLE, .letter = 'c',
		.summary = {NP_("%zu item rated", "%zu items rated")}),
	(.items = put_rule), NOTHING, (.check = check_rule))

/* Part of an import: items that it stored */
ACTION_ROW(IMPORT, 23,
	(.name = "import", .flags = ACTION_OF_ITEMS | ACTION_UNDOABLE | ACTION_IS_PART,
		.summary = {NP_("%zu item added", "%zu items added")}),
	NOTHING, (.entry = import_again), NOTHING)

/* Part of an import: what the other program said of items */
ACTION_ROW(IMPORT_MARKS, 24,
	(.name = "said", .flags = ACTION_UNDOABLE | ACTION_IS_PART,
		.summary = {NP_("marks of %zu item", "marks of %zu items")}),
	NOTHING, (.entry = marks_again), NOTHING)

/* Moves a line past another one */
ACTION_ROW(PLACE, 25,
	(.name = "place", .flags = CHANGES_LINES | ACTION_OF_SEARCHES, .letter = 'p',
		.summary = {NP_("moved in the feeds file", "moved in the feeds file")}),
	NOTHING, NOTHING, (.step = engine_action_place))

/* Head of a group: what was done at a feed server */
ACTION_ROW(SYNC, 26,
	(.name = "sync", .flags = ACTION_UNDOABLE | ACTION_IS_PART),
	NOTHING, NOTHING, NOTHING)

ACTION_ROW(QUEUE, 27,
	(.name = "queue", .flags = MARKS_ITEMS | ACTION_OF_EPISODES | ACTION_BY_RULES,
		.letter = 'q', .summary = {NP_("%zu episode queued", "%zu episodes queued")}),
	(.items = put_queue), (.item = queue_again), NOTHING)

ACTION_ROW(UNQUEUE, 28,
	(.name = "unqueue", .flags = MARKS_ITEMS | ACTION_OF_EPISODES, .letter = 'Q',
		.summary = {NP_("%zu episode removed from the queue", "%zu episodes removed from the queue")}),
	(.items = take_queue), (.item = queue_again), NOTHING)

ACTION_ROW(REORDER, 29,
	(.name = "reorder",
		.flags = ACTION_OF_ITEMS | ACTION_UNDOABLE | ACTION_OF_EPISODES,
		.summary = {NP_("%zu episode moved in the queue", "%zu episodes moved in the queue")}),
	(.items = put_place), (.item = reorder_again), (.check = check_place))

ACTION_ROW(PLAYED, 30,
	(.name = "played", .flags = MARKS_ITEMS | ACTION_OF_EPISODES, .letter = 'e',
		.state = STATE_LISTENED, .on = true,
		.summary = {NP_("%zu episode marked played", "%zu episodes marked played")}),
	(.items = put_played), (.item = played_again), NOTHING)

ACTION_ROW(UNPLAYED, 31,
	(.name = "unplayed", .flags = MARKS_ITEMS | ACTION_OF_EPISODES, .letter = 'P',
		.state = STATE_LISTENED,
		.summary = {NP_("%zu episode marked unplayed", "%zu episodes marked unplayed")}),
	(.items = put_played), (.item = played_again), NOTHING)

ACTION_ROW(DOWNLOAD, 32,
	(.name = "download", .flags = MARKS_ITEMS | ACTION_OF_EPISODES | ACTION_BY_RULES,
		.letter = 'w',
		.summary = {NP_("%zu download requested", "%zu downloads requested")}),
	(.items = put_download), (.item = download_again), NOTHING)

/* A download, until it is wanted again */
ACTION_ROW(HOLD, 33,
	(.name = "hold", .flags = MARKS_ITEMS | ACTION_OF_EPISODES, .letter = 'W',
		.summary = {NP_("%zu download held", "%zu downloads held")}),
	(.items = put_download), (.item = download_again), NOTHING)

/* A download, with its file */
ACTION_ROW(DROP, 34,
	(.name = "drop", .flags = MARKS_ITEMS | ACTION_OF_EPISODES, .letter = 'x',
		.summary = {NP_("%zu download dropped", "%zu downloads dropped")}),
	(.items = put_download), (.item = download_again), NOTHING)

/* Part of other actions: what they taught; tag: how much */
ACTION_ROW(LEARN, 35,
	(.name = "learn", .flags = ACTION_UNDOABLE | ACTION_IS_PART),
	NOTHING, (.entry = learn_again), NOTHING)

/* A page was kept as an item */
ACTION_ROW(SAVE, 36,
	(.name = "save", .flags = ACTION_OF_ITEMS | ACTION_UNDOABLE | ACTION_IS_PART,
		.summary = {NP_("%zu page saved", "%zu pages saved")}),
	NOTHING, (.items = trash_again), NOTHING)

/* Deletes for a rule: the other items of a story stay, as where the rule drops what
 * arrives. Journaled as DELETE */
ACTION_ROW(DISCARD, 37,
	(.name = "discard",
		.flags = ACTION_OF_ITEMS | ACTION_REPEATABLE | ACTION_REMOVES,
		.letter = 'D',
		.summary = {NP_("%zu item deleted", "%zu items deleted")}),
	(.items = put_discarded), NOTHING, NOTHING)

/* Which enclosure is the episode */
ACTION_ROW(CHOOSE, 38,
	(.name = "choose", .flags = MARKS_ITEMS, .letter = 'C',
		.summary = {NP_("file of %zu episode chosen", "files of %zu episodes chosen")}),
	(.items = put_choice), (.item = choice_again), NOTHING)

/* A download that waits, among the others */
ACTION_ROW(ORDER, 39,
	(.name = "order",
		.flags = ACTION_OF_ITEMS | ACTION_UNDOABLE | ACTION_OF_EPISODES,
		.summary = {NP_("%zu download moved", "%zu downloads moved")}),
	(.items = put_order), (.item = order_again), (.check = check_place))

/* A download that is held, or that failed and waits for its next try, goes on now */
ACTION_ROW(RELEASE, 40,
	(.name = "release", .flags = MARKS_ITEMS | ACTION_OF_EPISODES, .letter = 'l',
		.summary = {NP_("%zu download resumed", "%zu downloads resumed")}),
	(.items = put_download), (.item = download_again), NOTHING)

/* clang-format on */

#undef ACTION_ROW
#undef MARKS_ITEMS
#undef CHANGES_LINES
#undef NOTHING
#undef CELL
