/*
 * The query language, used by the reader's search, by query: lines of the feeds file and
 * by the commands. A query is parsed once and then matched against items; callers that
 * have an index can walk its nodes, which are public for that purpose.
 *
 *	struct query *query;
 *	if (query_parse("title:sea is:unread", QUERY_ACCENTS_COUNT, &query, &err) == OK) {
 *		found = query_match(query, &item, now);
 *		query_free(query);
 *	}
 *
 *	any      = all { ("or" | "|") all }
 *	all      = not { ["and" | "&"] not }
 *	not      = { "not" | "-" | "!" } one
 *	one      = "(" any ")" | field ":" [compare] value | field compare value
 *	         | field "between" value ":" value | value
 *	compare  = "=" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "=~" | "!~" | "#" | "!#"
 *	value    = word | "phrase" | 'phrase' | /regular expression/ | word* | *part*
 *
 * A value without a field is looked for in title, author and text: as a sequence of
 * whole words; with a * at the end, as the beginning of a word; with a * in front, too,
 * as any part of the text. Case never matters; accents do, unless QUERY_ACCENTS_IGNORED.
 * Dates and ages: date:2026-03, date:2026-03-01..2026-04-15, date:>=2026, age:<7d,
 * age:2w..1mo. Comparisons (=, =~, …) work as in newsboat's filters: "=" compares the
 * whole field, "=~" matches a regular expression, "#" looks for a tag, and ages are in
 * days. A word before an operator is meant as a field: an unknown one is an error, as is
 * anything that would not be read as it was meant (misread.h).
 *
 * query_fields lists the fields. Pure: no clock, no files. A query is used by one thread
 * at a time.
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
	QUERY_FEED,     /* the feed's title; field:value also tries its address */
	QUERY_FEED_URL,
	QUERY_FEED_LINK,
	QUERY_TAG,  /* of the feed and of the item */
	QUERY_FLAG, /* is: */
	QUERY_UNREAD,
	QUERY_STARRED,
	QUERY_DATE,
	QUERY_AGE,
	QUERY_ID,
	QUERY_SCORE,
	QUERY_INTEREST,    /* 0 to 100 */
	QUERY_MEDIA,       /* enum media_state, joined */
	QUERY_DURATION,    /* of the episode, in seconds */
	QUERY_SEASON,      /* of the episode */
	QUERY_EPISODE,     /* its number in it */
	QUERY_KIND,        /* of the episode: audio, video … */
	QUERY_TRANSCRIPT,  /* what is said in it */
	QUERY_FEED_UNREAD, /* the feed's number of unread items */
	QUERY_FEED_TOTAL,  /* the feed's number of items */
	QUERY_FEED_ORDER,  /* the feed's place in the feeds file, from 1 */
	QUERY_FEED_DATE,   /* the time of the feed's newest item */
	QUERY_FEED_AGE,
	QUERY_FIELDS,
};

enum query_type {
	QUERY_WORDY,  /* text, searched for words */
	QUERY_STRING, /* text, searched for any part of it */
	QUERY_LIST,   /* several strings */
	QUERY_YESNO,
	QUERY_TIME,
	QUERY_SPAN,
	QUERY_NUMBER,
	QUERY_LENGTH, /* a time that something takes */
	QUERY_STATE,  /* is: */
};

struct query_name {
	const char *name;
	const char *aliases; /* separated by blanks; includes newsboat's names */
	enum query_field field;
	enum query_type type;
	const char *brief; /* for the manual, to be translated */
};

/* Ends with a NULL name. */
extern const struct query_name query_fields[];

/* A value of is:. */
struct query_state {
	const char *name, *brief; /* as above */
	/* QUERY_UNREAD, QUERY_STARRED, QUERY_MEDIA, or else QUERY_FLAG */
	enum query_field field;
	int flag;      /* enum item_flag, or for QUERY_MEDIA enum media_state */
	bool inverted; /* means items without the flag */
};

/* Ends with a NULL name. */
extern const struct query_state query_states[];

enum query_kind {
	QUERY_ALL,     /* everything matches */
	QUERY_AND,     /* parts */
	QUERY_OR,      /* parts */
	QUERY_NOT,     /* parts[0] */
	QUERY_WORDS,   /* field contains words, next to each other */
	QUERY_PART,    /* field contains text */
	QUERY_EQUAL,   /* field is text */
	QUERY_REGEX,   /* field contains a match of regex */
	QUERY_MEMBER,  /* the list contains text, or for tags one nested in it */
	QUERY_FLAGGED, /* the item has flag */
	QUERY_RANGE,   /* low <= number <= high */
};

/* A word of a phrase, folded. base is the same without accents. */
struct query_word {
	const char *text, *base;
	uint32_t offset; /* in words, from the first one */
	bool prefix;     /* it may be the beginning of a longer word */
	bool keyed;      /* a set of queries (set.h) looks for it, */
	uint64_t seen;   /* and this is the last item that has it in the node's field */
};

struct query_node {
	enum query_kind kind;
	enum query_field field;
	struct query_node **parts;
	size_t parts_len;
	struct query_word *words;
	size_t words_len;
	const char *text; /* folded; the source, for a regular expression */
	const char *base; /* text without accents */
	void *regex;      /* compiled */
	/* ASCII letters and digits that any text matching the regular expression, or the
	 * part, must contain in a row; NULL: unknown. An index can rule out items by
	 * them. */
	const char *required;
	int flag;
	int64_t low, high; /* of a range; for ages in seconds before now */
};

enum query_how {
	QUERY_ACCENTS_COUNT = 0,
	QUERY_ACCENTS_IGNORED = 1 << 0,
};

struct arena;
struct query;

/* Parses text; the empty text matches everything. On ERR_SYNTAX or ERR_LIMIT, err says
 * what is wrong and where. Free the query with query_free. */
int query_parse(const char *text, enum query_how how, struct query **out,
	struct err *err) MUST_USE;
void query_free(struct query *query); /* NULL is accepted */
/* Is the text a query? The errors are those of query_parse. */
int query_check(const char *text, struct err *err) MUST_USE;
const struct query_node *query_root(const struct query *query);
/* Does is:hidden have to hold? Only such a query finds hidden items, and it finds no
 * others.
 */
bool query_finds_hidden(const struct query *query);
enum query_how query_how(const struct query *query);
/* Joins the arguments of a command into a query; free() it. */
char *query_join(int argc, char *const *argv);
/* A comparison with any text: of "tag:" and "a b", tag:'a b', in arena. */
char *query_compare(struct arena *arena, const char *field, const char *text);

/* How a query gets at the item to match. Each function is called only when the result
 * depends on it. */
struct query_item {
	void *data;
	/* Returns the i-th string of a field, from 0; p is NULL if there is none. It must
	 * stay valid until the call for another item. *html is false and is set to true
	 * if the string is markup. */
	struct span (*text)(void *data, enum query_field field, size_t i, bool *html);
	/* Returns a number, or a time in seconds since 1970; for QUERY_FLAG, the item's
	 * enum item_flag. TIME_NONE means unknown and matches no range. */
	int64_t (*number)(void *data, enum query_field field);
	/* Returns whether a node's result is known from an index; if so, sets *answer.
	 * May be NULL. */
	bool (*known)(void *data, const struct query_node *node, bool *answer);
	/* Gets the text of a field that is not a list, if it is there as fold_text folds
	 * it (FOLD_CASE), with FOLD_ROOM bytes after it. May be NULL. */
	bool (*folded)(void *data, enum query_field field, struct span *text);
};

/* Does the item match? Ages count back from now. */
bool query_match(struct query *query, const struct query_item *item, int64_t now);
/* Does this field contain the node's words? item is the one last given to query_match. */
bool query_words_in(struct query *query, const struct query_item *item,
	const struct query_node *node, enum query_field field);
/* How many times so far a regular expression was given up because it took too long on an
 * item (case 155). Tell the user if any was. */
size_t query_gave_up(const struct query *query);

#endif
