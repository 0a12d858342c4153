/*
 * The table of the program's commands, and that of its exit statuses. Help, manual and
 * completions are made from them.
 */
#include "config.h"

#include "base/i18n.h"
#include "cli/account/account.h"
#include "cli/care/check.h"
#include "cli/care/check_config.h"
#include "cli/care/maintenance.h"
#include "cli/change/add.h"
#include "cli/change/mark.h"
#include "cli/change/merge.h"
#include "cli/change/move.h"
#include "cli/change/rules.h"
#include "cli/change/subscription.h"
#include "cli/change/undo.h"
#include "cli/core/command.h"
#include "cli/exchange/export.h"
#include "cli/exchange/import.h"
#include "cli/exchange/listing.h"
#include "cli/exchange/state.h"
#include "cli/help.h"
#include "cli/media/download.h"
#include "cli/media/play.h"
#include "cli/media/queue.h"
#include "cli/read/count.h"
#include "cli/read/list.h"
#include "cli/read/parse.h"
#include "cli/read/search.h"
#include "cli/read/show.h"
#include "cli/read/why.h"
#include "cli/run/backfill.h"
#include "cli/run/daemon.h"
#include "cli/run/do.h"
#include "cli/run/refresh.h"
#include "cli/simulate/simulate.h"

/* An option without a value, and one with a value. */
#define FLAG(NAME, BRIEF)                                                                \
	{                                                                                \
		.name = NAME, .brief = BRIEF                                             \
	}
#define VALUE(NAME, VALUE, BRIEF)                                                        \
	{                                                                                \
		.name = NAME, .value = VALUE, .brief = BRIEF                             \
	}
/* Those that several commands have. */
#define RESULT_AS_JSON FLAG("--json", N_("print the result as JSON"))
#define LINES_OF_JSON FLAG("--json", N_("print one JSON object per line"))
#define JSON_PER_FEED FLAG("--json", N_("print one JSON object per feed"))
#define KEYS_OF_JSON VALUE("--fields", N_("NAMES"), N_("comma-separated keys for --json"))
#define ROWS_BY_TEMPLATE                                                                 \
	VALUE("--format", N_("TEMPLATE"), N_("print each row using the template"))
#define ONLY_COUNT FLAG("--dry-run", N_("only print how many items there are"))

/* In the order of help and manual. */
const struct cli_command cli_commands[] = {
	{
		.name = "add",
		.args = N_("URL [TAG…]"),
		.brief = N_("subscribe to a feed, or to the feed of a web page"),
		.detail = N_("The address is fetched. If it is a web page that names "
			     "one feed, that feed is added; if it names several, they "
			     "are listed and nothing is added. So is what is found "
			     "over http when an address was given without a scheme and "
			     "does not answer over https. An argument that begins "
			     "with ~ is the title to show, any other is a tag; "
			     "news/world is the tag world within news."),
		.flags = CLI_STORE | CLI_FEEDS | CLI_FIRST,
		.run = cli_change_add,
		.options =
			{
				FLAG("--json", N_("print the result as JSON, one object "
						  "per feed")),
			},
	},
	{
		.name = "import",
		.args = N_("[PATH…]"),
		.brief = N_("take over feeds, items and marks from elsewhere"),
		.detail =
			N_("A PATH is a list of feeds (OPML, addresses one per line), a "
			   "file of another reader or of a service, or a directory, "
			   "which is searched for such files; what it is, is detected "
			   "from the content. - reads standard input. With --from alone "
			   "the program's usual places are searched, and without "
			   "anything the programs found there are listed. "
			   "courant-import(7) says what is taken from which program.\n"
			   "Feeds, folders, titles, options of feeds, saved searches "
			   "and items come over, with what is read, starred, tagged "
			   "or deleted. Nothing is fetched, no file of the other "
			   "program is changed, and importing again adds nothing "
			   "twice. courant undo takes all of it back.\n"
			   "Lines that run commands or read local files are skipped; "
			   "only your own feeds file may contain them. What is "
			   "skipped is reported, and either all the rest is added or "
			   "nothing."),
		.flags = CLI_STORE | CLI_FIRST,
		.run = cli_exchange_import,
		.options =
			{
				VALUE("--from", N_("PROGRAM"),
					N_("take files of this program only")),
				FLAG("--feeds", N_("take feeds, no items")),
				FLAG("--states", N_("take items and their marks, no "
						    "feeds")),
				FLAG("--config", N_("print the program's config as lines "
						    "for ours, and change nothing")),
				FLAG("--again",
					N_("set marks of an earlier import again, "
					   "even if you changed them since")),
				FLAG("--dry-run", N_("show what would be added, and "
						     "change nothing")),
				RESULT_AS_JSON,
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
			     "its text and marks; courant import reads these back, "
			     "too. With --starred, the starred items are written as a "
			     "JSON Feed.\n"
			     "With --query, the newest items that a query finds are "
			     "written as a feed, for a web server or another reader. A "
			     "FILE that would be the same is not written again."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_exchange_export,
		.options =
			{
				FLAG("--traces",
					N_("write when the feeds posted instead, as far "
					   "as that is recorded, for courant simulate")),
				FLAG("--addresses",
					N_("with the feeds' addresses; otherwise they "
					   "are replaced by hashes")),
				FLAG("--newsboat", N_("write a urls file for newsboat")),
				FLAG("--starred", N_("write the starred items as a JSON "
						     "Feed")),
				FLAG("--items", N_("write all items as JSON lines; with "
						   "--starred, the starred ones")),
				VALUE("--query", N_("QUERY"),
					N_("write what a query finds, or the query: "
					   "line of that name, as a feed")),
				FLAG("--atom", N_("as Atom, which is the default")),
				FLAG("--rss", N_("as RSS 2.0")),
				FLAG("--json", N_("as a JSON Feed")),
				VALUE("--limit", N_("NUMBER"),
					N_("at most NUMBER items; 100 by default, 0: "
					   "all")),
			},
	},
	{
		.name = "refresh",
		.args = N_("[FEED…]"),
		.brief = N_("fetch feeds without opening the reader"),
		.detail = N_("Fetches all feeds, or those given by address, title or "
			     "number, whatever the schedule says. It only skips feeds "
			     "whose server has asked for a pause (Retry-After) and "
			     "feeds that another courant is fetching. Open readers show "
			     "what comes in. On a terminal, a bar shows the progress."),
		.flags = CLI_STORE | CLI_FEEDS | CLI_FIRST,
		.run = cli_run_refresh,
		.options =
			{
				FLAG("--due", N_("only the feeds that are due")),
				FLAG("--full",
					N_("whole documents, even if they have not "
					   "changed")),
				FLAG("--json", N_("print the summary as JSON")),
				VALUE("--format", N_("TEMPLATE"),
					N_("print the summary using the template")),
				FLAG("--quiet", N_("print neither progress nor summary")),
			},
	},
	{
		.name = "backfill",
		.args = N_("FEED…"),
		.brief = N_("fetch older items than a feed shows"),
		.detail = N_("Some feeds link to documents with older items: archives "
			     "and further pages (RFC 5005, and next_url in JSON Feed). "
			     "They are fetched one after another, up to 20 per feed "
			     "unless --pages says otherwise, and up to 32 MiB per feed; "
			     "the next run continues from there. Items that arrive this "
			     "way are marked as read unless they are newer than the "
			     "last poll. keep-items and keep-days apply as usual."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_run_backfill,
		.options =
			{
				VALUE("--pages", N_("NUMBER"),
					N_("fetch at most NUMBER documents per feed")),
				JSON_PER_FEED,
				ROWS_BY_TEMPLATE,
				FLAG("--quiet", N_("print neither progress nor summary")),
			},
	},
	{
		.name = "daemon",
		.brief = N_("fetch feeds as they become due, until stopped"),
		.detail = N_("Polls feeds on schedule, as the reader does while it is "
			     "open, and logs what it does. SIGTERM and SIGINT stop it; "
			     "what has arrived by then is stored. A change to the feeds "
			     "file is noticed within a second; SIGHUP reloads it and "
			     "the config file. If a file has a faulty line, the daemon "
			     "reports it and keeps what it had. Readers, commands and "
			     "other daemons may run at the same time: no feed is "
			     "fetched twice.\n"
			     "With --json, every event is printed as one JSON object "
			     "per line; the daemon exits when its output is closed."),
		.flags = CLI_STORE | CLI_FEEDS | CLI_FIRST,
		.run = cli_run_daemon,
		.options =
			{
				FLAG("--verbose", N_("copy the log to standard error")),
				FLAG("--json", N_("print one JSON object per event")),
			},
	},
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
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_exchange_list,
		.options =
			{
				FLAG("--feeds", N_("list the feeds (the default)")),
				FLAG("--items", N_("list the items")),
				LINES_OF_JSON,
				KEYS_OF_JSON,
				ROWS_BY_TEMPLATE,
				VALUE("--sort", N_("KEYS"),
					N_("sort by KEYS, as sort-items and sort-feeds "
					   "do")),
				FLAG("--failing",
					N_("only feeds whose last poll failed")),
				VALUE("--silent", N_("DAYS"),
					N_("only feeds that have posted nothing for "
					   "DAYS days")),
				VALUE("--output", N_("FORMAT"),
					N_("write the items that the query finds as "
					   "mbox, html or atom, or the feeds as opml")),
			},
	},
	{
		.name = "show",
		.args = N_("ITEM…"),
		.brief = N_("print the text of items"),
		.detail = N_("The text is laid out for the terminal's width, or for "
			     "text-width, with the addresses of its links at the end. "
			     "Items are given by number. They stay unread."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_read_show,
		.options =
			{
				FLAG("--html", N_("print a clean HTML document that "
						  "stands by itself")),
				FLAG("--json", N_("print one JSON object per line, with "
						  "the text as the feed has it")),
				VALUE("--width", N_("COLUMNS"), N_("width of the text")),
				FLAG("--markdown",
					N_("print the text as Markdown (CommonMark)")),
				FLAG("--text",
					N_("print plain text, also on a terminal")),
				VALUE("--color", N_("WHEN"),
					N_("styles: auto (on a terminal), always or "
					   "never")),
				FLAG("--full",
					N_("print the texts of the items' pages, which "
					   "are fetched unless they are stored "
					   "already")),
			},
	},
	{
		.name = "count",
		.args = N_("[WORD…]"),
		.brief = N_("print the number of unread items"),
		.detail = N_("With a query: the number of items it matches, read or "
			     "not; add is:unread to count unread ones only."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_read_count,
		.options =
			{
				FLAG("--all", N_("print the number of all items")),
				FLAG("--json",
					N_("print all the numbers as one JSON object")),
				VALUE("--format", N_("TEMPLATE"),
					N_("print the numbers using the template")),
			},
	},
	{
		.name = "do",
		.args = N_("COMMAND [ARGUMENT…]"),
		.brief = N_("make a running reader do something"),
		.detail = N_("The words are what would be typed there after a colon; the "
			     "reader that was started last on this store does it. If "
			     "none is running, reload-all, add, import, search and undo "
			     "are done without one."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_run_do,
		.options =
			{
				{"--pid", N_("PID"),
					N_("the reader with this process id")},
			},
	},
	{
		.name = "account",
		.args = N_("[VERB [NAME…]]"),
		.brief = N_("manage accounts of feed servers"),
		.detail = N_(
			"add NAME URL finds out which server is at an address, asks for "
			"the password (or reads a line of standard input), and syncs for "
			"the first time. list tells all accounts and show NAME one of "
			"them: server, last sync, changes that wait.\n"
			"sync [NAME] sends what was done here and fetches what was done "
			"there. check NAME compares what both sides have and changes "
			"nothing; the exit status is 1 when they differ.\n"
			"login NAME asks for another password. rename NAME NEW, pause "
			"NAME and resume NAME do what they say. remove NAME forgets the "
			"account; its feeds go, unless --keep makes them feeds of this "
			"machine, with all their items."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_account,
		.options =
			{
				VALUE("--user", N_("USER"),
					N_("add: name at the server; a Nextcloud can do "
					   "without it, and names a page to log in at")),
				VALUE("--protocol", N_("PROTOCOL"),
					N_("add: greader, if the address does not tell")),
				VALUE("--password-command", N_("COMMAND"),
					N_("add: command that prints the password, which "
					   "is then stored nowhere")),
				FLAG("--plain-login",
					N_("add: send the password without encryption to "
					   "another machine")),
				FLAG("--full", N_("sync: read all lists, which sync "
						  "does anyway")),
				FLAG("--dry-run",
					N_("sync: only print what would change on either "
					   "side")),
				FLAG("--keep", N_("remove: keep the feeds")),
				LINES_OF_JSON,
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
				FLAG("--redo", N_("redo what was undone last")),
				FLAG("--list", N_("only list what can be undone, newest "
						  "first; rows with a - have been undone "
						  "and can be redone")),
				LINES_OF_JSON,
				VALUE("--format", N_("TEMPLATE"),
					N_("print the rows of --list using the "
					   "template")),
			},
	},
	{
		.name = "why",
		.args = N_("[FEED]"),
		.brief = N_("explain when a feed is polled, and why"),
		.detail = N_("Prints the time of the feed's next poll and the rule that "
			     "set it, what every other rule said, the feed's habits and "
			     "its next expected post, what its server offers, the last "
			     "polls and how they went, and when in the week the feed "
			     "posts. The feed is given by address, title or number. "
			     "Without one, prints how many requests all feeds together "
			     "have cost, and how many hourly polling would have. With "
			     "--json, an object has the keys id, url, title, next_poll, "
			     "reason, rules, budget, last_poll, last_change, usual_gap, "
			     "interest, etag, last_modified, moved_to, failures, "
			     "trouble, failed_since, error, polls, next_post, requests, "
			     "requests_today, conditional_today, hours, waited_items, "
			     "waited_mean_s, posts_per_day and posts_by_hour (of the "
			     "week, in UTC, from Monday on)."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_read_why,
		.options =
			{
				JSON_PER_FEED,
				VALUE("--item", N_("NUMBER"),
					N_("tell instead which rules matched an item, "
					   "and its score")),
			},
	},
	{
		.name = "gc",
		.brief = N_("remove items and feeds that are no longer kept"),
		.detail = N_("Removes items beyond keep-items and keep-days, items "
			     "deleted at least 30 days ago, read items that a complete "
			     "feed (fh:complete) no longer lists, and feeds that no "
			     "longer have a line, with all their items. It works in "
			     "small steps, so that readers and other commands can go "
			     "on. The space is used for what comes next."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_care_gc,
		.options =
			{
				FLAG("--dry-run",
					N_("only report what would be removed")),
				RESULT_AS_JSON,
			},
	},
	{
		.name = "compact",
		.brief = N_("make the store's file smaller"),
		.detail = N_("Space that removed items leave is reused anyway; this "
			     "gives it back to the disk. Readers, refreshes and other "
			     "commands may be running: reading goes on, and writers "
			     "wait until it is done, a few seconds for a large store. "
			     "For a moment, the disk has to hold both files. If it is "
			     "interrupted, nothing changes. On a terminal, it shows its "
			     "progress."),
		.flags = CLI_STORE,
		.run = cli_care_compact,
		.options =
			{
				RESULT_AS_JSON,
			},
	},
	{
		.name = "backup",
		.args = N_("FILE"),
		.brief = N_("write a copy of the store"),
		.detail = N_("The copy is complete and consistent, even while readers "
			     "and refreshes are running. restore brings it back. It is "
			     "only called FILE once it is complete: if you stop the "
			     "command, nothing is left of it, and an existing FILE "
			     "stays as it is. On a terminal, it shows its progress."),
		.flags = CLI_STORE,
		.run = cli_care_backup,
		.options =
			{
				RESULT_AS_JSON,
			},
	},
	{
		.name = "restore",
		.args = N_("FILE"),
		.brief = N_("replace the store with a copy"),
		.detail = N_("FILE is what backup wrote, or any data.mdb, even from an "
			     "older courant. The copy is verified first: pages, "
			     "checksums, lists and counters (unlike check, not the "
			     "full-text index). If it is damaged, or if you stop the "
			     "command, nothing changes. The present store, sound or "
			     "not, is kept beside it as before-restore-1.mdb and so on, "
			     "until you remove it. Running readers and refreshes "
			     "continue with the restored store. On a terminal, it shows "
			     "its progress."),
		.flags = CLI_FIRST,
		.run = cli_care_restore,
		.options =
			{
				RESULT_AS_JSON,
			},
	},
	{
		.name = "stats",
		.brief = N_("print figures about the store"),
		.flags = CLI_STORE,
		.run = cli_care_stats,
		.options =
			{
				RESULT_AS_JSON,
			},
	},
	{
		.name = "search",
		.args = N_("WORD…"),
		.brief = N_("search for items"),
		.detail = N_("Prints them as they are found, newest first. The words "
			     "are a query, as in the reader; courant-query(5) describes "
			     "the language."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_read_search,
		.options =
			{
				LINES_OF_JSON,
				KEYS_OF_JSON,
				ROWS_BY_TEMPLATE,
				VALUE("--limit", N_("NUMBER"),
					N_("stop after NUMBER items")),
			},
	},
	{
		.name = "mark",
		.args = N_("ITEM…|WORD…"),
		.brief = N_("mark items as read"),
		.detail = N_(
			"Name items by number, or give a query to mark everything "
			"it matches; - takes numbers or the items' own ids from standard "
			"input, one a line. undo takes it back."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_change_mark,
		.options =
			{
				FLAG("--unread", N_("mark them as unread")),
				ONLY_COUNT,
				RESULT_AS_JSON,
			},
	},
	{
		.name = "queue",
		.args = N_("[list|add ITEM…|remove ITEM…|move ITEM PLACE|clear]"),
		.brief = N_("show or change the queue of episodes"),
		.detail = N_(
			"The queue is the same for all readers and commands. An ITEM is "
			"a number, or a query for all that it finds; a PLACE is top, "
			"end, a number counted from 1, or one with + or - before it, "
			"from where the episode is. Without words the queue is listed: "
			"number, state of the download, how far it was played, how long "
			"it is, feed and title. undo takes changes back."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_media_queue,
		.options =
			{
				FLAG("--next", N_("add in front")),
				FLAG("--played",
					N_("clear only what was played to its end")),
				LINES_OF_JSON,
				KEYS_OF_JSON,
				ROWS_BY_TEMPLATE,
			},
	},
	{
		.name = "download",
		.args = N_("[ITEM…|WORD…]"),
		.brief = N_("download episodes"),
		.detail = N_(
			"With items, or a query for them, their episodes are wanted: a "
			"reader or daemon that is open fetches them. Without, this "
			"command itself fetches all that waits, and ends; from cron, "
			"say. What has come stays whatever interrupts it, and the next "
			"try fetches the rest. The exit status is 0 if all are here, 1 "
			"if some failed, and 3 if there was nothing to do."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_media_download,
		.options =
			{
				FLAG("--wait", N_("fetch what waits now, these too")),
				FLAG("--hold", N_("stop them until they are wanted "
						  "again")),
				FLAG("--remove", N_("give them up, with their files; "
						    "undo brings them back for a day")),
				FLAG("--list", N_("list all downloads, as queue does")),
				FLAG("--quiet", N_("print only errors")),
				LINES_OF_JSON,
				KEYS_OF_JSON,
				ROWS_BY_TEMPLATE,
			},
	},
	{
		.name = "play",
		.args = N_("[ITEM|WORD…|next]"),
		.brief = N_("play an episode, or steer the player"),
		.detail = N_(
			"The reader that is open plays it, or else this command until "
			"its end: an item, the first that a query finds, or the first of "
			"the queue. The options steer whichever process plays. mpv has "
			"to be installed. The exit status of --status is 3 if nothing is "
			"played."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_media_play,
		.options =
			{
				FLAG("--toggle", N_("pause, or go on")),
				FLAG("--pause", N_("pause")),
				FLAG("--resume", N_("go on")),
				FLAG("--stop", N_("stop, keeping the place")),
				FLAG("--next", N_("play the next of the queue")),
				VALUE("--seek", N_("TIME"),
					N_("go to 12:42 or 50%, or by +30 or -10")),
				VALUE("--chapter", N_("N"),
					N_("go to chapter N, next or previous")),
				VALUE("--speed", N_("X"),
					N_("play at 0.25 to 4 times "
					   "the usual speed")),
				VALUE("--sleep", N_("TIME"),
					N_("pause after 30m, or at the end of the "
					   "episode; no: not any more")),
				FLAG("--status", N_("print what is played")),
				FLAG("--follow", N_("print it whenever it changes")),
				LINES_OF_JSON,
				ROWS_BY_TEMPLATE,
			},
	},
	{
		.name = "listen",
		.args = N_("[ITEM…|WORD…]"),
		.brief = N_("play the queue, telling it in lines of text"),
		.detail = N_(
			"Plays the items, then what is in the queue, without a screen: "
			"a line for each change. Lines on standard input steer it: "
			"pause, seek +30, speed 1.4, chapter next, next, stop, quit."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_media_listen,
	},
	{
		.name = "star",
		.args = N_("ITEM…|WORD…"),
		.brief = N_("star items"),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_change_star,
		.options =
			{
				FLAG("--remove", N_("remove their stars")),
				ONLY_COUNT,
				RESULT_AS_JSON,
			},
	},
	{
		.name = "tag",
		.args = N_("TAG ITEM…|WORD…"),
		.brief = N_("tag items"),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_change_tag,
		.options =
			{
				FLAG("--remove", N_("remove the tag")),
				ONLY_COUNT,
				RESULT_AS_JSON,
			},
	},
	{
		.name = "hide",
		.args = N_("ITEM…|WORD…"),
		.brief = N_("hide items"),
		.detail = N_("Hidden items are in no list, count or search, but the "
			     "search is:hidden finds them. undo shows them again, and "
			     "so does --show."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_change_hide,
		.options =
			{
				FLAG("--show", N_("show hidden items again")),
				ONLY_COUNT,
				RESULT_AS_JSON,
			},
	},
	{
		.name = "rules",
		.args = N_("[test QUERY…|apply [NUMBER…]]"),
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
		.run = cli_change_rules,
		.options =
			{
				FLAG("--dry-run", N_("also count the stored items that "
						     "each rule matches; apply then "
						     "changes nothing")),
				FLAG("--json", N_("print one JSON object per line")),
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
				RESULT_AS_JSON,
			},
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
				JSON_PER_FEED,
			},
	},
	{
		.name = "move",
		.args = N_("[FEED…]"),
		.brief = N_("update the addresses of feeds that have moved"),
		.detail = N_("A server may say that a feed has moved for good (301, "
			     "308). After three good polls over a week were sent there, "
			     "courant fetches the feed from the new address, but leaves "
			     "its line in the feeds file as it is. Without arguments, "
			     "the feeds that have moved are listed; with --all, their "
			     "new addresses are written into their lines, with FEED "
			     "into those only. The rest of the line stays as it is, "
			     "including filter:COMMAND:, and so do the feed's items, "
			     "marks and schedule. Editing the line by hand does the "
			     "same. If another line has the address already, use merge. "
			     "courant undo takes it back."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_change_move,
		.options =
			{
				FLAG("--all", N_("all feeds that have moved")),
				VALUE("--to", N_("URL"),
					N_("to this address, whatever the server says")),
				JSON_PER_FEED,
			},
	},
	{
		.name = "merge",
		.args = N_("[FEED [INTO]]"),
		.brief = N_("merge two feeds into one"),
		.detail = N_("A server may say that a feed has moved to where another "
			     "of your feeds is, or has moved to. Without arguments, "
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
				FLAG("--json",
					N_("print one JSON object per pair of feeds")),
				ROWS_BY_TEMPLATE,
			},
	},
	{
		.name = "state",
		.args = N_("export [FILE] | import FILE"),
		.brief = N_("carry what is read, starred and tagged to another machine"),
		.detail = N_("export writes all of it, import merges it in: for each "
			     "item and mark the later change wins, in whatever order "
			     "and however often files are imported. The option "
			     "state-dir does the same automatically."),
		.flags = CLI_STORE | CLI_FEEDS | CLI_FIRST,
		.run = cli_exchange_state,
		.options =
			{
				FLAG("--json", N_("print what import did as JSON")),
			},
	},
	{
		.name = "check",
		.brief = N_("check the store for damage"),
		.detail = N_("Reads everything once, compares checksums, indexes, "
			     "counters and the words of the full-text index, and "
			     "changes nothing.\n"
			     "With --repair, a damaged store is rewritten from what can "
			     "be read of it: feeds, items, texts and marks as they are, "
			     "everything else derived from them. It reports what was "
			     "lost; feeds that may still have it are asked for it at "
			     "the next refresh. The damaged file is kept as "
			     "before-repair-1.mdb and so on. If only the full-text "
			     "index is wrong, it is rebuilt in place. A sound store is "
			     "left alone."),
		.run = cli_care_check,
		.options =
			{
				FLAG("--repair", N_("repair what is damaged")),
				RESULT_AS_JSON,
			},
	},
	{
		.name = "check-config",
		.brief = N_("look for faults in the config and feeds files"),
		.detail = N_("Tells every faulty line, with its file and number: of "
			     "options, key bindings, colours, rules, queries and "
			     "feeds. Exits with 1 if there is one. Neither the store "
			     "nor the network is needed."),
		.run = cli_care_check_config,
	},
	{
		.name = "parse",
		.args = N_("FILE"),
		.brief = N_("show what a feed document says"),
		.detail = N_("Reads a document in any known format from FILE, and "
			     "prints what was understood and what had to be repaired."),
		.flags = CLI_BARE,
		.run = cli_read_parse,
		.options =
			{
				RESULT_AS_JSON,
				VALUE("--content-type", N_("TYPE"),
					N_("the Content-Type it was served with")),
				VALUE("--base-url", N_("URL"),
					N_("the address it came from")),
			},
	},
	{
		.name = "simulate",
		.args = N_("[TRACE…]"),
		.brief = N_("replay strategies over recorded posting times"),
		.detail = N_("A trace is a text file, which may be compressed with "
			     "gzip: a line \"# ID KIND WINDOW N START END\" opens a "
			     "feed and is followed by N lines with its posting times in "
			     "seconds since 1970.\n"
			     "A feed is first polled when half of its posts, or as many "
			     "as it shows at once, are there; the strategy only learns "
			     "from that poll. After that, the strategy decides alone. A "
			     "poll sees all posts since the last one; those beyond what "
			     "the feed shows are missed, and count with their delay. "
			     "Posts not seen by the end count as late until then. Feeds "
			     "with fewer than five posts are left out."),
		.flags = CLI_BARE,
		.run = cli_simulate,
		.options =
			{
				VALUE("--strategy", N_("NAME[,NAME]"),
					N_("the strategies, named as for the option "
					   "strategy; all by default")),
				VALUE("--polls-as", N_("NAME"),
					N_("every strategy makes as many polls as this "
					   "one")),
				VALUE("--polls-per-day", N_("N"),
					N_("every strategy makes N polls per feed and "
					   "day, on average")),
				VALUE("--min-interval", N_("TIME"),
					N_("shortest time between two polls of a feed; "
					   "2m by default")),
				VALUE("--max-interval", N_("TIME"),
					N_("longest time between two polls of a feed; "
					   "31d by default")),
				VALUE("--cycle", N_("TIME"),
					N_("length of a cycle, for strategies that work "
					   "in cycles; 1h by default")),
				VALUE("--requests-per-cycle", N_("N"),
					N_("at most N polls per cycle of all feeds "
					   "together; a feed counts while it is "
					   "observed")),
				VALUE("--requests-per-day", N_("N"),
					N_("the same, per day")),
				VALUE("--by", N_("kind"),
					N_("also print figures for each kind of feed")),
				VALUE("--synthetic", N_("roses"),
					N_("use the set-up of source 3 in "
					   "courant-scheduling(7) instead of traces: 100 "
					   "feeds, b requests per cycle")),
				FLAG("--as-published",
					N_("only what a strategy's paper says. "
					   "Otherwise, "
					   "if one of the two limits above is given, "
					   "no feed is polled so late that it pushes "
					   "out posts unseen, as in the reader")),
				{.name = "--mine",
					.brief = N_("replay your own feeds, as far as "
						    "courant has recorded their posts, "
						    "within your limits, and compare "
						    "your strategy with the others"),
					.needs = CLI_STORE | CLI_FEEDS},
				FLAG("--plot",
					N_("draw delay against polls instead of "
					   "printing figures, each strategy at "
					   "several numbers of polls")),
				VALUE("--svg", N_("FILE"),
					N_("write that drawing to a file")),
				FLAG("--json", N_("print one JSON object")),
			},
	},
	{
		.name = "help",
		.args = N_("[COMMAND]"),
		.brief = N_("explain the commands, or one of them"),
		.flags = CLI_BARE,
		.run = cli_help,
	},
	{0},
};

const struct cli_exit_row cli_exits[] = {
	{.status = CLI_OK,
		.meaning = N_("Success. This includes a reader that was ended by a "
			      "closed terminal, a daemon that was told to stop, and a "
			      "command whose output nobody reads any more.")},
	{.status = CLI_FAILED,
		.meaning = N_("Something failed; a message on standard error says what, "
			      "and what to do. Also if everything was done, but the "
			      "config or feeds file has a faulty line. refresh fails "
			      "only if no feed at all could be reached, or if something "
			      "could not be stored; a daemon that was told to stop, only "
			      "if something of its last round could not be stored.")},
	{.status = CLI_USAGE,
		.meaning = N_("The command line was wrong. Also if add found several "
			      "feeds to choose from.")},
	{.status = CLI_NOTHING,
		.meaning = N_("What was named does not exist: no such feed or item, or "
			      "a search found nothing.")},
	{.status = CLI_SIGNAL,
		.meaning = N_("And above: a signal ended the command. Its number is "
			      "added, as in a shell.")},
	{0},
};
