/*
 * Where the player is, worked out from what its worker said last. UI thread.
 */
#ifndef UI_CORE_PLAYING_H
#define UI_CORE_PLAYING_H

#include <stdbool.h>
#include <stdint.h>

struct ui;

/* Whether this item is the one that is played, or paused. */
bool ui_playing_is(const struct ui *ui, uint64_t item);
/* The position now, in milliseconds. */
int64_t ui_playing_place(const struct ui *ui);

#endif
