/*
 * The options of a single feed, which its line in the feeds file may set. UI thread.
 */
#ifndef UI_CORE_FEED_OPTIONS_H
#define UI_CORE_FEED_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct options;
struct ui;

/* Reads the feeds file for them; conf_options_done frees them. False: there is no line of
 * the feed, so ui->options hold, and *own is not set. */
bool ui_feed_options(struct ui *ui, uint32_t feed, struct options *own);

#endif
