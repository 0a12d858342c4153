/*
 * A feed document, parsed: what feed_parse makes of bytes, whatever the format. One arena
 * owns all of it.
 */
#ifndef MODEL_FEED_H
#define MODEL_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/item.h"

enum feed_format {
	FEED_UNKNOWN,
	FEED_RSS090,
	FEED_RSS091,
	FEED_RSS092,
	FEED_RSS093,
	FEED_RSS094,
	FEED_RSS10,
	FEED_RSS20,
	FEED_RSS, /* RSS without a usable version */
	FEED_ATOM03,
	FEED_ATOM10,
	FEED_JSON,
	FEED_CDF,
	FEED_OPML,
};

/* "rss2.0", "atom1.0", …; "" for FEED_UNKNOWN. */
const char *feed_format_name(enum feed_format format);

/* What the server's answer and the feed itself say about when to come back. Only what was
 * given; the clamping is schedule's. */
struct feed_hints {
	int64_t ttl;           /* RSS ttl, in seconds; 0: none */
	int64_t update_period; /* sy:updatePeriod / sy:updateFrequency, seconds; 0: none
				*/
	uint32_t skip_hours;   /* bit h: RSS skipHours has hour h, GMT */
	uint32_t skip_days;    /* bit d: RSS skipDays has day d, 0 = Sunday */
};

/* A feed that an HTML page names, or an OPML outline that has a feed's address. */
struct feed_link {
	char *url; /* absolute */
	char *title;
	char *link;  /* OPML htmlUrl */
	char *type;  /* MIME type; may be NULL */
	char **tags; /* OPML: outlines around it and categories, "a/b" */
	size_t tags_len;
};

struct feed {
	struct arena arena;
	enum feed_format format;
	char *encoding; /* charset the bytes were decoded from */
	char *title;    /* plain text, one line */
	char *link;     /* the site's address, absolute */
	char *older;    /* the document with the items before these, absolute; NULL none:
			   RFC 5005's prev-archive, else next; JSON Feed's next_url */
	bool complete;  /* these are all the items that there are (RFC 5005, section 2) */
	struct text subtitle;
	char *language, *generator, *icon, *image;
	int64_t updated, published; /* TIME_NONE unknown */
	struct person *authors;
	size_t authors_len;
	char **categories;
	size_t categories_len;
	struct feed_hints hints;
	struct item *items; /* in document order, all of them up to the parser's limit */
	size_t items_len;
	struct feed_link *links; /* OPML: its feeds; HTML page: the feeds it names */
	size_t links_len;
	char **repairs; /* "3 stray ampersands", in plain words, for the health view */
	size_t repairs_len;
	bool truncated; /* ended early: the last item was dropped, store no validator */
};

struct feed *feed_new(void);
void feed_free(struct feed *feed);

#endif
