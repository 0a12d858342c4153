/*
 * The table of the commands that replay strategies.
 */
#include "config.h"

#include "cli/simulate/commands.h"

#include "base/i18n.h"

const struct cli_command cli_simulate_commands[] = {
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
				CLI_VALUE("--strategy", N_("NAME[,NAME]"),
					N_("the strategies, named as for the option "
					   "strategy; all by default")),
				CLI_VALUE("--polls-as", N_("NAME"),
					N_("every strategy makes as many polls as this "
					   "one")),
				CLI_VALUE("--polls-per-day", N_("N"),
					N_("every strategy makes N polls per feed and "
					   "day, on average")),
				CLI_VALUE("--min-interval", N_("TIME"),
					N_("shortest time between two polls of a feed; "
					   "2m by default")),
				CLI_VALUE("--max-interval", N_("TIME"),
					N_("longest time between two polls of a feed; "
					   "31d by default")),
				CLI_VALUE("--cycle", N_("TIME"),
					N_("length of a cycle, for strategies that work "
					   "in cycles; 1h by default")),
				CLI_VALUE("--requests-per-cycle", N_("N"),
					N_("at most N polls per cycle of all feeds "
					   "together; a feed counts while it is "
					   "observed")),
				CLI_VALUE("--requests-per-day", N_("N"),
					N_("the same, per day")),
				CLI_VALUE("--by", N_("kind"),
					N_("also print figures for each kind of feed")),
				CLI_VALUE("--synthetic", N_("roses"),
					N_("use the set-up of source 3 in "
					   "courant-scheduling(7) instead of traces: 100 "
					   "feeds, b requests per cycle")),
				CLI_FLAG("--as-published",
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
					.needs = CLI_STORE | CLI_FEEDS | CLI_READS},
				CLI_FLAG("--plot",
					N_("draw delay against polls instead of "
					   "printing figures, each strategy at "
					   "several numbers of polls")),
				CLI_VALUE("--svg", N_("FILE"),
					N_("write that drawing to a file")),
				CLI_FLAG("--json", N_("print one JSON object")),
			},
	},
	{0},
};
