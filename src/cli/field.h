/*
 * The fields of a row that commands print: one table for --json, for --format and for the
 * manual's list of them.
 */
#ifndef CLI_FIELD_H
#define CLI_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"
#include "store/item/item.h"

struct buf;

enum cli_field_type {
	CLI_STRING,  /* char *: NULL is unknown */
	CLI_STRINGS, /* char **, with its length in a size_t */
	CLI_U32,
	CLI_U64,
	CLI_STATUS, /* int32_t; below 0 is 0 */
	CLI_TIME,   /* int64_t; TIME_NONE is unknown */
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

/* An item with what a row may say of its feed. */
struct cli_item {
	struct store_item item;
	const char *feed_url, *feed_title;
	char **feed_tags;
	size_t feed_tags_len;
	const char *marks; /* "N", "*", both or neither, two columns wide */
};

/* What a refresh brought. */
struct cli_refreshed {
	uint64_t feeds, added, edited, unchanged, failed, unreachable, held, not_asked;
	bool complete;
};

struct cli_found {
	uint64_t found;
};

/* Tables; end with a row without name. The rows are struct store_feed, cli_item,
 * store_item_counts, cli_found, cli_refreshed and store_journal_action. */
extern const struct cli_field cli_feed_fields[], cli_item_fields[], cli_count_fields[],
	cli_found_fields[], cli_refresh_fields[], cli_action_fields[];

/* Is the template right? ERR_INVALID with a sentence otherwise. A template is text with
 * {NAME}, {NAME:WIDTH} (cut or filled to so many columns, -WIDTH: to the right) and for
 * times {NAME:%…} as for strftime(3); {{ and }} are braces; \t \n \\ \0 \e stand for
 * their characters. */
int cli_format_check(
	const struct cli_field *fields, const char *format, struct err *err) MUST_USE;
/* Appends the row as the template says. It ends with LF, unless the template ends with
 * \n or \0. */
void cli_format_put(struct buf *out, const struct cli_field *fields, const char *format,
	const void *row);

/* Are the names, parted by commas, fields? */
int cli_fields_check(
	const struct cli_field *fields, const char *names, struct err *err) MUST_USE;
/* Appends members of a JSON object: those named, else those that a row has by itself. */
void cli_fields_json(struct buf *out, const struct cli_field *fields, const char *names,
	const void *row);

#endif
