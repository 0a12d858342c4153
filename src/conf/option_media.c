/*
 * The options of episodes.
 */
#include "config.h"

#include "conf/option_row.h"

#include "base/i18n.h"

const struct option conf_options_media[] = {
	{.name = "media-dir",
		.group = N_("Episodes"),
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("directory of downloaded episodes; empty: media, beside the "
			    "store"),
		.detail = N_(
			"An absolute path, beginning with / or ~/. courant leaves a file "
			".courant in it. If that is missing later, the disk is taken not "
			"to be mounted, and nothing is downloaded or deleted."),
		.flags = OPTION_IS_PLACE,
		.offset = AT(media_dir)},
	{.name = "media-name",
		.type = OPTION_STRING,
		.fallback = "{feed}/{date} {title}",
		.brief = N_("names of files below media-dir, without their extension"),
		.detail =
			N_("{feed}, {title}, {date} and {id} stand for what is known of "
			   "the episode; a slash separates folders. A file keeps its "
			   "name when titles change, and no file is ever overwritten."),
		.flags = OPTION_PER_FEED | OPTION_IS_MEDIA_NAME,
		.offset = AT(media_name)},
	{.name = "media-limit",
		.type = OPTION_SIZE,
		.fallback = "5G",
		.max = 1000000 * GB,
		.brief = N_("space for all episodes together; 0: no limit"),
		.detail = N_("What does not fit waits until there is room. To make "
			     "room, what is in the trash goes first, and then files of "
			     "played episodes; nothing else does."),
		.offset = AT(media_limit)},
	{.name = "media-free",
		.type = OPTION_SIZE,
		.fallback = "1G",
		.max = 1000000 * GB,
		.brief = N_("space on the disk that downloads leave free"),
		.offset = AT(media_free)},
	{.name = "downloads",
		.type = OPTION_INT,
		.fallback = "2",
		.min = 1,
		.max = 16,
		.brief = N_("how many episodes are downloaded at the same time"),
		.detail = N_("Only one at a time from the same host."),
		.offset = AT(downloads)},
	{.name = "download-speed",
		.type = OPTION_SIZE,
		.fallback = "0",
		.max = 1 * GB,
		.brief = N_(
			"most bytes per second for all downloads together; 0: no limit"),
		.offset = AT(download_speed)},
	{.name = "media-command",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("a command that downloads episodes, with %o and %u"),
		.detail = N_("%u is the address without its login, %o the file that it "
			     "has to write: "
			     "yt-dlp --quiet -o %o %u. For feeds whose addresses are "
			     "pages, or need a program of their own. What it writes is "
			     "played like any other episode; after an exit status other "
			     "than 0, it is tried again later."),
		.placeholders = "uo",
		.flags = OPTION_PER_FEED | OPTION_IS_COMMAND,
		.offset = AT(media_command)},
	{.name = "media-command-timeout",
		.type = OPTION_SPAN,
		.fallback = "10m",
		.min = 1 * SECOND,
		.max = DAY,
		.brief = N_("how long media-command may write nothing before it is "
			    "stopped"),
		.flags = OPTION_PER_FEED,
		.offset = AT(media_command_timeout)},
	{.name = "media-skip-trackers",
		.type = OPTION_BOOL,
		.fallback = "no",
		.brief = N_("fetch episodes without the services that count downloads"),
		.detail = N_("Many addresses lead through other servers, which count "
			     "downloads for the publisher, to that of the file. yes "
			     "leaves out those that are known, such as pdst.fm, "
			     "podtrac.com and op3.dev: fewer servers hear of you, and "
			     "episodes come even where a filter blocks these."),
		.flags = OPTION_PER_FEED,
		.offset = AT(media_skip_trackers)},
	{.name = "player",
		.type = OPTION_STRING,
		.fallback = "auto",
		.brief = N_("the player: auto, mpv, its path, or a command with %u"),
		.detail = N_(
			"mpv 0.33 or later is needed for most of it; nothing else in "
			"courant needs it. Your mpv.conf applies, except for what "
			"courant depends on. For cvlc, vlc, ffplay, mplayer, celluloid, "
			"mpg123, play (of SoX) and ogg123 the name is enough, with your "
			"own options after it. auto is mpv or else the first of these "
			"that is installed. In the command of another player, %u is the "
			"file, %s the second at which it starts, %r its speed, such as "
			"1.40, and %t the title: xplayer --from %s %u. courant cannot "
			"follow the position of any of these. Scripts reach mpv through "
			"a socket, mpv-*.sock in $XDG_RUNTIME_DIR/courant."),
		.placeholders = "ustr",
		.flags = OPTION_IS_COMMAND,
		.offset = AT(player)},
	{.name = "player-options",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("more options for it, such as --volume=70"),
		.flags = OPTION_IS_COMMAND,
		.offset = AT(player_options)},
	{.name = "stream",
		.type = OPTION_CHOICE,
		.fallback = "auto",
		.choices = "auto|yes",
		.brief = N_("whether to play without keeping the file"),
		.detail =
			N_("auto downloads an episode and plays it while it arrives, so "
			   "that positions hold even if advertisements are inserted. "
			   "If there is no room for the file, it is played straight "
			   "from the server, and not kept. yes does that with all that "
			   "has not been downloaded."),
		.flags = OPTION_PER_FEED,
		.offset = AT(stream)},
	{.name = "queue-continues",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_("play the next episode of the queue after one has ended"),
		.offset = AT(queue_continues)},
	{.name = "keep-playing",
		.type = OPTION_BOOL,
		.fallback = "no",
		.brief = N_("keep playing when the reader exits"),
		.detail = N_(
			"A courant listen in the background takes over the player until "
			"the queue ends or you stop it, with courant play --stop or the "
			"keys of the next reader. Only mpv can be handed over."),
		.offset = AT(keep_playing)},
	{.name = "played-at",
		.type = OPTION_ENDING,
		.fallback = "95%",
		.min = -DAY,
		.max = 100,
		.brief = N_("how much of an episode counts as played: percent, or a time "
			    "before its end"),
		.detail = N_("With 60s, an episode is played when its last minute "
			     "begins, but never before its middle."),
		.flags = OPTION_PER_FEED,
		.offset = AT(played_at)},
	{.name = "played-reads",
		.type = OPTION_BOOL,
		.fallback = "yes",
		.brief = N_("mark what was played to the end as read"),
		.flags = OPTION_PER_FEED,
		.offset = AT(played_reads)},
	{.name = "rewind",
		.type = OPTION_SPAN,
		.fallback = "auto",
		.max = 10 * MINUTE,
		.choices = "auto|yes|no|SPAN",
		.brief = N_("how far an episode goes back when it resumes"),
		.detail = N_("auto, or yes: by 3 seconds after a minute, 10 after an "
			     "hour, 20 after a day. A time such as 5s: always that far. "
			     "Neither goes back beyond the start of the chapter. Music "
			     "and audiobooks (podcast:medium) always go on where they "
			     "were."),
		.flags = OPTION_PER_FEED,
		.offset = AT(rewind)},
	{.name = "auto-download",
		.type = OPTION_CHOICE,
		.fallback = "no",
		.choices = "no|new|newest NUMBER|QUERY",
		.brief = N_("whether new episodes are downloaded automatically"),
		.detail = N_("Only what arrives from now on, at most 20 per poll and, by "
			     "the sizes that feeds state, a tenth of media-limit per "
			     "day, and never what a feed already had when you "
			     "subscribed to it, nor trailers. newest 2 takes no more "
			     "than the latest two of a poll; a query, such as "
			     "duration:<1h or title:\"live at\", only what it matches."),
		.flags = OPTION_PER_FEED | OPTION_IS_QUERY,
		.offset = AT(auto_download)},
	{.name = "auto-queue",
		.type = OPTION_CHOICE,
		.fallback = "no",
		.choices = "no|last|next",
		.brief = N_("whether new episodes are queued automatically, and where"),
		.detail =
			N_("The same ones as for auto-download. They are not downloaded "
			   "before they are played unless that option says so."),
		.flags = OPTION_PER_FEED,
		.offset = AT(auto_queue)},
	{.name = "keep-played",
		.type = OPTION_SPAN,
		.fallback = "1d",
		.max = 3650 * DAY,
		.choices = "never|SPAN",
		.brief = N_("when the file of a played episode goes; 0: at once; never: "
			    "when you remove it"),
		.detail = N_("Then it goes to the trash for a day, from where undo "
			     "brings it back. What is starred, tagged or queued stays, "
			     "and so does what was not played to the end."),
		.flags = OPTION_PER_FEED,
		.offset = AT(keep_played)},
	{.name = "keep-unplayed",
		.type = OPTION_SPAN,
		.fallback = "never",
		.max = 3650 * DAY,
		.choices = "never|0|SPAN",
		.brief = N_("when the file of an unplayed episode goes; 0 or never: when "
			    "you remove it"),
		.detail = N_("Only of those that auto-download or a rule brought: what "
			     "you download yourself stays until it was played."),
		.flags = OPTION_PER_FEED,
		.offset = AT(keep_unplayed)},
	{.name = "keep-newest",
		.type = OPTION_INT,
		.fallback = "0",
		.max = 10000,
		.brief = N_(
			"how many unplayed files of a feed stay, newest first; 0: all"),
		.detail = N_("As with keep-unplayed, only those that were downloaded "
			     "automatically count, and auto-download fetches no more "
			     "than this from one poll."),
		.flags = OPTION_PER_FEED,
		.offset = AT(keep_newest)},
	{.name = "prefer",
		.type = OPTION_CHOICE,
		.fallback = "audio",
		.choices = "audio|video|small",
		.brief = N_("which file of an episode to use if it has several"),
		.detail = N_("small is the smallest, by length or bitrate. The one that "
			     "the podcast calls its default comes first only with "
			     "audio."),
		.flags = OPTION_PER_FEED,
		.offset = AT(prefer)},
	{.name = "chapters-from",
		.type = OPTION_CHOICE,
		.fallback = "auto",
		.choices = "auto|feed|file",
		.brief = N_("whose chapters to use: the file's first, or only those of "
			    "the feed or of the file"),
		.detail = N_(
			"Chapters in the file fit it even if advertisements were "
			"inserted. If it has none, those that the feed names or has are "
			"used, or else times at the beginning of lines of the text."),
		.flags = OPTION_PER_FEED,
		.offset = AT(chapters_from)},
	{.name = "transcripts",
		.type = OPTION_CHOICE,
		.fallback = "asked",
		.choices = "asked|queued",
		.brief = N_("when transcripts are fetched"),
		.detail = N_("asked: when you want to see one. queued: with each episode "
			     "that is downloaded, so that searches find what is said."),
		.flags = OPTION_PER_FEED,
		.offset = AT(transcripts)},
	{.name = "transcript-language",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("language of the transcript to use if a feed names several, "
			    "such as de"),
		.detail = N_(
			"If it is empty, or there is none in that language, the feed's "
			"language counts, and then that of the first. Of several in "
			"one language, the format decides: WebVTT, JSON, SubRip, "
			"HTML."),
		.flags = OPTION_PER_FEED,
		.offset = AT(transcript_language)},
	{.name = "skip-start",
		.type = OPTION_SPAN,
		.fallback = "0",
		.max = DAY,
		.brief = N_("how much to skip at the start of each episode"),
		.flags = OPTION_PER_FEED,
		.offset = AT(skip_start)},
	{.name = "skip-end",
		.type = OPTION_SPAN,
		.fallback = "0",
		.max = DAY,
		.brief = N_("how much to skip at the end, which then counts as reached"),
		.flags = OPTION_PER_FEED,
		.offset = AT(skip_end)},
	{.name = "skip-chapters",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("titles of chapters that are skipped, with | between them"),
		.detail = N_(
			"A * at the end stands for any ending: Ad* | Outro. In the list "
			"of chapters, x adds the title to the feed's line, or takes it "
			"out. A chapter that you choose yourself is played anyway."),
		.flags = OPTION_PER_FEED,
		.offset = AT(skip_chapters)},
	{.name = "speed",
		.type = OPTION_SPEED,
		.fallback = "1",
		.min = 25,
		.max = 400,
		.brief = N_("how fast to play; 1 is the usual speed"),
		.flags = OPTION_PER_FEED,
		.offset = AT(speed)},
	{.name = "seek-back",
		.type = OPTION_SPAN,
		.fallback = "10s",
		.min = 1 * SECOND,
		.max = 60 * MINUTE,
		.brief = N_("how far the key for going back jumps"),
		.offset = AT(seek_back)},
	{.name = "seek-forward",
		.type = OPTION_SPAN,
		.fallback = "30s",
		.min = 1 * SECOND,
		.max = 60 * MINUTE,
		.brief = N_("how far the key for going forward jumps"),
		.offset = AT(seek_forward)},
	{.name = "repeat-keys",
		.type = OPTION_SPAN,
		.fallback = "1s",
		.max = 10 * SECOND,
		.brief = N_(
			"how long keys of the player work without another - before them"),
		.detail = N_("-lll seeks three times; with 0, only -l-l-l does."),
		.offset = AT(repeat_keys)},
	{.name = "sleep-fade",
		.type = OPTION_SPAN,
		.fallback = "10s",
		.max = MINUTE,
		.brief = N_("how long the volume fades before it sleeps"),
		.offset = AT(sleep_fade)},
	{.name = "playing-line",
		.type = OPTION_CHOICE,
		.fallback = "yes",
		.choices = "yes|quiet|no",
		.brief = N_("the line that shows what is playing"),
		.detail = N_("quiet changes only at a pause, a chapter and the end, for "
			     "screen readers."),
		.offset = AT(playing_line)},
	{.name = "playing-format",
		.type = OPTION_STRING,
		.fallback = " {#mark}{sign:1}{#} {#note}{?width>59}{text:*} {times}"
			    "{:}{times}{?chapter_number} "
			    "{chapter_number}/{chapters}{/}{/}{#} ",
		.brief = N_("what that line looks like"),
		.detail = N_("A template of the fields of play --status; courant(1) says "
			     "more."),
		.offset = AT(playing_format)},
	{.name = "queue-format",
		.type = OPTION_STRING,
		.fallback = "{?place}{#hint}{place:-3}{#}{:}   {/} "
			    "{?width>59}{feed_title:23%}  {/}{headline:*} "
			    "{?download_error}{#error}{:}{#mark}{/}{sign:1}{#} "
			    "{?download_error}{#error}{:}{#hint}{/}{state:12}{#}"
			    "{#date}{times:-14}{?width>69}"
			    "{?percent}{percent:-4}%{:}     {/}{/}{#} ",
		.brief = N_("what a row of the queue looks like"),
		.detail = N_("A template as for items-format. place is the number in the "
			     "queue; sign, state and times describe the player and the "
			     "download."),
		.offset = AT(queue_format)},
	{.name = "window-title",
		.type = OPTION_STRING,
		.fallback = "",
		.brief = N_("title that the reader gives the window of the terminal"),
		.detail =
			N_("%v is the title of the view, %u the number of unread items, "
			   "%% a percent sign. Empty: the title stays as it is."),
		.offset = AT(window_title)},
	{.name = "mouse",
		.type = OPTION_BOOL,
		.fallback = "no",
		.brief = N_("use the mouse"),
		.detail = N_(
			"A click moves there, a double click opens, the wheel scrolls, "
			"and the border between two panes can be dragged. With Shift, "
			"the terminal keeps the mouse to itself, to select text."),
		.offset = AT(mouse)},
	{.name = "hyperlinks",
		.type = OPTION_CHOICE,
		.fallback = "auto",
		.choices = "auto|yes|no",
		.brief = N_("let the terminal open the links of articles (OSC 8)"),
		.detail = N_("auto: if the terminal is known to support it."),
		.offset = AT(hyperlinks)},
	{0},
};
