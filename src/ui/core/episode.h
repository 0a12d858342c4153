/*
 * Episodes in a few cells: signs, times, how a download is going. Pure, except for the
 * translation and the summary. None of the signs is an emoji, which some terminals draw
 * two cells wide.
 */
#ifndef UI_CORE_EPISODE_H
#define UI_CORE_EPISODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/media.h"

struct arena;
struct buf;
struct store_chapters;
struct store_episode;
struct store_view;

/* "48:12", "1:04:10". */
void ui_episode_clock(struct buf *out, int64_t ms);
/* "12:31/48:12" if it was started, "played", else "48:12". duration: by its feed. */
void
ui_episode_length(struct buf *out, const struct store_episode *episode, int64_t duration);
/* Its download: one cell, or "". */
const char *ui_episode_sign(const struct store_episode *episode);
/* The same in words: "64%", "waits", "at 21:07", "404". */
void ui_episode_state(struct buf *out, const struct store_episode *episode);
/* "Tides · 9 chapters · transcript · ✓ 38.4 MB", of what is stored; arena is for what is
 * read of it. */
void ui_episode_summary(struct buf *out, const struct store_view *view, uint64_t item,
	const char *title, struct arena *arena);
/* Where the chapters are from: "from the feed", and whether they may not fit the file. */
void ui_episode_chapters_source(struct buf *out, const struct store_chapters *chapters);

#endif
