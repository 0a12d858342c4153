/*
 * The subscriptions: the lines of the user's feeds file, in order.
 */
#ifndef MODEL_SUBSCRIPTION_H
#define MODEL_SUBSCRIPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/str.h"

enum source {
	SOURCE_HTTP,    /* an http or https address */
	SOURCE_FILE,    /* file:///path, read by our own code */
	SOURCE_EXEC,    /* exec:COMMAND; its output is the feed */
	SOURCE_FILTER,  /* filter:COMMAND:URL; the command transforms the document */
	SOURCE_HTML,    /* html:SELECTOR:URL; a page whose items selectors find */
	SOURCE_WATCH,   /* watch:URL or watch:SELECTOR:URL; a page whose changes count */
	SOURCE_OPML,    /* opml:URL; a list of feeds that is kept up to date */
	SOURCE_ACCOUNT, /* account:KEY/ID, a feed of a server: never polled here. ID
			   begins with + while the server has not got it yet */
	SOURCE_QUERY,   /* query:NAME:EXPRESSION; a list of items of other feeds */
};

struct subscription_option {
	char *name, *value;
};

struct subscription {
	enum source source;
	/* The key: normalised, but commands, selectors and query: as written. */
	char *url;
	char *title; /* the user's own ("~Title"); NULL: use the feed's */
	char **tags; /* in order; "a/b" is nested in "a" */
	size_t tags_len;
	bool hidden;                         /* "!": not listed, but found by queries */
	struct subscription_option *options; /* name=value, checked by conf */
	size_t options_len;
	int line;         /* in the feeds file, from 1 */
	const char *list; /* the opml: line that it came with; NULL: the user's own */
	bool confined;    /* a public server named it: it may not be on a private one */
};

struct subscriptions {
	struct arena arena;
	const char *title; /* of a list for others; NULL: none */
	struct subscription *list;
	size_t len;
};

/* The kind of source, by the beginning of a line's url. */
enum source subscription_source(const char *url);
/* Is it fetched by HTTP, perhaps to be read in a way of its own? */
bool subscription_is_web(enum source source);
/* The web address in a url: the last part of filter:COMMAND:URL, html:SELECTOR:URL and
 * the like, or else all of it; "" if it has none. */
const char *subscription_address(const char *url);
/* The selector in an html: or watch: line, which may be empty. */
struct span subscription_selector(const char *url);
/* A url with its web address replaced, in arena; NULL if it has none. */
char *subscription_at(struct arena *arena, const char *url, const char *address);

/* Is tag the same as above, or nested in it? "a" and "a/b" are within "a", "ab" is not.
 */
bool subscription_tag_within(struct span tag, struct span above);
/* Is one of the tags within above? */
bool subscription_tags_within(char *const *tags, size_t len, const char *above);

struct subscriptions *subscription_list_new(void);
void subscription_list_free(struct subscriptions *subs);
/* Adds an element at the end, zeroed. */
struct subscription *subscription_list_add(struct subscriptions *subs);
/* The expression of the query: line with that name, borrowed; NULL: there is none. */
const char *subscription_list_query(const struct subscriptions *subs, const char *name);
/* Finds the one with this url, or NULL. */
struct subscription *
subscription_list_find(const struct subscriptions *subs, const char *url);

#endif
