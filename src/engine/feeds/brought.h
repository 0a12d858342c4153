/*
 * Items of an import as the store takes them: clean text within the limits of feeds.
 * All is in the arena.
 */
#ifndef ENGINE_FEEDS_BROUGHT_H
#define ENGINE_FEEDS_BROUGHT_H

struct arena;
struct import_feed;
struct import_item;
struct item;
struct store_import_item;

/* One line of text, or an address, resolved against that of the feed if there is one;
 * NULL: nothing is left. */
char *engine_feeds_brought_line(struct arena *arena, const char *text);
char *engine_feeds_brought_address(
	struct arena *arena, const struct import_feed *feed, const char *text);
void engine_feeds_brought_item(struct arena *arena, const struct import_feed *feed,
	const struct import_item *from, struct item *to);
/* What the other program says of it; the tags are those of the import. */
struct store_import_item engine_feeds_brought_says(const struct import_item *item);

#endif
