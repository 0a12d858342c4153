/*
 * Styled lines and numbered links: what rendering a text results in (render/html.h).
 */
#ifndef RENDER_LINE_H
#define RENDER_LINE_H

#include <stdint.h>

/* Levels of nesting that are visible; deeper ones are shown at this one (case 14). */
#define RENDER_DEPTH_MAX 64
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
	RENDER_MARK = 1 << 8, /* bullets, rules, link numbers, notes such as [image] */
};

/* A run of bytes in a line that share a style. */
struct render_span {
	uint32_t start, len; /* bytes in the line's text */
	uint16_t style;      /* enum render_style */
	uint16_t link;       /* the number of the link; 0: none */
};

struct render_line {
	const char *text; /* UTF-8, NUL-terminated, at most width cells */
	uint32_t len;
	uint32_t spans_len;
	const struct render_span *spans; /* cover the whole text, in order */
};

struct render_link {
	const char *url;  /* absolute and printable, but not always a web address */
	const char *kind; /* "link", "image", "video", "audio", "frame" */
};

#endif
