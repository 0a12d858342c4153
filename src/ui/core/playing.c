#include "config.h"

#include "ui/core/playing.h"

#include "base/str.h"
#include "base/time.h"
#include "conf/option.h"
#include "model/media.h"
#include "store/media/media.h"
#include "ui/core/ui.h"

bool
ui_playing_is(const struct ui *ui, uint64_t item)
{
	return ui->playing.now.state != PLAYER_NONE && ui->playing.now.item == item;
}

int64_t
ui_playing_place(const struct ui *ui)
{
	const struct engine_playing *now = &ui->playing.now;
	int64_t at = now->position;
	if (now->state == PLAYER_PLAYING)
		at += (time_mono_ms() - now->at_ms) * now->speed / 100;
	return now->duration > 0 && at > now->duration ? now->duration : at;
}

bool
ui_playing_ticks(const struct ui *ui)
{
	return ui->playing.now.state == PLAYER_PLAYING &&
	       str_eq(ui->options->playing_line, "yes");
}

int64_t
ui_playing_shown_place(const struct ui *ui)
{
	return ui_playing_ticks(ui) ? ui_playing_place(ui) : ui->playing.now.position;
}

const char *
ui_playing_sign(const struct ui *ui)
{
	static const char *const signs[] = {[PLAYER_NONE] = " ",
		[PLAYER_STARTING] = "…",
		[PLAYER_PLAYING] = "►",
		[PLAYER_PAUSED] = "‖",
		[PLAYER_WAITING] = "…"};
	return signs[ui->playing.now.state];
}

const char *
ui_playing_at(const struct ui *ui, uint64_t item, struct store_episode *episode)
{
	const struct engine_playing *now = &ui->playing.now;
	if (!ui_playing_is(ui, item))
		return NULL;
	if (now->state != PLAYER_WAITING && now->state != PLAYER_STARTING) {
		episode->states = (episode->states & ~MEDIA_PLAYED) | MEDIA_STARTED;
		episode->position = ui_playing_shown_place(ui);
		episode->duration = now->duration;
	}
	return ui_playing_sign(ui);
}
