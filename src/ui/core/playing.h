/*
 * What the player does and where it is, computed from its worker's last report. UI
 * thread.
 */
#ifndef UI_CORE_PLAYING_H
#define UI_CORE_PLAYING_H

#include <stdbool.h>
#include <stdint.h>

struct store_episode;
struct ui;

/* Whether this item is the one that is playing or paused. */
bool ui_playing_is(const struct ui *ui, uint64_t item);
/* The position now, in milliseconds. */
int64_t ui_playing_place(const struct ui *ui);
/* Whether what is shown of the player changes every second: screen readers read each line
 * that changes. */
bool ui_playing_ticks(const struct ui *ui);
/* The position that is shown. */
int64_t ui_playing_shown_place(const struct ui *ui);
/* The player's state as one character. */
const char *ui_playing_sign(const struct ui *ui);
/* The same for this item, if it is the one: the position and states that it has now go to
 * *episode. NULL: it is not. */
const char *
ui_playing_at(const struct ui *ui, uint64_t item, struct store_episode *episode);

#endif
