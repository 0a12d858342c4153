/*
 * Styled lines and numbered links: what rendering a text results in (render/html.h).
 */
#ifndef RENDER_LINE_H
#define RENDER_LINE_H

#include <stdbool.h>
#include <stdint.h>

/* Levels of nesting that are visible; deeper ones are shown at this one (case 14). */
#define RENDER_DEPTH_MAX 64
#define RENDER_LINKS_MAX 10000
/* Links with this bit lead to another place of the same text; the other bits are the
 * index of the jump (render_jump_at). */
#define RENDER_JUMP 0x8000
#define RENDER_JUMPS_MAX 10000

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
	RENDER_HIGHLIGHT = 1 << 9, /* as with a marker pen */
	RENDER_HEADING1 = 1 << 10, /* with RENDER_HEADING: of the first level */
	RENDER_HEADING2 = 1 << 11, /* … and of the second */
	RENDER_NOTE = 1 << 12, /* with RENDER_MARK: stands for a picture and the like */
};

/* The span comes from no place in the text: a bullet, a rule, a blank of the margin. */
#define RENDER_NOWHERE UINT32_MAX

/* A run of bytes in a line that share a style. It begins where the last one ends. */
struct render_span {
	uint32_t len;   /* bytes of the line's text */
	uint32_t at;    /* where it begins in the text (render_text) */
	uint16_t style; /* enum render_style */
	uint16_t link;  /* the number of the link, or a jump; 0: none */
};

/* A long article has many, so they are small: the text stands right after the spans. */
struct render_line {
	const struct render_span *spans; /* cover the whole text, in order */
	uint32_t len;                    /* bytes of the text */
	uint32_t at; /* the first place in the text that it shows, or that of the
		      * line before */
	uint16_t spans_len;
	uint16_t left;     /* cells that it begins left of the others */
	uint16_t picture;  /* number of a picture (render_shown_at) of which it is … */
	unsigned row : 12; /* … this line, counted from 0; its text is the margin */
	unsigned heading : 3; /* the first line of a heading of this level */
	bool code : 1;        /* of a block of code */
};

/* Its text: UTF-8, NUL-terminated, at most width cells. */
static inline const char *
render_line_text(const struct render_line *line)
{
	return (const char *)(line->spans + line->spans_len);
}

/* A picture as it is laid out. */
struct render_shown {
	uint32_t picture;    /* its index (html.h) */
	uint16_t cols, rows; /* cells */
	uint16_t indent;     /* cells before it */
};

struct render_link {
	const char *url;  /* absolute and printable, but not always a web address */
	const char *kind; /* "link", "image", "video", "audio", "page" */
	uint32_t at, end; /* its words in the text, as far as they are known */
};

#endif
