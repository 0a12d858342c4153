/*
 * The kinds of elements that rows name.
 */
#ifndef FEED_KIND_H
#define FEED_KIND_H

#include "feed/build.h"

/* Containers. */
extern const struct kind KIND_FEED;  /* the channel inside the root */
extern const struct kind KIND_ITEM;  /* an item; rdf:about and the like are its id */
extern const struct kind KIND_IMAGE; /* a channel's image */
extern const struct kind KIND_SOURCE;
extern const struct kind
	KIND_PASS; /* of no meaning: what is in it stands where it does */
extern const struct kind KIND_NOTHING; /* nothing in it counts */

/* Text to a field, by field and rank of the row. */
extern const struct kind KIND_LINE;   /* one plain line */
extern const struct kind KIND_STRING; /* as written, trimmed */
extern const struct kind KIND_URL;    /* an address */
extern const struct kind KIND_DATE;
extern const struct kind KIND_TEXT;     /* running text; HTML */
extern const struct kind KIND_XHTML;    /* its own markup */
extern const struct kind KIND_CATEGORY; /* one category */
extern const struct kind KIND_KEYWORDS; /* several, with commas */
extern const struct kind KIND_MAIL;     /* "a@b.org (Name)" */
extern const struct kind KIND_GUID;     /* RSS guid */

/* Attributes to a field. */
extern const struct kind KIND_HREF;      /* href or url is an address */
extern const struct kind KIND_ENCLOSURE; /* url, type, length */
extern const struct kind KIND_LABEL;     /* text, label or term is a category */

extern const struct kind KIND_RELATED; /* what else belongs to it: enum related_rel */
extern const struct kind KIND_COUNT;   /* number of its comments */

/* Hints (minutes, names of days, periods). */
extern const struct kind KIND_TTL;
extern const struct kind KIND_SKIP_HOUR;
extern const struct kind KIND_SKIP_DAY;
extern const struct kind KIND_PERIOD;
extern const struct kind KIND_FREQUENCY;

extern const struct kind KIND_COMPLETE; /* that it is there is all */

/* Atom's constructs, with type and mode. */
extern const struct kind KIND_ATOM_LINE;
extern const struct kind KIND_ATOM_TEXT;
extern const struct kind KIND_ATOM_LINK;
extern const struct kind KIND_ATOM_CATEGORY;
extern const struct kind KIND_PERSON; /* holds the next three */
extern const struct kind KIND_PERSON_NAME;
extern const struct kind KIND_PERSON_EMAIL;
extern const struct kind KIND_PERSON_URI;

#endif
