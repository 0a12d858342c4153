#include "config.h"

#include "model/action.h"

#include "base/attr.h"
#include "base/i18n.h"
#include "base/str.h"
#include "model/item.h"
#include "model/state.h"

static const struct action_kind kinds[ACTIONS] = {
#define ACTION_ROW(name, number, about, does, undoes, worker)                            \
	[ACTION_##name] = {CELL about},
#include "model/action_rows.h"
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

enum action
action_of_rules(const char *name)
{
	for (enum action a = ACTION_NONE + 1; a < ACTIONS; a++)
		if (kinds[a].flags & ACTION_BY_RULES && str_eq(kinds[a].name, name))
			return a;
	return ACTION_NONE;
}

char *
action_message(enum action action, struct arena *arena, size_t n)
{
	const struct action_kind *kind = action_kind(action);
	if (!kind->summary[0])
		return arena_strdup(arena, "");
	return arena_printf(arena, P_(kind->summary[0], kind->summary[1], n), n);
}
