/*
 * The kinds of elements that rows name.
 */
#ifndef FEED_KIND_H
#define FEED_KIND_H

#include "feed/build.h"

/* Containers. */
extern const struct kind feed_kind_feed;  /* the channel inside the root */
extern const struct kind feed_kind_item;  /* an item; rdf:about and the like are its id */
extern const struct kind feed_kind_image; /* a channel's image */
extern const struct kind feed_kind_source;
extern const struct kind feed_kind_pass;    /* its children count as its siblings */
extern const struct kind feed_kind_nothing; /* nothing in it is looked at */

/* Text to a field, by field and rank of the row. */
extern const struct kind feed_kind_line;   /* one plain line */
extern const struct kind feed_kind_string; /* as written, trimmed */
extern const struct kind feed_kind_url;    /* an address */
extern const struct kind feed_kind_date;
extern const struct kind feed_kind_text;       /* running text; HTML, if there are tags */
extern const struct kind feed_kind_media_line; /* Media RSS: as its type says */
extern const struct kind feed_kind_media_text;
extern const struct kind feed_kind_xhtml;    /* its own markup */
extern const struct kind feed_kind_category; /* one category */
extern const struct kind feed_kind_keywords; /* several, with commas */
extern const struct kind feed_kind_person; /* a name, an address, or children for each */
extern const struct kind feed_kind_guid;   /* RSS guid */

/* Attributes to a field. */
extern const struct kind feed_kind_href;      /* href or url is an address */
extern const struct kind feed_kind_enclosure; /* url, type, length … */
extern const struct kind feed_kind_thumbnail;
extern const struct kind feed_kind_statistics; /* views, count */
extern const struct kind feed_kind_label;      /* text, label or term is a category */

extern const struct kind feed_kind_related;  /* another address: enum related_rel */
extern const struct kind feed_kind_count;    /* the number of comments */
extern const struct kind feed_kind_chapter;  /* start, title, href */
extern const struct kind feed_kind_duration; /* seconds, minutes:seconds … */
extern const struct kind feed_kind_sample;   /* startTime, duration; a title */
/* Of two rows, the one with rank 0 wins. */
extern const struct kind feed_kind_season;           /* a number; name */
extern const struct kind feed_kind_number;           /* of an episode; display */
extern const struct kind feed_kind_part;             /* full, trailer, bonus */
extern const struct kind feed_kind_broadcast;        /* status, start; like an item */
extern const struct kind feed_kind_alternate;        /* what its sources share */
extern const struct kind feed_kind_alternate_source; /* uri, contentType */
extern const struct kind feed_kind_integrity;        /* of all of them */
extern const struct kind feed_kind_serial;           /* serial: the oldest comes first */
extern const struct kind feed_kind_medium;           /* music, audiobook: so it does */
extern const struct kind feed_kind_podcast;          /* the same at all its addresses */

/* Hints (minutes, names of days, periods). */
extern const struct kind feed_kind_ttl;
extern const struct kind feed_kind_skip_hour;
extern const struct kind feed_kind_skip_day;
extern const struct kind feed_kind_period;
extern const struct kind feed_kind_frequency;

extern const struct kind feed_kind_complete; /* only its presence counts */

/* Atom's constructs, with type and mode. */
extern const struct kind feed_kind_atom_line;
extern const struct kind feed_kind_atom_text;
extern const struct kind feed_kind_atom_link;
extern const struct kind feed_kind_atom_category;

#endif
