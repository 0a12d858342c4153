/*
 * The commands about selected items.
 */
#include "config.h"

#include "base/i18n.h"
#include "ui/command/command.h"
#include "ui/items/items.h"
#include "ui/items/search.h"
#include "ui/items/select.h"

static const struct ui_command_argument sides[] = {
	{"right", N_("Show the rest of long titles")},
	{"left", N_("Back to the beginning of long titles")},
	{0},
};

const struct ui_command ui_items_commands[] = {
	{
		.name = "select",
		.contexts = UI_ITEMS,
		.flags = UI_REPEATS,
		.keys = "x",
		.brief = N_("Select or deselect the item, and move down"),
		.detail = N_("Commands for items then apply to all selected ones, in one "
			     "step of undo; escape ends the selection."),
		.run = ui_items_select,
	},
	{
		.name = "select-range",
		.contexts = UI_ITEMS,
		.keys = "v",
		.vim = "V",
		.brief = N_("Select from the last selected row to this one"),
		.run = ui_items_select_range,
	},
	{
		.name = "select-all",
		.contexts = UI_ITEMS,
		.keys = "*",
		.brief = N_("Select all items of the list, or none"),
		.run = ui_items_select_all,
	},
	{
		.name = "select-matching",
		.contexts = UI_ITEMS,
		.keys = "g*",
		.newsboat = "",
		.brief = N_("Select the items of the list that a query finds"),
		.detail = N_("Takes a query (courant-query(5)). What is selected already "
			     "stays so."),
		.run = ui_items_select_matching,
		.check = ui_items_search_check,
	},
	{
		.name = "limit",
		.contexts = UI_ITEMS,
		.flags = UI_JUMPS,
		.keys = "\\",
		.newsboat = "F",
		.brief = N_("List only those items of the list that a query finds"),
		.detail =
			N_("Takes a query (courant-query(5)); back returns to the whole "
			   "list."),
		.run = ui_items_limit,
		.check = ui_items_search_check,
	},
	{
		.name = "mark-above",
		.contexts = UI_ITEMS,
		.keys = "[A",
		.newsboat = "",
		.brief = N_("Mark the items above the cursor as read"),
		.run = ui_items_mark_above,
	},
	{
		.name = "mark-below",
		.contexts = UI_ITEMS,
		.keys = "]A",
		.newsboat = "",
		.brief = N_("Mark the items below the cursor as read"),
		.run = ui_items_mark_below,
	},
	{
		.name = "titles",
		.contexts = UI_ITEMS,
		.flags = UI_REPEATS,
		.keys = "zl=right zh=left",
		.newsboat = "",
		.arguments = sides,
		.brief = N_("Scroll long titles to the right, or left"),
		.run = ui_items_titles,
	},
	{0},
};
