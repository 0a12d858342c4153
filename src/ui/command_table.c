/*
 * What rooms know of those above them: the tables of all commands, and a few functions.
 * The commands about the reader itself are here as well.
 */
#include "config.h"

#include "base/i18n.h"
#include "ui/act/act.h"
#include "ui/article/article.h"
#include "ui/command/command.h"
#include "ui/core/ui.h"
#include "ui/feeds/feeds.h"
#include "ui/items/items.h"
#include "ui/items/seek.h"
#include "ui/keys/keys.h"
#include "ui/keys/palette.h"
#include "ui/media/ui_media.h"
#include "ui/outside/outside.h"
#include "ui/ui_inside.h"

static const struct ui_command reader_commands[] = {
	{
		.name = "repeat",
		.contexts = UI_READING,
		.keys = ";",
		.newsboat = "",
		.vim = ".",
		.brief = N_("Repeat the last action on the next item"),
		.detail = N_("If the cursor has moved since, applies to what is under it "
			     "now. Marks, stars, tags, deletions, and what leads outside "
			     "are repeated."),
		.run = ui_keys_repeat,
	},
	{
		.name = "undo",
		.contexts = UI_READING | UI_SCHEDULE | UI_SCHEDULE_ALL | UI_FAILING |
			    UI_MEDIA | UI_TRACKS,
		.flags = UI_REPEATS,
		.keys = "u",
		.newsboat = "M-u",
		.hint = N_("undo"),
		.brief = N_("Undo what you did last"),
		.detail = N_("Marks, stars, tags, deletions and changes to the "
			     "subscriptions, including those from before a restart. "
			     "Press it again to go further back."),
		.run = ui_act_undo,
	},
	{
		.name = "redo",
		.contexts = UI_READING | UI_SCHEDULE | UI_SCHEDULE_ALL | UI_FAILING |
			    UI_MEDIA | UI_TRACKS,
		.flags = UI_REPEATS,
		.keys = "^R",
		.newsboat = "M-r",
		.brief = N_("Redo what was just undone"),
		.run = ui_act_redo,
	},
	{
		.name = "jump-back",
		.contexts = UI_READING,
		.also = UI_OTHERS,
		.flags = UI_REPEATS,
		.keys = "Backspace ^O",
		.newsboat = "Backspace ^G",
		.brief = N_("Go back to the place before the last jump"),
		.detail = N_("Jumps are links within an article, and commands that go "
			     "to another list, feed or unread item, or to the first or "
			     "last row."),
		.run = ui_jump_back,
	},
	{
		.name = "jump-forward",
		.contexts = UI_READING,
		.also = UI_OTHERS,
		.flags = UI_REPEATS,
		.keys = "M-o",
		.newsboat = "^V",
		.brief = N_("Go forward again, to where jump-back came from"),
		.run = ui_jump_forward,
	},
	{
		.name = "help",
		.contexts = UI_EVERYWHERE & ~UI_HELP,
		.also = UI_HELP,
		.keys = "? F1",
		.hint = N_("help"),
		.brief = N_("Show all keys"),
		.detail = N_("With the name of a command, an option or a key, shows what "
			     "the manual says about it; with the name of a page of the "
			     "manual, shows that page; with another word, shows what "
			     "there is about it."),
		.run = ui_act_help,
	},
	{
		.name = "command",
		.contexts = UI_EVERYWHERE,
		.keys = ":",
		.brief = N_("Run a command by name"),
		.detail = N_("Tab completes, here and in the other prompts: options and "
			     "their values, tags, feed titles, files, query fields."),
		.run = ui_keys_command,
	},
	{
		.name = "set",
		.contexts = UI_EVERYWHERE,
		.keys = "",
		.brief = N_("Set an option, or show what it is set to"),
		.detail = N_("Takes the name of an option and a value. Without a value, "
			     "shows the current one; without a name, lists all. It lasts "
			     "until the reader exits; with -w in front, the line of the "
			     "config file is changed, too."),
		.run = ui_config_set,
		.check = ui_config_set_check,
	},
	{
		.name = "more-downloads",
		.contexts = UI_DOWNLOADS,
		.keys = "(=-1 )=+1",
		.newsboat = "-=-1 +=+1",
		.brief = N_("Download more or fewer episodes at the same time"),
		.detail = N_("Sets the option downloads until the reader exits."),
		.run = ui_config_downloads,
	},
	{
		.name = "edit-feeds",
		.contexts = UI_FEEDS | UI_ITEMS | UI_SCHEDULE,
		.also = UI_ARTICLE,
		.keys = "ce",
		.newsboat = "E",
		.brief = N_("Open the feeds file in your editor, at the feed's line"),
		.detail = N_("The editor is $VISUAL, else $EDITOR, else vi."),
		.run = ui_edit_feeds,
	},
	{
		.name = "edit-config",
		.contexts = UI_FEEDS | UI_ITEMS | UI_SCHEDULE,
		.also = UI_ARTICLE,
		.keys = "cE",
		.newsboat = "",
		.brief = N_("Open the config file in your editor, then reload it"),
		.run = ui_edit_config,
	},
	{
		.name = "keys",
		.contexts = UI_EVERYWHERE,
		.keys = "",
		.brief = N_("Use the keys of courant, newsboat or vim"),
		.detail = N_("Lasts until the reader exits; set the option keys to make "
			     "it permanent."),
		.run = ui_config_keys,
		.check = ui_config_keys_check,
	},
	{
		.name = "reload-feeds",
		.contexts = UI_EVERYWHERE,
		.keys = "",
		.newsboat = "^R",
		.brief = N_("Read the feeds file again"),
		.detail = N_("It is watched as well, so this is rarely needed."),
		.run = ui_act_reload_feeds,
	},
	{
		.name = "reload-config",
		.contexts = UI_EVERYWHERE,
		.keys = "",
		.brief = N_("Reload the config file"),
		.detail = N_(
			"If anything in it is wrong, the settings stay as they were. A "
			"change of the feeds file is noticed without a command."),
		.run = ui_config_reload,
	},
	{
		.name = "redraw",
		.contexts = UI_EVERYWHERE,
		.keys = "^L",
		.brief = N_("Redraw the screen"),
		.run = ui_act_redraw,
	},
	{
		.name = "suspend",
		.contexts = UI_EVERYWHERE,
		.keys = "",
		.brief = N_("Suspend the reader, as Ctrl-Z does"),
		.run = ui_act_suspend,
	},
	{0},
};

/* In the order of help. Of two commands with one key in a view, the first has it. */
const struct ui_command *const ui_commands[] = {
	ui_act_commands,
	ui_outside_commands,
	ui_items_commands,
	ui_article_commands,
	ui_act_commands_feeds,
	reader_commands,
	ui_media_commands,
	NULL,
};

const struct ui_above ui_above = {
	.article = ui_article_new,
	.queue = ui_media_queue_new,
	.stop_seek = ui_items_seek_stop,
	.next_feed = ui_feeds_next,
	.select_feed = ui_feeds_select,
	.mark_place = ui_jumps_mark,
	.reload_config = ui_config_reload,
};
