/*
 * The feeds that a command line names by address, number or title.
 *
 *	struct cli_feeds feeds = {0};
 *	status = cli_feeds_read(&feeds, cli, &err);
 *	for (int i = 1; i < argc && status == OK; i++)
 *		status = cli_feeds_name(&feeds, argv[i], &err);
 *	… feeds.ids, feeds.ids_len …
 *	cli_feeds_done(&feeds);
 */
#ifndef CLI_CORE_FEEDS_H
#define CLI_CORE_FEEDS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attr.h"
#include "base/err.h"

struct cli;
struct store_feed;
struct store_feed_duplicate;

struct cli_feeds {
	struct arena arena;
	struct store_feed *list; /* all that have a line */
	size_t len;
	uint32_t *ids; /* of those that were named, each once */
	size_t ids_len, ids_cap;
	struct store_feed_duplicate *duplicates; /* by cli_feeds_read_duplicates */
	size_t duplicates_len;
};

/* Reads all feeds that have a line; again, as they are now. */
int cli_feeds_read(struct cli_feeds *feeds, struct cli *cli, struct err *err) MUST_USE;
void cli_feeds_done(struct cli_feeds *feeds);
/* Reads which feeds have moved to where others are. */
int cli_feeds_read_duplicates(
	struct cli_feeds *feeds, struct cli *cli, struct err *err) MUST_USE;
/* NULL: no feed with a line has this id. */
const struct store_feed *cli_feeds_by_id(const struct cli_feeds *feeds, uint32_t id);

/* Adds the feeds that have word as their number or address, or else as their title, or
 * else as a part of their title. ERR_NOT_FOUND with a sentence if there are none. */
int cli_feeds_name(struct cli_feeds *feeds, const char *word, struct err *err) MUST_USE;
/* The same where word must mean one feed: ERR_INVALID if there are several. *feed is NULL
 * if it was named before. */
int cli_feeds_name_one(struct cli_feeds *feeds, const char *word,
	const struct store_feed **feed, struct err *err) MUST_USE;
void cli_feeds_add(struct cli_feeds *feeds, uint32_t id);

/* What to call a feed: its title, or else its address without secrets; next to another
 * feed of the same title, its address. */
const char *cli_feeds_title(struct cli_feeds *feeds, const struct store_feed *feed);
const char *cli_feeds_title_beside(struct cli_feeds *feeds, const struct store_feed *feed,
	const struct store_feed *other);

#endif
