/*
 * The table of the commands that change items and subscriptions.
 */
#include "config.h"

#include "cli/change/commands.h"

#include "base/i18n.h"

#define ITEMS_BY_NUMBER                                                                  \
	N_("Items are named by number, or by a query for all that it matches; - takes "  \
	   "numbers or the items' own ids from standard input, one per line. undo "      \
	   "takes "                                                                      \
	   "it back.")

const struct cli_command cli_change_commands[] = {
	{
		.name = "add",
		.args = N_("URL [TAG…]"),
		.brief = N_("subscribe to a feed, or to the feed of a web page"),
		.detail = N_("The address is fetched. If it is a web page that names one "
			     "feed, that feed is added; if it names several, they are "
			     "listed and nothing is added. The same goes for what is "
			     "found over http, if the address was given without a scheme "
			     "and does not answer over https. An argument that begins "
			     "with ~ is the title to show, any other is a tag; "
			     "news/world is the tag world within news."),
		.flags = CLI_STORE | CLI_FEEDS | CLI_FIRST | CLI_ADDS,
		.run = cli_change_add,
		.options =
			{
				CLI_FLAG("--json",
					N_("print the result as JSON, one object "
					   "per feed")),
			},
	},
	{
		.name = "preview",
		.args = N_("URL"),
		.brief = N_("show what a feed is like, without subscribing to it"),
		.detail = N_("The address is fetched, as by add. Prints the feed's title "
			     "and address, how many items it shows and how often they "
			     "come, whether it has their whole text, and the titles of "
			     "the newest ten. If the page names several feeds, they are "
			     "listed."),
		.flags = CLI_STORE | CLI_FIRST | CLI_READS,
		.run = cli_change_preview,
		.options =
			{
				CLI_RESULT_AS_JSON,
			},
	},
	{
		.name = "save",
		.args = N_("URL [TAG…]"),
		.brief = N_("keep a web page, with its text"),
		.detail = N_("The page is fetched and becomes an item of the feed Saved "
			     "pages, which is a file beside the feeds file; the article "
			     "in it is its text, or else all its text. The tags are the "
			     "item's (tag:TAG finds them); courant undo takes each page "
			     "back. If the page cannot be fetched, its address is kept "
			     "and tried again at each refresh for a month."),
		.flags = CLI_STORE | CLI_FEEDS | CLI_ADDS,
		.run = cli_change_save,
	},
	{
		.name = "remove",
		.args = N_("FEED…"),
		.brief = N_("unsubscribe from feeds"),
		.detail = N_("Removes their lines from the feeds file, and leaves all "
			     "others as they are. The items stay in the store, hidden: "
			     "undo, or adding the same line again, brings them back."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_change_remove,
		.options =
			{
				CLI_JSON_PER_FEED,
			},
	},
	{
		.name = "rename",
		.args = N_("FEED [TITLE]"),
		.brief = N_("give a feed a title of your own"),
		.detail = N_("The feed is given by address, number or part of its "
			     "title. Without TITLE, it gets its own title back. The "
			     "line in the feeds file is edited in place."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_change_rename,
		.options =
			{
				CLI_RESULT_AS_JSON,
			},
	},
	{
		.name = "move",
		.args = N_("[FEED…]"),
		.brief = N_("update the addresses of feeds that have moved"),
		.detail =
			N_("A server may say that a feed has moved for good (301, 308). "
			   "After three good polls over a week were sent there, courant "
			   "fetches the feed from the new address, but leaves its line "
			   "in the feeds file as it is. Without arguments, the feeds "
			   "that have moved are listed; --all writes the new addresses "
			   "into their lines, and FEED does so for the feeds named. The "
			   "rest of the line stays as it is, including filter:COMMAND:, "
			   "and so do the feed's items, marks and schedule. Editing the "
			   "line by hand does the same. If another line has the address "
			   "already, use merge. courant undo takes it back."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_change_move,
		.options =
			{
				CLI_FLAG("--all", N_("all feeds that have moved")),
				CLI_VALUE("--to", N_("URL"),
					N_("to this address, whatever the server says")),
				CLI_JSON_PER_FEED,
			},
	},
	{
		.name = "merge",
		.args = N_("[FEED [INTO]]"),
		.brief = N_("merge two feeds into one"),
		.detail = N_("A server may say that a feed has moved to where another "
			     "of your feeds is, or has moved to, and podcasts say "
			     "which one they are at any address. Without arguments, "
			     "such feeds are listed; with one, FEED is merged into the "
			     "feed that is there; with two, into INTO. Items that only "
			     "FEED has move to INTO with their marks. For items in "
			     "both, read, star and tags are combined. An item deleted "
			     "in INTO returns if FEED has a star or tag on it. INTO "
			     "keeps its title, or takes that of FEED's line if it has "
			     "none of its own, and gets the tags of both. FEED's line "
			     "is removed. Other machines (option state-dir) are told: "
			     "until the feeds are merged there too, what you mark here "
			     "is marked there in both. courant undo takes all of it "
			     "back."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_change_merge,
		.options =
			{
				CLI_FLAG("--json",
					N_("print one JSON object per pair of feeds")),
				CLI_ROWS_BY_TEMPLATE,
			},
	},
	{
		.name = "mark",
		.args = N_("ITEM…|WORD…"),
		.brief = N_("mark items as read"),
		.detail = ITEMS_BY_NUMBER,
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_change_mark,
		.options =
			{
				CLI_FLAG("--unread", N_("mark them as unread")),
				CLI_ONLY_COUNT,
				CLI_RESULT_AS_JSON,
			},
	},
	{
		.name = "star",
		.args = N_("ITEM…|WORD…"),
		.brief = N_("star items"),
		.detail = ITEMS_BY_NUMBER,
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_change_star,
		.options =
			{
				CLI_FLAG("--remove", N_("remove their stars")),
				CLI_ONLY_COUNT,
				CLI_RESULT_AS_JSON,
			},
	},
	{
		.name = "tag",
		.args = N_("TAG ITEM…|WORD…"),
		.brief = N_("tag items"),
		.detail = ITEMS_BY_NUMBER,
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_change_tag,
		.options =
			{
				CLI_FLAG("--remove", N_("remove the tag")),
				CLI_ONLY_COUNT,
				CLI_RESULT_AS_JSON,
			},
	},
	{
		.name = "hide",
		.args = N_("ITEM…|WORD…"),
		.brief = N_("hide items"),
		.detail = N_("Hidden items appear in no list, count or search; only the "
			     "search is:hidden finds them. --show shows them "
			     "again.\nItems are named by number, or by a query for all "
			     "that it matches; - takes numbers or the items' own ids "
			     "from standard input, one per line. undo takes it back."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_change_hide,
		.options =
			{
				CLI_FLAG("--show", N_("show hidden items again")),
				CLI_ONLY_COUNT,
				CLI_RESULT_AS_JSON,
			},
	},
	{
		.name = "rules",
		.args = N_("[test QUERY…|apply [NUMBER…]]"),
		.verbs = "test apply",
		.brief = N_("list the rules of the config, try or apply them"),
		.detail = N_("Lists the rules with their numbers and hits. A hit is an "
			     "item that a rule matched when it arrived; a changed rule "
			     "starts over at 0.\n"
			     "rules test shows the newest of the stored items that a "
			     "query matches, and how many there are. rules apply runs "
			     "rules, all or those with the given numbers, over what is "
			     "stored: it marks, tags, hides and scores, but runs no "
			     "commands; what rules drop is deleted. undo takes all of "
			     "it back but the scores. courant-config(5) describes "
			     "rules."),
		.flags = CLI_STORE | CLI_FEEDS,
		.reads = "test",
		.run = cli_change_rules,
		.options =
			{
				CLI_FLAG("--dry-run",
					N_("also count the stored items that "
					   "each rule matches; apply then "
					   "changes nothing")),
				CLI_FLAG("--json", N_("print one JSON object per line")),
			},
	},
	{
		.name = "undo",
		.brief = N_("undo the last action"),
		.detail = N_("Marks, stars, tags, deletions and changes to the "
			     "subscriptions are undone one by one, newest first, "
			     "whichever courant made them; open readers show the "
			     "result. Prints what was undone."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_change_undo,
		.options =
			{
				CLI_FLAG("--redo", N_("redo what was undone last")),
				{.name = "--list",
					.brief = N_(
						"only list what can be undone, newest "
						"first; rows with a - have been undone "
						"and can be redone"),
					.needs = CLI_STORE | CLI_FEEDS | CLI_READS},
				CLI_LINES_OF_JSON,
				CLI_VALUE("--format", N_("TEMPLATE"),
					N_("print the rows of --list using the "
					   "template")),
			},
	},
	{0},
};
