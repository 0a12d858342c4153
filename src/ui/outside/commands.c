/*
 * The commands that lead out of the reader.
 */
#include "config.h"

#include "base/i18n.h"
#include "ui/command/command.h"
#include "ui/outside/outside.h"

static const struct ui_command_argument copies[] = {
	{"title", N_("Copy the title")},
	{"markdown", N_("Copy title and link as Markdown")},
	{"text", N_("Copy the text")},
	{"feed", N_("Copy the feed's address")},
	{"1", N_("Copy link 1; 2 to 9 likewise")},
	{0},
};

const struct ui_command ui_outside_commands[] = {
	{
		.name = "browser",
		.contexts = UI_READING | UI_FAILING | UI_CHOOSE | UI_CHAPTERS | UI_MEDIA,
		.flags = UI_COUNTS | UI_EACH | UI_ACTS,
		.keys = "o",
		.vim = "gx o",
		.hint = N_("browser"),
		.brief = N_("Open the item, or the feed's site, in the browser"),
		.detail = N_("Only web addresses (http and https) are passed on, as one "
			     "argument and never through a shell. An open line of the "
			     "config, or else the option browser, names the program. In "
			     "an article, 17o opens link 17."),
		.run = ui_outside_browser_item,
	},
	{
		.name = "browser-and-mark",
		.contexts = UI_ITEMS,
		.also = UI_ARTICLE, /* where its key is that of pictures */
		.flags = UI_EACH | UI_ACTS,
		.keys = "I",
		.newsboat = "O",
		.brief = N_("Open the item in the browser and mark it as read"),
		.run = ui_outside_browser_and_mark,
	},
	{
		.name = "browser-unread",
		.contexts = UI_ITEMS,
		.keys = "gO",
		.newsboat = "",
		.brief = N_("Open all unread items of the list in the browser"),
		.detail =
			N_("From the first row on, and marks them as read. If there are "
			   "more than the option browser-most says, it asks how many; "
			   "a number before the key, or after the name, answers that."),
		.run = ui_outside_browser_unread,
	},
	{
		.name = "run",
		.contexts = UI_READING | UI_CHOOSE,
		.flags = UI_COUNTS | UI_EACH | UI_ACTS,
		.keys = "!",
		.brief = N_("Run a command with the item, its link, or the feed"),
		.detail = N_(
			"%u is the address, %t the title, %f and %F the feed's title and "
			"address, %a the author, %d the date, %i the number and %e the "
			"attachment; they are also in the environment (COURANT_URL, "
			"COURANT_TITLE, COURANT_FEED, COURANT_FEED_URL, COURANT_AUTHOR, "
			"COURANT_DATE, COURANT_ID, COURANT_ENCLOSURE). The command gets "
			"the terminal; with -b before it, it runs in the background, and "
			"with -r its output is shown as a page. No shell is involved."),
		.run = ui_outside_run_ask,
	},
	{
		.name = "pipe",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_EACH | UI_ACTS,
		.keys = "|",
		.brief = N_("Give the item to a command on its standard input"),
		.detail = N_("As text, or as the word before the command says: text, "
			     "html, markdown or json. As for run, -b and -r may stand "
			     "before the command."),
		.run = ui_outside_run_pipe,
	},
	{
		.name = "copy",
		.contexts = UI_READING | UI_CHOOSE,
		.flags = UI_COUNTS | UI_EACH | UI_ACTS,
		.keys = "yy Y yt=title ym=markdown ya=text yf=feed y1=1 y2=2 y3=3 y4=4 "
			"y5=5 y6=6 y7=7 y8=8 y9=9",
		.newsboat = "",
		.brief = N_("Copy the link to the clipboard"),
		.detail = N_("Takes link, title, markdown (both), text, feed (its "
			     "address), or the number of a link, which may also be typed "
			     "before the keys. The terminal is asked to do it (OSC 52), "
			     "or the option clipboard-command."),
		.arguments = copies,
		.run = ui_outside_copy,
		.check = ui_outside_copy_check,
	},
	{
		.name = "save",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_EACH | UI_ACTS,
		.keys = "W",
		.newsboat = "s",
		.brief = N_("Save the item to a file"),
		.detail = N_("Takes a file, whose ending (.txt, .html, .md, .json) says "
			     "what it will be, a directory, or text, html, markdown or "
			     "json. It never overwrites a file."),
		.run = ui_outside_save,
	},
	{
		.name = "bookmark",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_EACH | UI_ACTS,
		.keys = "B",
		.newsboat = "^B",
		.brief = N_("Pass the item to the bookmark-command"),
		.run = ui_outside_bookmark,
	},
	{
		.name = "mail",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_EACH | UI_ACTS,
		.keys = "gM",
		.newsboat = "",
		.brief = N_("Mail the item with the mail-command"),
		.run = ui_outside_mail,
	},
	{
		.name = "share",
		.contexts = UI_ITEMS | UI_ARTICLE,
		.flags = UI_EACH | UI_ACTS,
		.keys = "gS",
		.newsboat = "",
		.brief = N_("Pass the item to one of the share lines in the config"),
		.run = ui_outside_share,
	},
	{0},
};
