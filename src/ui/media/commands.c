/*
 * The commands about episodes.
 */
#include "config.h"

#include "base/i18n.h"
#include "ui/core/command.h"
#include "ui/media/media.h"

#define EPISODES (UI_ITEMS | UI_ARTICLE | UI_MEDIA)

const struct ui_command ui_media_commands[] = {
	{
		.name = "queue",
		.contexts = UI_READING | UI_DOWNLOADS,
		.also = UI_EVERYWHERE & ~(UI_READING | UI_DOWNLOADS),
		.keys = "gd",
		.brief = N_("Show the queue of episodes"),
		.detail = N_("What is played next, what is here besides, and what was "
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
		.name = "enqueue",
		.contexts = EPISODES,
		.flags = UI_ACTS,
		.keys = "+",
		.newsboat = "+ e",
		.brief = N_("Put the episode into the queue, or take it out"),
		.detail = N_("At the end; enqueue next puts it in front."),
		.run = ui_media_enqueue,
	},
	{
		.name = "download",
		.contexts = EPISODES,
		.flags = UI_ACTS,
		.keys = "d",
		.vim = "gD",
		.brief = N_("Download the episode; again: hold it, or go on"),
		.detail = N_("What has come stays whatever interrupts it, and the rest "
			     "comes later. The option media-dir says where."),
		.run = ui_media_download,
	},
	{
		.name = "remove",
		.contexts = UI_MEDIA,
		.keys = "D",
		.vim = "dd D",
		.hint = N_("remove"),
		.brief = N_("Take the episode out of the queue; or give its download "
			    "up, with its file"),
		.detail = N_("undo brings it back; a file, for a day."),
		.run = ui_media_remove,
	},
	{
		.name = "reorder",
		.contexts = UI_QUEUE,
		.keys = "M-k=-1 M-j=+1 M-K=top M-J=end",
		.newsboat = "M-k=-1 M-j=+1 M-K=top M-J=end",
		.brief = N_("Move the episode in the queue: up, down, to the top, to "
			    "the end"),
		.run = ui_media_reorder,
	},
	{
		.name = "played",
		.contexts = UI_MEDIA,
		.also = UI_ITEMS | UI_ARTICLE,
		.keys = "N",
		.newsboat = "m",
		.vim = "m",
		.brief = N_("Mark the episode as played: it starts over, and leaves the "
			    "queue"),
		.run = ui_media_played,
	},
	{
		.name = "unplayed",
		.contexts = EPISODES,
		.keys = "",
		.brief = N_("Mark the episode as not played: it goes on where it was"),
		.run = ui_media_unplayed,
	},
	{0},
};
