/*
 * What the files of the sanitizer share. Private to them.
 */
#ifndef RENDER_SANITIZE_INSIDE_H
#define RENDER_SANITIZE_INSIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/span.h"
#include "render/sanitize.h"
#include "render/sanitize_tag.h"

/* A part of the source that is put aside. */
struct aside {
	const char *at, *end; /* NULL: nothing */
};

struct open_element {
	const struct tag *tag;
	const char *attributes; /* in the source */
	bool ended;             /* its end tag came, but elements in it are still open */
	bool again;             /* it was ended and opened again */
	bool styled;            /* it has a style */
	bool quiet;             /* a span that says nothing: it is not written */
	bool filled;            /* a table, or a part of one: something stands in it */
	struct aside foot;      /* a table's tfoot, until the table ends */
	struct aside caption; /* its caption that came behind rows, until it has ended */
};

struct sanitizer {
	struct buf *out;
	const char *at, *end;
	struct open_element open[SANITIZE_DEPTH_MAX];
	size_t depth;
	size_t ordered;            /* how many are ol */
	size_t part_end;           /* of the part before */
	size_t broken;             /* length of out after the last break so put in */
	size_t beyond;             /* start tags dropped for depth, not yet ended */
	bool endless[TAG_COUNT];   /* no end tag of this name is left in the text */
	const char *last_quote[2]; /* ' and ", where it is known; else NULL */
	const char *line_end;      /* where the last "<br>" ends in the source */
	bool no_tag_end, no_cdata_end;
	struct {
		bool known;
		const char *at; /* NULL: there is none */
	} last_end[2];          /* of audio and video */
	int unended;            /* tags that were looked through to the text's end */
	bool renders;           /* what changes nothing in a rendered text is left out */
	/* What browsers take for a tag ends here, though it is text to us: nothing in it
	 * may take more with it. */
	const char *text_end;
	const char *cdata_end;   /* the "]]>" of an open CDATA section, if it is ahead */
	const char *literal_end; /* the end tag of an open TAG_LITERAL; else NULL */
	const struct tag *literal; /* what it is … */
	bool literal_open;         /* … and whether it has an element of its own */
	const char *resume;        /* where to continue after what was put aside … */
	const char *aside_end;     /* … which ends here; NULL: not in such a part */
	size_t aside_depth;        /* of the elements around it */
	int parts_missed;          /* parts of tables whose end was not found */
	bool within;               /* of a document in another's attribute */
};

/* Text. */

/* Appends text without the control characters that HTML does not allow. */
void render_sanitize_put_text(struct buf *out, const char *s, size_t n);
/* Writes text; what is in a TAG_LITERAL has no tags. */
void render_sanitize_text(struct sanitizer *t, const char *s, size_t n);
/* How many of the n bytes of text at s go into a part: all, or as many as it wants
 * without splitting a character or an entity. */
size_t render_sanitize_cut_text(const char *s, size_t n, size_t want);
/* Might the end of the text from a place on be the start of an entity? */
bool render_sanitize_ends_in_entity(const struct buf *out, size_t from);

/* Attributes. */

/* Reads the attributes up to and with ">"; copies those that matter when out is set.
 * False when what was read is rather text with "<" in it: the text ends, or a tag begins,
 * before there is an attribute with a value, or in one whose quote has no end. */
bool render_sanitize_attributes(struct sanitizer *t, struct buf *out);
/* Does a character end the name of an element or an attribute? */
static inline bool
render_sanitize_ends_name(char c)
{
	return c == '/' || c == '>' || c == '\0' || str_space((unsigned char)c);
}
/* Appends text as a part of an attribute's value. */
void render_sanitize_put_value(struct buf *out, struct span value);
/* The value in the source of the first attribute of a name in the tag whose attributes
 * are read next; none: an empty span. */
struct span render_sanitize_raw_value(struct sanitizer *t, const char *name);
/* The value of an attribute that was so written after a place, where name is of the form
 * ' type="'; none: an empty span. Borrowed from out. */
struct span render_sanitize_written(const struct buf *out, size_t from, const char *name);
/* Where a browser ends the tag whose rest is at p. */
const char *
render_sanitize_browser_end(const struct sanitizer *t, const char *p, bool tag);

/* Elements that are open. */

void render_sanitize_put_end(struct sanitizer *t, const struct tag *tag);
/* Ends the open elements from the innermost to the one at index, and then those whose end
 * was waiting for that. */
void render_sanitize_end_down_to(struct sanitizer *t, size_t index);
/* Ends what a start tag implicitly ends: the outermost open member of each group, unless
 * an element in between protects it. */
void render_sanitize_end_implied(struct sanitizer *t, const struct tag *start);
/* The index of the open element that an end tag is for, plus 1; 0 if there is none. */
size_t render_sanitize_find_open(const struct sanitizer *t, const struct tag *tag);
/* Ends a formatting element. If others in it are still open, a comment marks the place
 * and the end tag comes later; otherwise a tree builder would rearrange its nodes. */
void render_sanitize_end_format(struct sanitizer *t, const struct tag *tag);

/* Elements with ways of their own. */

/* The end tag of an element whose content starts at a place, behind its name; NULL when
 * there is none. */
const char *
render_sanitize_content_end(struct sanitizer *t, const struct tag *tag, const char *at);
/* Skips the content of an element and its end tag, if it has one. */
void render_sanitize_skip(struct sanitizer *t, const struct tag *tag);
/* Whether no end tag of a player comes any more, so that the rest of the text is not what
 * it shows instead of itself. */
bool render_sanitize_plays_on(struct sanitizer *t, const struct tag *tag);
/* Takes a start tag that is not written as it is. False: it is. */
bool render_sanitize_start_other(struct sanitizer *t, const struct tag *tag);
/* Takes the start tag of a TAG_OTHER. False: it is like others. */
bool render_sanitize_other(struct sanitizer *t, const struct tag *tag);
/* Goes back to what the table has put aside that ends at an end tag, behind whose name
 * t->at is. False: there is nothing, or it has been taken. */
bool render_sanitize_aside(struct sanitizer *t, const struct tag *table);
/* Authors' own elements become spans; what they are called says what they are for: their
 * names become classes, unless their attributes, written from a place on, have some. */
void render_sanitize_put_custom(struct sanitizer *t, struct span name, size_t from);
/* Would a span, whose attributes are written from a place on, change nothing? Code in
 * colours is made of such, and each costs a tree builder more than its text. Styles of
 * what is around it may ask what it holds. */
bool render_sanitize_says_nothing(const struct sanitizer *t, size_t from);

#endif
