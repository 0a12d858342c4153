#include "config.h"

#include "ui/core/playing.h"

#include "base/time.h"
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
