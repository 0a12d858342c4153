/*
 * A parsed feed document: the result of feed_parse, whatever the format. A single arena
 * owns everything in it.
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
	FEED_HTML, /* a web page, read with selectors */
};

/* "rss2.0", "atom1.0", …; "" for FEED_UNKNOWN. */
const char *feed_format_name(enum feed_format format);

/* What the feed says about when to poll it again, as given; schedule puts it within
 * limits. */
struct feed_hints {
	int64_t ttl;           /* RSS ttl, in seconds; 0: none */
	int64_t update_period; /* sy:updatePeriod / updateFrequency, seconds; 0: none */
	uint32_t skip_hours;   /* bit h: RSS skipHours contains hour h, GMT */
	uint32_t skip_days;    /* bit d: RSS skipDays contains day d, 0 is Sunday */
};

/* A feed that an HTML page links to, or an OPML outline with a feed's address. */
struct feed_link {
	char *url; /* absolute */
	char *title;
	char *link;  /* OPML htmlUrl */
	char *type;  /* MIME type; may be NULL */
	char **tags; /* OPML: enclosing outlines and categories, "a/b" */
	size_t tags_len;
};

/* What a podcast sends live (podcast:liveItem). */
struct feed_broadcast {
	char *title;   /* plain text, one line; NULL: nothing */
	char *url;     /* of the stream, or of a page about it; may be NULL */
	int64_t start; /* TIME_NONE: nothing */
};

/* Is it being sent? Feeds often drop a broadcast late, or never, so it counts as live for
 * a day from its start at most. */
bool feed_is_live(const struct feed_broadcast *live, int64_t now);

struct feed {
	struct arena arena;
	enum feed_format format;
	char *encoding; /* charset the bytes were decoded from */
	char *title;    /* plain text, one line */
	char *link;     /* the site's address, absolute */
	/* The address of the document with the items before these, absolute, or NULL: RFC
	 * 5005's prev-archive, else next; JSON Feed's next_url. */
	char *older;
	bool complete; /* these are all items that exist (RFC 5005, section 2) */
	struct text subtitle;
	char *language, *generator, *icon, *image;
	char *podcast; /* podcast:guid: the podcast's identity, at any address; NULL
			  unknown */
	char *medium;  /* podcast:medium: podcast, music, audiobook …; NULL unknown */
	struct feed_broadcast live; /* according to the document */
	bool serial; /* its episodes are heard in their order, the oldest first */
	int64_t updated, published; /* TIME_NONE: unknown */
	struct person *authors;
	size_t authors_len;
	char **categories;
	size_t categories_len;
	struct feed_hints hints;
	struct item *items; /* in document order, up to the parser's limit */
	size_t items_len;
	struct feed_link *links; /* the feeds that an OPML list or HTML page contains */
	size_t links_len;
	char **repairs; /* what was repaired, in words: "3 stray ampersands" */
	size_t repairs_len;
	bool truncated; /* cut off: the last item was dropped; store no validator */
};

struct feed *feed_new(void);
void feed_free(struct feed *feed);

#endif
