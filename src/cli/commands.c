/*
 * The table of the program's commands, and that of its exit statuses. Help, manual and
 * completions are made from them.
 */
#include "config.h"

#include "base/i18n.h"
#include "cli/add.h"
#include "cli/backfill.h"
#include "cli/care.h"
#include "cli/check.h"
#include "cli/command.h"
#include "cli/count.h"
#include "cli/daemon.h"
#include "cli/export.h"
#include "cli/feed.h"
#include "cli/help.h"
#include "cli/import.h"
#include "cli/list.h"
#include "cli/mark.h"
#include "cli/merge.h"
#include "cli/move.h"
#include "cli/parse.h"
#include "cli/refresh.h"
#include "cli/search.h"
#include "cli/show.h"
#include "cli/simulate.h"
#include "cli/state.h"
#include "cli/undo.h"
#include "cli/why.h"

/* In the order of help and manual. */
const struct cli_command cli_commands[] = {
	{"add", N_("URL [TAG…]"), N_("subscribe to a feed, or to the feed of a web page"),
		N_("The address is fetched. If it is a web page, the feeds that it names "
		   "are looked at: one is subscribed to, several are listed, and nothing "
		   "is added. A word that begins with ~ is the title to show, any other "
		   "is a tag; news/world nests."),
		CLI_STORE | CLI_FEEDS, cli_add,
		{{"--json", NULL,
			N_("say it as a JSON object; of several feeds one each")}}},
	{"import", N_("FILE"), N_("subscribe to the feeds of a list"),
		N_("The list is an OPML file, addresses one a line, or the urls file of "
		   "newsboat; which one is told by its content. - reads standard input. "
		   "Folders become tags. Nothing is fetched.\n"
		   "Lines that run commands or read files of this computer are left out; "
		   "only your own feeds file may have them. What was left out is "
		   "reported, and either all of the rest is added or nothing."),
		CLI_STORE, cli_import,
		{{"--dry-run", NULL, N_("show what would be added, and change nothing")},
			{"--json", NULL, N_("say it as one JSON object")}}},
	{"export", N_("[FILE]"), N_("write the subscriptions as OPML"),
		N_("To standard output, or to FILE. User names and passwords in "
		   "addresses "
		   "are left out, and so are commands, queries and files of this "
		   "computer."),
		CLI_STORE | CLI_FEEDS, cli_export, {{0}}},
	{"refresh", N_("[FEED…]"), N_("fetch feeds without the reader"),
		N_("All feeds, or those given by address, title or number. Servers are "
		   "asked whatever the schedule says; only a Retry-After that still "
		   "holds and a feed that another courant is fetching are left alone. "
		   "Readers that are open show what comes in. On a terminal a bar shows "
		   "how far it is."),
		CLI_STORE | CLI_FEEDS, cli_refresh,
		{{"--due", NULL, N_("only the feeds that are due")},
			{"--json", NULL, N_("the summary as one JSON object")},
			{"--format", N_("TEMPLATE"),
				N_("the summary as the template says")},
			{"--quiet", NULL, N_("no bar and no summary")}}},
	{"backfill", N_("FEED…"), N_("fetch older items than a feed shows"),
		N_("Some feeds name documents with older items: archives and further "
		   "pages (RFC 5005, and next_url of JSON Feed). They are fetched one "
		   "after the other, 20 of each feed unless --pages says otherwise, and "
		   "32 MiB of each at most; the next time goes on from there. What they "
		   "bring comes in as read, but for items newer than the last poll. "
		   "keep-items and keep-days hold for it as for all."),
		CLI_STORE | CLI_FEEDS, cli_backfill,
		{{"--pages", N_("NUMBER"), N_("so many documents of each feed")},
			{"--json", NULL, N_("one JSON object a feed")},
			{"--format", N_("TEMPLATE"),
				N_("print rows as the template says")},
			{"--quiet", NULL, N_("no progress and no summary")}}},
	{"daemon", NULL, N_("fetch feeds as they become due, until stopped"),
		N_("Polls by the schedule, as the reader does while it is open, and "
		   "writes what it does to the log. SIGTERM and SIGINT end it; what has "
		   "arrived until then is stored. SIGHUP reads the feeds file anew; so "
		   "does a change of the file, within a minute. Readers, commands and "
		   "other daemons may run beside it: no feed is asked twice.\n"
		   "With --json standard output gets an object a line, as it happens; "
		   "when "
		   "nobody reads them any more, the daemon ends."),
		CLI_STORE | CLI_FEEDS, cli_daemon,
		{{"--verbose", NULL,
			 N_("say on standard error, too, what goes to the log")},
			{"--json", NULL, N_("one JSON object a line, as it happens")}}},
	{"list", N_("[WORD…]"), N_("print what is stored"),
		N_("Feeds in the order of the feeds file, or items, newest first; with "
		   "words those that the query finds. With "
		   "--json a feed has the keys id, url, title, tags, unread, total, "
		   "status and next_poll; an item has id, feed, guid, title, link, "
		   "published, seen, unread and starred. Times are in seconds since "
		   "1970. What is not known is null."),
		CLI_STORE | CLI_FEEDS, cli_list,
		{{"--feeds", NULL, N_("list the feeds; so it does without any option")},
			{"--items", NULL, N_("list the items")},
			{"--json", NULL, N_("one JSON object a line")},
			{"--fields", N_("NAMES"),
				N_("the keys that --json prints, parted by commas")},
			{"--format", N_("TEMPLATE"),
				N_("print rows as the template says")}}},
	{"show", N_("ITEM…"), N_("print items to read"),
		N_("As text, laid out for the terminal's width or for text-width, with "
		   "the addresses of its links at the end. An item is given by its "
		   "number. It stays unread."),
		CLI_STORE | CLI_FEEDS, cli_show,
		{{"--html", NULL, N_("as an HTML document, in the feed's own markup")},
			{"--json", NULL,
				N_("one JSON object a line, with the text as the feed "
				   "has it")},
			{"--width", N_("COLUMNS"), N_("the width of the text")}}},
	{"count", N_("[WORD…]"), N_("print the number of unread items"),
		N_("With words: the number of items, read or not, that the query finds; "
		   "is:unread is a word for it."),
		CLI_STORE | CLI_FEEDS, cli_count,
		{{"--all", NULL, N_("the number of all items")},
			{"--json", NULL, N_("all of the numbers as one JSON object")},
			{"--format", N_("TEMPLATE"),
				N_("the numbers as the template says")}}},
	{"undo", NULL, N_("take back what was done last"),
		N_("Marks, stars, tags, deletions and changes of the subscriptions, by "
		   "whichever courant, are taken back one by one, newest first; a "
		   "running reader shows it. Prints what was undone."),
		CLI_STORE | CLI_FEEDS, cli_undo,
		{{"--redo", NULL, N_("do again what was undone last")},
			{"--list", NULL,
				N_("only list what can be undone, newest first; what was "
				   "undone and can be done again has a - before it")},
			{"--json", NULL, N_("one JSON object a line")},
			{"--format", N_("TEMPLATE"),
				N_("print rows of --list as the template says")}}},
	{"why", N_("[FEED]"), N_("tell why a feed is polled when it is"),
		N_("The time of its next poll and the rule that set it, what every other "
		   "rule said, the feed's habit and its next post, what its server "
		   "offers, the last polls with their answers, and when in the week the "
		   "feed posts. The feed is given by address, title or number. Without "
		   "one, what all feeds together were asked, and what hourly polling "
		   "would have cost. With --json an object has the keys id, url, title, "
		   "next_poll, reason, rules, budget, last_poll, last_change, usual_gap, "
		   "interest, etag, last_modified, moved_to, failures, trouble, "
		   "failed_since, error, "
		   "polls, next_post, requests, requests_today, conditional_today, "
		   "hours, "
		   "waited_items, waited_mean_s, posts_per_day and posts_by_hour (of the "
		   "week, in UTC, from Monday on)."),
		CLI_STORE | CLI_FEEDS, cli_why,
		{{"--json", NULL, N_("one JSON object a feed, a line each")}}},
	{"gc", NULL, N_("clear away what is not kept"),
		N_("Items beyond keep-items and keep-days, items deleted 30 days ago and "
		   "more, read items that a feed which lists all it has (fh:complete) "
		   "lists no more, and feeds that have no line any more, with all of "
		   "their items. "
		   "It goes in small steps, so that readers and other commands go on. "
		   "The room is used for what comes next."),
		CLI_STORE | CLI_FEEDS, cli_gc,
		{{"--dry-run", NULL, N_("only say how much it would be")},
			{"--json", NULL, N_("say it as one JSON object")}}},
	{"compact", NULL, N_("make the store's file smaller"),
		N_("The room that cleared items leave is used again by itself; this "
		   "gives it back to the disk. Readers, refreshes and other commands "
		   "may be running: reading goes on, what is to be written waits for "
		   "the end, some seconds for a large store. For a moment the disk has "
		   "to hold both files. Should it be interrupted, nothing has changed. "
		   "On a terminal it shows how far it is."),
		CLI_STORE, cli_compact,
		{{"--json", NULL, N_("say it as one JSON object")}}},
	{"backup", N_("FILE"), N_("write a copy of the store"),
		N_("The copy is whole and of one moment, also while readers and "
		   "refreshes go on. restore brings it back. It takes the name FILE "
		   "when it is complete: if you stop it, nothing is left of it, and a "
		   "FILE that was there stays. On a terminal it shows how far it is."),
		CLI_STORE, cli_backup,
		{{"--json", NULL, N_("say it as one JSON object")}}},
	{"restore", N_("FILE"), N_("go back to a copy of the store"),
		N_("FILE is what backup wrote, or any data.mdb, also of an older "
		   "courant. First all of it is looked at: pages, checksums, lists and "
		   "counters, but not, as check does, whether the full-text index has "
		   "just the words of the texts. If it is damaged, or you stop it, "
		   "nothing changes. The present store, sound or not, stays beside it "
		   "as before-restore-1.mdb and so on, until you remove it. Readers and "
		   "refreshes that are running go on "
		   "with what was restored. On a terminal it shows how far it is."),
		0, cli_restore, {{"--json", NULL, N_("say it as one JSON object")}}},
	{"stats", NULL, N_("print figures of the store"), NULL, CLI_STORE, cli_stats,
		{{"--json", NULL, N_("as one JSON object")}}},
	{"search", N_("WORD…"), N_("print the items that the words are in"),
		N_("Newest first, as they are found. The words are a query, as in the "
		   "reader; courant-query(5) describes the language."),
		CLI_STORE | CLI_FEEDS, cli_search,
		{{"--json", NULL, N_("one JSON object a line")},
			{"--fields", N_("NAMES"),
				N_("the keys that --json prints, parted by commas")},
			{"--format", N_("TEMPLATE"),
				N_("print rows as the template says")},
			{"--limit", N_("NUMBER"), N_("end after so many")}}},
	{"mark", N_("ITEM…|WORD…"), N_("mark items as read"),
		N_("Items are given by their numbers, or by a query, which then means "
		   "all "
		   "that it finds. What is done can be taken back by undo."),
		CLI_STORE | CLI_FEEDS, cli_mark,
		{{"--unread", NULL, N_("mark them as unread")},
			{"--dry-run", NULL, N_("only say how many there are")},
			{"--json", NULL, N_("say it as one JSON object")}}},
	{"star", N_("ITEM…|WORD…"), N_("give items a star"), NULL, CLI_STORE | CLI_FEEDS,
		cli_star,
		{{"--remove", NULL, N_("take the star away")},
			{"--dry-run", NULL, N_("only say how many there are")},
			{"--json", NULL, N_("say it as one JSON object")}}},
	{"tag", N_("TAG ITEM…|WORD…"), N_("give items a tag of their own"), NULL,
		CLI_STORE | CLI_FEEDS, cli_tag,
		{{"--remove", NULL, N_("take the tag away")},
			{"--dry-run", NULL, N_("only say how many there are")},
			{"--json", NULL, N_("say it as one JSON object")}}},
	{"rename", N_("FEED [TITLE]"), N_("give a feed a title of your own"),
		N_("The feed is given by address, number or a part of its title. Without "
		   "a title it gets its own again. The line in the feeds file is edited "
		   "in place."),
		CLI_STORE | CLI_FEEDS, cli_rename,
		{{"--json", NULL, N_("say it as one JSON object")}}},
	{"remove", N_("FEED…"), N_("unsubscribe from feeds"),
		N_("Takes their lines out of the feeds file, and leaves all others as "
		   "they are. The items stay in the store, out of sight: undo, or the "
		   "same line once more, brings them back."),
		CLI_STORE | CLI_FEEDS, cli_remove,
		{{"--json", NULL, N_("one JSON object a feed")}}},
	{"move", N_("[FEED…]"), N_("write new addresses of feeds into their lines"),
		N_("A server may say that a feed is elsewhere for good (301, 308). When "
		   "three good polls over a week were sent there, the feed is fetched "
		   "at the new address, and its line in the feeds file stays. Without "
		   "words the feeds that moved are listed; with --all the new addresses "
		   "are written into their lines, with FEED into those. The "
		   "rest of the line stays as it is, filter:COMMAND: with it, and so do "
		   "the feed's items, marks and schedule. An edit by hand does the same. "
		   "Where another line has the address, merge makes one feed of the two. "
		   "courant undo takes it back."),
		CLI_STORE | CLI_FEEDS, cli_move,
		{{"--all", NULL, N_("all feeds that moved")},
			{"--to", N_("URL"),
				N_("to this address, whatever the server says")},
			{"--json", NULL, N_("one JSON object a feed")}}},
	{"merge", N_("[FEED [INTO]]"), N_("make one feed of two"),
		N_("A server may say that a feed is for good where another of your feeds "
		   "is, or went to. Without words such feeds are listed; with one, "
		   "FEED is merged with the feed that is there, with two, with INTO. All "
		   "items of FEED that INTO does not have go over, read, starred and "
		   "tagged as they are; items that both have are read if they are in "
		   "one, and so with stars and tags; one that was deleted in INTO comes "
		   "back if it has a star or a tag in FEED. INTO keeps its title, or "
		   "gets that of FEED's line where it has none of its own, and the tags "
		   "of both. "
		   "The line of FEED goes. Other machines (option state-dir) are told, "
		   "and what you mark here is marked there in either feed, until you "
		   "merge them there as well. courant undo takes it all back."),
		CLI_STORE | CLI_FEEDS, cli_merge,
		{{"--json", NULL, N_("one JSON object a pair of feeds")},
			{"--format", N_("TEMPLATE"),
				N_("print rows as the template says")}}},
	{"state", N_("export [FILE] | import FILE"),
		N_("carry what is read, starred and tagged to another machine"),
		N_("export writes all of it, import merges it in: for each item and mark "
		   "the later word holds, whatever the order and however often. The "
		   "option state-dir does the same by itself, all the time."),
		CLI_STORE | CLI_FEEDS, cli_state,
		{{"--json", NULL, N_("say what import did as one JSON object")}}},
	{"check", NULL, N_("look for damage in the store"),
		N_("Reads everything once, compares checksums, indexes, counters and the "
		   "words of the full-text index, and changes nothing.\n"
		   "With --repair a damaged store is written anew from what can be read "
		   "of it: feeds, items, texts and what you did as they are, all else "
		   "made from them. It says what was lost; feeds that may still have it "
		   "are asked for it at the next refresh. The damaged file stays as "
		   "before-repair-1.mdb and so on. Where the full-text index alone is "
		   "wrong, it is made anew in its place. A sound store is left alone."),
		0, cli_check,
		{{"--repair", NULL, N_("mend what is damaged")},
			{"--json", NULL, N_("say it as one JSON object")}}},
	{"parse", N_("FILE"), N_("show what a feed document says"),
		N_("Reads a document of any of the known formats from FILE and prints "
		   "what was understood of it, and what had to be mended."),
		CLI_BARE, cli_parse,
		{{"--json", NULL, N_("as one JSON object")},
			{"--content-type", N_("TYPE"),
				N_("the Content-Type it was served with")},
			{"--base-url", N_("URL"), N_("the address it came from")}}},
	{"simulate", N_("[TRACE…]"), N_("replay strategies over recorded posting times"),
		N_("A trace is a text file, also compressed with gzip: a line "
		   "\"# ID KIND WINDOW N START END\" opens a feed, N lines with its "
		   "posting times in seconds since 1970 follow.\n"
		   "A feed is first polled when half of its posts, or as many as it "
		   "shows at once, are there; that poll only teaches. Then the "
		   "strategy decides alone. A poll sees all posts since the last; those "
		   "beyond what the feed shows are missed, and count with their delay. "
		   "Posts not seen by the end count as late until then. Feeds with "
		   "fewer than five posts are left out."),
		CLI_BARE, cli_simulate,
		{{"--strategy", N_("NAME[,NAME]"),
			 N_("the strategies, as the option strategy has them; without "
			    "it, all")},
			{"--polls-as", N_("NAME"),
				N_("every strategy makes as many polls as this one")},
			{"--polls-per-day", N_("N"),
				N_("every strategy makes N polls a feed and day, on "
				   "average")},
			{"--min-interval", N_("TIME"),
				N_("least time between two polls of a feed; 2m")},
			{"--max-interval", N_("TIME"),
				N_("most time between two polls of a feed; 31d")},
			{"--cycle", N_("TIME"),
				N_("the cycle of strategies that have one; 1h")},
			{"--requests-per-cycle", N_("N"),
				N_("at most N polls a cycle of all feeds together; each "
				   "counts while it is observed")},
			{"--requests-per-day", N_("N"), N_("the same, a day")},
			{"--by", N_("kind"), N_("figures for each kind of feed, too")},
			{"--synthetic", N_("roses"),
				N_("in place of traces, the set-up of paper 3: 100 "
				   "sources, b requests a cycle")},
			{"--plot", NULL,
				N_("draw delay against polls in place of the figures, "
				   "each strategy at several numbers of polls")},
			{"--svg", N_("FILE"), N_("write that drawing into a file")},
			{"--json", NULL, N_("one JSON object")}}},
	{"help", N_("[COMMAND]"), N_("explain the commands, or one of them"), NULL,
		CLI_BARE, cli_help, {{0}}},
	{0},
};

const struct cli_exit_row cli_exits[] = {
	{CLI_OK, N_("Done. A reader that was ended by a closed terminal counts as done, "
		    "and "
		    "so do a daemon that was told to stop and a command whose output "
		    "nobody reads any more.")},
	{CLI_FAILED,
		N_("Something failed; a sentence on standard error says what, and what "
		   "to do. Also when all was done, but the config or feeds file has a "
		   "faulty line. refresh fails only if no feed at all could be "
		   "reached, or the store can't be written.")},
	{CLI_USAGE, N_("The command line was wrong. Also when add found several feeds to "
		       "choose from.")},
	{CLI_NOTHING, N_("What was named is not there: no such feed or item, or a search "
			 "found nothing.")},
	{CLI_SIGNAL,
		N_("And above: a signal ended the command. Its number is added, as a "
		   "shell does.")},
	{0, NULL},
};
