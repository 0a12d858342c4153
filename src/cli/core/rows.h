/*
 * Rows of output, mostly feeds and items: as text, as JSON, or with a template.
 */
#ifndef CLI_CORE_ROWS_H
#define CLI_CORE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/buf.h"
#include "base/err.h"
#include "output/template.h"

struct cli;
struct output_field;
struct store_feed;
struct store_key;
struct store_view;

struct cli_rows {
	struct cli *cli;
	bool json;
	bool episodes;                    /* as text, items are episodes */
	uint64_t place;                   /* of the next one in the queue; 0: none */
	const char *fields, *format;      /* NULL: not given */
	struct output_template *template; /* of the format */
	struct output_width room;
	struct buf out; /* rows not written yet */
	struct arena arena;
	struct store_feed *feeds; /* those with a line and those without */
	size_t feeds_len;
	const struct store_feed **sorted; /* by id */
};

/* Reads the feeds. Call cli_rows_done in any case. */
int cli_rows_begin(struct cli_rows *rows, struct cli *cli, struct err *err) MUST_USE;
void cli_rows_done(struct cli_rows *rows);
/* Checks fields and format for rows of this table: CLI_OK or, with a message,
 * CLI_USAGE. */
int cli_rows_check(struct cli_rows *rows, const char *command,
	const struct output_field *table) MUST_USE;

/* Append a row to out. Items that are damaged or no longer exist are left out; check
 * reports them. */
void cli_rows_feed(struct cli_rows *rows, const struct store_feed *feed);
void cli_rows_item(struct cli_rows *rows, const struct store_view *view, uint64_t id);
/* Appends a row as JSON or with the template; false if neither was asked for. */
bool cli_rows_put(struct cli_rows *rows, const struct output_field *table,
	const void *row) MUST_USE;
/* What to call a feed; NULL: there is none of that number. */
const char *cli_rows_feed_title(const struct cli_rows *rows, uint32_t feed);
/* Appends the items with these keys, read in a view of their own. */
int cli_rows_keys(struct cli_rows *rows, const struct store_key *keys, size_t len,
	struct err *err) MUST_USE;
/* Writes out, with cli_write or cli_print. */
bool cli_rows_write(struct cli_rows *rows);

#endif
