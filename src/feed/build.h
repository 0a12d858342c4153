/*
 * From XML events to the model, by tables. A row says: an element of this namespace and
 * name, standing at one of these places, is of this kind and goes to this field. Formats
 * and modules are nothing but rows (rss.c, atom.c, cdf.c, opml.c, module.c); the kinds
 * are in kind.c, and build.c walks the document.
 */
#ifndef FEED_BUILD_H
#define FEED_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"
#include "feed/name.h"
#include "feed/note.h"
#include "feed/repair.h"
#include "feed/xml.h"
#include "model/feed.h"

/* Where in the model an element stands. Bits: a row may name several. */
enum place {
	IN_DOCUMENT = 1 << 0, /* no root was recognised yet */
	IN_FEED = 1 << 1,
	IN_ITEM = 1 << 2,
	IN_IMAGE = 1 << 3,
	IN_PERSON = 1 << 4,
	IN_SOURCE = 1 << 5, /* atom:source of an entry */
	IN_OUTLINES = 1 << 6,
	IN_UNKNOWN = 1 << 7, /* of the feed, unknown: only items count in it */
	IN_NOTHING = 1 << 8, /* not looked at */
};

/* What can be set by several elements; the one of lower rank wins. */
enum field {
	FIELD_NONE,
	FIELD_ID,
	FIELD_TITLE,
	FIELD_LINK,
	FIELD_COMMENTS,
	FIELD_SUMMARY, /* of a feed: subtitle */
	FIELD_CONTENT,
	FIELD_PUBLISHED,
	FIELD_UPDATED,
	FIELD_AUTHORS,
	FIELD_CATEGORIES,
	FIELD_LANGUAGE,
	FIELD_GENERATOR,
	FIELD_ICON,
	FIELD_IMAGE,
	FIELD_MAX
};

/* How an element's text is to be read. */
enum content {
	CONTENT_TEXT,   /* plain */
	CONTENT_HTML,   /* HTML source */
	CONTENT_XHTML,  /* markup of the document itself */
	CONTENT_MARKUP, /* Atom 0.3 mode="xml" with an HTML type: whichever there is */
	CONTENT_BASE64,
	CONTENT_BINARY, /* by its media type it should be base64 */
};

struct build;
struct row;

/* An element's text at its end. */
struct value {
	struct span text;
	enum content content;
	char *base;        /* for relative addresses in it; may be NULL */
	const char *extra; /* what the kind's start kept of the attributes; may be NULL */
	bool cut;          /* the document ended before the element did */
};

struct kind {
	/* The place that its children stand at; 0: IN_NOTHING. */
	unsigned place;
	bool text; /* its text is gathered for end */
	/* Ends where a sibling starts: an unclosed title does not swallow the link. */
	bool one_line;
	void (*start)(
		struct build *b, const struct row *row, const struct xml_element *e);
	void (*end)(struct build *b, const struct row *row, const struct value *value);
};

struct row {
	enum ns ns;
	const char *name; /* local, any case */
	unsigned in;      /* places */
	const struct kind *kind;
	enum field field;
	int rank; /* 0 the strongest */
};

extern const struct row feed_rss_rows[], feed_atom_rows[], feed_cdf_rows[],
	feed_opml_rows[], feed_module_rows[];

struct frame {
	const struct row *row; /* NULL: unknown, or within gathered markup */
	unsigned place;
	char *base;             /* in force; NULL none */
	const char *native_uri; /* unprefixed names of it are the format's own */
	const char *extra;
	enum content content;
	size_t tag_at, tag_n; /* name in the gathered markup, for its end tag */
	size_t line;          /* of its start tag */
	bool dead;            /* ended before its end tag */
	bool has_base;        /* by xml:base, not by where the document came from */
};

/* An item that is open. Broken and odd documents hold items in items; each is one of its
 * own. */
struct open_item {
	size_t index; /* in feed->items */
	uint8_t set[FIELD_MAX];
	struct person *source_authors; /* of its atom:source */
	size_t source_authors_len;
};

#define BUILD_OPEN_MAX 16

#define BUILD_ROWS_MAX 320
#define BUILD_BUCKETS 256

struct build {
	struct feed *feed;
	struct notes *notes;
	struct repaired *document;
	bool borrowed;       /* texts of the feed stand in the document's pool */
	char *document_base; /* where it came from, in the feed's arena; NULL: unknown */
	size_t grown;        /* by bases: feed_text_address */
	enum ns native;      /* namespace of names without one, by the root */
	bool html;           /* the root is a web page's */
	struct frame frames[REPAIR_DEPTH_MAX + 1];
	size_t depth;
	/* Gathered text: of the frame at this depth, 0 none. */
	size_t gathering;
	struct buf gathered;
	struct span whole;         /* instead, while it is one piece, in the pool */
	bool markup;               /* elements are in it */
	size_t div_start, div_end; /* inside of an outer div; div_end 0 none */
	struct item *item;         /* the innermost open one, or NULL */
	struct open_item open[BUILD_OPEN_MAX];
	size_t open_len;
	uint8_t feed_set[FIELD_MAX]; /* rank + 1 of who set it; 0 unset */
	struct person *person;       /* the open one */
	struct buf loose;            /* text right in it */
	int64_t update_period, update_frequency;
	char *outlines[REPAIR_DEPTH_MAX + 1]; /* OPML: names of the open ones, or NULL */
	size_t outlines_len;
	struct buf scratch, line;
	const struct row *rows[BUILD_ROWS_MAX];
	uint16_t next[BUILD_ROWS_MAX], heads[BUILD_BUCKETS]; /* index + 1 */
	size_t rows_len;
};

/* Fills feed from the document. False when no root of a feed was found (build says
 * whether it is a web page). Long texts are not copied: the feed takes over the
 * document's pool, in which they stand. */
bool feed_build(struct feed *feed, struct repaired *document, const char *document_base,
	struct notes *notes, bool *html);

/* ---- for the kinds */

/* The frame of the element that is handled. */
struct frame *feed_build_top(struct build *b);
/* Whether an element of this rank may set the field of the open item (else of the feed);
 * marks it set then. Among equals the first counts, of dates the last. */
bool feed_build_claim(struct build *b, enum field field, int rank);
/* Absolute address of s by the base in force; NULL for an empty one, or one that is too
 * long. */
char *feed_build_url(struct build *b, struct span s);
/* s as a string that lives as long as the feed: where it stands if that is the pool (its
 * next byte becomes the NUL; only for what belongs to s alone), else a copy. */
char *feed_build_keep(struct build *b, struct span s);
/* False when there are too many. */
bool feed_build_open_item(struct build *b);
void feed_build_close_item(struct build *b, bool cut);
/* What the innermost open item, else the feed, has been set by. */
uint8_t *feed_build_set(struct build *b);
/* Adds a person to the open item, its source, or the feed. */
struct person *feed_build_add_person(struct build *b, bool source);

#endif
