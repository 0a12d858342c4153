/*
 * An item's HTML (or plain text) as styled lines: headings, paragraphs, lists, quotes,
 * code, emphasis, tables, numbered links. Pure: no curses, no network; nothing that is
 * rendered ever causes a request. All text that leaves here is sanitised (base/utf8.h).
 */
#ifndef RENDER_HTML_H
#define RENDER_HTML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text;

#define RENDER_DEPTH_MAX                                                                 \
	64 /* visible nesting; deeper is shown at this depth (case 14)                   \
	    */
#define RENDER_LINKS_MAX 1000

enum render_style {
	RENDER_BOLD = 1 << 0,
	RENDER_ITALIC = 1 << 1,
	RENDER_UNDERLINE = 1 << 2,
	RENDER_STRIKE = 1 << 3,
	RENDER_CODE = 1 << 4,
	RENDER_HEADING = 1 << 5,
	RENDER_QUOTE = 1 << 6,
	RENDER_LINK = 1 << 7,
	RENDER_MARK =
		1 << 8, /* list bullets, rules, link numbers, notes such as [image] */
};

/* A run of bytes of one style in a line. */
struct render_span {
	uint32_t start, len; /* bytes in the line's text */
	uint16_t style;      /* enum render_style */
	uint16_t link;       /* number of the link, 0 none */
};

struct render_line {
	const char *text; /* UTF-8, NUL-terminated, at most width cells */
	uint32_t len;
	uint32_t spans_len;
	const struct render_span *spans; /* cover the whole text, in order */
};

struct render_link {
	const char *url;  /* absolute and printable; may be no web address */
	const char *kind; /* "link", "image", "video", "audio", "frame" */
};

struct render_doc;

/* Reads text (len bytes, source as text->type says; copied) into blocks: all of an
 * article of usual length, of a longer one (some 64 KB) the start; render_layout_step
 * reads on. */
struct render_doc *render_doc_new(const struct text *text, size_t len);
void render_doc_free(struct render_doc *doc);

/* Starts a layout for width cells (at least 10). Lines of an earlier layout die. */
void render_layout_start(struct render_doc *doc, size_t width);
/* Reads and lays out blocks until lines lines more exist or about budget_us microseconds
 * have passed (0: no limit). True when all of the document is laid out. */
bool render_layout_step(struct render_doc *doc, size_t lines, int64_t budget_us);

/* What is laid out so far; borrowed until the next start. */
size_t render_lines_len(const struct render_doc *doc);
const struct render_line *render_line_at(const struct render_doc *doc, size_t index);
/* Links in order of appearance; number n is index n - 1. Those of all lines that exist,
 * and all when the document is laid out; borrowed until the next step. */
size_t render_links_len(const struct render_doc *doc);
const struct render_link *render_link_at(const struct render_doc *doc, size_t index);

#endif
