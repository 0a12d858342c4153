/*
 * The table of the commands that play and keep episodes.
 */
#include "config.h"

#include "cli/media/commands.h"

#include "base/i18n.h"

const struct cli_command cli_media_commands[] = {
	{
		.name = "queue",
		.args = N_("[list|add ITEM…|remove ITEM…|move ITEM PLACE|clear]"),
		.verbs = "list add remove move clear",
		.brief = N_("show or change the queue of episodes"),
		.detail = N_(
			"The queue is the same for all readers and commands. An ITEM is "
			"a number, or a query for all that it finds; a PLACE is top, "
			"end, a number counted from 1, or one with + or - before it, "
			"from where the episode is. Without words the queue is listed: "
			"number, state of the download, how far it was played, how long "
			"it is, feed and title. undo takes changes back."),
		.flags = CLI_STORE | CLI_FEEDS,
		.reads = "list",
		.run = cli_media_queue,
		.options =
			{
				CLI_FLAG("--next", N_("add in front")),
				CLI_FLAG("--last", N_("add at the end (the default)")),
				CLI_FLAG("--played",
					N_("clear only what was played to the end")),
				CLI_LINES_OF_JSON,
				CLI_KEYS_OF_JSON,
				CLI_ROWS_BY_TEMPLATE,
			},
	},
	{
		.name = "download",
		.args = N_("[ITEM…|WORD…]"),
		.brief = N_("download episodes"),
		.detail = N_("With items, or a query for them, their episodes are put on "
			     "the list of downloads, and a running reader or daemon "
			     "fetches them. Without, the command itself fetches all that "
			     "waits, and exits; from cron, say. What has arrived is "
			     "kept, whatever interrupts it, and the next try fetches the "
			     "rest. The exit status is 0 if all have arrived, 1 if some "
			     "failed, and 3 if there was nothing to do."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_media_download,
		.options =
			{
				CLI_FLAG("--wait",
					N_("fetch what waits now, including these")),
				CLI_FLAG("--hold",
					N_("stop them until they are asked for again")),
				CLI_FLAG(
					"--release", N_("let those go on that are held")),
				CLI_FLAG("--remove",
					N_("drop them, with their files; undo brings "
					   "them back for a day")),
				{.name = "--list",
					.brief = N_("list all downloads, as queue does"),
					.needs = CLI_STORE | CLI_FEEDS | CLI_READS},
				CLI_FLAG("--quiet", N_("print only errors")),
				CLI_LINES_OF_JSON,
				CLI_KEYS_OF_JSON,
				CLI_ROWS_BY_TEMPLATE,
			},
	},
	{
		.name = "play",
		.args = N_("[ITEM|WORD…|next]"),
		.brief = N_("play an episode, or control the player"),
		.detail = N_("Plays an item, the first that a query finds, or the first "
			     "of the queue: in the reader that is open, or else in the "
			     "background, until it ends. The options control whichever "
			     "process is playing. mpv has to be installed, or the option "
			     "player name another program. The exit status of --status "
			     "is 3 if nothing is playing."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_media_play,
		.options =
			{
				CLI_FLAG("--toggle", N_("pause or resume")),
				CLI_FLAG("--pause", N_("pause")),
				CLI_FLAG("--resume", N_("resume")),
				CLI_FLAG("--stop", N_("stop, keeping the position")),
				CLI_FLAG("--next", N_("play the next of the queue")),
				CLI_VALUE("--seek", N_("TIME"),
					N_("go to 12:42 or 50%, or jump by +30 or -10")),
				CLI_VALUE("--chapter", N_("N"),
					N_("go to chapter N, next or previous")),
				CLI_VALUE("--speed", N_("X"),
					N_("play at 0.25 to 4 times "
					   "the usual speed, this episode or what is "
					   "playing")),
				CLI_VALUE("--sleep", N_("TIME"),
					N_("pause after 30m, or at the end of the "
					   "chapter or episode; no cancels it")),
				CLI_VALUE("--from", N_("TIME"),
					N_("play from there on (12:42)")),
				CLI_FLAG("--stream", N_("play without keeping the file")),
				CLI_FLAG("--wait", N_("return when it has ended, and "
						      "control it by keys meanwhile")),
				CLI_FLAG("--status", N_("print what is playing")),
				CLI_FLAG("--follow", N_("print it whenever it changes")),
				CLI_LINES_OF_JSON,
				CLI_ROWS_BY_TEMPLATE,
			},
	},
	{
		.name = "listen",
		.args = N_("[ITEM…|WORD…]"),
		.brief = N_("play the queue, reporting in lines of text"),
		.detail = N_(
			"Plays the items, then what is in the queue, without a screen: "
			"a line for each change. On a terminal, the keys that follow - "
			"in the reader control it. Elsewhere, or with --plain, lines on "
			"standard input do: pause, seek +30, speed 1.4, chapter next, "
			"sleep 30m, next, stop, quit."),
		.flags = CLI_STORE | CLI_FEEDS,
		.run = cli_media_listen,
		.options =
			{
				CLI_FLAG("--plain",
					N_("only lines, even on a terminal: no clock and "
					   "no keys")),
				CLI_FLAG("--adopt", N_("continue what a reader was "
						       "playing; the reader starts this "
						       "itself (option keep-playing)")),
			},
	},
	{0},
};
