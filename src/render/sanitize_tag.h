/*
 * What the sanitizer has to know about HTML's elements. Private to render.
 */
#ifndef RENDER_SANITIZE_TAG_H
#define RENDER_SANITIZE_TAG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

enum tag_flag {
	TAG_VOID = 1 << 0,    /* has no content and no end tag */
	TAG_FORMAT = 1 << 1,  /* one of the standard's formatting elements */
	TAG_DROP = 1 << 2,    /* dropped with its content */
	TAG_RAW = 1 << 3,     /* its content is not markup */
	TAG_EMPTY = 1 << 4,   /* kept, but its content is dropped */
	TAG_SCOPE = 1 << 5,   /* end tags in it do not end elements outside */
	TAG_UNWRAP = 1 << 6,  /* its tags are dropped, its content is kept */
	TAG_ORDERED = 1 << 7, /* its items must be counted before it is laid out */
	TAG_PLAYER = 1 << 10, /* its content is shown only by who cannot play it */
	TAG_HOLDS = 1 << 12,  /* holds items, rows or cells, and no text of its own */
	TAG_LITERAL = 1 << 9, /* becomes code: tags in it are text … */
	TAG_REFERS = 1 << 11, /* … but references are not */
	TAG_OTHER = 1 << 8,   /* becomes something else (sanitize_other.c) */
};

/* Groups of elements that end each other: those whose end tags may be left out, and
 * headings. */
enum tag_group {
	TAG_PAR = 1 << 0,
	TAG_ITEM = 1 << 1,
	TAG_TERM = 1 << 2,
	TAG_CELL = 1 << 3,
	TAG_ROW = 1 << 4,
	TAG_PART = 1 << 5, /* thead, tbody, tfoot, caption */
	TAG_HEAD = 1 << 6,
	TAG_TABLE = TAG_CELL | TAG_ROW | TAG_PART,
	TAG_FLOW = TAG_PAR | TAG_ITEM | TAG_TERM | TAG_HEAD,
};

struct tag {
	char name[16];
	uint16_t flags;
	uint8_t group;  /* the group it is a member of */
	uint8_t closes; /* groups that its start tag ends */
	const char *as; /* it counts as this element, and has no other members */
	uint8_t stops;  /* groups whose members outside it no start tag in it ends */
};

/* Finds an element by name, in any case. Unknown ones count as span. */
const struct tag *render_tag_find(struct span name);

#define TAG_COUNT 144 /* above all indexes of tags */
int render_tag_index(const struct tag *tag);

/* The attributes that are kept; and the index of the one of a name, in any case, or -1.
 */
extern const char *const render_tag_attributes[];
int render_tag_attribute(struct span name);

/* "<![if …]>" and "<![endif]>", as Word writes them. */
bool render_tag_condition(struct span s);
/* Is it no element but "<me@host>" or "<https://…>"? */
bool render_tag_address(struct span name);

#endif
