/*
 * The table of the commands that fetch, or control a reader.
 */
#include "config.h"

#include "cli/run/commands.h"

#include "base/i18n.h"

const struct cli_command cli_run_commands[] = {
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
				CLI_FLAG("--due", N_("only the feeds that are due")),
				CLI_FLAG("--full",
					N_("whole documents, even if they have not "
					   "changed")),
				CLI_FLAG("--json", N_("print the summary as JSON")),
				CLI_VALUE("--format", N_("TEMPLATE"),
					N_("print the summary using the template")),
				CLI_FLAG("--quiet",
					N_("print neither progress nor summary")),
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
				CLI_VALUE("--pages", N_("NUMBER"),
					N_("fetch at most NUMBER documents per feed")),
				CLI_JSON_PER_FEED,
				CLI_ROWS_BY_TEMPLATE,
				CLI_FLAG("--quiet",
					N_("print neither progress nor summary")),
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
				CLI_FLAG("--verbose",
					N_("copy the log to standard error")),
				CLI_FLAG("--json", N_("print one JSON object per event")),
			},
	},
	{0},
};
