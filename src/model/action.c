#include "config.h"

#include "model/action.h"

#include "base/attr.h"
#include "base/i18n.h"
#include "model/item.h"

#define MARKS_ITEMS (ACTION_OF_ITEMS | ACTION_UNDOABLE | ACTION_REPEATABLE)
#define CHANGES_LINES (ACTION_OF_LINES | ACTION_UNDOABLE)

static const struct action_kind kinds[ACTIONS] = {
	[ACTION_READ] = {.name = "read",
		.flags = MARKS_ITEMS,
		.clear = ITEM_UNREAD,
		.letter = 'R',
		.told = {NP_("%zu item marked read", "%zu items marked read")}},
	[ACTION_UNREAD] = {.name = "unread",
		.flags = MARKS_ITEMS,
		.set = ITEM_UNREAD,
		.letter = 'U',
		.told = {NP_("%zu item marked unread", "%zu items marked unread")}},
	[ACTION_STAR] = {.name = "star",
		.flags = MARKS_ITEMS,
		.set = ITEM_STARRED,
		.letter = 'S',
		.told = {NP_("%zu item starred", "%zu items starred")}},
	[ACTION_UNSTAR] = {.name = "unstar",
		.flags = MARKS_ITEMS,
		.clear = ITEM_STARRED,
		.letter = 'N',
		.told = {NP_("star taken from %zu item", "star taken from %zu items")}},
	[ACTION_TAG] = {.name = "tag",
		.flags = MARKS_ITEMS,
		.letter = 'T',
		.told = {NP_("%zu item tagged", "%zu items tagged")}},
	[ACTION_UNTAG] = {.name = "untag",
		.flags = MARKS_ITEMS,
		.letter = 'O',
		.told = {NP_("tag taken from %zu item", "tag taken from %zu items")}},
	[ACTION_DELETE] = {.name = "delete",
		.flags = MARKS_ITEMS,
		.letter = 'd',
		.told = {NP_("%zu item deleted", "%zu items deleted")}},
	[ACTION_HIDE] = {.name = "hide",
		.flags = MARKS_ITEMS,
		.letter = 'h',
		.told = {NP_("%zu item hidden", "%zu items hidden")}},
	[ACTION_UNHIDE] = {.name = "unhide",
		.flags = MARKS_ITEMS,
		.letter = 'H',
		.told = {NP_("%zu item shown again", "%zu items shown again")}},
	[ACTION_SUBSCRIBE] = {.name = "subscribe",
		.flags = CHANGES_LINES,
		.told = {NP_("%zu feed subscribed", "%zu feeds subscribed")}},
	[ACTION_UNSUBSCRIBE] = {.name = "unsubscribe",
		.flags = CHANGES_LINES,
		.letter = 'u',
		.told = {NP_("%zu feed unsubscribed", "%zu feeds unsubscribed")}},
	[ACTION_RENAME] = {.name = "rename",
		.flags = CHANGES_LINES,
		.letter = 'r',
		.told = {NP_("%zu feed renamed", "%zu feeds renamed")}},
	[ACTION_MOVE] = {.name = "move",
		.flags = CHANGES_LINES,
		.letter = 'v',
		.told = {NP_("tags of %zu feed changed", "tags of %zu feeds changed")}},
	[ACTION_SET] = {.name = "set",
		.flags = CHANGES_LINES,
		.letter = 's',
		.told = {NP_("option of %zu feed set", "options of %zu feeds set")}},
	[ACTION_PLACE] = {.name = "place",
		.flags = CHANGES_LINES,
		.letter = 'p',
		.told = {NP_("moved in the feeds file", "moved in the feeds file")}},
	[ACTION_MERGE] = {.name = "merge",
		.flags = CHANGES_LINES,
		.letter = 'g',
		.told = {NP_("feed merged with another", "feed merged with another")}},
	[ACTION_READDRESS] = {.name = "readdress",
		.flags = CHANGES_LINES,
		.letter = 'a',
		.told = {NP_("%zu feed moved to its new address",
			"%zu feeds moved to their new addresses")}},
	[ACTION_SAME] = {.name = "same",
		.flags = ACTION_UNDOABLE | ACTION_IS_PART,
		.told = {NP_("feed merged with another", "feed merged with another")}},
	[ACTION_RESTORE] = {.name = "restore",
		.flags = ACTION_OF_ITEMS | ACTION_UNDOABLE | ACTION_IS_PART,
		.told = {NP_("feed merged with another", "feed merged with another")}},
	[ACTION_RULES] = {.name = "rules", .flags = ACTION_UNDOABLE | ACTION_IS_PART},
	[ACTION_SYNC] = {.name = "sync", .flags = ACTION_UNDOABLE | ACTION_IS_PART},
	[ACTION_RATE] = {.name = "rate",
		.flags = ACTION_OF_ITEMS | ACTION_REPEATABLE,
		.letter = 'c',
		.told = {NP_("%zu item rated", "%zu items rated")}},
	[ACTION_QUEUE] = {.name = "queue",
		.flags = MARKS_ITEMS,
		.letter = 'q',
		.told = {NP_("%zu episode queued", "%zu episodes queued")}},
	[ACTION_UNQUEUE] = {.name = "unqueue",
		.flags = MARKS_ITEMS,
		.letter = 'Q',
		.told = {NP_("%zu episode taken from the queue",
			"%zu episodes taken from the queue")}},
	[ACTION_REORDER] = {.name = "reorder",
		.flags = ACTION_OF_ITEMS | ACTION_UNDOABLE,
		.told = {NP_("%zu episode moved in the queue",
			"%zu episodes moved in the queue")}},
	[ACTION_PLAYED] = {.name = "played",
		.flags = MARKS_ITEMS,
		.letter = 'e',
		.told = {NP_("%zu episode marked played", "%zu episodes marked played")}},
	[ACTION_UNPLAYED] = {.name = "unplayed",
		.flags = MARKS_ITEMS,
		.letter = 'P',
		.told = {NP_(
			"%zu episode marked unplayed", "%zu episodes marked unplayed")}},
	[ACTION_DOWNLOAD] = {.name = "download",
		.flags = MARKS_ITEMS,
		.letter = 'w',
		.told = {NP_("%zu download wanted", "%zu downloads wanted")}},
	[ACTION_HOLD] = {.name = "hold",
		.flags = MARKS_ITEMS,
		.letter = 'W',
		.told = {NP_("%zu download held", "%zu downloads held")}},
	[ACTION_DROP] = {.name = "drop",
		.flags = MARKS_ITEMS,
		.letter = 'x',
		.told = {NP_("%zu download given up", "%zu downloads given up")}},
	[ACTION_IMPORT] = {.name = "import",
		.flags = ACTION_OF_ITEMS | ACTION_UNDOABLE | ACTION_IS_PART,
		.told = {NP_("%zu item added", "%zu items added")}},
	[ACTION_SAID] = {.name = "said",
		.flags = ACTION_UNDOABLE | ACTION_IS_PART,
		.told = {NP_("marks of %zu item", "marks of %zu items")}},
	[ACTION_SAVE] = {.name = "save",
		.flags = ACTION_OF_ITEMS | ACTION_UNDOABLE | ACTION_IS_PART,
		.told = {NP_("%zu page kept", "%zu pages kept")}},
	[ACTION_LEARN] = {.name = "learn", .flags = ACTION_UNDOABLE | ACTION_IS_PART},
	[ACTION_UNDO] = {.name = "undo", .letter = 'z'},
	[ACTION_REDO] = {.name = "redo", .letter = 'y'},
};

const struct action_kind *
action_kind(enum action action)
{
	return &kinds[action > ACTION_NONE && action < ACTIONS ? action : ACTION_NONE];
}

enum action
action_of_letter(char letter)
{
	for (enum action a = ACTION_NONE + 1; a < ACTIONS; a++)
		if (kinds[a].letter && kinds[a].letter == letter)
			return a;
	return ACTION_NONE;
}

char *
action_message(enum action action, struct arena *arena, size_t n)
{
	const struct action_kind *kind = action_kind(action);
	if (!kind->told[0])
		return arena_strdup(arena, "");
	return arena_printf(arena, P_(kind->told[0], kind->told[1], n), n);
}
