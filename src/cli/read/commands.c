/*
 * The table of the commands that show what is stored.
 */
#include "config.h"

#include "cli/read/commands.h"

#include "base/i18n.h"

const struct cli_command cli_read_commands[] = {
	{
		.name = "show",
		.args = N_("ITEM…"),
		.brief = N_("print the text of items"),
		.detail = N_("The text is laid out for the terminal's width, or for "
			     "text-width, with the addresses of its links at the end. "
			     "Items are given by number. They stay unread."),
		.flags = CLI_STORE | CLI_FEEDS | CLI_READS,
		.run = cli_read_show,
		.options =
			{
				CLI_FLAG("--html", N_("print a clean, self-contained "
						      "HTML document")),
				CLI_FLAG("--json",
					N_("print one JSON object per line, with "
					   "the text as the feed has it")),
				CLI_VALUE("--width", N_("COLUMNS"),
					N_("width of the text")),
				CLI_FLAG("--markdown",
					N_("print the text as Markdown (CommonMark)")),
				CLI_FLAG("--text",
					N_("print plain text, also on a terminal")),
				CLI_VALUE("--color", N_("WHEN"),
					N_("styles: auto (on a terminal), always or "
					   "never")),
				CLI_FLAG("--full",
					N_("print the texts of the items' pages, which "
					   "are fetched unless they are stored "
					   "already")),
				CLI_FLAG("--chapters",
					N_("print the chapters of their episodes")),
				CLI_FLAG("--transcript",
					N_("print the transcripts of their episodes")),
				CLI_VALUE("--language", N_("NAME"),
					N_("the transcript in this language, such as "
					   "de")),
				CLI_VALUE("--format", N_("NAME"),
					N_("chapters and transcripts as text, json or "
					   "vtt; chapters as psc or ffmetadata")),
			},
	},
	{
		.name = "count",
		.args = N_("[WORD…]"),
		.brief = N_("print the number of unread items"),
		.detail = N_("With a query: the number of items it matches, read or "
			     "not; add is:unread to count unread ones only."),
		.flags = CLI_STORE | CLI_FEEDS | CLI_READS,
		.run = cli_read_count,
		.options =
			{
				CLI_FLAG("--all", N_("print the number of all items")),
				CLI_FLAG("--json",
					N_("print all the numbers as one JSON object")),
				CLI_VALUE("--format", N_("TEMPLATE"),
					N_("print the numbers using the template")),
			},
	},
	{
		.name = "why",
		.args = N_("[FEED|ITEM]"),
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
			     "trouble, failed_since, error, polls, promises, next_post, "
			     "requests, "
			     "requests_today, conditional_today, hours, waited_items, "
			     "waited_mean_s, posts_per_day and posts_by_hour (of the "
			     "week, in UTC, from Monday on)."),
		.flags = CLI_STORE | CLI_FEEDS | CLI_READS,
		.run = cli_read_why,
		.options =
			{
				CLI_JSON_PER_FEED,
				CLI_VALUE("--item", N_("NUMBER"),
					N_("explain instead which rules matched an item, "
					   "and its score")),
			},
	},
	{
		.name = "search",
		.args = N_("WORD…"),
		.brief = N_("search for items"),
		.detail = N_("Prints them as they are found, newest first. The words "
			     "are a query, as in the reader; courant-query(5) describes "
			     "the language."),
		.flags = CLI_STORE | CLI_FEEDS | CLI_READS,
		.run = cli_read_search,
		.options =
			{
				CLI_LINES_OF_JSON,
				CLI_KEYS_OF_JSON,
				CLI_ROWS_BY_TEMPLATE,
				CLI_VALUE("--limit", N_("NUMBER"),
					N_("stop after NUMBER items")),
			},
	},
	{
		.name = "parse",
		.args = N_("FILE|URL"),
		.brief = N_("show what a feed document says"),
		.detail = N_("Reads a document in any known format from a file or a web "
			     "address, and prints what was understood and what had to be "
			     "repaired. With --html, a web page is read as an html: line "
			     "of the feeds file would: the items that the selectors find "
			     "are printed."),
		.flags = CLI_BARE,
		.run = cli_read_parse,
		.options =
			{
				CLI_RESULT_AS_JSON,
				CLI_VALUE("--content-type", N_("TYPE"),
					N_("the Content-Type it was served with")),
				CLI_VALUE("--base-url", N_("URL"),
					N_("the address it came from")),
				CLI_VALUE("--html", N_("SELECTOR"),
					N_("treat it as a page, whose items these "
					   "selectors find")),
			},
	},
	{0},
};
