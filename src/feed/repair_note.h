/*
 * What was wrong with a document and has been mended, for struct feed's repairs: each
 * kind once, with the line where it was seen first, what was there, and how often.
 */
#ifndef FEED_REPAIR_NOTE_H
#define FEED_REPAIR_NOTE_H

#include <stddef.h>

#include "base/str.h"

struct feed;

#define NOTE_DETAIL_MAX 40 /* bytes */

enum note {
	NOTE_EMPTY_START,
	NOTE_CHARSET_UNKNOWN,
	NOTE_CHARSET_CONFLICT,
	NOTE_CHARSET_BYTES,
	NOTE_CONTROL,
	NOTE_LEADING,
	NOTE_TRAILING,
	NOTE_AMPERSAND,
	NOTE_ENTITY,
	NOTE_REFERENCE,
	NOTE_EXPANSION,
	NOTE_LESS_THAN,
	NOTE_UNCLOSED,
	NOTE_UNMATCHED,
	NOTE_TAG,
	NOTE_ATTR_QUOTE,
	NOTE_ATTR_TWICE,
	NOTE_ATTR_MANY,
	NOTE_DEPTH,
	NOTE_COMMENT,
	NOTE_CDATA,
	NOTE_PREFIX,
	NOTE_NAMESPACE,
	NOTE_JSON,
	NOTE_DATE,
	NOTE_CUT,
	NOTE_ITEMS,
	NOTE_LIST,
	NOTE_ADDRESS,
	NOTE_UNFINISHED,
	NOTE_OUTLINES,
	NOTE_TRUNCATED,
	NOTE_HOLLOW,
	NOTE_MAX
};

struct notes {
	struct {
		unsigned count;
		size_t line;                      /* of the first; 0: unknown */
		char detail[NOTE_DETAIL_MAX + 1]; /* what the first was; "" not said */
	} of[NOTE_MAX];
};

/* Counts one. Its line is that of offset at in text (NULL: none). */
void feed_note(struct notes *notes, enum note what, const char *text, size_t at);
/* The same with a known line; 0: it is unknown. */
void feed_note_line(struct notes *notes, enum note what, size_t line);
/* Adds what was just noted: a name, a value. Only the first one is kept. */
void feed_note_detail(struct notes *notes, enum note what, struct span detail);
/* Writes them as sentences into feed->repairs, in the order of their lines. */
void feed_notes_put(const struct notes *notes, struct feed *feed);

#endif
