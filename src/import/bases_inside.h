/* Between bases.c, which walks over databases, and the files with the queries of
 * programs. */
#ifndef IMPORT_BASES_INSIDE_H
#define IMPORT_BASES_INSIDE_H

#include <stdbool.h>

struct import_item;
struct import_list;
struct import_row;

/* The columns of the query for feeds; all are text. */
enum {
	FEED_URL,
	FEED_KEY, /* by which items refer to it; "": by the address */
	FEED_TITLE,
	FEED_OWN, /* the feed's own title */
	FEED_SITE,
	FEED_FOLDER, /* "a/b"; several are separated by U+001F */
	FEED_LOGIN,
	FEED_PASSWORD,
	FEED_MINUTES, /* between polls; 0: not given */
	FEED_KEEP,    /* items to keep; 0: not given */
	FEED_PAUSED,  /* these two may be missing */
	FEED_LOCKED,  /* name of a login whose password can't be read */
};

/* … and for items. */
enum {
	ITEM_FEED, /* address or key */
	ITEM_GUID,
	ITEM_TITLE,
	ITEM_LINK,
	ITEM_AUTHOR,
	ITEM_DATE, /* seconds, or a date as text */
	ITEM_TEXT,
	ITEM_MARK_READ,
	ITEM_MARK_STARRED,
	ITEM_MARK_DELETED,
	ITEM_TAGS, /* each followed by U+001F */
	ITEM_ENCLOSURE,
	ITEM_ENCLOSURE_TYPE,
	ITEM_COMMENTS,
	ITEM_POSITION, /* seconds, of an episode */
	ITEM_DURATION,
	ITEM_PLACE, /* in the queue, from 1 */
	ITEM_HEARD, /* when, in seconds; 0: unknown */
};

struct base {
	const char *tables[2][2]; /* a table and a column by which it is known */
	const char *feeds, *items;
	/* Names of what is not taken over, and whether it is a search (1) or a filter
	 * (0); NULL: it has none. */
	const char *filters;
	const char *accounts; /* protocol, address and user; NULL: it has none */
	/* Feeds that only the database has are not subscribed to: a file lists those. */
	bool listed;
	/* Repairs what a query cannot. */
	void (*item)(struct import_list *list, struct import_item *item,
		const struct import_row *row);
};

extern const struct base import_base_antennapod, import_base_castero, import_base_gpodder,
	import_base_rssguard;

/* Tags as ITEM_TAGS has them. */
void
import_bases_tags(struct import_list *list, struct import_item *item, const char *text);

#endif
