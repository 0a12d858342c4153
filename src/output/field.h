/*
 * The fields of rows. Each kind of row has a table; templates (output/template.h), the
 * reader's lists, JSON and the manual use it. Pure.
 */
#ifndef OUTPUT_FIELD_H
#define OUTPUT_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "base/err.h"
#include "base/span.h"
#include "store/feed/feed.h"
#include "store/item/item.h"
#include "store/media/media.h"

struct arena;
struct buf;

enum output_field_type {
	OUTPUT_STRING,  /* char *; NULL: unknown */
	OUTPUT_SIGN,    /* the same, our own, printed as it is */
	OUTPUT_STRINGS, /* char **, with its length in a size_t */
	OUTPUT_U32,
	OUTPUT_U64,
	OUTPUT_I64,
	OUTPUT_STATUS, /* int32_t; printed as 0 if negative */
	OUTPUT_TIME,   /* int64_t; TIME_NONE: unknown */
	OUTPUT_SPAN,   /* int64_t, seconds; 0: unknown; printed roughly: 3 h */
	OUTPUT_LENGTH, /* the same, printed exactly: 1:05:09 */
	OUTPUT_RATE,   /* uint32_t, percent; printed as 1.4 */
	OUTPUT_BOOL,
	OUTPUT_FLAG, /* a bit of an int */
};

struct output_field {
	const char *name, *brief;
	enum output_field_type type;
	bool on_request;     /* --json prints it only if --fields names it */
	size_t offset;       /* in the struct of a row */
	size_t length;       /* OUTPUT_STRINGS: the offset of their number */
	int flag;            /* OUTPUT_FLAG: the bit */
	bool count;          /* rounded (1000k) where it does not fit in its column */
	const char *element; /* of color lines: how the reader shows it; NULL: plain */
};

/* A row of a table of fields. */
#define OUTPUT_FIELD(NAME, BRIEF, TYPE, ...)                                             \
	{                                                                                \
		.name = NAME, .brief = BRIEF, .type = TYPE, __VA_ARGS__                  \
	}

/* An item, and what a row may contain about its feed. */
struct output_item_row {
	struct store_item item;
	const char *feed_url, *feed_title;
	char **feed_tags;
	size_t feed_tags_len;
	const char *marks;    /* "N", "*", both or neither, two columns wide */
	const char *headline; /* its title, or what stands for it */
	const char *hashtags; /* its tags as "#a #b" */
	/* Filled by callers that need them, which also add the interest's part to
	 * item.score.
	 */
	uint32_t also;     /* other feeds that have it */
	uint32_t interest; /* store/score/taste.h */
	bool attachments;
	int64_t duration;   /* seconds of its film or sound */
	uint64_t minutes;   /* to read it; 0: no text */
	const char *select; /* the reader's sign for a selected item */
	const char *media;  /* signs for what is attached, and for its download */
	uint64_t place;     /* in the queue, from 1; 0: none */
	uint32_t file_percent;
	/* In the reader's queue: the sign of the player or the download, and their
	 * progress. */
	const char *sign, *state, *times;
	/* What is known of an episode; filled by callers that need it. */
	struct store_episode episode;
	const char *kind, *download; /* names of its kind and of its download's state */
	const char *file;            /* absolute path; NULL: not here */
	int64_t position;            /* seconds */
	uint32_t percent;            /* how far it was heard; 0: not begun, or unknown */
};

/* A feed; in the reader a tag, a saved search or a list as well. */
struct output_feed_row {
	struct store_feed feed;
	int64_t newest, gap;
	/* Only in the reader: the state of its request, and where it is in the tree. */
	const char *mark, *tree;
};

/* Tables; each ends with a row without a name. In order, they are for struct
 * output_feed_row and output_item_row. */
extern const struct output_field output_feed_fields[], output_item_fields[];

/* Fills what follows from the item, which is in the row, and from its text (NULL: not
 * read). Strings are in arena. */
void output_item_row_fill(struct output_item_row *row,
	const struct store_item_glance *glance, struct arena *arena);

/* Counts the words of its text for the minutes that it takes to read. */
void output_item_row_minutes(
	struct output_item_row *row, const struct store_item_glance *glance);

/* Appends a length of time: "48:12", "1:02:03"; of 0, nothing. */
void output_put_length(struct buf *out, uint64_t seconds);

#define OUTPUT_TIME_FORMAT "%Y-%m-%d %H:%M" /* of times, unless another one is given */

/* NULL: the table has none of that name. */
const struct output_field *
output_field_find(const struct output_field *fields, struct span name);
/* ERR_INVALID, with a sentence that suggests a name. */
int output_field_unknown(
	const struct output_field *fields, struct span name, struct err *err);
/* Checks a comma-separated list of fields: ERR_INVALID if one does not exist. */
int output_fields_check(
	const struct output_field *fields, const char *names, struct err *err) MUST_USE;

/* The value of a number, a span (seconds), a flag (0 or 1), or how many strings there
 * are; of a string or a time, whether it is known. */
uint64_t output_field_number(const struct output_field *field, const void *row);
/* Where the value is, for the other types. */
const void *output_field_at(const struct output_field *field, const void *row);
/* What time it is, and how dates look. */
struct output_clock {
	int64_t now;
	const char *date; /* "short", of other days than today; NULL: as usual in the
			     language, with the year if it is another one */
};
/* Appends the value as clean text of one line. format, of a time: one of strftime(3),
 * "short" (the time of a day that is today, else the date), or "ago" (how long before
 * now). */
void output_field_put(struct buf *out, const struct output_field *field, const void *row,
	const char *format, const struct output_clock *clock);

#endif
