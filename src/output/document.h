/*
 * An item as a document by itself: text, HTML, Markdown, or JSON. Pure.
 */
#ifndef OUTPUT_DOCUMENT_H
#define OUTPUT_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "store/item/item.h"

struct buf;

enum output_kind {
	OUTPUT_TEXT,
	OUTPUT_HTML,
	OUTPUT_MARKDOWN,
	OUTPUT_JSON,
	OUTPUT_KINDS,
};

/* The ending of a file's name, with its dot. */
const char *output_kind_ending(enum output_kind kind);
/* False if there is no kind of that name. */
bool output_kind_named(const char *name, enum output_kind *kind);

struct output_item {
	struct store_item item;
	struct store_item_body body;
	const char *feed_title, *feed_url;
	char **also; /* titles of the feeds that have it as well */
	size_t also_len;
};

/* How text looks. */
struct output_style {
	size_t width;  /* cells of its lines, at least 10 */
	size_t room;   /* up to which code and tables may be wider; 0: not at all */
	bool no_links; /* the addresses of links do not stand below the text … */
	size_t links;  /* … or at most this many; 0: all */
	bool styled;   /* with escape sequences for a terminal */
};

/* Removes tracking from the item's address and from those in its text. The new ones are
 * in arena. */
void output_untrack(struct arena *arena, struct output_item *item);
/* Appends the document. */
void output_document(const struct output_item *item, enum output_kind kind,
	const struct output_style *style, struct buf *out);

/* What an enclosure is, how long and how large: "audio/mpeg, 48:12, 34.6 MB"; in arena.
 */
const char *
output_attachment(struct arena *arena, const struct store_item_body *body, size_t index);

/* A name for a file of the item, of at most 120 bytes, without its ending: its date and
 * title, without characters that mean something to a file system or a shell; in arena. */
char *output_file_name(struct arena *arena, const struct store_item *item);

#endif
