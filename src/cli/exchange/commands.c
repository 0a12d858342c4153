/*
 * The table of the commands that list, import and export.
 */
#include "config.h"

#include "cli/exchange/commands.h"

#include "base/i18n.h"

const struct cli_command cli_exchange_commands[] = {
	{
		.name = "list",
		.args = N_("[WORD…]"),
		.brief = N_("print feeds or items"),
		.detail = N_("Prints the feeds in the order of the feeds file, or the "
			     "items, newest first. With words, only those that match "
			     "the query. With --json, a feed has the keys id, url, "
			     "title, tags, unread, total, status and next_poll; an item "
			     "has id, feed, guid, title, link, published, seen, unread "
			     "and starred. Times are in seconds since 1970. Unknown "
			     "values are null."),
		.flags = CLI_STORE | CLI_FEEDS | CLI_READS,
		.run = cli_exchange_list,
		.options =
			{
				CLI_FLAG("--feeds",
					N_("list the feeds: the default, unless only "
					   "items can match, as is:played")),
				CLI_FLAG("--items", N_("list the items")),
				CLI_LINES_OF_JSON,
				CLI_KEYS_OF_JSON,
				CLI_ROWS_BY_TEMPLATE,
				CLI_VALUE("--sort", N_("KEYS"),
					N_("sort by KEYS, as sort-items and sort-feeds "
					   "do")),
				CLI_FLAG("--failing",
					N_("only feeds whose last poll failed")),
				CLI_VALUE("--silent", N_("DAYS"),
					N_("only feeds that have posted nothing for "
					   "DAYS days")),
				CLI_VALUE("--output", N_("FORMAT"),
					N_("write the items that the query finds as "
					   "mbox, html or atom, or the feeds as opml")),
			},
	},
	{
		.name = "import",
		.args = N_("[PATH…]"),
		.brief = N_("import feeds, items and marks from elsewhere"),
		.detail = N_(
			"A PATH is a list of feeds (OPML, addresses one per line), a "
			"file of another reader or of a service, or a directory, which "
			"is searched for such files; which kind it is, is detected from "
			"the content. - reads standard input. With --from alone the "
			"program's usual places are searched, and without anything the "
			"programs found there are listed. courant-import(7) says what is "
			"taken from which program.\nFeeds, folders, titles, options of "
			"feeds, saved searches and items come over, with what is read, "
			"starred, tagged or deleted. Nothing is fetched, no file of the "
			"other program is changed, and importing again adds nothing "
			"twice. courant undo takes all of it back.\nLines that run "
			"commands or read local files are skipped; only your own feeds "
			"file may contain them. What is skipped is reported, and either "
			"all the rest is added or nothing."),
		.flags = CLI_STORE | CLI_FIRST | CLI_ADDS,
		.run = cli_exchange_import,
		.options =
			{
				CLI_VALUE("--from", N_("PROGRAM"),
					N_("import only files of this program")),
				CLI_FLAG("--feeds", N_("import only the feeds")),
				CLI_FLAG("--states",
					N_("import only items and their marks")),
				CLI_FLAG("--config",
					N_("print the program's config as lines for "
					   "courant's, and change nothing")),
				CLI_FLAG("--again",
					N_("set marks of an earlier import again, "
					   "even if you changed them since")),
				CLI_FLAG("--adopt",
					N_("treat files of episodes below media-dir as "
					   "downloaded by courant, which removes them "
					   "like others")),
				{.name = "--dry-run",
					.brief = N_("show what would be added, and "
						    "change nothing"),
					.needs = CLI_STORE | CLI_FIRST | CLI_ADDS |
						 CLI_READS},
				CLI_RESULT_AS_JSON,
			},
	},
	{
		.name = "export",
		.args = N_("[FILE]"),
		.brief = N_("write the subscriptions, or the items, for other programs"),
		.detail = N_("Writes to FILE, or to standard output: OPML with all "
			     "feeds, folders and saved searches, which courant import "
			     "reads back without a loss. User names and passwords are "
			     "left out, and so are lines that are commands or local "
			     "files.\n"
			     "With --items, each line is an item as a JSON object, with "
			     "its text and marks, hidden and deleted ones too; courant "
			     "import reads these back. With --starred, the starred "
			     "items are written as a JSON Feed.\n"
			     "With --query, the newest items that a query finds are "
			     "written as a feed, for a web server or another reader. A "
			     "FILE that would be the same is not written again."),
		.flags = CLI_STORE | CLI_FEEDS | CLI_READS,
		.run = cli_exchange_export,
		.options =
			{
				CLI_FLAG("--traces",
					N_("write the times of the feeds' posts instead, "
					   "as far as they are recorded, for courant "
					   "simulate")),
				CLI_FLAG("--addresses",
					N_("with the feeds' addresses; otherwise they "
					   "are replaced by hashes")),
				CLI_FLAG("--newsboat",
					N_("write a urls file for newsboat")),
				CLI_FLAG("--starred",
					N_("write the starred items as a JSON "
					   "Feed")),
				CLI_FLAG("--items",
					N_("write all items as JSON lines; with "
					   "--starred, the starred ones")),
				CLI_VALUE("--query", N_("QUERY"),
					N_("write what a query finds, or the query: "
					   "line of that name, as a feed")),
				CLI_FLAG("--atom", N_("as Atom, which is the default")),
				CLI_FLAG("--rss", N_("as RSS 2.0")),
				CLI_FLAG("--json", N_("as a JSON Feed")),
				CLI_FLAG(
					"--opml", N_("the feeds that it finds, as OPML")),
				CLI_VALUE("--limit", N_("NUMBER"),
					N_("at most NUMBER items; 100 by default, 0: "
					   "all")),
			},
	},
	{
		.name = "state",
		.args = N_("export [FILE] | import FILE"),
		.verbs = "export import",
		.brief = N_("carry what is read, starred and tagged to another machine"),
		.detail = N_("export writes all of it, import merges it in: for each "
			     "item and mark the later change wins, in whatever order "
			     "and however often files are imported. The option "
			     "state-dir does the same automatically."),
		.flags = CLI_STORE | CLI_FEEDS | CLI_FIRST,
		.reads = "export",
		.run = cli_exchange_state,
		.options =
			{
				CLI_FLAG("--json", N_("print what import did as JSON")),
			},
	},
	{0},
};
