/*
 * The one expression language: what the reader's search, query: lines of the feeds file
 * and the commands take. A query is parsed once, then asked of items, or walked by who
 * has an index (the nodes are open for that).
 *
 *	any      = all { ("or" | "|") all }
 *	all      = not { ["and" | "&"] not }
 *	not      = { "not" | "-" | "!" } one
 *	one      = "(" any ")" | field ":" [compare] value | field compare value
 *	         | field "between" value ":" value | value
 *	compare  = "=" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "=~" | "!~" | "#" | "!#"
 *	value    = word | "phrase" | 'phrase' | /regular expression/ | word* | *part*
 *
 * A value without a field is looked for in title, author and text: as whole words next to
 * each other, with * behind as the beginning of one, with * on both sides as any part of
 * the text. Case never matters, accents do unless QUERY_ACCENTS_IGNORED. Dates and ages:
 * date:2026-03, date:2026-03-01..2026-04-15, date:>=2026, age:<7d, age:2w..1mo. After a
 * comparison (=, =~, …) the language is that of newsboat's filters: "=" compares the
 * whole field, "=~" is a regular expression, "#" asks for a tag, and ages are days.
 *
 * Fields stand in query_fields. Pure: no clock, no file; one thread at a time a query.
 */
#ifndef QUERY_QUERY_H
#define QUERY_QUERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "base/str.h"

enum query_field {
	QUERY_ANY, /* title, author and text together */
	QUERY_TITLE,
	QUERY_AUTHOR,
	QUERY_TEXT,
	QUERY_LINK,
	QUERY_GUID,
	QUERY_ENCLOSURE, /* its address */
	QUERY_ENCLOSURE_TYPE,
	QUERY_CATEGORY, /* as the feed files the item */
	QUERY_FEED,     /* the feed's title; in field:value its address, too */
	QUERY_FEED_URL,
	QUERY_FEED_LINK,
	QUERY_TAG,  /* the feed's and the item's */
	QUERY_FLAG, /* is: */
	QUERY_UNREAD,
	QUERY_STARRED,
	QUERY_DATE,
	QUERY_AGE,
	QUERY_ID,
	QUERY_FEED_UNREAD, /* counts of the feed */
	QUERY_FEED_TOTAL,
	QUERY_FEED_ORDER, /* place in the feeds file, from 1 */
	QUERY_FIELDS,
};

enum query_type {
	QUERY_WORDY,  /* text: its words count */
	QUERY_STRING, /* text: any part of it counts */
	QUERY_LIST,   /* several strings */
	QUERY_YESNO,
	QUERY_TIME,
	QUERY_SPAN,
	QUERY_NUMBER,
	QUERY_STATE, /* is: */
};

struct query_name {
	const char *name;
	enum query_field field;
	enum query_type type;
	const char *brief;   /* for the manual, to be translated */
	const char *aliases; /* separated by blanks, newsboat's names among them */
};

/* Ends with name NULL. */
extern const struct query_name query_fields[];

/* Values of is:, ends with NULL; brief as above. */
struct query_state {
	const char *name, *brief;
	enum query_field field; /* QUERY_UNREAD, QUERY_STARRED, or an item flag's */
	int flag;               /* enum item_flag */
	bool not ;
};

extern const struct query_state query_states[];

enum query_kind {
	QUERY_ALL,     /* everything matches */
	QUERY_AND,     /* parts */
	QUERY_OR,      /* parts */
	QUERY_NOT,     /* parts[0] */
	QUERY_WORDS,   /* words next to each other in field */
	QUERY_PART,    /* text anywhere in field */
	QUERY_EQUAL,   /* the whole field is text */
	QUERY_REGEX,   /* somewhere in field */
	QUERY_MEMBER,  /* the list has text; a tag: or one below it */
	QUERY_FLAGGED, /* the item has flag */
	QUERY_RANGE,   /* low <= number <= high */
};

/* A word of a phrase, folded. base is the same without accents. */
struct query_word {
	const char *text, *base;
	uint32_t offset; /* from the first word */
	bool prefix;     /* the beginning of a word */
};

struct query_node {
	enum query_kind kind;
	enum query_field field;
	struct query_node **parts;
	size_t parts_len;
	struct query_word *words;
	size_t words_len;
	const char *text; /* folded; of a regular expression its source */
	const char *base;
	void *regex; /* compiled */
	/* Letters and digits of ASCII that stand in a row in whatever the regular
	 * expression, or the part, matches; NULL: none are known. */
	const char *required;
	int flag;
	int64_t low, high; /* RANGE; of QUERY_AGE seconds before now */
};

enum query_how {
	QUERY_ACCENTS_COUNT = 0,
	QUERY_ACCENTS_IGNORED = 1 << 0,
};

struct query;

/* Parses text. An empty one matches everything. ERR_SYNTAX, ERR_LIMIT: err says in one
 * sentence what is wrong and where. Free it with query_free. */
int query_parse(const char *text, enum query_how how, struct query **out,
	struct err *err) MUST_USE;
void query_free(struct query *query); /* NULL is accepted */
const struct query_node *query_root(const struct query *query);
enum query_how query_how(const struct query *query);
/* Words joined by blanks as a query that means the same: arguments of a command. */
char *query_join(int argc, char *const *argv);

/* An item, as a query asks for it. Each is called only when the answer depends on it. */
struct query_item {
	void *data;
	/* The i-th string of a field (0 …); p NULL: there is none. Valid until the next
	 * call for another item. *html (false before) is set for markup. */
	struct span (*text)(void *data, enum query_field field, size_t i, bool *html);
	/* Numbers, times in seconds since 1970; QUERY_FLAG gives enum item_flag.
	 * TIME_NONE: unknown, matches no range. */
	int64_t (*number)(void *data, enum query_field field);
	/* Is the answer of this node known (from an index)? May be NULL. */
	bool (*known)(void *data, const struct query_node *node, bool *answer);
};

/* Does the item match? now: for ages. */
bool query_match(struct query *query, const struct query_item *item, int64_t now);
/* Do the words of a node stand in this field of the item that query_match was asked last?
 */
bool query_words_in(struct query *query, const struct query_item *item,
	const struct query_node *node, enum query_field field);
/* How many regular expressions gave up so far, having used up their budget on an item
 * (case 155): worth a sentence. */
size_t query_gave_up(const struct query *query);

#endif
