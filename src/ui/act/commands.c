/*
 * The commands that move, open and mark.
 */
#include "config.h"

#include "base/i18n.h"
#include "ui/act/act.h"
#include "ui/article/article.h"
#include "ui/command/command.h"

static const struct ui_command_argument places[] = {
	{"top", N_("At the top")},
	{"middle", N_("In the middle")},
	{"bottom", N_("At the bottom")},
	{0},
};

const struct ui_command ui_act_commands[] = {
	{
		.name = "open",
		.contexts = UI_READING | UI_CHOOSE | UI_FAILING | UI_DOWNLOADS |
			    UI_TRACKS | UI_SCHEDULE_ALL,
		.also = UI_QUEUE,
		.flags = UI_COUNTS,
		.keys = "Enter l Right",
		.newsboat = "Enter Right",
		.hint = N_("open"),
		.brief = N_("Open what is under the cursor"),
		.detail = N_("Opens the feed, tag or item under the cursor. In an "
			     "article, opens the picked link, or scrolls down a page if "
			     "there is none."),
		.run = ui_act_open,
	},
	{
		/* In the queue, Enter plays. */
		.name = "open-text",
		.contexts = UI_QUEUE,
		.keys = "l Right",
		.newsboat = "Right",
		.hint = N_("open"),
		.brief = N_("Open what is under the cursor"),
		.run = ui_act_open,
	},
	{
		.name = "back",
		.contexts = UI_EVERYWHERE,
		.keys = "q",
		.hint = N_("back"),
		.brief = N_("Go back; from the first view, quit"),
		.detail = N_("Never asks, even while a refresh is running: what has been "
			     "received is stored."),
		.run = ui_act_back,
	},
	{
		.name = "left",
		.contexts = UI_EVERYWHERE,
		.keys = "h Left",
		.newsboat = "Left",
		.brief = N_("Fold the tag, or go back; never quits the reader"),
		.detail = N_("In the list of feeds, folds the tag under the cursor, or "
			     "moves from a feed to its tag. Elsewhere moves to the pane "
			     "on the left, or goes back."),
		.run = ui_act_left,
	},
	{
		.name = "escape",
		.contexts = UI_EVERYWHERE,
		.flags = UI_STOPS,
		.keys = "Escape",
		.brief = N_("Stop a long task, drop a picked link, or go back"),
		.detail = N_("Never quits the reader."),
		.run = ui_act_escape,
	},
	{
		.name = "quit",
		.contexts = UI_EVERYWHERE,
		.keys = "Q",
		.vim = "ZZ ZQ",
		.brief = N_("Quit at once, from anywhere"),
		.detail = N_("What cannot be stored within half a second (many thousands "
			     "of marks, say) is finished by the next start or command."),
		.run = ui_act_quit,
	},
	{
		.name = "down",
		.contexts = UI_EVERYWHERE,
		.flags = UI_REPEATS,
		.keys = "j Down",
		.brief = N_("Move down"),
		.run = ui_act_down,
	},
	{
		.name = "up",
		.contexts = UI_EVERYWHERE,
		.flags = UI_REPEATS,
		.keys = "k Up",
		.brief = N_("Move up"),
		.run = ui_act_up,
	},
	{
		.name = "page-down",
		.contexts = UI_EVERYWHERE,
		.flags = UI_REPEATS,
		.keys = "PageDown ^F",
		.newsboat = "Space PageDown",
		.brief = N_("Move down a page"),
		.run = ui_act_page_down,
	},
	{
		.name = "read-on",
		.contexts = UI_EVERYWHERE,
		.flags = UI_REPEATS,
		.keys = "Space",
		.newsboat = "",
		.brief =
			N_("Move down a page; at an article's end, read the next unread"),
		.detail = N_("At the end of an article's text, goes to the next unread "
			     "item, also in the next feed, so that one key reads "
			     "everything."),
		.run = ui_article_read_on,
	},
	{
		.name = "page-up",
		.contexts = UI_EVERYWHERE,
		.flags = UI_REPEATS,
		.keys = "PageUp b ^B",
		.newsboat = "PageUp b",
		.brief = N_("Move up a page"),
		.run = ui_act_page_up,
	},
	{
		.name = "half-page-down",
		.contexts = UI_EVERYWHERE,
		.flags = UI_REPEATS,
		.keys = "^D",
		.brief = N_("Move down half a page"),
		.run = ui_act_half_down,
	},
	{
		.name = "half-page-up",
		.contexts = UI_EVERYWHERE,
		.flags = UI_REPEATS,
		.keys = "^U",
		.brief = N_("Move up half a page"),
		.run = ui_act_half_up,
	},
	{
		.name = "scroll-down",
		.contexts = UI_EVERYWHERE,
		.flags = UI_REPEATS,
		.keys = "^E",
		.newsboat = "",
		.brief = N_("Scroll down a line"),
		.detail = N_("In a list the cursor stays where it is, as long as it can "
			     "be seen."),
		.run = ui_act_scroll_down,
	},
	{
		.name = "scroll-up",
		.contexts = UI_EVERYWHERE,
		.flags = UI_REPEATS,
		.keys = "^Y",
		.newsboat = "",
		.brief = N_("Scroll up a line"),
		.run = ui_act_scroll_up,
	},
	{
		.name = "cursor",
		.contexts = UI_EVERYWHERE & ~UI_TRACKS,
		.also = UI_TRACKS,
		.keys = "zt=top zz=middle zb=bottom",
		.newsboat = "",
		.brief = N_("Scroll so that the cursor is at a place of the window"),
		.detail = N_("Takes top, middle or bottom; without one of them, middle."),
		.arguments = places,
		.run = ui_act_cursor,
	},
	{
		.name = "row",
		.contexts = UI_FEEDS | UI_ITEMS | UI_CHOOSE | UI_FAILING | UI_MESSAGES |
			    UI_MEDIA,
		.keys = "",
		.vim = "H=top M=middle L=bottom",
		.brief = N_("Move to the first, middle or last row of the window"),
		.detail = N_("Takes top, middle or bottom; without one of them, middle."),
		.arguments = places,
		.run = ui_act_row,
	},
	{
		.name = "first",
		.contexts = UI_EVERYWHERE,
		.flags = UI_JUMPS | UI_COUNTS,
		.keys = "gg Home",
		.newsboat = "Home",
		.brief = N_("Go to the first row"),
		.run = ui_act_first,
	},
	{
		.name = "last",
		.contexts = UI_EVERYWHERE,
		.flags = UI_JUMPS | UI_COUNTS,
		.keys = "G End",
		.newsboat = "End",
		.brief = N_("Go to the last row"),
		.run = ui_act_last,
	},
	{
		.name = "next-item",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_REPEATS,
		.keys = "J",
		.vim = "J ]]",
		.hint = N_("next"),
		.brief = N_("Read the next item in the list"),
		.detail = N_("In the list itself, moves down to it."),
		.run = ui_act_next_item,
	},
	{
		.name = "previous-item",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_REPEATS,
		.keys = "K",
		.vim = "K [[",
		.brief = N_("Read the previous item in the list"),
		.run = ui_act_previous_item,
	},
	{
		.name = "next-unread",
		.contexts = UI_READING,
		.flags = UI_JUMPS | UI_REPEATS,
		.keys = "n",
		.vim = "n ]u",
		.hint = N_("unread"),
		.brief = N_("Go to the next unread item, even in another feed"),
		.detail = N_("In the list of feeds: to the next feed with unread items. "
			     "In lists and articles: to the next unread item, and when "
			     "the list has none left, to the next feed that has some."),
		.run = ui_act_next_unread,
	},
	{
		.name = "previous-unread",
		.contexts = UI_READING,
		.flags = UI_JUMPS | UI_REPEATS,
		.keys = "p",
		.vim = "p [u",
		.brief = N_("Go to the previous unread item, even in another feed"),
		.run = ui_act_previous_unread,
	},
	{
		.name = "reload",
		.contexts = UI_READING | UI_SCHEDULE | UI_FAILING,
		.keys = "r",
		.hint = N_("reload"),
		.brief = N_("Fetch the feed or the tag under the cursor"),
		.detail = N_("Fetches now, whatever the schedule says, unless the server "
			     "has asked for a pause (Retry-After)."),
		.run = ui_act_reload,
	},
	{
		.name = "reload!",
		.contexts = UI_READING | UI_SCHEDULE | UI_FAILING,
		.keys = "",
		.brief = N_("Fetch the whole document of the feed or tag, even if it has "
			    "not changed"),
		.run = ui_act_reload_full,
	},
	{
		.name = "reload-all",
		.contexts = UI_READING | UI_FAILING,
		.also = UI_SCHEDULE | UI_SCHEDULE_ALL,
		.keys = "R",
		.hint = N_("all"),
		.brief = N_("Fetch all feeds"),
		.run = ui_act_reload_all,
	},
	{
		.name = "older",
		.contexts = UI_FEEDS | UI_ITEMS,
		.also = UI_ARTICLE,
		.keys = "O",
		.brief = N_("Fetch older items than the feed shows"),
		.detail = N_(
			"For feeds that link to documents with older items (RFC 5005). "
			"The same as courant backfill: items that arrive are marked as "
			"read, stop ends it, and the next time continues from there."),
		.run = ui_act_older,
	},
	{
		.name = "stop",
		.contexts = UI_READING | UI_FAILING | UI_MEDIA,
		.also = UI_SCHEDULE | UI_SCHEDULE_ALL,
		.keys = "^X",
		.brief = N_("Stop the running refresh or search"),
		.detail = N_("What has been received is kept; feeds not reached yet stay "
			     "due."),
		.run = ui_act_stop,
	},
	{
		.name = "mark-read",
		.contexts = UI_FEEDS | UI_ITEMS,
		.flags = UI_EACH,
		.keys = "A",
		.hint = N_("mark read"),
		.brief = N_("Mark everything in the feed, tag or list as read"),
		.detail = N_("What arrives after you press the key stays unread."),
		.run = ui_act_mark_read,
	},
	{
		.name = "mark-all-read",
		.contexts = UI_READING,
		.keys = "gA C",
		.newsboat = "C",
		.vim = "gA",
		.brief = N_("Mark everything in all feeds as read"),
		.run = ui_act_mark_all_read,
	},
	{
		.name = "toggle-read",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_EACH | UI_ACTS,
		.keys = "N",
		.vim = "m",
		.brief = N_("Mark the item as read, or as unread again"),
		.run = ui_act_toggle_read,
	},
	{
		.name = "star",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_EACH | UI_ACTS,
		.keys = "s",
		.newsboat = "^E",
		.hint = N_("star"),
		.brief = N_("Star the item, or remove its star"),
		.run = ui_act_star,
	},
	{0},
};
