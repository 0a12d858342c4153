/*
 * What a feed is like, in lines for people, before they subscribe to it. Pure, but for
 * the time zone.
 */
#ifndef OUTPUT_PREVIEW_H
#define OUTPUT_PREVIEW_H

struct buf;
struct preview;

/* Appends title and address (masked), how many items there are and how often they come,
 * how much of their text, and the newest ones. */
void output_preview(const char *title, const char *url, const struct preview *preview,
	struct buf *out);

#endif
