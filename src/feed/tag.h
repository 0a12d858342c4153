/*
 * Tags in HTML source, told from text with "<" in it: "a<b", "(>_<)", "vector<int>".
 */
#ifndef FEED_TAG_H
#define FEED_TAG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct tag {
	size_t length;    /* in bytes, from "<" to behind ">" */
	struct span name; /* n 0: a comment or a declaration */
	bool end;         /* an end tag */
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
	bool any_name; /* whatever the element is called, else only HTML's elements */
	int open;      /* tags without an end; bounded, so that the time is linear */
	/* What browsers take for a tag ends here, though it is text: nothing in it may
	 * take more with it. NULL: there was none. */
	const char *text_end;
	bool endless[TAG_RAW_MAX]; /* no end tag of the kind is left */
};

/* Looks at the "<" that s starts with. False when it is text: it begins no tag, or one
 * that never ends. */
bool feed_tag_at(struct span s, struct tag *tag, struct tag_search *search);
/* How many bytes behind the start tag that s starts with are its content, which is not to
 * be shown (script, style); 0 for any other tag. */
size_t feed_tag_hidden(struct span s, const struct tag *tag, struct tag_search *search);
/* Whether there is a tag of HTML, a comment or a declaration anywhere in it. */
bool feed_tag_any(struct span html);
/* Whether the element parts what is before it from what is behind it: a paragraph, a
 * line break and the like. */
bool feed_tag_breaks(struct span name);
/* The value of an attribute in the source of a start tag, or one without p. */
struct span feed_tag_attr(struct span tag, const char *name);

#endif
