/*
 * The subscriptions: the lines of the user's feeds file, in its order.
 */
#ifndef MODEL_SUBSCRIPTION_H
#define MODEL_SUBSCRIPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/str.h"

enum source {
	SOURCE_HTTP,   /* an http or https address */
	SOURCE_FILE,   /* file:///path, read by our own code */
	SOURCE_EXEC,   /* exec:COMMAND, its output is the feed */
	SOURCE_FILTER, /* filter:COMMAND:URL, the document goes through the command */
	SOURCE_QUERY,  /* query:Name:EXPRESSION, a list made of the others */
};

struct subscription_option {
	char *name, *value;
};

struct subscription {
	enum source source;
	char *url; /* normalised; exec:…, filter:… and query:… as written. It is the key
		    */
	char *title; /* the user's own ("~Title"), NULL: the feed's */
	char **tags; /* in order; "a/b" nests */
	size_t tags_len;
	bool hidden;                         /* "!": not in the list, feeds queries */
	struct subscription_option *options; /* name=value, checked by conf */
	size_t options_len;
	int line; /* in the feeds file, 1 the first */
};

struct subscriptions {
	struct arena arena;
	struct subscription *list;
	size_t len;
};

/* What a line's url is, by how it begins. */
enum source subscription_source(const char *url);
/* The web address in it: of filter:COMMAND:URL the last part, else all. */
const char *subscription_address(const char *url);
/* The same url with another web address in it, in arena; NULL: it has none. */
char *subscription_at(struct arena *arena, const char *url, const char *address);

/* Is tag above itself, or nested in it? "a" holds "a" and "a/b", but not "ab". */
bool subscription_tag_within(struct span tag, struct span above);
/* Is one of the tags within above? */
bool subscription_tags_within(char *const *tags, size_t len, const char *above);

struct subscriptions *subscriptions_new(void);
void subscriptions_free(struct subscriptions *subs);
/* A new, zeroed last element. */
struct subscription *subscriptions_add(struct subscriptions *subs);
/* The one with this url, or NULL. */
struct subscription *
subscriptions_find(const struct subscriptions *subs, const char *url);

#endif
