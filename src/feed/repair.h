/*
 * Any bytes that mean to be XML (clean UTF-8, from feed_clean) → XML that every parser
 * takes. Linear time and memory whatever the input.
 */
#ifndef FEED_REPAIR_H
#define FEED_REPAIR_H

#include "base/buf.h"
#include "base/str.h"
#include "feed/note.h"

#define REPAIR_DEPTH_MAX 128
#define REPAIR_ATTRS_MAX 64
#define REPAIR_ENTITIES_MAX 64            /* that a DOCTYPE declares */
#define REPAIR_ENTITY_MAX 1024            /* bytes of one's text */
#define REPAIR_EXPANSION_MAX (256 * 1024) /* bytes that all uses of them may add */

struct repaired {
	/* The skeleton: one synthetic root, elements and attributes in ASCII. For each
	 * text and each attribute value stands one byte; they are in text. */
	struct buf xml;
	/* The texts and values in the skeleton's order: references resolved, CDATA
	 * unpacked, each ended by a NUL. */
	struct buf text;
	/* For each element the line of its start tag, as uint32_t. */
	struct buf lines;
	/* The synthetic root not counted. open: those that the document left open at its
	 * end, so that the last end tags of the skeleton are ours. */
	size_t elements, open;
};

void feed_repair(struct span text, struct repaired *out, struct notes *notes);
void feed_repaired_done(struct repaired *repaired);

#endif
