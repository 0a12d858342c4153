/*
 * The fields of the rows that commands print. Each kind of row has a table, which --json,
 * --format and the manual use.
 */
#ifndef CLI_CORE_FIELD_H
#define CLI_CORE_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"
#include "store/item/item.h"
#include "store/media/media.h"

struct buf;

enum cli_field_type {
	CLI_STRING,  /* char *; NULL: unknown */
	CLI_STRINGS, /* char **, with its length in a size_t */
	CLI_U32,
	CLI_U64,
	CLI_I64,
	CLI_STATUS, /* int32_t; printed as 0 if negative */
	CLI_TIME,   /* int64_t; TIME_NONE: unknown */
	CLI_BOOL,
	CLI_FLAG, /* a bit of an int */
};

struct cli_field {
	const char *name, *brief;
	enum cli_field_type type;
	bool on_request; /* --json prints it only if --fields names it */
	size_t offset;   /* in the struct of a row */
	size_t length;   /* CLI_STRINGS: the offset of their number */
	int flag;        /* CLI_FLAG: the bit */
};

/* An item, and what a row may contain about its feed. */
struct cli_item {
	struct store_item item;
	const char *feed_url, *feed_title;
	char **feed_tags;
	size_t feed_tags_len;
	const char *marks; /* "N", "*", both or neither, two columns wide */
	struct store_episode episode;
	const char *kind, *download; /* names of its kind and of its download's state */
	const char *file;            /* absolute path; NULL: not here */
	int64_t length, position;    /* seconds */
};

/* What a refresh brought. */
struct cli_refreshed {
	uint64_t feeds, added, edited, unchanged, failed, unreachable, held, not_asked;
	bool complete;
};

struct cli_found {
	uint64_t found;
};

/* Tables; each ends with a row without a name. In order, they are for struct store_feed,
 * cli_item, store_item_counts, cli_found, cli_refreshed and store_journal_action. */
extern const struct cli_field cli_feed_fields[], cli_item_fields[], cli_count_fields[],
	cli_found_fields[], cli_refresh_fields[], cli_action_fields[];

/* Checks a template: ERR_INVALID with a sentence if it is wrong. A template is text with
 * {NAME}, {NAME:WIDTH} (cut or padded to WIDTH columns; -WIDTH: aligned to the right)
 * and, for times, {NAME:%…} as for strftime(3). {{ and }} are literal braces, and \t \n
 * \\ \0 \e stand for their characters. */
int cli_format_check(
	const struct cli_field *fields, const char *format, struct err *err) MUST_USE;
/* Appends the row using the template, and an LF unless the template ends with \n or
 * \0. */
void cli_format_put(struct buf *out, const struct cli_field *fields, const char *format,
	const void *row);

/* Checks a comma-separated list of fields: ERR_INVALID if one does not exist. */
int cli_fields_check(
	const struct cli_field *fields, const char *names, struct err *err) MUST_USE;
/* Appends members of a JSON object: the fields in names or, if that is NULL, those that
 * are not on_request. */
void cli_fields_json(struct buf *out, const struct cli_field *fields, const char *names,
	const void *row);

#endif
