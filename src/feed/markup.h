/*
 * Tells tags in HTML source from text with "<" in it: "a<b", "(>_<)", "vector<int>".
 */
#ifndef FEED_MARKUP_H
#define FEED_MARKUP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct tag {
	size_t length;    /* in bytes, with its "<" and ">" */
	struct span name; /* n 0: a comment or a declaration */
	bool end;         /* an end tag */
	bool early;       /* it ends before browsers end it: an end quote is missing */
};

/* Elements whose content is never markup. */
enum tag_raw {
	TAG_SCRIPT,
	TAG_STYLE,
	TAG_TITLE,
	TAG_TEXTAREA,
	TAG_RAW_MAX
};

/* A search for tags in one text, from its start to its end. */
struct tag_search {
	bool any_name; /* elements may have any name, not only those of HTML */
	int open; /* tags without an end; they are limited, to keep the time linear */
	/* Browsers take the text up to here for a tag, so nothing in it may hide more
	 * than that. NULL: there was no such text. */
	const char *text_end;
	bool endless[TAG_RAW_MAX]; /* no end tag of this kind is left */
};

/* Reads the tag at the "<" that s starts with. False when the "<" is text: it does not
 * begin a tag, or the tag never ends. */
bool feed_tag_at(struct span s, struct tag *tag, struct tag_search *search);
/* How many bytes after the start tag at s are content that is not shown (script, style);
 * 0 for any other tag. */
size_t feed_tag_hidden(struct span s, const struct tag *tag, struct tag_search *search);
/* Whether there is any tag of HTML, comment or declaration in it. */
bool feed_tag_any(struct span html);
/* Whether the element separates the text before it from the text after it: a paragraph,
 * a line break and the like. */
bool feed_tag_breaks(struct span name);
/* The value of an attribute in the source of a start tag; p is NULL if there is none. */
struct span feed_tag_attr(struct span tag, const char *name);

#endif
