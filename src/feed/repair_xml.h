/*
 * Turns anything that means to be XML (clean UTF-8, from feed_clean) into XML that every
 * parser accepts, in linear time and memory.
 */
#ifndef FEED_REPAIR_XML_H
#define FEED_REPAIR_XML_H

#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"
#include "feed/repair_note.h"

#define REPAIR_DEPTH_MAX 128
#define REPAIR_ATTRS_MAX 64
#define REPAIR_ENTITIES_MAX 64            /* that a DOCTYPE declares */
#define REPAIR_ENTITY_MAX 1024            /* bytes of text that one may have */
#define REPAIR_EXPANSION_MAX (256 * 1024) /* bytes that all uses of them may add */

/* A start tag. */
struct repaired_tag {
	uint32_t line;
	uint16_t attrs;
	uint16_t depth; /* how many elements it is in, without the synthetic root */
};

struct repaired {
	/* The skeleton: one synthetic root, and elements that are all called a, without
	 * text. It lacks the leaves, elements without children. */
	struct buf xml;
	/* For each start tag the text before it, the element's name, and names and values
	 * of its attributes; for each end tag the text before it. Texts may be empty.
	 * Names are in ASCII, references resolved and CDATA unpacked; all are ended by a
	 * NUL. */
	struct buf text;
	/* A struct repaired_tag for each element. It is a leaf unless the next one is
	 * deeper. */
	struct buf tags;
	/* How many elements there are besides the synthetic root, and how many of them
	 * the document left open at its end. The last end tags of the skeleton are then
	 * ours. */
	size_t elements, open;
};

void feed_repair(struct span text, struct repaired *out, struct notes *notes);
void feed_repaired_done(struct repaired *repaired);

#endif
