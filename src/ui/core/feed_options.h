/*
 * The options of a single feed, which its line in the feeds file can set. UI thread.
 */
#ifndef UI_CORE_FEED_OPTIONS_H
#define UI_CORE_FEED_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct options;
struct ui;

/* Reads them from the feeds file; free them with conf_options_done. False: the feed has
 * no line, so ui->options apply, and *own is not set. */
bool ui_feed_options(struct ui *ui, uint32_t feed, struct options *own);
/* The sources that the feed's chapters are taken from (store/media/track.h). */
unsigned ui_feed_chapters_sources(struct ui *ui, uint32_t feed);

#endif
