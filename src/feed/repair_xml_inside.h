/*
 * What the files of the repair share: its progress, and what tags and declarations need
 * from each other.
 */
#ifndef FEED_REPAIR_XML_INSIDE_H
#define FEED_REPAIR_XML_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/i18n.h"
#include "base/str.h"
#include "feed/repair_note.h"
#include "feed/repair_xml.h"

/* What ends a construct that may lack its end. */
enum mark {
	MARK_COMMENT,
	MARK_CDATA,
	MARK_INSTRUCTION,
	MARK_DECLARATION,
	MARK_MAX
};

struct declared_entity {
	struct span name, text;
};

struct repair {
	const char *start, *p, *end;
	struct buf *xml, *text;
	struct notes *notes;
	struct buf *tags;
	const char *line_at; /* the text up to here has been counted */
	uint32_t line;
	struct span stack[REPAIR_DEPTH_MAX]; /* names of the open elements */
	size_t elements, depth,
		skipped; /* skipped: open elements deeper than the stack */
	bool leaf;       /* the innermost open element has no child yet */
	bool had_root, had_doctype;
	bool missing[MARK_MAX]; /* no such end is left; each is looked for once */
	struct span root;
	struct declared_entity entities[REPAIR_ENTITIES_MAX];
	size_t entities_len, expanded;
	struct span attrs[REPAIR_ATTRS_MAX];
	size_t attrs_len;
};

/* Names are read as ASCII. */
static inline char
repair_name_ascii(char c)
{
	return (unsigned char)c < 0x80 ? c : '_';
}

static inline bool
repair_name_start(int c)
{
	return str_alpha(c) || c == '_' || c == ':' || c >= 0x80;
}

static inline bool
repair_name_char(int c)
{
	return repair_name_start(c) || str_digit(c) || c == '-' || c == '.';
}

/* repair_xml.c */

/* Notes what was found at a place, and the name of it. */
void feed_repair_note(struct repair *r, enum note what, const char *at);
void
feed_repair_note_name(struct repair *r, enum note what, const char *at, struct span name);
/* Puts a name, in ASCII, into the pool. */
void feed_repair_name(struct repair *r, struct span name);
/* Ends the text before a tag. */
void feed_repair_flush(struct repair *r);
/* Closes the innermost open element. */
void feed_repair_close(struct repair *r);
/* Adds text with references to the pool; nested: it is that of a declared entity. */
void feed_repair_text(struct repair *r, const char *s, size_t n, bool nested);

/* repair_tag.c */

/* Whether the start tag here is only text: the element around it ends before the tag does
 * ("if a<b then</title>"). */
bool feed_repair_never_ends(const struct repair *r);
/* Take the tag that starts here. */
void feed_repair_start_tag(struct repair *r);
void feed_repair_end_tag(struct repair *r);

/* repair_decl.c: takes what starts with "<!" or "<?" here */
void feed_repair_declaration(struct repair *r);

#endif
