/*
 * The options of the reader, and what is around it.
 */
#include "config.h"

#include "conf/option_row.h"

#include "base/i18n.h"

const struct option conf_options_reader[] = {
	{.name = "keys",
		.group = N_("Keys"),
		.type = OPTION_CHOICE,
		.fallback = "courant",
		.choices = "courant|newsboat|vim",
		.brief = N_("the keys that bind lines build on"),
		.detail = N_("newsboat and vim are for people used to the keys of those "
			     "programs. Help and the hints show those in use."),
		.offset = AT(keys)},
	{.name = "start",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("commands that the reader runs when it starts"),
		.detail = N_("As they would be typed after a colon, separated by "
			     "semicolons, such as unread-items ; open."),
		.offset = AT(start)},
	{.name = "clipboard-command",
		.group = N_("Other programs"),
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("command that gets what is copied on its standard input"),
		.detail = N_("Empty: the terminal is asked to copy it (OSC 52), which "
			     "works over ssh and, if they allow it, in tmux and screen."),
		.flags = OPTION_IS_COMMAND,
		.offset = AT(clipboard_command)},
	{.name = "save-dir",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("directory where items are saved; empty: the current one"),
		.offset = AT(save_dir)},
	{.name = "bookmark-command",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("command that keeps a bookmark of an item"),
		.detail = N_("%u, %t and the others stand for the item, as in the "
			     "reader's command run."),
		.flags = OPTION_IS_COMMAND,
		.offset = AT(bookmark_command)},
	{.name = "mail-command",
		.type = OPTION_STRING,
		.fallback = "xdg-email --subject %t --body %u",
		.brief = N_("command that mails an item"),
		.flags = OPTION_IS_COMMAND,
		.offset = AT(mail_command)},

	{.name = "notify",
		.group = N_("News and hooks"),
		.type = OPTION_STRING,
		.flags = OPTION_PER_FEED | OPTION_IS_QUERY,
		.fallback = "none",
		.brief = N_("which new items you are notified of: none, all, or a query"),
		.detail = N_("Once a refresh, by notify-command or the terminal "
			     "(notify-by). Rules can announce items too (action notify). "
			     "The daemon announces them as well."),
		.offset = AT(notify)},
	{.name = "notify-command",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("command that gets these items on its standard input"),
		.detail = N_("A line of JSON for each, with the keys of courant list "
			     "--items --json. It runs once a refresh, for 30 seconds at "
			     "most, in the reader, the daemon and courant refresh."),
		.flags = OPTION_IS_COMMAND,
		.offset = AT(notify_command)},
	{.name = "notify-by",
		.type = OPTION_CHOICE,
		.fallback = "auto",
		.choices = "auto|osc9|osc777|bell|none",
		.brief = N_(
			"how the terminal announces them if there is no notify-command"),
		.detail = N_("osc9 and osc777 are sequences that terminals show as a "
			     "notice; bell is for all terminals. auto takes the one that "
			     "the terminal is known to support, else the bell."),
		.offset = AT(notify_by)},
	{.name = "on-new",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("what the reader runs when a refresh has brought new items"),
		.detail = N_("Commands of the reader, as they would be typed after a "
			     "colon, or a command line after !, which runs in the "
			     "background. The same holds for the options that follow."),
		.flags = OPTION_IS_HOOK,
		.offset = AT(on_new)},
	{.name = "on-refresh",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("what it runs when a refresh is over"),
		.flags = OPTION_IS_HOOK,
		.offset = AT(on_refresh)},
	{.name = "on-open",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("what it runs when an article is opened"),
		.detail = N_("In a command line, %u, %t and the others stand for the "
			     "item, as in the command run."),
		.flags = OPTION_IS_HOOK,
		.offset = AT(on_open)},
	{.name = "on-start",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("what it runs when it has started"),
		.flags = OPTION_IS_HOOK,
		.offset = AT(on_start)},
	{.name = "on-quit",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("what it runs when it quits"),
		.flags = OPTION_IS_HOOK,
		.offset = AT(on_quit)},

	{.name = "theme",
		.group = N_("Looks"),
		.type = OPTION_STRING,
		.fallback = "auto",
		.choices = "auto|default|courant-dark|courant-light|high-contrast|"
			   "colour-blind|gruvbox|solarized-dark|solarized-light|nord|"
			   "dracula|catppuccin|mono",
		.brief = N_("set of colours that the color lines build on, or a file"),
		.detail = N_("auto is courant-light or courant-dark, by the background "
			     "the terminal reports (OSC 11) or that of the environment "
			     "variable COLORFGBG, or else default, which suits dark and "
			     "light backgrounds. colour-blind never relies on red "
			     "against green. With mono, or if the environment variable "
			     "NO_COLOR is set, only bold, underlined and reversed text "
			     "is used. Any other name is that of a file with color lines "
			     "in the directory themes beside the config, or among the "
			     "installed ones; with a slash in it, it is a path."),
		.offset = AT(theme)},
	{.name = "layout",
		.type = OPTION_CHOICE,
		.fallback = "auto",
		.choices = "auto|one|two|three|below",
		.brief = N_("panes of the reader: feeds, items and article side by "
			    "side"),
		.detail = N_("auto shows one pane, two of them from 110 columns on, "
			     "three from 170 columns on, and in a narrow window of at "
			     "least 50 rows the article below the list. If the window is "
			     "too small for a layout, there are fewer panes."),
		.offset = AT(layout)},
	{.name = "cursor",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_("show the terminal's cursor on the current row"),
		.detail = N_("It is what screen readers, magnifiers and braille displays "
			     "follow. It sits there even when it is not shown."),
		.offset = AT(cursor)},
	{.name = "scroll-margin",
		.type = OPTION_INT,
		.fallback = "2",
		.max = 100,
		.brief =
			N_("rows of a list that stay visible above and below the cursor"),
		.offset = AT(scroll_margin)},
	{.name = "wrap",
		.type = OPTION_BOOL,
		.fallback = "no",
		.brief = N_(
			"let the cursor go from the last row of a list to the first, and "
			"back"),
		.offset = AT(wrap)},
	{.name = "bars",
		.type = OPTION_CHOICE,
		.fallback = "bottom",
		.choices = "bottom|top|hidden",
		.brief = N_("where the status bar and the line of keys are"),
		.detail = N_("If hidden, the last row shows messages and prompts."),
		.offset = AT(bars)},
	{.name = "hints",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_("show a line of keys with the status bar"),
		.offset = AT(hints)},
	{.name = "signs",
		.type = OPTION_CHOICE,
		.fallback = "unicode",
		.choices = "unicode|ascii",
		.brief = N_("the signs for unread, starred, folded and the like"),
		.detail = N_("ascii is for fonts that lack some, or show them too wide."),
		.offset = AT(signs)},
	{.name = "bidi",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_(
			"put Hebrew, Arabic and the like in order, from right to left"),
		.detail = N_("The terminal is then told not to do so itself. Set it to "
			     "no if it does so anyway, or to leave it to the terminal. "
			     "Without fribidi, it has no effect."),
		.offset = AT(bidi)},
	{.name = "preview-read",
		.type = OPTION_SPAN,
		.fallback = "3s",
		.max = 60 * MINUTE,
		.brief = N_("how long an item is shown beside its list until it counts "
			    "as read; 0: only when it is opened"),
		.offset = AT(preview_read)},

	{.name = "state-dir",
		.group = N_("Other machines"),
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("directory through which machines share what is read, "
			    "starred and tagged, and how far episodes were heard"),
		.detail = N_("Each machine writes a log of its own there and reads the "
			     "logs of the others; Syncthing, git, rsync or a network "
			     "disk carry them around. There are never conflicts: for "
			     "each item and mark, the latest change wins. Feeds are "
			     "matched by their addresses. ~/ is the home directory. If "
			     "empty, nothing is written."),
		.flags = OPTION_IS_PLACE,
		.offset = AT(state_dir)},

	{.name = "publish-dir",
		.group = N_("Published queries"),
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("directory in which publish lines keep their feeds"),
		.detail = N_("Each line publish FILE \"QUERY\" is brought up to date "
			     "after a refresh. ~/ is the home directory."),
		.flags = OPTION_IS_PLACE,
		.offset = AT(publish_dir)},
	{.name = "publish-url",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("address under which a web server shows publish-dir"),
		.detail = N_("Feeds then name their own addresses, and index.opml lists "
			     "them. Without it, they link to each other by relative "
			     "addresses."),
		.flags = OPTION_IS_ADDRESS,
		.offset = AT(publish_url)},

	{.name = "log-level",
		.group = N_("Log"),
		.type = OPTION_CHOICE,
		.fallback = "info",
		.choices = "error|warn|info|debug",
		.brief = N_("what is written to the log file"),
		.offset = AT(log_level)},
	{0},
};
