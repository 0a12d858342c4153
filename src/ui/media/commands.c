/*
 * The commands about episodes.
 */
#include "config.h"

#include "base/i18n.h"
#include "ui/command/command.h"
#include "ui/media/ui_media.h"

#define EPISODES (UI_ITEMS | UI_ARTICLE | UI_MEDIA)

static const struct ui_command_argument places[] = {
	{"top", N_("Move the episode to the top of the queue")},
	{"end", N_("Move the episode to the end of the queue")},
	{0},
};

static const struct ui_command_argument leaps[] = {
	{"back", N_("Go back by seek-back")},
	{"forward", N_("Go forward by seek-forward")},
	{"-60", N_("1 minute back")},
	{"+300", N_("5 minutes forward")},
	{0},
};

static const struct ui_command_argument speeds[] = {
	{"-", N_("Slower")},
	{"+", N_("Faster")},
	{"usual", N_("Usual speed")},
	{0},
};

static const struct ui_command_argument chapters[] = {
	{"next", N_("Next chapter")},
	{"previous", N_("Previous chapter")},
	{0},
};

static const struct ui_command_argument volumes[] = {
	{"-5", N_("Quieter")},
	{"+5", N_("Louder")},
	{0},
};

const struct ui_command ui_media_commands[] = {
	{
		.name = "queue",
		.contexts = UI_READING | UI_DOWNLOADS,
		.also = UI_EVERYWHERE & ~(UI_READING | UI_DOWNLOADS),
		.keys = "gd",
		.brief = N_("Show the queue of episodes"),
		.detail = N_("What is played next, what else is downloaded, and what was "
			     "played last. All readers and commands share it."),
		.run = ui_media_show_queue,
	},
	{
		.name = "downloads",
		.contexts = UI_EVERYWHERE & ~(UI_DOWNLOADS | UI_QUEUE),
		.also = UI_QUEUE,
		.keys = "",
		.brief = N_("Show the downloads"),
		.run = ui_media_show_downloads,
	},
	{
		.name = "turn",
		.contexts = UI_MEDIA,
		.keys = "Tab",
		.hint = N_("other list"),
		.brief = N_("From the queue to the downloads, and back"),
		.run = ui_media_turn,
	},
	{
		.name = "tries",
		.contexts = UI_MEDIA,
		.keys = "w",
		.brief = N_(
			"Show the tries of the download, and what its server answered"),
		.detail = N_("All since the reader was started; they are kept in memory "
			     "only."),
		.run = ui_media_tries,
	},
	{
		.name = "enqueue",
		.contexts = EPISODES,
		.flags = UI_ACTS,
		.keys = "+",
		.newsboat = "+ e",
		.brief = N_("Put the episode into the queue, or remove it"),
		.detail = N_("Added at the end; enqueue next puts it first."),
		.run = ui_media_enqueue,
	},
	{
		.name = "download",
		.contexts = EPISODES | UI_CHOOSE,
		.flags = UI_ACTS,
		.keys = "d",
		.vim = "gD -d",
		.brief = N_("Download the episode; press again to pause or resume"),
		.detail = N_(
			"What has arrived is kept, whatever interrupts it, and the rest "
			"comes later. The option media-dir says where. On an attachment "
			"in the list of links (L), that attachment becomes the episode, "
			"for play as well. Where nothing can be played, a document is "
			"downloaded. ± in a row means that the feed now has another "
			"version, which replaces the downloaded file for good."),
		.run = ui_media_download,
	},
	{
		.name = "remove",
		.contexts = UI_MEDIA,
		.keys = "D",
		.vim = "dd D",
		.hint = N_("remove"),
		.brief = N_("Remove the episode from the queue, or drop its download and "
			    "its file"),
		.detail = N_("undo brings it back; a file, for a day."),
		.run = ui_media_remove,
	},
	{
		.name = "reorder",
		.contexts = UI_MEDIA,
		.keys = "M-k=-1 M-j=+1 M-K=top M-J=end",
		.newsboat = "M-k=-1 M-j=+1 M-K=top M-J=end",
		.brief = N_("Move the episode in the queue, or among the downloads that "
			    "wait"),
		.arguments = places,
		.run = ui_media_reorder,
	},
	{
		.name = "played",
		.contexts = UI_MEDIA,
		.also = UI_ITEMS | UI_ARTICLE,
		.keys = "N",
		.newsboat = "m",
		.vim = "N m",
		.brief = N_("Mark the episode as played: it starts over, and leaves the "
			    "queue"),
		.run = ui_media_played,
	},
	{
		.name = "unplayed",
		.contexts = EPISODES,
		.keys = "",
		.brief = N_("Mark the episode as not played; it resumes where it was"),
		.run = ui_media_unplayed,
	},
	{
		.name = "play",
		.contexts = EPISODES | UI_CHOOSE,
		.also = UI_EVERYWHERE & ~(EPISODES | UI_CHOOSE),
		.keys = "P",
		.brief = N_("Play the episode, or pause or resume it if it is playing"),
		.detail = N_("It resumes where it was left, and starts before its file "
			     "is complete. play next plays the first of the queue, "
			     "play --stream does not keep the file."),
		.run = ui_media_play,
	},
	{
		.name = "play-this",
		.contexts = UI_QUEUE,
		.keys = "Enter",
		.newsboat = "Enter",
		.brief = N_("Play the episode, or pause or resume it if it is playing"),
		.run = ui_media_play,
	},
	{
		.name = "pause",
		.contexts = UI_EVERYWHERE,
		.keys = "--",
		.brief = N_("Pause or resume the player"),
		.run = ui_media_pause,
	},
	{
		.name = "hold-on",
		.contexts = UI_EVERYWHERE,
		.keys = "",
		.brief = N_("Pause the player"),
		.run = ui_media_hold_on,
	},
	{
		.name = "resume",
		.contexts = UI_EVERYWHERE,
		.keys = "",
		.brief = N_("Resume the player"),
		.run = ui_media_resume,
	},
	{
		.name = "stop-playing",
		.contexts = UI_EVERYWHERE,
		.keys = "-s",
		.brief = N_("Stop the player, keeping the position"),
		.run = ui_media_stop,
	},
	{
		.name = "seek",
		.contexts = UI_EVERYWHERE,
		.flags = UI_AGAIN,
		.keys = "-h=back -l=forward -H=-60 -L=+300 -0=0% -1=10% -2=20% -3=30% "
			"-4=40% -5=50% -6=60% -7=70% -8=80% -9=90% -g",
		.brief = N_("Go to a time of the episode (12:42, 50%, +30, -10)"),
		.arguments = leaps,
		.detail = N_("back and forward go as far as seek-back and seek-forward "
			     "say. Without a time, asks for one."),
		.run = ui_media_seek,
	},
	{
		.name = "seek-back-to",
		.contexts = UI_EVERYWHERE,
		.keys = "-u",
		.brief = N_("Go back to where it was before the last jump"),
		.run = ui_media_seek_back_to,
	},
	{
		.name = "speed",
		.contexts = UI_EVERYWHERE,
		.flags = UI_AGAIN,
		.keys = "-<=- ->=+ -==usual",
		.brief = N_("Play faster, slower, or at a speed (+, -, 1.4, usual)"),
		.arguments = speeds,
		.detail = N_("The episode keeps it; the option speed is for a feed. "
			     "usual is 1, and the speed before the next time."),
		.run = ui_media_speed,
	},
	{
		.name = "chapter",
		.contexts = UI_EVERYWHERE,
		.flags = UI_AGAIN,
		.keys = "-j=next -k=previous",
		.brief = N_("Go to another chapter (next, previous, a number)"),
		.arguments = chapters,
		.run = ui_media_chapter,
	},
	{
		.name = "chapters",
		.contexts = UI_EVERYWHERE,
		.keys = "-c",
		.brief = N_("Show the chapters of the episode"),
		.detail = N_("Shows those of the episode under the cursor, or of the one "
			     "playing. Enter plays from a chapter."),
		.run = ui_media_chapters,
	},
	{
		.name = "transcript",
		.contexts = UI_EVERYWHERE,
		.keys = "-t",
		.brief = N_("Show what is said in the episode"),
		.detail = N_("The transcript that its feed names. It follows the player "
			     "until you move the cursor; Enter plays from a row."),
		.run = ui_media_transcript,
	},
	{
		.name = "other-chapters",
		.contexts = UI_CHAPTERS,
		.keys = "z",
		.hint = N_("source"),
		.brief = N_("Show chapters from another source"),
		.detail = N_("The file, a document that the feed names, the feed, or "
			     "times in the text, whichever there are."),
		.run = ui_media_other_chapters,
	},
	{
		.name = "skip-chapter",
		.contexts = UI_CHAPTERS,
		.keys = "x",
		.hint = N_("skip"),
		.brief = N_("Always skip chapters with this title in this feed, or stop "
			    "doing so"),
		.detail = N_("Sets the option skip-chapters in the feed's line."),
		.run = ui_media_skip,
	},
	{
		.name = "other-language",
		.contexts = UI_TRANSCRIPT,
		.keys = "z",
		.hint = N_("language"),
		.brief = N_("Show another transcript"),
		.detail = N_("The next one that the feed names, in another language or "
			     "format. The option "
			     "transcript-language says which one comes first."),
		.run = ui_media_other_language,
	},
	{
		.name = "follow",
		.contexts = UI_TRANSCRIPT,
		.keys = ".",
		.hint = N_("follow"),
		.brief = N_("Let the transcript follow the player again"),
		.run = ui_media_follow,
	},
	{
		.name = "copy-place",
		.contexts = UI_TRACKS,
		.keys = "yy Y",
		.hint = N_("copy"),
		.brief = N_("Copy the row with its time, and a link to it"),
		.run = ui_media_copy_place,
	},
	{
		.name = "find-said",
		.contexts = UI_TRACKS,
		.keys = "/",
		.hint = N_("find"),
		.brief = N_("Find words in the transcript or the chapters"),
		.run = ui_media_transcript_find,
	},
	{
		.name = "next-said",
		.contexts = UI_TRACKS,
		.keys = "n",
		.brief = N_("Go to the next row with the words"),
		.run = ui_media_transcript_next,
	},
	{
		.name = "next-episode",
		.contexts = UI_EVERYWHERE,
		.keys = "-n",
		.brief = N_("Play the next episode of the queue"),
		.run = ui_media_next,
	},
	{
		.name = "sleep",
		.contexts = UI_EVERYWHERE,
		.flags = UI_AGAIN,
		.keys = "-z=more -e=chapter -E=episode",
		.brief = N_("Pause after a time, or at the end of the chapter or episode "
			    "(30m, more, chapter, episode, no)"),
		.detail = N_("more is 15 minutes, then 30, then 60, then off."),
		.run = ui_media_sleep,
	},
	{
		.name = "mark-place",
		.contexts = UI_EVERYWHERE,
		.keys = "-m",
		.brief = N_("Copy what is playing, with its time and its link"),
		.run = ui_media_mark,
	},
	{
		.name = "say-playing",
		.contexts = UI_EVERYWHERE,
		.keys = "-w",
		.brief = N_("Say in words what is playing, and how far it is"),
		.run = ui_media_say,
	},
	{
		.name = "volume",
		.contexts = UI_EVERYWHERE,
		.flags = UI_AGAIN,
		.keys = "-(=-5 -)=+5",
		.brief = N_("Play quieter or louder (-5, +5)"),
		.arguments = volumes,
		.run = ui_media_volume,
	},
	{0},
};
