/*
 * From XML events to the model, by tables. A row says: an element with this namespace and
 * name, found at one of these places, is of this kind and fills this field. Formats and
 * modules are nothing but rows (rss.c, atom.c, cdf.c, opml.c, module.c); the kinds are in
 * kind.c and the files beside it, and build.c walks the document.
 */
#ifndef FEED_BUILD_H
#define FEED_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"
#include "feed/name.h"
#include "feed/repair_note.h"
#include "feed/repair_xml.h"
#include "feed/xml.h"
#include "model/feed.h"

/* Where in the model an element stands. Bits, since a row may allow several. */
enum place {
	IN_DOCUMENT = 1 << 0, /* no root has been recognised yet */
	IN_FEED = 1 << 1,
	IN_ITEM = 1 << 2,
	IN_IMAGE = 1 << 3,
	IN_SOURCE = 1 << 4, /* atom:source of an entry */
	IN_OUTLINES = 1 << 5,
	IN_UNKNOWN = 1 << 6, /* an unknown part of the feed: only items count in it */
	IN_NOTHING = 1 << 7, /* a part that is not looked at */
};

/* What several elements can set. The one with the lower rank wins. */
enum field {
	FIELD_NONE,
	FIELD_ID,
	FIELD_TITLE,
	FIELD_LINK,
	FIELD_COMMENTS,
	FIELD_SUMMARY, /* of a feed: its subtitle */
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
	CONTENT_TEXT,   /* plain text */
	CONTENT_HTML,   /* HTML source */
	CONTENT_LOOSE,  /* HTML source, but plain text if there is no tag in it */
	CONTENT_XHTML,  /* markup of the document itself */
	CONTENT_MARKUP, /* Atom 0.3 mode="xml" with an HTML type: HTML or XHTML */
	CONTENT_BASE64,
	CONTENT_BINARY, /* its media type says that it should be base64 */
};

struct build;
struct row;

/* An element's text when the element ends. */
struct value {
	struct span text;
	enum content content;
	char *base;        /* for relative addresses in the text; may be NULL */
	const char *extra; /* the attribute that start set aside; may be NULL */
	bool cut;          /* the document ended before the element did */
};

struct kind {
	unsigned place; /* where the children stand; 0: IN_NOTHING */
	bool text;      /* the text is gathered and handed to end */
	/* Ends where a sibling starts, so that an unclosed title does not swallow the
	 * link. */
	bool one_line;
	/* Text or child elements: only after some text does a sibling end it. */
	bool parts;
	void (*start)(
		struct build *b, const struct row *row, const struct xml_element *e);
	void (*end)(struct build *b, const struct row *row, const struct value *value);
};

struct row {
	enum ns ns;
	const char *name; /* without prefix, in any case */
	unsigned in;      /* places */
	const struct kind *kind;
	enum field field;
	int rank; /* 0 is the strongest */
};

extern const struct row feed_rss_rows[], feed_atom_rows[], feed_cdf_rows[],
	feed_opml_rows[], feed_module_rows[];

struct frame {
	const struct row *row; /* NULL: unknown, or within gathered markup */
	unsigned place;
	char *base; /* for relative addresses; NULL none */
	/* The namespace in which the format's own elements are written here, NULL none,
	 * and the root's prefix. */
	const char *native_uri;
	struct span native_prefix;
	const char *extra;
	enum content content;
	size_t tag_at, tag_n; /* its name in the gathered markup, for the end tag */
	size_t line;          /* of its start tag */
	bool dead;            /* it ended before its end tag */
	bool has_base; /* base was set by xml:base, not by the document's address */
};

/* An item that is open. Broken and odd documents have items within items; each is one of
 * its own. */
struct open_item {
	size_t index; /* in feed->items */
	uint8_t set[FIELD_MAX];
	struct person *source_authors; /* the authors of its atom:source */
	size_t source_authors_len;
};

#define BUILD_OPEN_MAX 16

#define BUILD_ROWS_MAX 320 /* of all tables together */
#define BUILD_BUCKETS 256

/* The text of one element, gathered from its pieces. */
struct gathered {
	size_t depth; /* of the element's frame; 0: nothing is gathered */
	struct buf text;
	struct span whole; /* instead of text, while it is one piece in the pool */
	bool markup;       /* there are elements in it */
	size_t div_start, div_end; /* the inside of an outer div; div_end 0: none */
};

struct build {
	struct feed *feed;
	struct notes *notes;
	struct repaired *document;
	bool borrowed; /* texts of the feed stand in the document's pool */
	/* Where the document came from, in the feed's arena; NULL unknown. */
	char *document_base;
	size_t grown;         /* bytes that bases added: feed_text_address */
	enum ns native;       /* the format's own namespace, by the root */
	bool html;            /* the root is a web page's */
	struct frame *frames; /* REPAIR_DEPTH_MAX + 1 */
	size_t depth;
	struct gathered gathered;
	struct item *item; /* the innermost open one, or NULL */
	struct open_item open[BUILD_OPEN_MAX];
	size_t open_len;
	uint8_t feed_set[FIELD_MAX]; /* rank + 1 of what set the field; 0 unset */
	int64_t update_period, update_frequency;
	/* What its sources share; they are added at its end. */
	struct enclosure alternate;
	struct enclosure *sources;
	size_t sources_len;
	const char *role;                     /* of the open person; may be NULL */
	char *outlines[REPAIR_DEPTH_MAX + 1]; /* OPML: names of the open ones, or NULL */
	size_t outlines_len;
	struct buf scratch, line;
	const struct row *rows[BUILD_ROWS_MAX];
	uint16_t next[BUILD_ROWS_MAX], heads[BUILD_BUCKETS]; /* index + 1 */
	size_t rows_len;
};

/* Fills feed from the document. formats are tables of rows, the last NULL. False when no
 * root of a feed was found; *html says whether it is a web page. Long texts are not
 * copied: the feed takes over the document's pool, in which they stand. */
bool
feed_build(struct feed *feed, const struct row *const *formats, struct repaired *document,
	const char *document_base, struct notes *notes, bool *html);

/* ---- for the kinds */

/* The frame of the element that is being handled. */
struct frame *feed_build_top(struct build *b);
/* Whether an element of this rank may set the field of the open item, or else of the
 * feed. If so the field counts as set. Among equals the first counts, of dates the
 * last. */
bool feed_build_claim(struct build *b, enum field field, int rank);
/* s as an absolute address by the base in force; NULL if it is empty or too long. */
char *feed_build_url(struct build *b, struct span s);
/* s as a string that lives as long as the feed: in place if it stands in the pool (its
 * next byte becomes the NUL, so nothing else may need that byte), else a copy. */
char *feed_build_keep(struct build *b, struct span s);
/* False when there are too many items. */
bool feed_build_open_item(struct build *b);
void feed_build_close_item(struct build *b, bool cut);
/* Closes it as well, but the feed does not have it. */
void feed_build_leave_item(struct build *b);
/* The ranks that the fields of the innermost open item, or else of the feed, were set
 * with. */
uint8_t *feed_build_set(struct build *b);
/* Adds a person to the open item, its source, or the feed. */
struct person *feed_build_add_person(struct build *b, bool source);
/* An address that came from s, resolved against base; NULL, and noted, if too long. */
char *feed_build_resolve(struct build *b, const char *base, struct span s);

#endif
