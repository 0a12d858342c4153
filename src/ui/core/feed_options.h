/*
 * The options of a single feed, which its line in the feeds file and the sections of its
 * tags can set. UI thread.
 */
#ifndef UI_CORE_FEED_OPTIONS_H
#define UI_CORE_FEED_OPTIONS_H

#include <stdint.h>

struct options;
struct ui;
struct ui_own_options;

/* They hold until the next call; those of a feed without a line are ui->options. Cheap
 * enough for each row of a list. */
const struct options *ui_feed_options(struct ui *ui, uint32_t feed);
/* The sources that the feed's chapters are taken from (store/media/track.h). */
unsigned ui_feed_chapters_sources(struct ui *ui, uint32_t feed);
/* NULL is fine. */
void ui_feed_options_free(struct ui_own_options *own);

#endif
