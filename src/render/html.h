/*
 * Renders an item's HTML, or plain text, as styled lines: headings, paragraphs, lists,
 * quotes, code, emphasis, tables, numbered links. Pure: no curses, and no network, so
 * that rendering never makes a request. All text that comes out is sanitised
 * (base/utf8.h).
 *
 *	struct render_doc *doc = render_doc_new(text, len);
 *	render_layout_start(doc, width);
 *	while (!render_layout_step(doc, lines, budget_us))
 *		… draw render_line_at(doc, …), do other work
 *	render_doc_free(doc);
 */
#ifndef RENDER_HTML_H
#define RENDER_HTML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "render/line.h"

struct buf;
struct text;
struct render_doc;

/* What is known of the item whose text it is. All may be NULL, and is copied. */
struct render_about {
	const char *page;  /* its address: links to places in it are jumps */
	const char *title; /* not said again by the text's first heading */
	bool folds;        /* <details> is folded, as a jump opens it */
	bool literal;      /* addresses in the text do not become links */
	bool signs;        /* "~~" is around what is struck out: no style shows that */
	int64_t plays; /* milliseconds of its episode: times at the beginning of lines or
			* in brackets, up to this one, are jumps; 0: it has none */
	bool joined; /* pictographs stay joined, though screens may draw fewer cells then
		      */
};

/* Makes a document of the len bytes of text, which are borrowed until it is freed. about
 * may be NULL. It parses an article of usual length at once, but only the start (about 64
 * KB) of a longer one; render_layout_step parses the rest. */
struct render_doc *
render_doc_new(const struct text *text, size_t len, const struct render_about *about);
/* Takes the text that a document was made of, from malloc: it is freed with it. */
void render_doc_keep(struct render_doc *doc, char *text);
void render_doc_free(struct render_doc *doc);

/* Whether the next layouts justify paragraphs. */
void render_layout_justify(struct render_doc *doc, bool justify);
/* Starts a layout for width cells (at least 10). The lines of an earlier one are gone.
 * Code and tables that are wider may have up to room cells, in the middle of which the
 * width lies; their lines then begin left of the others (line.h). */
void render_layout_start(struct render_doc *doc, size_t width, size_t room);
/* Parses and lays out blocks until there are this many more lines, or about budget_us
 * microseconds have passed (0: no limit). True once the whole document is laid out. */
bool render_layout_step(struct render_doc *doc, size_t lines, int64_t budget_us);

/* The lines so far; borrowed until the next start. */
size_t render_lines_len(const struct render_doc *doc);
const struct render_line *render_line_at(const struct render_doc *doc, size_t index);
/* The links in order of appearance, where number n has index n - 1: at least those in the
 * lines so far, and all once the document is laid out. Borrowed until the next step. */
size_t render_links_len(const struct render_doc *doc);
const struct render_link *render_link_at(const struct render_doc *doc, size_t index);

/* A link to another place in the text, or in the item's episode. Places are bytes of
 * render_text. */
struct render_jump {
	const char *name; /* the fragment of its address; borrowed */
	uint32_t at, end; /* its words */
	uint32_t to;      /* RENDER_NOWHERE: no element of this name was read */
	uint16_t fold;    /* it leads nowhere, but unfolds this; 0: none */
	int64_t time; /* it leads there in the episode, in milliseconds; -1: it does not
		       */
};
size_t render_jumps_len(const struct render_doc *doc);
struct render_jump render_jump_at(const struct render_doc *doc, size_t index);

/* Unfolds what is folded, or folds it again; 0 unfolds all, false if nothing was folded.
 * The layout must be started again. */
bool render_fold(struct render_doc *doc, uint16_t fold);

/* The pictures in order of appearance, as far as the text was read. Their addresses are
 * absolute, and borrowed. */
size_t render_pictures_len(const struct render_doc *doc);
const char *render_picture_url(const struct render_doc *doc, size_t index);
/* The picture is here, and has this size in pixels: the next layout shows it, in at most
 * cols cells (0: any number). A width of 0: it is not shown. */
void render_picture_size(
	struct render_doc *doc, size_t index, size_t width, size_t height, size_t cols);
/* What a line's picture is and how large it is drawn. */
const struct render_shown *
render_shown_at(const struct render_doc *doc, const struct render_line *line);

/* The text as far as it was read, with the control characters of doc.h in it. Borrowed
 * until the next step. */
const char *render_text(const struct render_doc *doc, size_t *len);
/* The index of the line that shows a place of the text, or of the last line before it. */
size_t render_line_of(const struct render_doc *doc, uint32_t at);

/* Append to out, as one clean line of at most max bytes: the words of the link of an
 * index, or those of the block at a place of the text, or the first after it. */
void render_link_words(
	const struct render_doc *doc, size_t index, struct buf *out, size_t max);
void render_block_words(
	const struct render_doc *doc, uint32_t at, struct buf *out, size_t max);

#endif
