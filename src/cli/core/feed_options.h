/*
 * The options of a single feed, which its line in the feeds file can set.
 */
#ifndef CLI_CORE_FEED_OPTIONS_H
#define CLI_CORE_FEED_OPTIONS_H

#include <stdint.h>

struct cli;
struct options;
struct store_view;

/* Reads them from the feeds file, as they are now; without a line, those of the config
 * apply. url: store_feed.url. Free them with conf_options_done. */
void cli_feed_options(const struct cli *cli, const char *url, struct options *own);
/* The sources that an item's chapters are taken from (store/media/track.h). */
unsigned
cli_chapters_sources(const struct cli *cli, const struct store_view *view, uint64_t item);

#endif
