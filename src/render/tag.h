/*
 * The elements that HTML source is made of, as far as reading it needs to know them.
 * Private to render.
 */
#ifndef RENDER_TAG_H
#define RENDER_TAG_H

#include <stdint.h>

#include "base/str.h"

enum tag_flag {
	TAG_VOID = 1 << 0,    /* has no content and no end tag */
	TAG_FORMAT = 1 << 1,  /* the standard's formatting elements */
	TAG_DROP = 1 << 2,    /* goes with its content */
	TAG_RAW = 1 << 3,     /* its content is never markup */
	TAG_EMPTY = 1 << 4,   /* stays, its content goes */
	TAG_FENCE = 1 << 5,   /* end tags of what is outside do not act inside */
	TAG_GONE = 1 << 6,    /* loses its tags, keeps its content */
	TAG_ORDERED = 1 << 7, /* must know its items before it is shown */
};

/* Groups of elements whose end tags may be left out, and headings, which end each
 * other. */
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
	char name[12];
	uint8_t flags;
	uint8_t group;  /* of which it is a member */
	uint8_t closes; /* groups that its start tag ends */
	uint8_t stops;  /* groups that a start tag inside it cannot end beyond it */
};

/* The row for a name in any case; that of span for one that nobody knows. */
const struct tag *render_tag_find(struct span name);

#define TAG_COUNT 110 /* a tag's index is below it */
int render_tag_index(const struct tag *tag);

#endif
