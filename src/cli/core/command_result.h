/*
 * The results of commands that change something or examine the whole store. With --json a
 * result is printed as an object, whose fields come from a table that also makes the
 * manual; otherwise as a sentence.
 */
#ifndef CLI_CORE_COMMAND_RESULT_H
#define CLI_CORE_COMMAND_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "cli/core/field.h"
#include "store/gc.h"
#include "store/health/check.h"
#include "store/health/repair.h"

struct arena;
struct buf;

/* Amounts in words of the user's language: "1 feed", "2 items". */
enum cli_amount {
	CLI_AMOUNT_FEEDS,
	CLI_AMOUNT_ITEMS,
	CLI_AMOUNT_TEXTS,
	CLI_AMOUNT_BYTES
};
char *cli_amount(struct arena *arena, enum cli_amount what, uint64_t n);

/* add: a feed, or one of those named by a page. */
struct cli_added {
	uint32_t id;
	const char *url, *title;
	uint64_t items;
	bool added;
};

/* preview: a feed, and its newest items. */
struct cli_previewed {
	const char *url, *title;
	uint64_t items, whole, teasers;
	int64_t newest, gap;
	char **titles;
	size_t titles_len;
};

/* move: a feed whose address was updated, or could be. */
struct cli_moved {
	uint32_t id;
	const char *url, *title, *moved_to;
	bool adopted, moved;
};

struct cli_imported {
	uint64_t added, there, remarks;
	uint64_t queries, items, read, starred, tagged, deleted; /* in the list */
	uint64_t known, changed, waiting, kept, queued, pages;
	uint64_t left_out; /* items without marks of feeds that are not taken over */
	bool dry_run;
	char **lines;
	size_t lines_len;
};

struct cli_backfilled {
	uint32_t id;
	const char *title;
	uint64_t documents, added, bytes;
	bool more;
	const char *error;
};

struct cli_undone {
	const char *text;
	bool undone;
	uint64_t changed;
};

struct cli_collected {
	struct store_gc gone;
	bool dry_run;
};

/* compact, backup and restore. */
struct cli_copied {
	const char *path;
	uint64_t bytes, before;
	uint64_t feeds, items;
	const char *kept;
};

struct cli_checked {
	struct store_health_check found;
	uint64_t feeds, items, texts; /* in the store at the end */
	bool sound, repaired, reindexed;
	char **faults;
	size_t faults_len;
	struct store_health_repair lost;
	const char *kept;
};

/* merge: two feeds that were merged, or could be. */
struct cli_pair {
	uint32_t id, into;
	const char *url, *title, *into_url, *into_title;
};

/* rules: a rule of the config, and what it matches. */
struct cli_rule {
	uint64_t number; /* from 1 */
	const char *rule, *where;
	uint64_t hits, found, changed;
	int64_t last;
};

/* mark, star, tag and hide; state import. */
struct cli_changed {
	uint64_t found, changed;
};

/* daemon: a line; which fields it has depends on the event. */
struct cli_event {
	int64_t time;
	const char *event, *text;
	uint32_t feed;
	const char *url, *title;
	uint64_t id; /* of an item */
	const char *item, *link;
	int64_t published;
	struct cli_refreshed counts;
	const char *error;
};

extern const struct output_field cli_event_fields[], cli_pair_fields[], cli_rule_fields[];

extern const struct output_field cli_previewed_fields[];
extern const struct output_field cli_added_fields[], cli_candidate_fields[],
	cli_imported_fields[], cli_backfilled_fields[], cli_undone_fields[],
	cli_collected_fields[], cli_compacted_fields[], cli_backup_fields[],
	cli_restored_fields[], cli_stats_fields[], cli_changed_fields[],
	cli_renamed_fields[], cli_moved_fields[], cli_merged_fields[],
	cli_checked_fields[];

/* All tables, for the manual; ends with a row without commands. */
extern const struct cli_result {
	const char *commands;
	const struct output_field *fields;
} cli_results[];

/* Appends the row as JSON: an object on a line of its own. */
void cli_result_put(struct buf *out, const struct output_field *fields, const void *row);
/* Prints the row as JSON, or text if JSON is not wanted; frees text. Returns CLI_OK: if
 * it cannot be written, cli_finish says so. */
int cli_result(bool json, const struct output_field *fields, const void *row,
	struct buf *text) MUST_USE;

#endif
