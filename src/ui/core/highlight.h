/*
 * Rows and words that the config gives colours of their own: lines
 *
 *	highlight "QUERY" ELEMENT
 *	highlight-text "/REGEX/" ELEMENT
 *
 * UI thread.
 */
#ifndef UI_CORE_HIGHLIGHT_H
#define UI_CORE_HIGHLIGHT_H

#include <stddef.h>
#include <stdint.h>

struct config;
struct store_feed;
struct store_item;
struct ui_highlights;
struct ui_row;

/* Reads the lines. Wrong lines are left out and reported, unless report is NULL. */
struct ui_highlights *ui_highlights_new(const struct config *config,
	void (*report)(void *data, const char *sentence), void *data);
void ui_highlights_free(struct ui_highlights *h);

/* The style (enum ui_style) that an item's row gets; 0: none. The last line that matches
 * counts. feed may be NULL. The item's text is not searched. */
int ui_highlights_of(struct ui_highlights *h, const struct store_item *item,
	const struct store_feed *feed, int64_t now);
/* Gives words in the text of a row their colours, from a byte on. */
void ui_highlights_put(const struct ui_highlights *h, struct ui_row *row, size_t from);

#endif
