/*
 * The fields of the rows that only commands print (for feeds and items: output/field.h),
 * and rows as JSON.
 */
#ifndef CLI_CORE_FIELD_H
#define CLI_CORE_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "output/field.h"

struct buf;

/* What a refresh brought. */
struct cli_refreshed {
	uint64_t feeds, added, edited, unchanged, failed, unreachable, held, not_asked;
	bool complete;
};

struct cli_found {
	uint64_t found;
};

/* Tables; each ends with a row without a name. In order, they are for struct
 * store_item_counts, cli_found, cli_refreshed and store_journal_action. */
extern const struct output_field cli_count_fields[], cli_found_fields[],
	cli_refresh_fields[], cli_action_fields[];

/* Appends members of a JSON object: the fields in names or, if that is NULL, those that
 * are not on_request. */
void cli_fields_json(struct buf *out, const struct output_field *fields,
	const char *names, const void *row);

#endif
