/*
 * What a feed is like, to be shown before the user subscribes to it. Pure.
 */
#ifndef MODEL_PREVIEW_H
#define MODEL_PREVIEW_H

#include <stddef.h>
#include <stdint.h>

struct buf;
struct feed;

#define PREVIEW_ITEMS 10 /* that are named */

struct preview {
	size_t items;
	/* Those with their whole text, and those with only the beginning of it, or a
	 * summary; the others have a title alone. */
	size_t whole, teasers;
	int64_t newest; /* date of the newest; TIME_NONE: unknown */
	int64_t gap;    /* seconds between two posts on average; 0: unknown */
	/* The newest items, a line each: the date in seconds since 1970 (TIME_NONE: "-"),
	 * a tab, and the title. NULL: no feed was seen. */
	const char *lines;
};

/* Fills lines, from which preview->lines borrows. */
void preview_of(const struct feed *feed, struct preview *preview, struct buf *lines);

#endif
